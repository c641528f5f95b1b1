import type { ReactNode } from 'react'
import type { EarningsGroup, EarningsLine, EarningsSummary } from '../../../contract/shop/earnings.ts'
import { formatMoney } from '../../../contract/shop/money.ts'
import type { SalesSelection } from '../../data/owner/earnings.ts'
import { formatCount } from '../analytics/formats.ts'
import { NumberTable } from '../analytics/number-table.tsx'
import { Panel } from '../kit/panel.tsx'

export type ShowSales = (title: string, selection: SalesSelection) => void

type GroupPanelProps = {
  summary: EarningsSummary
  onShow: ShowSales
  group: EarningsGroup
  title: string
  description: string
  header: string
}

type Column = { header: string; number: (line: EarningsLine) => ReactNode }

/** The lines of a group; each name opens the sales behind it. */
export function GroupPanel({ summary, onShow, group, title, description, header }: GroupPanelProps) {
  const { groups, currency } = summary
  const lines = groups[group]
  const hasClicks = lines.some(({ clicks }) => clicks !== null)
  const hasViews = lines.some(({ views }) => views !== null)
  // The other two stand next to each other.
  const isWide = group === 'place' || group === 'product'
  const money = (minor: number) => formatMoney(minor, currency)
  const columns: Column[] = [
    { header: 'Earned', number: ({ earned }) => money(earned) },
    { header: 'Sales', number: ({ sales }) => formatCount(sales) },
    { header: 'Reversed', number: ({ reversed }) => money(reversed) },
  ]
  if (hasViews) columns.push({ header: 'Views', number: viewsOf })
  if (hasClicks)
    columns.push(
      { header: 'Clicks', number: ({ clicks }) => (clicks === null ? '–' : formatCount(clicks)) },
      { header: 'EPC', number: (line) => earnedPer(line.earnedByClicks, line.clicks, money) },
    )
  if (hasViews)
    columns.push({
      header: 'RPM',
      number: (line) => earnedPer(line.earnedByViews, line.views && line.views.people / 1000, money),
    })
  return (
    <Panel title={title} description={description} className={`min-w-0 ${isWide ? 'xl:col-span-2' : ''}`}>
      {lines.length === 0 ? (
        <p className="text-sm text-ink-soft">No sales in this period.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
        <section tabIndex={0} aria-label={title} className="-mx-2 max-h-[420px] overflow-auto">
          <NumberTable
            caption={title}
            headers={[header, ...columns.map((column) => column.header)]}
            main="Earned"
            rows={lines.map((line) => ({
              key: line.key,
              name:
                line.key === '' || line.sales === 0 ? (
                  line.name
                ) : (
                  <button
                    type="button"
                    onClick={() => onShow(line.name, { group, key: line.key })}
                    className="text-left max-md:min-h-10 max-md:min-w-10 underline decoration-line underline-offset-4 hover:text-accent-darker hover:decoration-accent-deep"
                  >
                    {line.name}
                  </button>
                ),
              numbers: columns.map(({ number }) => number(line)),
            }))}
          />
        </section>
      )}
    </Panel>
  )
}

function viewsOf({ views }: EarningsLine): ReactNode {
  if (views === null) return '–'
  if (views.filtered === 0) return formatCount(views.people)
  return (
    <>
      {formatCount(views.people)}{' '}
      <span className="text-ink-soft @2xl:block">({formatCount(views.filtered)} filtered)</span>
    </>
  )
}

function earnedPer(earned: number | null, count: number | null, money: (minor: number) => string): string {
  return earned === null || count === null || count === 0 ? '–' : money(Math.round(earned / count))
}
