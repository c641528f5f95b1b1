/** A home, a windowsill, an order of steps. */
import { ink } from '../palette.ts'
import type { Picture } from '../picture.ts'
import { circle, path, rect, stroke } from '../svg.ts'
import { lines, word } from '../type/set-type.ts'
import { caption, heading, LINE, page } from './page.ts'

const waterDrop = 'M0 -30C16 -6 20 4 20 12A20 20 0 0 1 -20 12C-20 4 -16 -6 0 -30Z'

export const planDiagrams: Record<string, () => Picture> = {
  'repair-your-skin-barrier-2': () => {
    const bottleAt = (x: number) =>
      rect(x - 46, 300, 92, 250, '#f3ece0', { rx: 16, stroke: ink, 'stroke-width': LINE }) +
      rect(x - 26, 240, 52, 62, '#b9a48c', { rx: 6, stroke: ink, 'stroke-width': LINE }) +
      stroke(`M${x - 76} 262L${x + 76} 560M${x + 76} 262L${x - 76} 560`, '#b2452e', 13)
    return page('#c3d0d2', {
      over:
        rect(90, 40, 1020, 510, '#e8f0ef', { stroke: ink, 'stroke-width': LINE }) +
        stroke('M600 40V550', ink, LINE) +
        rect(40, 550, 1120, 60, '#fbf6ec', { stroke: ink, 'stroke-width': LINE }) +
        [190, 350, 510, 690].map(bottleAt).join('') +
        rect(830, 410, 210, 140, '#e3a377', { rx: 22, stroke: ink, 'stroke-width': LINE }) +
        rect(820, 360, 230, 56, '#fbf6ec', { rx: 8, stroke: ink, 'stroke-width': LINE }) +
        caption(600, 700, 'Everything interesting rests. One cream stays.', { face: 'serifItalic', size: 46 }),
    })
  },
  'morning-and-evening-order-2': () => {
    const icon = (x: number, y: number, kind: number, color: string) => {
      const shapes = [
        path(waterDrop, color, { transform: `translate(${x} ${y}) scale(2)` }) +
          stroke(waterDrop, ink, LINE / 2, { transform: `translate(${x} ${y}) scale(2)` }),
        rect(x - 34, y - 20, 68, 84, color, { rx: 12, stroke: ink, 'stroke-width': LINE }) +
          rect(x - 14, y - 70, 28, 50, '#fbf6ec', { rx: 8, stroke: ink, 'stroke-width': LINE }),
        rect(x - 56, y - 4, 112, 68, color, { rx: 14, stroke: ink, 'stroke-width': LINE }) +
          rect(x - 62, y - 36, 124, 34, '#fbf6ec', { rx: 6, stroke: ink, 'stroke-width': LINE }),
        path(`M${x - 44} ${y - 66}H${x + 44}L${x + 28} ${y + 34}H${x - 28}Z`, color) +
          stroke(`M${x - 44} ${y - 66}H${x + 44}L${x + 28} ${y + 34}H${x - 28}Z`, ink, LINE) +
          rect(x - 24, y + 34, 48, 30, '#fbf6ec', { stroke: ink, 'stroke-width': LINE }),
        circle(x, y + 10, 44, color, { stroke: ink, 'stroke-width': LINE }),
      ]
      return shapes[kind] ?? ''
    }
    const row = (y: number, steps: readonly (readonly [string, number, string])[], color: string) =>
      steps
        .map(
          ([name, kind, fill], i) =>
            icon(180 + i * 280, y, kind, fill) +
            lines(180 + i * 280, y + 130, [name], { face: 'sans', size: 34, color, align: 'center' }) +
            (i < steps.length - 1 ? stroke(`M${272 + i * 280} ${y}h86m-18 -16l18 16l-18 16`, color, 5) : ''),
        )
        .join('')
    return page('#f6e0ae', {
      over:
        rect(0, 400, 1200, 400, '#46506f') +
        heading(50, 74, 'morning') +
        heading(50, 476, 'evening', { color: '#f4e9d2' }) +
        row(
          200,
          [
            ['rinse', 0, '#9cc4d0'],
            ['serum', 1, '#e8b25a'],
            ['moisturizer', 2, '#f3d3c0'],
            ['sunscreen', 3, '#f2a65a'],
          ],
          ink,
        ) +
        row(
          600,
          [
            ['cleanser', 0, '#9cc4d0'],
            ['retinol', 4, '#f0d15f'],
            ['moisturizer', 2, '#f3d3c0'],
            ['ointment', 4, '#e9c9a8'],
          ],
          '#f4e9d2',
        ),
    })
  },
  'winter-skin-checklist-1': () => {
    const room = (x: number, y: number, w: number, h: number, name: string, note: string, color: string) =>
      rect(x, y, w, h, color, { stroke: ink, 'stroke-width': LINE }) +
      word(x + 34, y + 74, name, { face: 'serifItalic', size: 50, color: ink }) +
      caption(x + 36, y + 124, note, { align: 'left', size: 31 }) +
      stroke(`M${x + 42} ${y + h - 66}l26 30l56 -70`, '#b2452e', 14)
    return page('#d6dfe2', {
      over:
        room(60, 60, 540, 330, 'bathroom', 'lukewarm water', '#cfe0e4') +
        room(600, 60, 540, 330, 'bedroom', 'a humidifier', '#efe0d2') +
        room(60, 390, 700, 350, 'kitchen', 'hand cream by the sink', '#f4ead8') +
        room(760, 390, 380, 350, 'door', 'gloves and scarf', '#e3d3c3') +
        stroke('M1020 740H1110', '#d6dfe2', 16) +
        stroke('M1020 740A90 90 0 0 1 1110 650V740', ink, LINE),
    })
  },
}
