import { OVERVIEW_DAYS, OVERVIEW_WEEK, type Overview, type Period } from '../../../contract/app/overview.ts'
import { lastDays } from '../../../contract/platform/days.ts'
import { formatCount, useRevenueFormat } from '../analytics/formats.ts'
import { useDates } from '../kit/use-dates.ts'

type SalesNumbers = NonNullable<Overview['sales']>

/** Clicks and revenue of the last 7 and 30 days compared to the time before, and the clicks of each day. */
export function Sales({ sales: { days, week, month } }: { sales: SalesNumbers }) {
  const isEmpty = month.clicks === 0 && month.clicksBefore === 0 && Number(month.revenue) === 0
  if (isEmpty)
    return <p className="text-ink-soft">No clicks yet. They are counted as soon as readers follow a product link.</p>
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <PeriodNumbers title="Last 7 days" before="the 7 days before" period={week} />
        <PeriodNumbers title="Last 30 days" before="the 30 days before" period={month} />
      </div>
      <ClicksChart days={days} />
    </>
  )
}

function PeriodNumbers({ title, before, period }: { title: string; before: string; period: Period }) {
  const formatRevenue = useRevenueFormat()
  const { clicks, clicksBefore, revenue, revenueBefore } = period
  return (
    <section aria-label={title}>
      <h4 className="text-sm font-semibold text-ink-soft">{title}</h4>
      <dl className="mt-1 grid grid-cols-2 gap-4">
        <Figure label="Clicks" value={formatCount(clicks)} change={changeOf(clicks, clicksBefore)} before={before} />
        <Figure
          label="Earnings"
          value={formatRevenue(revenue)}
          change={changeOf(+revenue, +revenueBefore)}
          before={before}
        />
      </dl>
    </section>
  )
}

function Figure(props: { label: string; value: string; change: string | undefined; before: string }) {
  const { label, value, change, before } = props
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-display text-2xl lining-nums wrap-anywhere">{value}</dd>
      <dd className="text-sm text-ink-soft">{change ? `${change} to ${before}` : `Nothing in ${before}`}</dd>
    </div>
  )
}

const HEIGHT = 56
const STEP = 10

/** One bar a day. The label says the most important number in words. */
function ClicksChart({ days }: { days: SalesNumbers['days'] }) {
  const { calendarDay } = useDates()
  const most = Math.max(1, ...days.map(({ clicks }) => clicks))
  const best = days.find(({ clicks }) => clicks === most)
  const label = best
    ? `Clicks of the last ${OVERVIEW_DAYS} days; most on ${calendarDay(best.date)}: ${formatCount(best.clicks)}`
    : `Clicks of the last ${OVERVIEW_DAYS} days: none`
  const last = days.at(-1)
  const week = last && lastDays(OVERVIEW_WEEK, last.date)
  return (
    <figure className="mt-4">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-16 w-full xl:h-32"
      >
        {days.map(({ date, clicks }, index) => {
          const height = Math.max(1, Math.round((clicks / most) * HEIGHT))
          return (
            <rect
              key={date}
              x={index * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
              rx={1}
              className={week && date >= week.startDate ? 'fill-accent-deep' : 'fill-accent'}
            />
          )
        })}
      </svg>
      <figcaption className="mt-1 flex justify-between gap-2 text-xs text-ink-soft">
        <span>{days[0] && calendarDay(days[0].date)}</span>
        <span>{last && calendarDay(last.date)}</span>
      </figcaption>
    </figure>
  )
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', signDisplay: 'exceptZero' })

/** '+12%' for a number compared to the one before; undefined if that was zero. */
function changeOf(now: number, before: number): string | undefined {
  return before === 0 ? undefined : percent.format((now - before) / before).replace('-', '−')
}
