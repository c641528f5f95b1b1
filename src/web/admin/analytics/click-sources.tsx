import type { AnalyticsSummary, FilterReason } from '../../../contract/shop/analytics.ts'
import { Panel } from '../kit/panel.tsx'
import { formatCount, formatPart } from './formats.ts'

const reasons: Record<FilterReason, { label: string; words: string }> = {
  bot: { label: 'Bots', words: 'Programs that say that they are: search engines, link checkers, scripts' },
  'no-user-agent': { label: 'Nameless programs', words: 'Every browser names itself; these did not' },
  prefetch: { label: 'Loaded ahead', words: 'A browser fetched the page before anybody clicked' },
  'foreign-origin': { label: 'From elsewhere', words: 'Reported by a page that is not this site' },
}

/** People's clicks and the filtered ones, with the reasons. */
export function ClickSources({ totals, filtered }: Pick<AnalyticsSummary, 'totals' | 'filtered'>) {
  const all = totals.clicks + totals.filteredClicks
  return (
    <Panel
      title="People and Filtered Clicks"
      description="Only people’s clicks are in the numbers above. What is filtered is kept apart, with its reason."
    >
      <ul className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <Source label="People" words="Counted" clicks={totals.clicks} all={all} isCounted />
        {filtered.map(({ reason, clicks }) => (
          <Source
            key={reason}
            {...(reasons[reason as FilterReason] ?? { label: reason, words: '' })}
            clicks={clicks}
            all={all}
          />
        ))}
      </ul>
      {filtered.length === 0 && <p className="mt-4 text-sm text-ink-soft">Nothing was filtered in this range.</p>}
    </Panel>
  )
}

type SourceProps = { label: string; words: string; clicks: number; all: number; isCounted?: boolean }

function Source({ label, words, clicks, all, isCounted }: SourceProps) {
  return (
    <li>
      <div className="flex items-baseline justify-between gap-4 text-sm">
        <span className="font-semibold">{label}</span>
        <span className="whitespace-nowrap tabular-nums">
          {formatCount(clicks)} <span className="text-ink-soft">({formatPart(clicks, all)})</span>
        </span>
      </div>
      <div aria-hidden="true" className="my-1 h-2 overflow-hidden rounded-full bg-cream">
        <div
          className={`h-full rounded-full ${isCounted ? 'bg-accent-deep' : 'bg-ink-faint'}`}
          style={{ width: `${all === 0 ? 0 : (100 * clicks) / all}%` }}
        />
      </div>
      <p className="text-sm text-ink-soft">{words}</p>
    </li>
  )
}
