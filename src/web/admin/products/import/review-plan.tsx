import { useRef, useState } from 'react'
import type { ImportDecisions } from '../../../../contract/shop/import-decisions.ts'
import { ImportOutcome, type ImportPlan } from '../../../../contract/shop/product-import.ts'
import { StatusMessage } from '../../../ui/status-message.tsx'
import { CheckboxField } from '../../kit/form-fields.tsx'
import { ToolButton } from '../../kit/tool-button.tsx'
import { useBarHeight } from '../../kit/use-bar-height.ts'
import { DecideQuestions } from './decide-questions.tsx'
import { outcomeLabels, rowCount } from './import-labels.ts'
import { NearCategories } from './near-categories.tsx'
import { PlanRows } from './plan-rows.tsx'

type ReviewPlanProps = {
  plan: ImportPlan
  /** Those that the plan was made with. */
  decisions: ImportDecisions
  isBusy: boolean
  onBack: () => void
  onDecide: (decisions: ImportDecisions) => void
  onImport: (skipRefused: boolean) => void
}

/** Shows what every row will do, before it does it, and the questions that must be decided first. */
export function ReviewPlan({ plan, decisions, isBusy, onBack, onDecide, onImport }: ReviewPlanProps) {
  const [draft, setDraft] = useState(decisions)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(decisions)
  return (
    <>
      {plan.warning && <StatusMessage className="mb-4">{plan.warning}</StatusMessage>}
      {plan.withoutCurrency && <p className="mb-4 text-sm text-ink-soft">{currencyLine(plan.withoutCurrency)}</p>}
      {plan.questions.length > 0 && (
        <DecideQuestions questions={plan.questions} decisions={draft} onDecide={setDraft} />
      )}
      {plan.nearCategories && <NearCategories categories={plan.nearCategories} decisions={draft} onDecide={setDraft} />}
      <PlannedRows key={plan.plan} plan={plan} decisions={draft} onDecide={setDraft} />
      <PlanActions
        plan={plan}
        isChanged={isChanged}
        isBusy={isBusy}
        onBack={onBack}
        onCheck={() => onDecide(draft)}
        onImport={onImport}
      />
    </>
  )
}

type PlannedRowsProps = Pick<ReviewPlanProps, 'plan' | 'decisions' | 'onDecide'>

function PlannedRows({ plan: { counts, rows }, decisions, onDecide }: PlannedRowsProps) {
  const [shown, setShown] = useState<ImportOutcome | 'all'>(
    counts.pending ? 'pending' : counts.refused > 0 ? 'refused' : 'all',
  )
  const filters: [ImportOutcome | 'all', string, number][] = [
    ['all', 'All rows', rows.length],
    ...ImportOutcome.options
      .filter((each) => counts[each] !== undefined)
      .map((each): [ImportOutcome, string, number] => [each, outcomeLabels[each], counts[each] ?? 0]),
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
      <PlanRows
        key={shown}
        rows={shown === 'all' ? rows : rows.filter((row) => row.outcome === shown)}
        decisions={decisions}
        onDecide={onDecide}
      />
    </>
  )
}

type PlanActionsProps = Pick<ReviewPlanProps, 'plan' | 'isBusy' | 'onBack' | 'onImport'> & {
  /** Whether there are decisions that the plan does not know. */
  isChanged: boolean
  onCheck: () => void
}

/** One button that checks new decisions or else imports, so that it keeps the focus in between. */
function PlanActions({ plan, isChanged, isBusy, onBack, onCheck, onImport }: PlanActionsProps) {
  /** The plan whose refused rows are to be left out. */
  const [skipped, setSkipped] = useState<string>()
  const { pending = 0, refused, create, update } = plan.counts
  const bar = useRef<HTMLDivElement>(null)
  useBarHeight(bar, '--bottom-bar')
  const skipRefused = skipped === plan.plan
  const isHeld = !isChanged && (pending > 0 || (refused > 0 && !skipRefused) || create + update === 0)
  const handleClick = () => {
    if (isBusy) return
    if (isChanged) onCheck()
    else onImport(skipRefused)
  }
  return (
    <div
      ref={bar}
      className="sticky-bar bottom-0 mt-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-paper py-3"
    >
      <div className="mr-auto">
        <p role="status" className="text-sm text-ink-soft">
          {isChanged
            ? 'The rows do not follow your decisions yet.'
            : pending > 0 && `${rowCount(pending)} ${pending === 1 ? 'needs' : 'need'} a decision above.`}
        </p>
        {!isChanged && refused > 0 && (
          <CheckboxField
            label={
              refused === 1
                ? 'Leave out the refused row'
                : `Leave out the ${refused.toLocaleString('en-US')} refused rows`
            }
            checked={skipRefused}
            onChange={(event) => setSkipped(event.target.checked ? plan.plan : undefined)}
          />
        )}
      </div>
      <ToolButton onClick={onBack}>Columns</ToolButton>
      <ToolButton tone="primary" disabled={isHeld} aria-disabled={isBusy} onClick={handleClick}>
        {isChanged ? 'Check the rows again' : importLabel(create + update)}
      </ToolButton>
    </div>
  )
}

function currencyLine({ count, currency }: NonNullable<ImportPlan['withoutCurrency']>): string {
  const prices = count === 1 ? '1 price' : `${count.toLocaleString('en-US')} prices`
  return `${prices} without a currency: ${currency}. Another one can be chosen under Columns.`
}

function importLabel(changes: number): string {
  if (changes === 0) return 'Nothing to import'
  return changes === 1 ? 'Import 1 product' : `Import ${changes.toLocaleString('en-US')} products`
}
