import { useState } from 'react'
import { ImportOutcome, type ImportPlan } from '../../../../contract/product-import.ts'
import { CheckboxField } from '../../kit/form-fields.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { outcomeLabels } from './import-labels.ts'
import { PlanRows } from './plan-rows.tsx'

type ReviewPlanProps = {
  plan: ImportPlan
  isBusy: boolean
  onBack: () => void
  onImport: (skipRefused: boolean) => void
}

/** What every row will do, before it does it. */
export function ReviewPlan({ plan, isBusy, onBack, onImport }: ReviewPlanProps) {
  const { counts, rows } = plan
  const [shown, setShown] = useState<ImportOutcome | 'all'>(counts.refused > 0 ? 'refused' : 'all')
  const [skipRefused, setSkipRefused] = useState(false)
  const changes = counts.create + counts.update
  const isHeld = counts.refused > 0 && !skipRefused
  const filters: [ImportOutcome | 'all', string, number][] = [
    ['all', 'All rows', rows.length],
    ...ImportOutcome.options.map((each): [ImportOutcome, string, number] => [each, outcomeLabels[each], counts[each]]),
  ]
  return (
    <>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">Rows to show</legend>
        {filters.map(([value, label, count]) => (
          <ToolButton
            key={value}
            aria-pressed={shown === value}
            onClick={() => setShown(value)}
            className="aria-pressed:border-accent-deep aria-pressed:bg-cream"
          >
            {label} <span className="text-ink-soft tabular-nums">{count.toLocaleString('en-US')}</span>
          </ToolButton>
        ))}
      </fieldset>
      <PlanRows key={shown} rows={shown === 'all' ? rows : rows.filter((row) => row.outcome === shown)} />
      <div className="sticky bottom-0 mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-paper py-3">
        {counts.refused > 0 && (
          <CheckboxField
            label={
              counts.refused === 1
                ? 'Leave out the refused row'
                : `Leave out the ${counts.refused.toLocaleString('en-US')} refused rows`
            }
            checked={skipRefused}
            onChange={(event) => setSkipRefused(event.target.checked)}
            className="mr-auto"
          />
        )}
        <ToolButton onClick={onBack}>Columns</ToolButton>
        <ToolButton tone="primary" disabled={isBusy || isHeld || changes === 0} onClick={() => onImport(skipRefused)}>
          {changes === 0
            ? 'Nothing to import'
            : changes === 1
              ? 'Import 1 product'
              : `Import ${changes.toLocaleString('en-US')} products`}
        </ToolButton>
      </div>
    </>
  )
}
