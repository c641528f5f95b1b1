import { lazy } from 'react'
import type { EarningsGroup, EarningsSummary } from '../../../contract/shop/earnings.ts'
import { formatPrice } from '../../../contract/shop/format-price.ts'
import { formatMoney, toAmount } from '../../../contract/shop/money.ts'
import { ChartPanel } from '../analytics/chart-panel.tsx'
import { formatCount, formatPart } from '../analytics/formats.ts'
import { useDates } from '../kit/use-dates.ts'
import { AdvicePanel } from './advice-panel.tsx'
import { GroupPanel, type ShowSales } from './group-panel.tsx'
import { FunnelPanel, ReferrersPanel } from './readers-panels.tsx'
import { UnattributedPanel } from './unattributed-panel.tsx'

const RevenueChart = lazy(async () => ({ default: (await import('../analytics/charts.tsx')).RevenueChart }))

type ReportProps = { summary: EarningsSummary; onShow: ShowSales }

/** A period in cards, a chart and lists. */
export function EarningsReport({ summary, onShow }: ReportProps) {
  return (
    <>
      <StateCards summary={summary} onShow={onShow} />
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="min-w-0 xl:col-span-2">
          <FunnelPanel summary={summary} />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <DaysPanel summary={summary} />
        </div>
        <AdvicePanel />
        {groups.map(({ group, title, description, header }) => (
          <GroupPanel key={group} {...{ group, title, description, header, summary, onShow }} />
        ))}
        <div className="min-w-0 xl:col-span-2">
          <ReferrersPanel summary={summary} />
        </div>
        <div className="min-w-0 xl:col-span-2">
          <UnattributedPanel />
        </div>
      </div>
    </>
  )
}

const groups: { group: EarningsGroup; title: string; description: string; header: string }[] = [
  { group: 'place', title: 'By post', description: 'Where readers clicked before they bought', header: 'Place' },
  { group: 'product', title: 'By product', description: 'Which products earned', header: 'Product' },
  { group: 'placement', title: 'By placement', description: 'How the link was shown', header: 'Placement' },
  { group: 'program', title: 'By program', description: 'Who pays', header: 'Program' },
]

const states = [
  { status: 'pending', label: 'Pending', note: 'Not yet checked by the shop' },
  { status: 'approved', label: 'Approved', note: 'Confirmed, not yet paid' },
  { status: 'paid', label: 'Paid', note: 'On your account' },
  { status: 'reversed', label: 'Reversed', note: 'Returned or declined, not counted' },
] as const

function StateCards({ summary: { totals, previous, currency }, onShow }: ReportProps) {
  const money = (minor: number) => formatMoney(minor, currency)
  return (
    <>
      <section aria-label="Earned in this period" className="mb-3 rounded-card border border-line bg-white px-5 py-4">
        <h3 className="font-body text-sm font-semibold text-ink-soft">Earned</h3>
        <p className="mt-1 font-display text-4xl lining-nums wrap-anywhere">
          <NumberButton
            onClick={() => onShow('All sales', {})}
            label={`Show the sales of ${money(totals.earned)} earned`}
          >
            {money(totals.earned)}
          </NumberButton>
        </p>
        <p className="mt-0.5 text-sm text-ink-soft">
          {formatCount(totals.sales)} {totals.sales === 1 ? 'sale' : 'sales'} ·{' '}
          {compare(totals.earned, previous.earned, money)}
        </p>
      </section>
      <dl className="mb-5 grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {states.map(({ status, label, note }) => (
          <div key={status} className="min-w-0 rounded-card border border-line bg-white px-5 py-4">
            <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
            <dd className="mt-1 font-display text-3xl lining-nums wrap-anywhere">
              <NumberButton
                onClick={() => onShow(`${label} sales`, { status })}
                label={`Show the sales of ${money(totals[status])} ${label.toLowerCase()}`}
              >
                {money(totals[status])}
              </NumberButton>
            </dd>
            <dd className="mt-0.5 text-sm text-ink-soft">{note}</dd>
            <dd className="text-sm text-ink-soft">{compare(totals[status], previous[status], money)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function NumberButton({ label, onClick, children }: { label: string; onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="min-h-10 text-left underline decoration-line decoration-1 underline-offset-4 hover:text-accent-darker hover:decoration-accent-deep"
    >
      {children}
    </button>
  )
}

function compare(now: number, before: number, money: (minor: number) => string): string {
  if (before === 0) return now === 0 ? 'None in the period before either' : 'None in the period before'
  const difference = now - before
  if (difference === 0) return 'As much as in the period before'
  const part = before > 0 ? ` (${formatPart(Math.abs(difference), before)})` : ''
  return `${money(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than in the period before${part}`
}

function DaysPanel({ summary: { days, currency } }: { summary: EarningsSummary }) {
  const { calendarDay } = useDates()
  return (
    <ChartPanel
      title="Earned by day"
      description={`Pending, approved and paid commission in ${currency}`}
      caption="Commission by day"
      headers={['Date', 'Sales', 'Earned', 'Reversed', 'Views']}
      main="Earned"
      rows={days.map(({ date, sales, earned, reversed, views }) => ({
        key: date,
        name: calendarDay(date),
        numbers: [
          formatCount(sales),
          formatMoney(earned, currency),
          formatMoney(reversed, currency),
          formatCount(views),
        ],
      }))}
      chart={
        <RevenueChart
          days={days.map(({ date, earned }) => ({ date, revenue: toAmount(earned, currency) }))}
          money={(amount) => formatPrice(String(amount), currency)}
          name="Earned"
        />
      }
    />
  )
}
