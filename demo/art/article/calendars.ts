import { lay, type Picture } from '../picture.ts'
import { tube } from '../products/bottles.ts'
import { glazed, satin } from '../relief/materials.ts'
import { turnedOnEnd } from '../relief/solid.ts'
import { circle, rect, stroke } from '../svg.ts'
import { sheetOfPaper } from '../textures/things.ts'
import { lines, word } from '../type/set-type.ts'
import { caption, heading, page } from './page.ts'

const days = ['M', 'T', 'W', 'T', 'F', 'S', 'S']

/** A month around the origin, cell by cell. */
function month(cell: number, rows: number, fill: (day: number, x: number, y: number) => string): string {
  const [left, top] = [-3.5 * cell, -(rows * cell) / 2]
  const head = days
    .map((day, i) =>
      caption(left + (i + 0.5) * cell, top - 18, day, { face: 'sansBold', size: cell * 0.26, color: '#8a6f58' }),
    )
    .join('')
  const cells = Array.from({ length: rows * 7 }, (_, i) => {
    const [x, y] = [left + (i % 7) * cell, top + Math.floor(i / 7) * cell]
    return rect(x, y, cell, cell, 'none', { stroke: '#cbbda9', 'stroke-width': 2.4 }) + fill(i + 1, x, y)
  })
  return head + cells.join('')
}

const dayNumber = (day: number, x: number, y: number, color = '#8a6f58') =>
  word(x + 10, y + 34, String(day), { face: 'serif', size: 28, color })

export const calendarPictures: Record<string, () => Picture> = {
  'how-much-sunscreen-do-you-need-2': () => {
    const grid = month(
      104,
      3,
      (day, x, y) =>
        dayNumber(day, x, y) +
        (day <= 20
          ? stroke(`M${x + 24} ${y + 30}L${x + 84} ${y + 86}M${x + 84} ${y + 30}L${x + 24} ${y + 86}`, '#c9573b', 8)
          : ''),
    )
    return page('#f0b764', {
      placed: [
        ...lay([sheetOfPaper(800, 480, '#fbf6ea', grid)], { x: 450, y: 400, turn: -3 }),
        ...lay(
          tube({
            label: { brand: 'saltlark', name: 'Sun Lotion 50 ml' },
            body: satin('#a9cbdc'),
            cap: satin('#f7f4ec'),
          }),
          { x: 1010, y: 400, turn: 10, scale: 0.7 },
        ),
      ],
    })
  },
  'exfoliating-acids-explained-2': () => {
    const nights = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    return page('#2f3855', {
      over:
        heading(70, 130, 'A full week for a beginner', { color: '#f3e7c8' }) +
        nights
          .map(
            (night, i) =>
              circle(120 + i * 160, 390, 62, i === 1 ? '#e07a52' : i === 4 ? '#f0cf62' : '#475276') +
              (i === 1 || i === 4 ? '' : circle(146 + i * 160, 372, 54, '#2f3855')) +
              caption(120 + i * 160, 520, night, { color: '#d9dbe6', size: 34 }),
          )
          .join('') +
        caption(280, 600, 'acid', { face: 'serif', size: 46, color: '#f0a183' }) +
        caption(760, 600, 'retinol', { face: 'serif', size: 46, color: '#f0cf62' }) +
        caption(600, 710, 'The plain nights are the work.', { color: '#d9dbe6' }),
    })
  },
  'build-a-routine-for-sensitive-skin-2': () => {
    const grid = month(
      92,
      4,
      (day, x, y) => dayNumber(day, x, y) + (day >= 8 && day <= 11 ? circle(x + 58, y + 56, 17, '#8fae86') : ''),
    )
    const note = lines(-230, 270, ['new cream, day 4: fine'], { face: 'garamondItalic', size: 60, color: '#2f4f7a' })
    return page('#dfe5e4', {
      sheet: rect(860, 0, 8, 800, '#c6cdcc') + rect(820, 250, 20, 320, '#aeb7b6', { rx: 10 }),
      placed: [
        ...lay([sheetOfPaper(740, 640, '#fdf9ef', `<g transform="translate(0 -40)">${grid}</g>${note}`)], {
          x: 430,
          y: 420,
          turn: 2,
        }),
        ...lay([turnedOnEnd(34, (d) => 26 - (d > 28 ? 6 : 0), glazed('#d4573b'))], { x: 440, y: 120, lift: 6 }),
      ],
    })
  },
  'how-to-patch-test-2': () =>
    page('#e6b795', {
      over:
        heading(70, 120, 'Ten days, one small place', { color: '#4a2616' }) +
        Array.from({ length: 10 }, (_, i) => {
          const [x, y] = [160 + (i % 5) * 220, 310 + Math.floor(i / 5) * 250]
          const isPink = i === 6
          return (
            circle(x, y, 78, isPink ? '#d96a5e' : '#f0cdb2', { stroke: '#7a3f2a', 'stroke-width': 5 }) +
            (isPink
              ? [
                  [-20, -14],
                  [18, -24],
                  [26, 20],
                  [-12, 26],
                  [0, 0],
                ]
                  .map(([dx = 0, dy = 0]) => circle(x + dx, y + dy, 7, '#b23a34'))
                  .join('')
              : '') +
            caption(x, y + 124, `day ${i + 1}`, { color: '#4a2616', size: 32 })
          )
        }).join(''),
    }),
  'your-first-skincare-routine-2': () => {
    const grid = month(
      112,
      4,
      (day, x, y) =>
        rect(x + 4, y + 4, 104, 104, day <= 4 ? '#f3d3c0' : day <= 8 ? '#f5dc95' : '#bcd4cf') +
        dayNumber(day, x, y, '#5b4636'),
    )
    return page('#a9b59c', {
      placed: lay([sheetOfPaper(880, 640, '#fbf6ea', grid)], { x: 470, y: 410, turn: -2 }),
      over: [
        ['1 to 4', 'moisturizer', '#f3d3c0'],
        ['5 to 8', '+ sunscreen', '#f5dc95'],
        ['from 9', '+ cleanser', '#d3e4df'],
      ]
        .map(
          ([when, what, color], i) =>
            word(950, 230 + i * 170, String(when), { face: 'serif', size: 56, color: String(color) }) +
            caption(952, 280 + i * 170, String(what), { align: 'left', color: '#26301f', size: 32 }),
        )
        .join(''),
    })
  },
}
