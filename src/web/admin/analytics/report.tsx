import type { AnalyticsSummary, FilterReason } from '../../../contract/shop/analytics.ts'
import { Link } from '../../lib/router.tsx'
import { Panel } from '../kit/panel.tsx'
import { formatCount, formatPart, useRevenueFormat } from './formats.ts'
import { PostsPanel, ProductsPanel, RevenuePanel, TrendsPanel } from './report-panels.tsx'

/** A range in cards, charts and lists. */
export function Report({ summary }: { summary: AnalyticsSummary }) {
  const { totals, days, topProducts, topPosts, filtered } = summary
  const isEmpty = totals.clicks + totals.conversions + totals.filteredClicks === 0
  return (
    <>
      <SummaryCards totals={totals} />
      {isEmpty ? (
        <NothingYet />
      ) : (
        <div className="grid gap-5 xl:grid-cols-2">
          <TrendsPanel days={days} />
          <RevenuePanel days={days} />
          <ProductsPanel products={topProducts} />
          <PostsPanel posts={topPosts} />
          <div className="min-w-0 xl:col-span-2">
            <ClickSources totals={totals} filtered={filtered} />
          </div>
        </div>
      )}
    </>
  )
}

function NothingYet() {
  return (
    <div className="rounded-card border border-dashed border-ink-faint/40 bg-white px-6 py-14 text-center text-ink-soft">
      <p className="font-semibold text-ink">No clicks in this range yet.</p>
      <p className="mx-auto mt-2 max-w-prose">
        Each click on an affiliate link of your posts and of the shop is counted here by itself. For conversions, record
        them above, or let your networks report them:{' '}
        <Link href="/admin/settings/networks" className="font-semibold text-accent-deep underline underline-offset-4">
          conversion networks
        </Link>
        .
      </p>
    </div>
  )
}

/** The three sums of a range, each with its ratio to another. */
function SummaryCards({ totals }: { totals: AnalyticsSummary['totals'] }) {
  const formatRevenue = useRevenueFormat()
  const { clicks, conversions, revenue, filteredClicks } = totals
  const perClick = clicks > 0 ? `${formatRevenue(Number(revenue) / clicks)} a click` : 'Nothing clicked yet'
  return (
    <dl className="mb-5 grid gap-3 sm:grid-cols-3">
      <Card
        label="Total Clicks"
        value={formatCount(clicks)}
        note={`${formatCount(filteredClicks)} more were filtered`}
      />
      <Card
        label="Conversions"
        value={formatCount(conversions)}
        note={clicks > 0 ? `${formatPart(conversions, clicks)} of clicks` : 'Nothing clicked yet'}
      />
      <Card label="Revenue" value={formatRevenue(revenue)} note={perClick} />
    </dl>
  )
}

function Card({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-white px-5 py-4">
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="mt-1 font-display text-3xl lining-nums wrap-anywhere">{value}</dd>
      <dd className="mt-0.5 text-sm text-ink-soft">{note}</dd>
    </div>
  )
}

const reasons: Record<FilterReason, { label: string; words: string }> = {
  bot: { label: 'Bots', words: 'They say that they are: search engines, link checkers, scripts' },
  'no-user-agent': { label: 'Nameless bots', words: 'Every browser names itself; these did not' },
  prefetch: { label: 'Loaded ahead', words: 'A browser fetched the page before anybody clicked' },
  'foreign-origin': { label: 'From elsewhere', words: 'Reported by a page that is not this site' },
}

/** People's clicks and the filtered ones, with the reasons. */
function ClickSources({ totals, filtered }: Pick<AnalyticsSummary, 'totals' | 'filtered'>) {
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
