/** Covers in flat shapes and ink line. */
import { handLine } from '../body/hand.ts'
import { ink, skins } from '../palette.ts'
import type { Picture } from '../picture.ts'
import { seededRandom } from '../random.ts'
import { at, circle, ellipse, path, rect, stroke } from '../svg.ts'
import { word } from '../type/set-type.ts'
import { cover } from './cover.ts'

export const sceneCovers: Record<string, () => Picture> = {
  'humectants-emollients-occlusives': () => {
    const random = seededRandom('path')
    const courses = [0, 1, 2].flatMap((row) =>
      Array.from({ length: 9 }, (_, i) =>
        rect(
          i * 210 - 140 + (row % 2) * 105,
          560 + row * 132,
          184,
          106,
          ['#b9694c', '#c47a58', '#a9583f', '#cb8763'][random.whole(0, 3)] ?? '#b9694c',
          { rx: 12 },
        ),
      ),
    )
    const drops = Array.from({ length: 26 }, (_, i) => {
      const [x, y] = [random.between(60, 1540), 480 + random.between(-60, 40)]
      const s = random.between(0.5, 1.4)
      return at(
        x,
        i % 5 === 0 ? 820 : y,
        path('M0 -30C16 -6 20 4 20 12A20 20 0 0 1 -20 12C-20 4 -16 -6 0 -30Z', '#7fb4c4'),
        s,
      )
    })
    const tarp =
      'M-20 392C120 330 260 424 420 380C600 330 760 430 940 382C1120 336 1300 420 1440 376C1500 360 1560 372 1640 352L1640 300C1560 318 1500 310 1440 322C1300 366 1120 282 940 328C760 376 600 276 420 326C260 370 120 276 -20 338Z'
    const words = [
      ['occlusive', 'the tarp', 262],
      ['humectant', 'the water', 470],
      ['emollient', 'the mortar', 690],
    ] as const
    return cover('#f1e4d0', {
      over:
        rect(0, 540, 1600, 527, '#ecdcc2') +
        courses.join('') +
        drops.join('') +
        path(tarp, '#e0a23c') +
        stroke(
          'M-20 392C120 330 260 424 420 380C600 330 760 430 940 382C1120 336 1300 420 1440 376C1500 360 1560 372 1640 352',
          ink,
          6,
        ) +
        stroke(
          'M-20 338C120 276 260 370 420 326C600 276 760 376 940 328C1120 282 1300 366 1440 322C1500 310 1560 318 1640 300',
          ink,
          6,
        ) +
        words
          .map(
            ([name, role], i) =>
              word(120 + i * 500, 150, role, { face: 'serifItalic', size: 64, color: ink }) +
              word(122 + i * 500, 200, name, { face: 'sans', size: 28, color: '#8a5a3c', tracking: 0.04 }),
          )
          .join(''),
    })
  },

  'exfoliating-acids-explained': () => {
    const random = seededRandom('dust')
    const specks = Array.from({ length: 900 }, () => {
      const [x, y] = [random.between(196, 1400), random.between(86, 990)]
      const inWipe = x > 640 + Math.sin(y / 210) * 70
      return inWipe ? '' : circle(x, y, random.between(1, 4.5), '#b39e83', { 'fill-opacity': random.between(0.3, 0.8) })
    })
    const edge = 'M640 80C720 200 720 300 640 420C560 560 580 680 660 780C700 860 690 940 640 1000'
    return cover('#d9b493', {
      over:
        rect(176, 66, 1248, 946, '#8cc0d3') +
        path('M176 760C420 660 640 800 900 720C1120 652 1300 720 1424 690V1012H176Z', '#7ea06f') +
        path('M176 860C480 800 760 900 1040 830C1200 790 1320 820 1424 800V1012H176Z', '#5f8358') +
        path(`${edge}H176V66H640Z`, '#d8c7ac', { 'fill-opacity': 0.86 }) +
        specks.join('') +
        stroke('M700 180C800 320 790 480 720 640M830 160C920 330 900 540 830 720', '#ffffff', 7, {
          'stroke-opacity': 0.55,
        }) +
        rect(176, 66, 1248, 946, 'none', { stroke: '#f7efe2', 'stroke-width': 60 }) +
        rect(782, 66, 36, 946, '#f7efe2') +
        rect(146, 36, 1308, 1006, 'none', { stroke: ink, 'stroke-width': 6 }) +
        rect(206, 96, 576, 886, 'none', { stroke: ink, 'stroke-width': 5 }) +
        rect(818, 96, 576, 886, 'none', { stroke: ink, 'stroke-width': 5 }) +
        at(
          1180,
          830,
          handLine(skins[4], ink, 'together', 7) +
            path('M-130 -360L150 -400L190 -120L-150 -80Z', '#f6e3b6') +
            stroke('M-130 -360L150 -400L190 -120L-150 -80ZM-60 -366L-90 -90M60 -386L80 -110', ink, 6),
          0.92,
          -24,
        ),
    })
  },

  'skincare-on-a-budget': () => {
    const pan = (x: number, y: number) =>
      path(`M${x - 240} ${y}H${x + 240}C${x + 220} ${y + 70} ${x - 220} ${y + 70} ${x - 240} ${y}Z`, '#f6efe2') +
      stroke(`M${x - 240} ${y}H${x + 240}C${x + 220} ${y + 70} ${x - 220} ${y + 70} ${x - 240} ${y}Z`, ink, 8) +
      stroke(`M${x - 220} ${y}L${x} ${y - 400}L${x + 220} ${y}`, ink, 5)
    const bottleLine =
      rect(300, 318, 130, 330, '#6f8f88', { rx: 26 }) +
      rect(330, 250, 70, 70, '#f6efe2', { rx: 8 }) +
      rect(318, 420, 94, 120, '#f6efe2') +
      rect(300, 318, 130, 330, 'none', { rx: 26, stroke: ink, 'stroke-width': 8 }) +
      rect(330, 250, 70, 70, 'none', { rx: 8, stroke: ink, 'stroke-width': 8 }) +
      rect(470, 540, 150, 108, '#d98a66', { rx: 18 }) +
      rect(462, 500, 166, 46, '#f6efe2', { rx: 8 }) +
      rect(470, 540, 150, 108, 'none', { rx: 18, stroke: ink, 'stroke-width': 8 }) +
      rect(462, 500, 166, 46, 'none', { rx: 8, stroke: ink, 'stroke-width': 8 })
    const coins = [
      [1060, 570, 3],
      [1180, 570, 6],
      [1300, 570, 2],
    ].flatMap(([x = 0, y = 0, n = 0]) =>
      Array.from(
        { length: n },
        (_, i) =>
          ellipse(x, y - 14 - i * 34, 62, 20, '#d9a441') +
          path(`M${x - 62} ${y - 14 - i * 34}v20a62 20 0 0 0 124 0v-20`, '#c48f32') +
          ellipse(x, y - 14 - i * 34, 62, 20, '#e3b659') +
          stroke(`M${x - 62} ${y - 14 - i * 34}v20a62 20 0 0 0 124 0v-20a62 20 0 0 0 -124 0a62 20 0 0 0 124 0`, ink, 6),
      ),
    )
    return cover('#dbe0d0', {
      over:
        stroke('M800 190V900', ink, 16) +
        path('M600 960C640 900 960 900 1000 960Z', '#f6efe2') +
        stroke('M600 960C640 900 960 900 1000 960Z', ink, 8) +
        stroke('M452 268L1180 190', ink, 16) +
        circle(800, 226, 30, '#d9a441', { stroke: ink, 'stroke-width': 8 }) +
        bottleLine +
        pan(460, 650) +
        coins.join('') +
        pan(1180, 590),
    })
  },

  'winter-skin-checklist': () => {
    const random = seededRandom('frost')
    const fern = (x: number, y: number, turn: number, size: number): string => {
      const twigs = Array.from(
        { length: 12 },
        (_, i) => `M0 ${-i * 24}l${30 - i * 2.1} -24M0 ${-i * 24}l${-(30 - i * 2.1)} -24`,
      ).join('')
      return at(x, y, stroke(`M0 0V-300${twigs}`, '#ffffff', 3.4, { 'stroke-opacity': 0.75 }), size, turn)
    }
    const frost = Array.from({ length: 54 }, (_, i) => {
      const edge = i % 4
      const along = random.between(0, 1)
      const [x, y, turn] =
        edge === 0
          ? [300 + along * 1000, 700, 0]
          : edge === 1
            ? [300, 110 + along * 590, 90]
            : edge === 2
              ? [1300, 110 + along * 590, -90]
              : [300 + along * 1000, 110, 180]
      return fern(x ?? 0, y ?? 0, (turn ?? 0) + random.between(-34, 34), random.between(0.3, 0.8))
    })
    const ribs = Array.from({ length: 15 }, (_, i) =>
      rect(330 + i * 64, 860, 48, 230, '#f3ece0', { rx: 22, stroke: ink, 'stroke-width': 6 }),
    )
    return cover('#b6c3c9', {
      over:
        rect(300, 110, 1000, 600, '#56748c') +
        circle(1060, 260, 60, '#f2e7cf') +
        path('M300 610C460 520 600 600 780 560C980 510 1140 600 1300 540V710H300Z', '#e7edf0') +
        frost.join('') +
        rect(270, 80, 1060, 650, 'none', { stroke: '#f6f0e6', 'stroke-width': 60 }) +
        rect(782, 110, 36, 600, '#f6f0e6') +
        rect(240, 50, 1120, 710, 'none', { stroke: ink, 'stroke-width': 6 }) +
        rect(300, 110, 1000, 600, 'none', { stroke: ink, 'stroke-width': 5 }) +
        rect(180, 750, 1240, 52, '#fbf6ec', { stroke: ink, 'stroke-width': 6 }) +
        rect(952, 600, 250, 150, '#d4734f', { rx: 26, stroke: ink, 'stroke-width': 7 }) +
        rect(940, 540, 274, 66, '#f6efe2', { rx: 10, stroke: ink, 'stroke-width': 7 }) +
        word(1077, 690, 'Winter Balm', { face: 'garamondItalic', size: 44, color: '#fff3e2', align: 'center' }) +
        ribs.join('') +
        stroke('M310 900H1310', ink, 5),
    })
  },
}
