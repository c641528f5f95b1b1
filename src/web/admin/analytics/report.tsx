import type { AnalyticsSummary } from '../../../contract/shop/analytics.ts'
import { Link } from '../../lib/router.tsx'
import { ClickSources } from './click-sources.tsx'
import { PostsPanel, ProductsPanel, RevenuePanel, TrendsPanel } from './report-panels.tsx'
import { SummaryCards } from './summary-cards.tsx'

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
