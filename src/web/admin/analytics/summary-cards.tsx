import type { AnalyticsSummary } from '../../../contract/shop/analytics.ts'
import { formatCount, formatPart, useRevenueFormat } from './formats.ts'

/** The three sums of a range, each with its ratio to another. */
export function SummaryCards({ totals }: { totals: AnalyticsSummary['totals'] }) {
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
