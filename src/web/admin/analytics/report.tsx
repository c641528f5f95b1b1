import { lazy, type ReactNode, Suspense } from 'react'
import type { AnalyticsSummary } from '../../../contract/analytics.ts'
import { Link } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../kit/panel.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { ClickSources } from './click-sources.tsx'
import { formatCount, formatDay, useRevenueFormat } from './formats.ts'
import { NumberTable } from './number-table.tsx'
import { SummaryCards } from './summary-cards.tsx'

const charts = () => import('./charts.tsx')
const TrendsChart = lazy(async () => ({ default: (await charts()).TrendsChart }))
const RevenueChart = lazy(async () => ({ default: (await charts()).RevenueChart }))
const ProductsChart = lazy(async () => ({ default: (await charts()).ProductsChart }))

/** A range in cards, charts and lists. */
export function Report({ summary }: { summary: AnalyticsSummary }) {
  const money = useRevenueFormat()
  const { totals, days, topProducts, topPosts, filtered } = summary
  if (totals.clicks + totals.conversions + totals.filteredClicks === 0)
    return (
      <>
        <SummaryCards totals={totals} />
        <NothingYet />
      </>
    )
  return (
    <>
      <SummaryCards totals={totals} />
      <div className="grid gap-5 xl:grid-cols-2">
        <ChartPanel
          title="Click & Conversion Trends"
          description="People’s clicks and the conversions they led to, day by day."
          caption="Clicks and conversions by day"
          headers={['Date', 'Clicks', 'Filtered', 'Conversions']}
          rows={days.map((day) => ({
            key: day.date,
            name: formatDay(day.date),
            numbers: [day.clicks, day.filteredClicks, day.conversions].map(formatCount),
          }))}
          chart={<Drawn>{<TrendsChart days={days} />}</Drawn>}
        />
        <ChartPanel
          title="Revenue Chart"
          description="What conversions brought, day by day."
          caption="Revenue by day"
          headers={['Date', 'Revenue']}
          rows={days.map((day) => ({ key: day.date, name: formatDay(day.date), numbers: [money(day.revenue)] }))}
          chart={<Drawn>{<RevenueChart days={days} money={money} />}</Drawn>}
        />
        <ChartPanel
          title="Top Performing Products"
          description="The ten products that earned the most, with their clicks."
          caption="Products by revenue"
          headers={['Product', 'Revenue', 'Clicks', 'Conversions']}
          rows={topProducts.map((product) => ({
            key: product.productId ?? 0,
            name: product.name,
            numbers: [money(product.revenue), formatCount(product.clicks), formatCount(product.conversions)],
          }))}
          chart={<Drawn>{<ProductsChart products={topProducts} money={money} />}</Drawn>}
        />
        <ClickSources totals={totals} filtered={filtered} />
        <Panel
          title="Posts That Lead to Clicks"
          description="People’s clicks on links inside your posts."
          className="min-w-0"
        >
          {topPosts.length === 0 ? (
            <p className="text-sm text-ink-soft">No link inside a post was clicked in this range.</p>
          ) : (
            <NumberTable
              caption="Posts by clicks"
              headers={['Post', 'Clicks']}
              rows={topPosts.map(({ postId, title, clicks }) => ({
                key: postId,
                name: title,
                numbers: [formatCount(clicks)],
              }))}
            />
          )}
        </Panel>
      </div>
    </>
  )
}

function Drawn({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Skeleton className="h-[300px]" />}>{children}</Suspense>
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
