import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type EarningImport, type ImportState, workingStates } from '../../../contract/shop/earning-imports.ts'
import { submission } from '../../data/mutations.ts'
import { earningImportsQuery, useUndoImport } from '../../data/owner/earnings.ts'
import { formatCount } from '../analytics/formats.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { Panel } from '../kit/panel.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'

const labels: Record<ImportState, string> = {
  uploading: 'Upload not finished',
  surveying: 'Being read',
  questions: 'Has a question',
  reading: 'Being compared',
  ready: 'Waiting for your confirmation',
  writing: 'Being imported',
  done: 'Imported',
  undoing: 'Being undone',
  undone: 'Undone',
  failed: 'Failed',
}

/** The imports, newest first, with what each brought. */
export function ImportsPanel({ onOpen }: { onOpen: (id: number) => void }) {
  const { data } = useQuery(earningImportsQuery())
  const [undoing, setUndoing] = useState<EarningImport>()
  if (!data || data.items.length === 0) return null
  return (
    <Panel title="Imports" description="Each can be opened, and undone as a whole." className="mt-5">
      <ul className="divide-y divide-line">
        {data.items.map((item) => (
          <ImportItem key={item.id} item={item} onOpen={() => onOpen(item.id)} onUndo={() => setUndoing(item)} />
        ))}
      </ul>
      {undoing && <UndoDialog item={undoing} onOpen={onOpen} onClose={() => setUndoing(undefined)} />}
    </Panel>
  )
}

type ItemProps = { item: EarningImport; onOpen: () => void; onUndo: () => void }

function ImportItem({ item, onOpen, onUndo }: ItemProps) {
  const { moment } = useDates()
  const { fileName, state, createdAt, plan, error, confirmedAt } = item
  const rows = plan?.totals.reduce((sum, { all }) => sum + all.rows, 0)
  const canUndo = confirmedAt !== null && (state === 'done' || state === 'failed')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm">
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {fileName}
        </p>
        <p className="text-ink-soft">
          {labels[state]} · {moment(createdAt)}
          {rows !== undefined && ` · ${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`}
        </p>
        {error && <p className="text-alert-deep">{error}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <ToolButton onClick={onOpen}>
          {workingStates.includes(state) || confirmedAt !== null ? 'Open' : 'Go on'}
          <span className="sr-only">: {fileName}</span>
        </ToolButton>
        {canUndo && (
          <ToolButton tone="danger" onClick={onUndo}>
            Undo<span className="sr-only"> the import of {fileName}</span>
          </ToolButton>
        )}
      </div>
    </li>
  )
}

type UndoProps = { item: EarningImport; onOpen: (id: number) => void; onClose: () => void }

function UndoDialog({ item, onOpen, onClose }: UndoProps) {
  const { mutate, isPending, error } = useUndoImport()
  return (
    <ConfirmDialog
      isOpen
      title="Undo this import?"
      confirmLabel="Undo the import"
      isBusy={isPending}
      error={error && messageOf(error)}
      onClose={onClose}
      onConfirm={() =>
        mutate(submission({ params: { id: item.id } }), {
          onSuccess: () => {
            onClose()
            onOpen(item.id)
          },
        })
      }
    >
      <p className="wrap-anywhere">
        All rows that ‘{item.fileName}’ brought are taken out of the ledger. Sales that it changed go back to what they
        were before. You can import the file again.
      </p>
    </ConfirmDialog>
  )
}
