import { lazy } from 'react'
import type { AnalyticsSummary } from '../../../contract/shop/analytics.ts'
import { Panel } from '../kit/panel.tsx'
import { useDates } from '../kit/use-dates.ts'
import { ChartPanel } from './chart-panel.tsx'
import { formatCount, useRevenueFormat } from './formats.ts'
import { NumberTable } from './number-table.tsx'

// The library that draws is as large as all the rest of the dashboard.
const charts = () => import('./charts.tsx')
const TrendsChart = lazy(async () => ({ default: (await charts()).TrendsChart }))
const RevenueChart = lazy(async () => ({ default: (await charts()).RevenueChart }))
const ProductsChart = lazy(async () => ({ default: (await charts()).ProductsChart }))

type Days = AnalyticsSummary['days']

export function TrendsPanel({ days }: { days: Days }) {
  const { calendarDay } = useDates()
  return (
    <ChartPanel
      title="Click & Conversion Trends"
      description="People’s clicks and their conversions, by day"
      caption="Clicks and conversions by day"
      headers={['Date', 'Clicks', 'Filtered', 'Conversions']}
      rows={days.map((day) => ({
        key: day.date,
        name: calendarDay(day.date),
        numbers: [day.clicks, day.filteredClicks, day.conversions].map(formatCount),
      }))}
      chart={<TrendsChart days={days} />}
    />
  )
}

export function RevenuePanel({ days }: { days: Days }) {
  const { calendarDay } = useDates()
  const money = useRevenueFormat()
  return (
    <ChartPanel
      title="Revenue Chart"
      description="What conversions brought, by day"
      caption="Revenue by day"
      headers={['Date', 'Revenue']}
      rows={days.map((day) => ({ key: day.date, name: calendarDay(day.date), numbers: [money(day.revenue)] }))}
      chart={<RevenueChart days={days} money={money} />}
    />
  )
}

export function ProductsPanel({ products }: { products: AnalyticsSummary['topProducts'] }) {
  const money = useRevenueFormat()
  const isEarning = products.some(({ revenue }) => Number(revenue) !== 0)
  return (
    <ChartPanel
      title="Top Performing Products"
      description={isEarning ? 'The ten that earned the most' : 'Nothing was earned; these were clicked most'}
      caption="Products by revenue"
      headers={['Product', 'Revenue', 'Clicks', 'Conversions']}
      rows={products.map(({ productId, name, revenue, clicks, conversions }) => ({
        key: productId ?? 0,
        name,
        numbers: [money(revenue), formatCount(clicks), formatCount(conversions)],
      }))}
      chart={<ProductsChart products={products} money={money} />}
    />
  )
}

export function PostsPanel({ posts }: { posts: AnalyticsSummary['topPosts'] }) {
  return (
    <Panel
      title="Posts That Lead to Clicks"
      description="Where people clicked on a link inside a post"
      className="min-w-0"
    >
      {posts.length === 0 ? (
        <p className="text-sm text-ink-soft">No link inside a post was clicked in this range.</p>
      ) : (
        <NumberTable
          caption="Posts by clicks"
          headers={['Post', 'Clicks']}
          rows={posts.map(({ postId, title, clicks }) => ({
            key: postId,
            name: title,
            numbers: [formatCount(clicks)],
          }))}
        />
      )}
    </Panel>
  )
}
