import { useState } from 'react'
import type { ImportOutcome, ImportRow } from '../../../../contract/product-import.ts'
import { StatusBadge, type StatusTone } from '../../kit/status-badge.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { labelOf, outcomeLabels } from './import-labels.ts'

/** Few enough that 20,000 rows do not weigh on the page. */
const PAGE = 50

const tones: Record<ImportOutcome, StatusTone> = {
  create: 'good',
  update: 'waiting',
  unchanged: 'quiet',
  refused: 'alert',
}

export function PlanRows({ rows }: { rows: ImportRow[] }) {
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
                <p key={reason} className="text-alert-deep wrap-anywhere">
                  {reason}
                </p>
              ))}
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
