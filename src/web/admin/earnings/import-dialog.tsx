import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import {
  type EarningImportDetails,
  type ImportTotals,
  type SurveyPart,
  workingStates,
} from '../../../contract/shop/earning-imports.ts'
import { submission } from '../../data/mutations.ts'
import {
  earningImportQuery,
  earningImportsQuery,
  useConfirmImport,
  useDiscardImport,
} from '../../data/owner/earnings.ts'
import { jobsQuery } from '../../data/owner/jobs.ts'
import { toast } from '../../lib/toast.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { formatCount } from '../analytics/formats.ts'
import { Dialog } from '../kit/dialog.tsx'
import { CheckboxField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { ImportPlanView } from './import-plan-view.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { ReportDropZone } from './report-drop-zone.tsx'
import { waitingReason } from './waiting-reason.ts'

const JOBS_EVERY_MS = 2000

type ImportDialogProps = { id: number | 'new'; onOpen: (id: number) => void; onClose: () => void }

/** A report from its file to the ledger. Closing the dialog does not stop it. */
export function ImportDialog({ id, onOpen, onClose }: ImportDialogProps) {
  if (id === 'new')
    return (
      <Dialog isOpen title="Import a report" onClose={onClose}>
        <ReportDropZone onUploaded={onOpen} />
      </Dialog>
    )
  return <OneImport id={id} onClose={onClose} />
}

function OneImport({ id, onClose }: { id: number; onClose: () => void }) {
  // A discarded import is not requested again.
  const [isDiscarding, setIsDiscarding] = useState(false)
  const { data, error } = useQuery({ ...earningImportQuery(id), enabled: !isDiscarding })
  const [isAsking, setIsAsking] = useState(false)
  useRefreshAtEnd(data)
  if (!data)
    return (
      <Dialog isOpen title="Import a report" onClose={onClose}>
        {error ? <StatusMessage tone="error">{messageOf(error)}</StatusMessage> : <p role="status">Loading...</p>}
      </Dialog>
    )
  const discard = <DiscardButton item={data} onDiscarding={setIsDiscarding} onClose={onClose} />
  if ((data.state === 'questions' || (data.state === 'ready' && isAsking)) && data.survey)
    return <ImportQuestions item={data} discard={discard} onDone={() => setIsAsking(false)} onClose={onClose} />
  return <Progress item={data} discard={discard} onAsk={() => setIsAsking(true)} onClose={onClose} />
}

/** The numbers of the tab follow when rows were written or taken back. */
function useRefreshAtEnd(item: EarningImportDetails | undefined): void {
  const queryClient = useQueryClient()
  const state = item?.state
  useEffect(() => {
    if (state === 'done' || state === 'undone') void queryClient.invalidateQueries()
  }, [state, queryClient])
}

type DiscardProps = {
  item: EarningImportDetails
  onDiscarding: (isDiscarding: boolean) => void
  onClose: () => void
}

function DiscardButton({ item: { id, fileName }, onDiscarding, onClose }: DiscardProps) {
  const { mutate, isPending } = useDiscardImport()
  return (
    <ToolButton
      tone="danger"
      disabled={isPending}
      onClick={() => {
        onDiscarding(true)
        mutate(submission({ params: { id } }), {
          onSuccess: () => {
            toast({ title: 'Discarded', description: `Nothing of ${fileName} was written.` })
            onClose()
          },
          onError: (error) => {
            onDiscarding(false)
            toast({ title: 'Error', description: messageOf(error), variant: 'destructive' })
          },
        })
      }}
    >
      Discard
    </ToolButton>
  )
}

type ProgressProps = {
  item: EarningImportDetails
  discard: ReactNode
  onAsk: () => void
  onClose: () => void
}

function Progress({ item, discard, onAsk, onClose }: ProgressProps) {
  const confirm = useConfirmImport()
  const { state, plan, id, fileName, sameFile } = item
  const isWorking = workingStates.includes(state)
  const isOpen = ['uploading', 'surveying', 'reading', 'ready', 'failed'].includes(state) && item.confirmedAt === null
  const [withSimilar, setWithSimilar] = useState(false)
  const count = (of: (totals: ImportTotals) => number) => plan?.totals.reduce((sum, totals) => sum + of(totals), 0) ?? 0
  const similar = count((totals) => totals.similar.rows)
  const rows =
    count((totals) => totals.new.rows + totals.changed.rows + totals.reversed.rows) + (withSimilar ? similar : 0)
  const { error } = confirm
  const handleConfirm = () =>
    confirm.mutate(submission({ params: { id }, query: { similar: withSimilar ? 'import' : 'leave-out' } }))
  return (
    <Dialog
      isOpen
      title={titles[state] ?? 'Import a report'}
      size="large"
      onClose={onClose}
      footer={
        <>
          {isOpen && discard}
          {state === 'ready' && <ToolButton onClick={onAsk}>Change how it is read</ToolButton>}
          {state === 'ready' && plan?.totals.length !== 0 ? (
            <ToolButton tone="primary" disabled={confirm.isPending} onClick={handleConfirm}>
              {importLabel(rows)}
            </ToolButton>
          ) : (
            <ToolButton onClick={onClose}>{closeLabel(state)}</ToolButton>
          )}
        </>
      }
    >
      <div className="space-y-4">
        <p className="font-semibold wrap-anywhere">{fileName}</p>
        {item.error && <StatusMessage tone="error">{item.error}</StatusMessage>}
        {error && <StatusMessage tone="error">{messageOf(error)}</StatusMessage>}
        {sameFile && state === 'ready' && <SameFile file={sameFile} />}
        {isWorking && <WorkingBar item={item} />}
        <p role="status" className={ends[state] ? 'font-medium' : 'sr-only'}>
          {ends[state] ?? ''}
        </p>
        {plan && !isWorking && state !== 'undone' && (
          <>
            <ImportPlanView plan={plan} isDone={state !== 'ready'} />
            {similar > 0 && <SimilarRows count={similar} isDone={state !== 'ready'} onChange={setWithSimilar} />}
            <LeftOut survey={item.survey} choices={item.choices} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function SameFile({ file }: { file: NonNullable<EarningImportDetails['sameFile']> }) {
  const { day } = useDates()
  return (
    <StatusMessage>
      The same file was imported on {day(file.createdAt)} as ‘{file.fileName}’.
    </StatusMessage>
  )
}

type SimilarRowsProps = { count: number; isDone: boolean; onChange: (isTaken: boolean) => void }

/** Rows that would count sales twice if they are what they look like. */
function SimilarRows({ count, isDone, onChange }: SimilarRowsProps) {
  const [these, look] = count === 1 ? ['1 row', 'looks like a sale'] : [`${formatCount(count)} rows`, 'look like sales']
  return (
    <StatusMessage>
      {these} {look} that you have already, of the same item, place, day and commission, from a report in another
      layout. {count === 1 ? 'It is' : 'They are'} left out, so that nothing counts twice.
      {!isDone && (
        <CheckboxField
          className="mt-2"
          label="Import them, too, because they are other sales"
          onChange={(event) => onChange(event.target.checked)}
        />
      )}
    </StatusMessage>
  )
}

/** Tables that are not imported, and why. */
function LeftOut({ survey, choices }: Pick<EarningImportDetails, 'survey' | 'choices'>) {
  const name = ({ part, label }: SurveyPart) => (part === '' ? label : `${part} (${label})`)
  const all = survey ?? []
  const summaries = all.filter(({ isLedger }) => !isLedger)
  const others = all.filter(
    ({ isLedger, part }) => isLedger && choices !== null && !choices.parts.some((chosen) => chosen.part === part),
  )
  return (
    <>
      {summaries.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-soft">
          Not imported, because the sales in it are those of the earnings: {summaries.map(name).join('; ')}.
        </p>
      )}
      {others.length > 0 && (
        <p className="text-sm wrap-anywhere text-ink-soft">Left out: {others.map(name).join('; ')}.</p>
      )}
    </>
  )
}

function closeLabel(state: EarningImportDetails['state']): string {
  if (workingStates.includes(state)) return 'Go on in the background'
  return state === 'ready' ? 'Later' : 'Done'
}

function importLabel(rows: number): string {
  if (rows === 0) return 'Import, although nothing is new'
  return rows === 1 ? 'Import 1 row' : `Import ${formatCount(rows)} rows`
}

const titles: Partial<Record<EarningImportDetails['state'], string>> = {
  ready: 'Check before importing',
  writing: 'Importing',
  done: 'Imported',
  undoing: 'Undoing the import',
  undone: 'Import undone',
  failed: 'The report could not be imported',
}

const ends: Partial<Record<EarningImportDetails['state'], string>> = {
  done: 'The report is imported. You can undo it in the list of imports.',
  undone: 'Its rows are taken out of the ledger, and sales that it changed are what they were before.',
}

const doing: Partial<Record<EarningImportDetails['state'], string>> = {
  surveying: 'Looking at the file...',
  reading: 'Comparing the rows with the ledger. Nothing is written yet.',
  writing: 'Writing the rows to the ledger...',
  undoing: 'Taking the rows back...',
}

function WorkingBar({ item }: { item: EarningImportDetails }) {
  const { state, rowsDone, rowCount } = item
  const isKnown = rowCount > 0 && state !== 'surveying' && state !== 'undoing'
  const reason = useWaitingReason(item)
  return (
    <div>
      <p role="status" className="mb-2 text-sm text-ink-soft">
        {reason ?? doing[state]}
        {isKnown && ` ${formatCount(Math.min(rowsDone, rowCount))} of ${formatCount(rowCount)} rows`}
      </p>
      <progress
        aria-label="Progress of the import"
        className="h-2 w-full accent-accent-deep"
        {...(isKnown && { value: Math.min(rowsDone, rowCount), max: rowCount })}
      />
    </div>
  )
}

function useWaitingReason(item: EarningImportDetails): string | undefined {
  const { timeOrMoment } = useDates()
  const { data: jobs } = useQuery({ ...jobsQuery(), refetchInterval: JOBS_EVERY_MS })
  const { data: imports } = useQuery(earningImportsQuery())
  const job = jobs?.find(({ name }) => name === 'earnings')
  return waitingReason(item, { imports: imports?.items ?? [], job, format: timeOrMoment })
}
