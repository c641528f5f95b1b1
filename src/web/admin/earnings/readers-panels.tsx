import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EarningsSummary } from '../../../contract/shop/earnings.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import type { ReferrerKind, ViewReason } from '../../../contract/shop/page-views.ts'
import { viewsFileHref } from '../../data/owner/earnings.ts'
import { formatCount, formatPart } from '../analytics/formats.ts'
import { Panel } from '../kit/panel.tsx'
import { DownloadLink } from '../kit/tool-button.tsx'
import { HiddenReferrers, HideReferrer } from './hidden-referrers.tsx'

type PanelProps = { summary: EarningsSummary }

/** From views to commission, with the period before. */
export function FunnelPanel({ summary: { funnel, totals, previous, currency } }: PanelProps) {
  const money = (minor: number) => formatMoney(minor, currency)
  const per = (earned: number | null, count: number) =>
    earned === null || count === 0 ? '–' : money(Math.round(earned / count))
  const steps = [
    {
      label: 'Views',
      value: formatCount(funnel.views),
      note: `${formatCount(funnel.filteredViews)} more filtered`,
      before: formatCount(previous.views),
    },
    {
      label: 'Clicks',
      value: formatCount(funnel.clicks),
      note: `${formatPart(funnel.clicks, funnel.views)} of views`,
      before: formatCount(previous.clicks),
    },
    {
      label: 'Orders',
      value: formatCount(totals.orders),
      note: `${formatPart(totals.orders, funnel.clicks)} of clicks`,
      before: formatCount(previous.orders),
    },
    { label: 'Commission', value: money(totals.earned), note: `In ${currency}`, before: money(previous.earned) },
    {
      label: 'EPC',
      value: per(totals.earnedByClicks, funnel.clicks),
      note: 'Earned per click of the site',
      before: per(previous.earnedByClicks, previous.clicks),
    },
    {
      label: 'RPM',
      value: per(totals.earnedByViews, funnel.views / 1000),
      note: 'Earned per 1,000 views',
      before: per(previous.earnedByViews, previous.views / 1000),
    },
  ]
  return (
    <Panel title="From readers to commission" description="All pages and links of the site, people only">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 xl:grid-cols-6">
        {steps.map(({ label, value, note, before }) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
            <dd className="mt-1 font-display text-2xl lining-nums wrap-anywhere">{value}</dd>
            <dd className="mt-0.5 text-sm text-ink-soft">{note}</dd>
            <dd className="text-sm text-ink-soft">{before === '–' ? 'None' : before} in the period before</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

const kinds: Record<ReferrerKind, string> = {
  search: 'Search',
  social: 'Social',
  assistant: 'Assistant',
  newsletter: 'Newsletter',
  direct: 'Direct',
  internal: 'This site',
  other: 'Other site',
}

const reasons: Record<ViewReason, string> = {
  bot: 'bots',
  'no-user-agent': 'nameless bots',
  prefetch: 'loaded ahead',
  'foreign-origin': 'from elsewhere',
  head: 'headers only',
  'not-navigation': 'frames and scripts',
  'hidden-referrer': 'from hidden websites',
}

/** Where people came from, and what was filtered. */
export function ReferrersPanel({ summary }: PanelProps) {
  const { referrers, hiddenReferrers, funnel, viewReasons, startDate, endDate } = summary
  return (
    <Panel
      title="Referrers"
      description="Where readers came from"
      actions={
        funnel.views + funnel.filteredViews > 0 && (
          <DownloadLink href={viewsFileHref({ startDate, endDate })} aria-label="Export the views as CSV">
            <Download aria-hidden="true" className="size-4" />
            CSV
          </DownloadLink>
        )
      }
    >
      {referrers.length === 0 ? (
        <p className="text-sm text-ink-soft">No page views in this period.</p>
      ) : (
        <ReferrersTable referrers={referrers} />
      )}
      {hiddenReferrers.length > 0 && <HiddenReferrers hosts={hiddenReferrers} />}
      {viewReasons.length > 0 && (
        <p className="mt-4 text-sm text-ink-soft">
          Filtered:{' '}
          {viewReasons
            .map(({ reason, views }) => `${formatCount(views)} ${reasons[reason as ViewReason] ?? reason}`)
            .join(', ')}
          .
        </p>
      )}
    </Panel>
  )
}

function ReferrersTable({ referrers }: Pick<EarningsSummary, 'referrers'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section tabIndex={0} aria-label="Referrers" className="-mx-2 max-h-[420px] overflow-auto">
      <table className="w-full text-sm">
        <caption className="sr-only">Referrers</caption>
        <thead>
          <tr className="border-b border-line text-left">
            <Header className="w-1/2">Website</Header>
            <Header>Kind</Header>
            <Header className="text-right">Views</Header>
          </tr>
        </thead>
        <tbody>
          {referrers.map(({ kind, host, views }) => (
            <tr key={`${kind} ${host}`} className="border-line not-last:border-b">
              <th scope="row" className="px-2 py-2 text-left font-normal wrap-anywhere">
                {nameHost(host)}
              </th>
              <td className="px-2 py-2">
                <span className="flex items-center gap-1">
                  {kinds[kind]}
                  {kind === 'other' && host !== 'other' && <HideReferrer host={host} />}
                </span>
              </td>
              <td className="px-2 py-2 text-right tabular-nums">{formatCount(views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function nameHost(host: string): string {
  if (host === '') return '–'
  return host === 'other' ? 'Further websites' : host
}

function Header({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={`sticky top-0 bg-white px-2 py-2 font-semibold text-ink-soft ${className}`}>
      {children}
    </th>
  )
}
