import { useQuery } from '@tanstack/react-query'
import type { EarningsAdvice } from '../../../contract/shop/earnings.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import { earningsAdviceQuery } from '../../data/owner/earnings.ts'
import { Link } from '../../lib/router.tsx'
import { formatCount } from '../analytics/formats.ts'
import { Panel } from '../kit/panel.tsx'
import { useDates } from '../kit/use-dates.ts'

type Kind = EarningsAdvice['kind']

const kinds: Record<Kind, { title: string; href: (id: number) => string }> = {
  'broken-link': { title: 'Repair links that earn', href: (id) => `/admin/links/${id}` },
  'hidden-earner': { title: 'Show or replace products that earned', href: (id) => `/admin/products/${id}` },
  'no-link': { title: 'Add a link to posts with many readers', href: (id) => `/admin/posts/${id}` },
  'no-order': { title: 'Check products with clicks and no order', href: (id) => `/admin/products/${id}` },
  outdated: { title: 'Update popular posts older than a year', href: (id) => `/admin/posts/${id}` },
}

/** Lists what to improve next with the figures that say why; renders nothing if there is no advice. */
export function AdvicePanel() {
  const { calendarDay } = useDates()
  const { data } = useQuery(earningsAdviceQuery())
  if (!data || data.items.length === 0) return null
  const byKind = Map.groupBy(data.items, ({ kind }) => kind)
  return (
    <Panel
      title="What to do next"
      description="By views and clicks of the last 90 days and earnings of the last year"
      className="min-w-0 xl:col-span-2"
    >
      <div className="grid gap-x-8 gap-y-5 md:grid-cols-2">
        {[...byKind].map(([kind, items]) => (
          <section key={kind} className="min-w-0">
            <h4 className="font-body text-sm font-semibold text-ink-soft">{kinds[kind].title}</h4>
            <ul className="mt-1 divide-y divide-line">
              {items.map((item) => (
                <li
                  key={item.id}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 py-2 text-sm"
                >
                  <Link
                    dir="auto"
                    href={kinds[kind].href(item.id)}
                    className="min-w-0 wrap-anywhere max-md:inline-flex max-md:min-h-10 max-md:items-center underline decoration-line underline-offset-4 hover:text-accent-darker hover:decoration-accent-deep"
                  >
                    {item.name}
                  </Link>
                  <span className="text-ink-soft tabular-nums">{figuresOf(item, data.currency, calendarDay)}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Panel>
  )
}

function figuresOf(
  { views, clicks, earned, changedDay }: EarningsAdvice,
  currency: string,
  calendarDay: (day: string) => string,
): string {
  const count = (number: number, noun: string) => `${formatCount(number)} ${number === 1 ? noun : `${noun}s`}`
  return [
    ...(earned ? [`${formatMoney(earned, currency)} earned`] : []),
    ...(views === null ? [] : [count(views, 'view')]),
    ...(clicks === null ? [] : [count(clicks, 'click')]),
    ...(changedDay === null ? [] : [`changed ${calendarDay(changedDay)}`]),
  ].join(' · ')
}
