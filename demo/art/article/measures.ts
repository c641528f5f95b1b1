/** Gauges, a clock, a bar chart. */
import { ink } from '../palette.ts'
import type { Picture } from '../picture.ts'
import { circle, path, rect, stroke } from '../svg.ts'
import { word } from '../type/set-type.ts'
import { caption, heading, LINE, page } from './page.ts'

/** A half circle from `from` to `to` with a pointer at `value`; `shaded` is a stretch of it. */
function gauge(
  cx: number,
  cy: number,
  r: number,
  [from, to]: readonly [number, number],
  value: number | undefined,
  shaded: readonly [number, number],
  ticks: readonly number[],
  color: string,
): string {
  const point = (amount: number, reach: number) => {
    const angle = Math.PI * (1 - (amount - from) / (to - from))
    return `${Math.round(cx + Math.cos(angle) * r * reach)} ${Math.round(cy - Math.sin(angle) * r * reach)}`
  }
  const arc = (a: number, b: number) => `M${point(a, 1)}A${r} ${r} 0 0 1 ${point(b, 1)}`
  return [
    stroke(arc(from, to), '#fffaf0', 74, { 'stroke-linecap': 'butt' }),
    stroke(arc(...shaded), color, 74, { 'stroke-linecap': 'butt' }),
    ...ticks.map((tick) => {
      const [x = 0, y = 0] = point(tick, 1.27).split(' ').map(Number)
      return (
        stroke(`M${point(tick, 1.1)}L${point(tick, 1.16)}`, ink, LINE) +
        caption(x, y + 12, String(tick), { face: 'serif', size: 42 })
      )
    }),
    value === undefined ? '' : stroke(`M${cx} ${cy}L${point(value, 1.02)}`, ink, LINE) + circle(cx, cy, 26, ink),
  ].join('')
}

export const measureDiagrams: Record<string, () => Picture> = {
  'dry-or-dehydrated-skin-1': () =>
    page('#e4cdb4', {
      over:
        gauge(460, 560, 270, [0, 100], 22, [40, 60], [0, 20, 40, 60, 80, 100], '#8fb3a6') +
        caption(460, 680, '22 percent', { face: 'serif', size: 64 }) +
        caption(460, 734, 'humidity of a heated room') +
        Array.from({ length: 5 }, (_, i) =>
          rect(960 + i * 48, 330, 36, 350, '#f7f0e4', { rx: 18, stroke: ink, 'stroke-width': LINE }),
        ).join('') +
        stroke('M940 400H1200M940 620H1200', ink, LINE) +
        [0, 1, 2].map((i) => stroke(`M${990 + i * 70} 290c-24 -30 24 -50 0 -84s24 -50 0 -84`, '#c9694a', 7)).join(''),
    }),
  'sunscreen-under-makeup-2': () => {
    const [cx, cy, r] = [390, 400, 300]
    const at60 = (minute: number, reach: number) => {
      const a = (minute / 60) * Math.PI * 2 - Math.PI / 2
      return [cx + Math.cos(a) * r * reach, cy + Math.sin(a) * r * reach] as const
    }
    const steps = [
      [0, '7:00', 'rinse'],
      [1, '7:01', 'moisturizer'],
      [6, '7:06', 'sunscreen, first half'],
      [9, '7:09', 'second half'],
      [20, '7:20', 'touch your cheek'],
      [21, '7:21', 'makeup'],
    ] as const
    const [ex, ey] = at60(21, 1)
    return page('#cfdad6', {
      over:
        circle(cx, cy, r, '#fbf6ec', { stroke: ink, 'stroke-width': LINE }) +
        path(`M${cx} ${cy}V${cy - r}A${r} ${r} 0 0 1 ${ex} ${ey}Z`, '#f0c377') +
        circle(cx, cy, r, 'none', { stroke: ink, 'stroke-width': LINE }) +
        Array.from({ length: 12 }, (_, i) => {
          const [x1, y1] = at60(i * 5, 0.9)
          const [x2, y2] = at60(i * 5, 0.97)
          return stroke(`M${x1} ${y1}L${x2} ${y2}`, ink, LINE)
        }).join('') +
        steps
          .map(([minute]) => {
            const [x, y] = at60(minute, 0.78)
            return circle(x, y, 13, '#b2452e')
          })
          .join('') +
        stroke(`M${cx} ${cy}L${cx - 76} ${cy + 132}`, ink, LINE) +
        circle(cx, cy, 16, ink) +
        steps
          .map(
            ([, time, what], i) =>
              word(730, 170 + i * 96, time, { face: 'serif', size: 44, color: '#b2452e' }) +
              caption(840, 168 + i * 96, what, { align: 'left', size: 31 }),
          )
          .join(''),
    })
  },
  'niacinamide-for-beginners-1': () =>
    page('#dbe2d2', {
      over:
        gauge(600, 590, 360, [0, 10], undefined, [2, 5], [0, 2, 5, 10], '#d98a5f') +
        caption(600, 520, '2 to 5 percent', { face: 'serif', size: 66 }) +
        caption(600, 576, 'is plenty to begin with') +
        caption(600, 730, 'percent of niacinamide on the label'),
    }),
  'skincare-on-a-budget-1': () => {
    const bars = [
      ['serum', 5.4],
      ['cleanser', 6],
      ['moisturizer', 10.67],
      ['sunscreen', 11.25],
      ['fancy sunscreen', 51],
    ] as const
    return page('#f1e6d3', {
      over:
        heading(60, 100, 'What a month costs') +
        bars
          .map(
            ([name, dollars], i) =>
              caption(360, 226 + i * 116, name, { align: 'right', size: 34 }) +
              rect(390, 176 + i * 116, dollars * 12.4, 74, i === 4 ? '#c9573b' : '#a8b59a') +
              word(410 + dollars * 12.4, 228 + i * 116, `$${dollars.toFixed(2)}`, {
                face: 'serif',
                size: 42,
                color: ink,
              }),
          )
          .join('') +
        stroke('M390 150V740', ink, LINE),
    })
  },
}
