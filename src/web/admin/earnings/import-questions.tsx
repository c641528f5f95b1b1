import { type ReactNode, useId, useState } from 'react'
import type { EarningImportDetails, PartOptions, SurveyPart } from '../../../contract/shop/earning-imports.ts'
import { type NetworkName, networkNames, networks } from '../../../contract/shop/networks.ts'
import { COMMON_CURRENCIES, currencies } from '../../../contract/shop/prices.ts'
import { submission } from '../../data/mutations.ts'
import { usePlanImport } from '../../data/owner/earnings.ts'
import { StatusMessage } from '../../ui/status-message.tsx'
import { formatCount } from '../analytics/formats.ts'
import { Dialog } from '../kit/dialog.tsx'
import { SelectField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'

type QuestionsProps = {
  item: EarningImportDetails
  discard: ReactNode
  onDone: () => void
  onClose: () => void
}

/** The format of a table that is left out. */
const SKIP = 'skip'

/** '' is not chosen yet. */
type Draft = Omit<PartOptions, 'dateOrder' | 'decimal'> & {
  dateOrder: PartOptions['dateOrder'] | ''
  decimal: PartOptions['decimal'] | ''
}

/** Collects from the owner what the file does not state. */
export function ImportQuestions({ item, discard, onDone, onClose }: QuestionsProps) {
  const formId = useId()
  const [parts, setParts] = useState(() => startParts(item))
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, error } = usePlanImport()

  const send = () => {
    const chosen = choose(parts)
    if (typeof chosen === 'string') return setProblem(chosen)
    setProblem(undefined)
    mutate(submission({ params: { id: item.id }, body: { parts: chosen } }), { onSuccess: onDone })
  }

  return (
    <Dialog
      isOpen
      title="How is the report to be read?"
      size="large"
      onClose={onClose}
      footer={
        <>
          {discard}
          <ToolButton onClick={onClose}>Later</ToolButton>
          <ToolButton tone="primary" type="submit" form={formId} disabled={isPending || parts.length === 0}>
            Compare with the ledger
          </ToolButton>
        </>
      }
    >
      <form
        id={formId}
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <p className="font-semibold wrap-anywhere">{item.fileName}</p>
        {item.error && <StatusMessage tone="error">{item.error}</StatusMessage>}
        {parts.length === 0 && (
          <StatusMessage tone="error">This file holds only summaries, and no sales to import.</StatusMessage>
        )}
        {parts.map(({ part, draft }) => (
          <PartFields
            key={part.part}
            part={part}
            item={item}
            draft={draft}
            onChange={(changes) =>
              setParts(parts.map((each) => (each.part === part ? { part, draft: { ...draft, ...changes } } : each)))
            }
          />
        ))}
        {(problem || error) && <StatusMessage tone="error">{problem ?? messageOf(error)}</StatusMessage>}
      </form>
    </Dialog>
  )
}

/** A part of the file and how it is to be read. */
type DraftPart = { part: SurveyPart; draft: Draft }

function startParts(item: EarningImportDetails): DraftPart[] {
  const parts = (item.survey ?? []).filter(({ isLedger }) => isLedger)
  const hasKnown = parts.some(({ format }) => format !== undefined)
  return parts.map((part) => ({ part, draft: startDraft(part, item, hasKnown) }))
}

/** The options of the parts to import, or a sentence for what is missing. */
function choose(parts: DraftPart[]) {
  const chosen = []
  for (const { part, draft } of parts) {
    const { dateOrder, decimal, ...others } = draft
    if (others.format === SKIP) continue
    if (others.format === '') return 'Please choose what the file is.'
    if (dateOrder === '') return 'Please choose the order of its dates.'
    if (decimal === '') return 'Please choose how its amounts are written.'
    if (needsCurrency(part, draft)) return 'Please choose the currency of its amounts.'
    chosen.push({ part: part.part, options: { ...others, dateOrder, decimal } })
  }
  return chosen.length === 0 ? 'Please choose at least one table of the file.' : chosen
}

function startDraft(part: SurveyPart, { choices }: EarningImportDetails, hasKnown: boolean): Draft {
  const before = choices?.parts.find((each) => each.part === part.part)
  if (before) return before.options
  const { network, columns, dateOrder, decimal, proposal } = part
  // A table that is unknown may repeat what the known ones hold.
  const isLeftOut = choices !== null || (part.format === undefined && hasKnown)
  const format = isLeftOut ? SKIP : (part.format ?? '')
  const currency = part.currency ?? proposal?.currency
  const isSeen = (fields: readonly string[]) => fields.some((field) => columns[field] !== undefined)
  return {
    format,
    columns,
    // Only columns that were recognised were looked at.
    dateOrder: dateOrder === 'ambiguous' || !isSeen(seenDates) ? '' : dateOrder,
    decimal: isSeen(seenAmounts) && !part.questions.includes('decimal') ? decimal : '',
    ...(network && { network }),
    ...(currency && { currency }),
  }
}

