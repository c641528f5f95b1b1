import { useState } from 'react'
import { IdChoice, type ImportDecisions } from '../../../../contract/shop/import-decisions.ts'
import type { ImportOutcome, ImportRow } from '../../../../contract/shop/product-import.ts'
import { controlClass } from '../../kit/form-fields.tsx'
import { StatusBadge, type StatusTone } from '../../kit/status-badge.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { idChoiceLabels, labelOf, outcomeLabels } from './import-labels.ts'

/** Few enough that 20,000 rows do not weigh on the page. */
const PAGE = 50

const tones: Record<ImportOutcome, StatusTone> = {
  create: 'good',
  update: 'waiting',
  unchanged: 'quiet',
  pending: 'waiting',
  skipped: 'quiet',
  refused: 'alert',
}

type PlanRowsProps = { rows: ImportRow[]; decisions: ImportDecisions; onDecide: (decisions: ImportDecisions) => void }

export function PlanRows({ rows, decisions, onDecide }: PlanRowsProps) {
  const [count, setCount] = useState(PAGE)
  if (rows.length === 0)
    return (
      <p className="rounded-card border border-dashed border-ink-faint/40 bg-white px-6 py-10 text-center text-ink-soft">
        No such rows.
      </p>
    )
  return (
    <>
      <ul aria-label="Rows of the file" className="divide-y divide-line rounded-card border border-line bg-white">
        {rows.slice(0, count).map((row) => (
          <li key={row.row} className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-3 text-sm">
            <span className="w-16 shrink-0 text-ink-soft tabular-nums">Row {row.row}</span>
            <span className="w-24 shrink-0">
              <StatusBadge tone={tones[row.outcome]}>{outcomeLabels[row.outcome]}</StatusBadge>
            </span>
            <div className="min-w-0 grow basis-60">
              <p dir="auto" className="font-medium wrap-anywhere">
                {row.name || 'Without a name'}
              </p>
              {row.reasons.map((reason) => (
                <p
                  key={reason}
                  className={`wrap-anywhere ${row.outcome === 'refused' ? 'text-alert-deep' : 'text-ink-soft'}`}
                >
                  {reason}
                </p>
              ))}
              {row.notes?.map((note) => (
                <p key={note} className="text-ink-soft wrap-anywhere">
                  {note}
                </p>
              ))}
              {row.candidate && (
                <RowChoice row={row.row} candidate={row.candidate} decisions={decisions} onDecide={onDecide} />
              )}
              {row.changes.map((change) => (
                <Change key={change.field} {...change} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {rows.length > count && (
        <ToolButton className="mt-3" onClick={() => setCount(count + PAGE * 4)}>
          Show more ({(rows.length - count).toLocaleString('en-US')} left)
        </ToolButton>
      )}
    </>
  )
}

type RowChoiceProps = {
  row: number
  candidate: NonNullable<ImportRow['candidate']>
  decisions: ImportDecisions
  onDecide: (decisions: ImportDecisions) => void
}

/** Chooses what to do with a row whose id alone names a product, where it differs from the other rows. */
function RowChoice({ row, candidate, decisions, onDecide }: RowChoiceProps) {
  const { [row]: chosen, ...others } = decisions.idRows
  const choose = (value: string) =>
    onDecide({ ...decisions, idRows: value === '' ? others : { ...others, [row]: IdChoice.parse(value) } })
  return (
    <select
      aria-label={`Row ${row}, whose id is that of “${candidate.name}”`}
      value={chosen ?? ''}
      onChange={(event) => choose(event.target.value)}
      className={`${controlClass} mt-2 max-w-sm`}
    >
      <option value="">{decisions.ids ? `As above: ${idChoiceLabels[decisions.ids]}` : 'As decided above'}</option>
      {IdChoice.options.map((choice) => (
        <option key={choice} value={choice}>
          {idChoiceLabels[choice]}
        </option>
      ))}
    </select>
  )
}

function Change({ field, from, to }: ImportRow['changes'][number]) {
  return (
    <p className="text-ink-soft wrap-anywhere">
      {labelOf(field)}:{' '}
      {from && (
        <>
          <del>{from}</del> <span aria-hidden="true">→</span>{' '}
        </>
      )}
      <ins className="text-ink no-underline">{to || 'empty'}</ins>
    </p>
  )
}
