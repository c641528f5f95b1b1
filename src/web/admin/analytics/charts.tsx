import type { ReactElement } from 'react'
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipValueType,
  XAxis,
  YAxis,
} from 'recharts'
import type { AnalyticsSummary } from '../../../contract/shop/analytics.ts'
import { useDates } from '../kit/use-dates.ts'
import { formatCount, formatShort } from './formats.ts'

/** Loaded when the tab is opened. The charts stand still: what moves is read later. */

type Days = AnalyticsSummary['days']
type Money = (amount: string | number) => string

const ink = 'var(--color-ink-soft)'
const first = 'var(--color-accent-deep)'
// The public style sheet, whose variables these are, leaves out those that it does not use.
const second = 'var(--color-good-deep, #2f5530)'

const margin = { top: 8, right: 4, bottom: 0, left: 4 }
const axis = { stroke: ink, tickLine: false, tick: { fill: ink, fontSize: 12 } }
const dayAxis = { ...axis, dataKey: 'date', minTickGap: 28 }
const grid = <CartesianGrid stroke="var(--color-line)" vertical={false} />
const tooltipStyle = {
  contentStyle: {
    background: 'var(--color-white)',
    border: '1px solid var(--color-line)',
    borderRadius: 8,
    color: 'var(--color-ink)',
    fontSize: 13,
  },
  itemStyle: { color: 'var(--color-ink)' },
  isAnimationActive: false,
}
const legend = (
  <Legend
    verticalAlign="top"
    height={28}
    iconSize={18}
    itemSorter={null}
    formatter={(words: string) => <span className="text-sm text-ink-soft">{words}</span>}
  />
)

/** Clicks on the left axis, conversions, which are far fewer, on the right. */
export function TrendsChart({ days }: { days: Days }) {
  const { calendarDay, calendarDayOfYear } = useDates()
  return (
    <Frame>
      <LineChart data={days} margin={margin} accessibilityLayer={false}>
        {grid}
        <XAxis {...dayAxis} tickFormatter={calendarDayOfYear} />
        <YAxis {...axis} yAxisId="clicks" width={44} allowDecimals={false} tickFormatter={formatShort} />
        <YAxis
          {...axis}
          yAxisId="conversions"
          orientation="right"
          width={36}
          allowDecimals={false}
          tickFormatter={formatShort}
        />
        <Tooltip
          {...tooltipStyle}
          labelFormatter={(day) => calendarDay(String(day))}
          formatter={(count) => formatCount(Number(count))}
        />
        {legend}
        <Line
          yAxisId="clicks"
          dataKey="clicks"
          name="Clicks (left axis)"
          stroke={first}
          strokeWidth={2}
          dot={false}
          isAnimationActive={false}
        />
        <Line
          yAxisId="conversions"
          dataKey="conversions"
          name="Conversions (right axis)"
          stroke={second}
          strokeWidth={2}
          strokeDasharray="6 4"
          dot={false}
          isAnimationActive={false}
        />
      </LineChart>
    </Frame>
  )
}

type RevenueChartProps = { days: Pick<Days[number], 'date' | 'revenue'>[]; money: Money; name?: string }

export function RevenueChart({ days, money, name = 'Revenue' }: RevenueChartProps) {
  const { calendarDay, calendarDayOfYear } = useDates()
  return (
    <Frame>
      <AreaChart data={days.map(toNumbers)} margin={margin} accessibilityLayer={false}>
        {grid}
        <XAxis {...dayAxis} tickFormatter={calendarDayOfYear} />
        <YAxis {...axis} width={56} tickFormatter={(amount: number) => money(amount).replace(/\.0+$/, '')} />
        <Tooltip {...tooltipStyle} labelFormatter={(day) => calendarDay(String(day))} formatter={amountIn(money)} />
        <Area
          dataKey="revenue"
          name={name}
          stroke={first}
          strokeWidth={2}
          fill="var(--color-accent)"
          fillOpacity={0.35}
          isAnimationActive={false}
        />
      </AreaChart>
    </Frame>
  )
}

/** Horizontal bars with names at their left; revenue and clicks share one axis, whose numbers are plain. */
export function ProductsChart({ products, money }: { products: AnalyticsSummary['topProducts']; money: Money }) {
  return (
    <Frame>
      <BarChart
        layout="vertical"
        data={products.map(toNumbers)}
        margin={{ ...margin, right: 12 }}
        barGap={0}
        barCategoryGap="18%"
        accessibilityLayer={false}
      >
        <defs>
          <pattern
            id="clicks-of-products"
            width={5}
            height={5}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width={5} height={5} fill="var(--color-good-pale, #e9f1e4)" />
            <rect width={2} height={5} fill={second} />
          </pattern>
        </defs>
        <CartesianGrid stroke="var(--color-line)" horizontal={false} />
        <XAxis {...axis} type="number" height={22} tickFormatter={formatShort} />
        <YAxis {...axis} type="category" dataKey="name" width={NAME_WIDTH} interval={0} tick={ProductName} />
        <Tooltip
          {...tooltipStyle}
          cursor={{ fill: 'var(--color-cream)' }}
          formatter={(value, name) => (name === 'Revenue' ? money(Number(value)) : formatCount(Number(value)))}
        />
        {legend}
        <Bar dataKey="revenue" name="Revenue" fill={first} isAnimationActive={false} />
        <Bar dataKey="clicks" name="Clicks" fill="url(#clicks-of-products)" stroke={second} isAnimationActive={false} />
      </BarChart>
    </Frame>
  )
}

function Frame({ children }: { children: ReactElement }) {
  return (
    <ResponsiveContainer width="100%" height={300}>
      {children}
    </ResponsiveContainer>
  )
}

/** A float is exact enough for the height of a bar; the server computes the sums. */
function toNumbers<Row extends { revenue: string }>(row: Row) {
  return { ...row, revenue: Number(row.revenue) }
}

const amountIn = (money: Money) => (value: TooltipValueType | undefined) => money(Number(value))

/** Pixels of the names, and the characters of 11 px that fit into them. */
const NAME_WIDTH = 164
const LINE_CHARACTERS = 25

/** The whole name in two lines; a longer one is in the tooltip and the table. */
function ProductName({ x, y, payload }: { x?: number | string; y?: number | string; payload?: { value: string } }) {
  const lines = wrapName(payload?.value ?? '')
  return (
    <text x={x} y={y} textAnchor="end" fontSize={11} fill={ink}>
      {lines.map((line, index) => (
        <tspan key={line} x={x} dy={index > 0 ? '1.05em' : lines.length > 1 ? '-0.15em' : '0.35em'}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

function wrapName(name: string): string[] {
  if (name.length <= LINE_CHARACTERS) return [name]
  const space = name.lastIndexOf(' ', LINE_CHARACTERS)
  const end = space > 0 ? space : LINE_CHARACTERS
  const rest = name.slice(end).trim()
  return [name.slice(0, end), rest.length > LINE_CHARACTERS ? `${rest.slice(0, LINE_CHARACTERS - 1).trimEnd()}…` : rest]
}