const seenDates = ['orderedAt', 'postedAt', 'clickedAt', 'reversedAt', 'paidAt', 'updatedAt']
const seenAmounts = ['commission', 'saleAmount', 'price', 'commissionChange', 'saleChange']

/** Whether the file leaves the currency open, and no column was chosen for it. */
function needsCurrency({ questions }: SurveyPart, { columns, currency }: Draft): boolean {
  return questions.includes('currency') && columns.currency === undefined && currency === undefined
}

type PartProps = {
  part: SurveyPart
  item: EarningImportDetails
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
}

function PartFields({ part, item, draft, onChange }: PartProps) {
  const [isMapping, setIsMapping] = useState(part.questions.includes('format'))
  const isImported = draft.format !== SKIP
  return (
    <fieldset className="min-w-0 space-y-4">
      <legend className="mb-2 text-base font-semibold wrap-anywhere">
        {part.part !== '' && `${part.part} · `}
        {part.label} · {formatCount(part.rows)} {part.rows === 1 ? 'row' : 'rows'}
      </legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          optional={false}
          label="Format"
          value={draft.format}
          onChange={(event) => onChange({ format: event.target.value })}
        >
          <option value="">Please choose</option>
          <option value={SKIP}>Do not import</option>
          {item.formats
            .filter(({ isLedger }) => isLedger)
            .map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </SelectField>
        {isImported && <ReadingFields part={part} draft={draft} onChange={onChange} />}
      </div>
      {isImported && isMapping && <Columns part={part} item={item} draft={draft} onChange={onChange} />}
      {isImported && !isMapping && <ToolButton onClick={() => setIsMapping(true)}>Check the columns</ToolButton>}
    </fieldset>
  )
}

/** The notation of a table that is imported. */
function ReadingFields({ part, draft, onChange }: Omit<PartProps, 'item'>) {
  const isOpen = part.questions.includes('currency') && draft.columns.currency === undefined
  const offered = [...new Set([...COMMON_CURRENCIES, ...currencies()])]
  return (
    <>
      {part.network === undefined && (
        <SelectField
          optional={null}
          label="Network"
          value={draft.network ?? 'generic'}
          onChange={(event) => onChange({ network: event.target.value as NetworkName })}
        >
          {networkNames.map((name) => (
            <option key={name} value={name}>
              {networks[name].label}
            </option>
          ))}
        </SelectField>
      )}
      <SelectField
        optional={false}
        label="Dates"
        hint={part.questions.includes('dateOrder') ? 'Is 03/04/2026 a day in March or in April?' : undefined}
        value={draft.dateOrder}
        onChange={(event) => onChange({ dateOrder: event.target.value as Draft['dateOrder'] })}
      >
        <option value="">Please choose</option>
        <option value="mdy">Month first: March 4 is 03/04</option>
        <option value="dmy">Day first: March 4 is 04/03</option>
        <option value="ymd">Year first: 2026-03-04</option>
      </SelectField>
      <SelectField
        optional={false}
        label="Amounts"
        hint={
          part.questions.includes('decimal') ? 'No amount of the file tells which sign is the decimal one.' : undefined
        }
        value={draft.decimal}
        onChange={(event) => onChange({ decimal: event.target.value as Draft['decimal'] })}
      >
        {draft.decimal === '' && <option value="">Please choose</option>}
        <option value="point">1,250.00</option>
        <option value="comma">1.250,00</option>
      </SelectField>
      <SelectField
        optional={isOpen ? false : null}
        label="Currency"
        hint={currencyHint(part, isOpen)}
        value={draft.currency ?? ''}
        onChange={(event) => onChange({ currency: event.target.value || undefined })}
      >
        <option value="">{isOpen ? 'Please choose' : 'As each row says'}</option>
        {offered.map((code) => (
          <option key={code}>{code}</option>
        ))}
      </SelectField>
    </>
  )
}

function currencyHint({ proposal }: SurveyPart, isOpen: boolean): string {
  if (!isOpen) return 'Of rows that name none'
  return proposal ? `Proposed because ${proposal.reason}.` : 'The file does not say for certain which one it is.'
}

/** Maps each column of the file to a field, with the first values of the column. */
function Columns({ part, item, draft, onChange }: PartProps) {
  const fieldOf = (column: number) =>
    Object.entries(draft.columns).find(([, position]) => position === column)?.[0] ?? ''
  const choose = (column: number, field: string) => {
    const others = Object.entries(draft.columns).filter(([name, position]) => name !== field && position !== column)
    onChange({ columns: Object.fromEntries(field === '' ? others : [...others, [field, column]]) })
  }
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {part.header.map((name, column) => (
        <SelectField
          optional={null}
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity; names may repeat
          key={column}
          label={name || `Column ${column + 1}`}
          hint={
            <span className="wrap-anywhere">
              {part.sample
                .slice(0, 3)
                .map((row) => row[column])
                .filter(Boolean)
                .join(' · ')}
            </span>
          }
          value={fieldOf(column)}
          onChange={(event) => choose(column, event.target.value)}
        >
          <option value="">Not used</option>
          {item.fields.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  )
}
