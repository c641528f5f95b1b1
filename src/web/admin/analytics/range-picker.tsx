import { useState } from 'react'
import { Day, lastDays } from '../../../contract/platform/days.ts'
import { type AnalyticsRange, DEFAULT_DAYS, rangeProblem } from '../../../contract/shop/analytics.ts'
import { TextField } from '../kit/form-fields.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import type { RangeState } from './use-range.ts'

const presets = [
  { days: 7, label: '7 days' },
  { days: DEFAULT_DAYS, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'Year' },
]

/** Two dates and the usual ranges. Incomplete and invalid ranges are not requested. */
export function RangePicker({ range }: { range: RangeState }) {
  const { startDate, endDate, today, change } = range
  const [draft, setDraft] = useState<AnalyticsRange>({ startDate, endDate })
  const [shown, setShown] = useState(draft)
  // The address changed by itself (a preset, Back): the inputs follow.
  if (shown.startDate !== startDate || shown.endDate !== endDate) {
    setShown({ startDate, endDate })
    setDraft({ startDate, endDate })
  }

  const type = (changes: Partial<AnalyticsRange>) => {
    const next = { ...draft, ...changes }
    setDraft(next)
    if (!problemOf(next)) change(next)
  }
  const problem = problemOf(draft)

  return (
    <fieldset className="mb-3 min-w-0 md:mb-5">
      <legend className="mb-2 text-sm font-semibold max-md:sr-only">Date Range</legend>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="grid w-full grid-cols-2 gap-3 sm:w-auto">
          <TextField
            optional={false}
            type="date"
            label="Start date"
            value={draft.startDate}
            max={today}
            onChange={(event) => type({ startDate: event.target.value })}
          />
          <TextField
            optional={false}
            type="date"
            label="End date"
            value={draft.endDate}
            max={today}
            onChange={(event) => type({ endDate: event.target.value })}
          />
        </div>
        <div className="grid w-full grid-cols-4 gap-2 sm:flex sm:w-auto">
          {presets.map(({ days, label }) => {
            const preset = lastDays(days, today)
            const isShown = preset.startDate === startDate && preset.endDate === endDate
            return (
              <ToolButton
                key={days}
                aria-pressed={isShown}
                onClick={() => change(preset)}
                className="max-sm:px-1 aria-pressed:border-accent-deep aria-pressed:bg-cream aria-pressed:text-accent-darker"
              >
                {label}
              </ToolButton>
            )
          })}
        </div>
      </div>
      <p role="status" className="text-sm font-medium text-alert-deep not-empty:mt-2">
        {problem}
      </p>
    </fieldset>
  )
}

function problemOf({ startDate, endDate }: AnalyticsRange): string | undefined {
  if (!Day.safeParse(startDate).success || !Day.safeParse(endDate).success) return 'Please choose both dates'
  return rangeProblem({ startDate, endDate })
}
