/** Skin in section, with what lies on it. */
import { ink } from '../palette.ts'
import type { Picture } from '../picture.ts'
import { seededRandom } from '../random.ts'
import { at, circle, path, rect, stroke } from '../svg.ts'
import { caption, heading, LINE, page } from './page.ts'

const waterDrop = 'M0 -30C16 -6 20 4 20 12A20 20 0 0 1 -20 12C-20 4 -16 -6 0 -30Z'

/** Skin in section, from y downwards. */
function skinLayers(y: number): string {
  const waves = 'q50 -26 100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0t100 0'
  return (
    path(`M0 ${y}${waves}V800H0Z`, '#e8b79c') +
    path(`M0 ${y + 90}${waves}V800H0Z`, '#dc9a80') +
    stroke(`M0 ${y}${waves}`, ink, LINE) +
    stroke(`M0 ${y + 90}${waves}`, ink, LINE, { 'stroke-opacity': 0.5 })
  )
}

function band(x: number, y: number, width: number, height: number, color: string, text: string): string {
  return (
    rect(x, y, width, height, color, { rx: 14, stroke: ink, 'stroke-width': LINE }) +
    caption(x + width / 2, y + height / 2 + 14, text, { face: 'serif', size: 42 })
  )
}

export const skinDiagrams: Record<string, () => Picture> = {
  'humectants-emollients-occlusives-1': () => {
    const random = seededRandom('humectants')
    const drops = Array.from({ length: 19 }, (_, i) =>
      at(
        60 + i * 62,
        568 + random.between(-14, 18),
        path(waterDrop, '#6fa9bb') + stroke(waterDrop, ink, LINE),
        random.between(0.7, 1.15),
      ),
    )
    return page('#f3e6d2', {
      over:
        skinLayers(630) +
        drops.join('') +
        path('M0 410q150 -20 300 0t300 0t300 0t300 0v44q-150 20 -300 0t-300 0t-300 0t-300 0Z', '#efd38f') +
        stroke('M0 410q150 -20 300 0t300 0t300 0t300 0M1200 454q-150 20 -300 0t-300 0t-300 0t-300 0', ink, LINE) +
        path('M0 268H1200V330H0Z', '#d98a5f') +
        stroke('M0 268H1200M0 330H1200', ink, LINE) +
        heading(60, 110, 'Lid, film, water') +
        caption(60, 240, 'occlusive: keeps it in', { align: 'left' }) +
        caption(60, 372, 'emollient: smooths', { align: 'left' }) +
        caption(60, 514, 'humectant: holds water', { align: 'left' }) +
        caption(60, 770, 'your skin', { align: 'left', color: '#5b2f20' }),
    })
  },
  'mineral-or-chemical-sunscreen-2': () => {
    const ray = (x: number, y: number) =>
      stroke(`M${x - 150} ${y - 300}L${x} ${y}`, '#d98a1f', 7) +
      path(`M${x + 6} ${y + 12}L${x - 20} ${y - 14}L${x + 4} ${y - 26}Z`, '#d98a1f')
    const particles = Array.from({ length: 22 }, (_, i) =>
      circle(60 + (i % 11) * 46, 432 + Math.floor(i / 11) * 44, 20, '#fdfaf4', { stroke: ink, 'stroke-width': LINE }),
    )
    const glow = Array.from({ length: 6 }, (_, i) =>
      stroke(`M${90 + i * 84} 530v34M${690 + i * 84} 530v34`, '#c9694a', 6),
    )
    return page('#f4dfb4', {
      over:
        skinLayers(600) +
        particles.join('') +
        rect(640, 410, 560, 90, '#cfe3e2', { stroke: ink, 'stroke-width': LINE }) +
        stroke('M600 130V600', ink, LINE, { 'stroke-dasharray': '4 14' }) +
        [200, 340, 480].map((x) => ray(x, 400)).join('') +
        [820, 960, 1100].map((x) => ray(x, 404)).join('') +
        glow.join('') +
        heading(50, 90, 'mineral') +
        heading(640, 90, 'chemical') +
        caption(600, 740, 'Both mostly absorb the light and give it off as warmth.', { size: 32, color: '#5b2f20' }),
    })
  },
  'retinol-for-beginners-2': () =>
    page('#e9cdb8', {
      over:
        heading(70, 120, 'The sandwich') +
        band(120, 200, 960, 120, '#fbf4e6', 'moisturizer') +
        band(120, 340, 960, 70, '#f0d15f', 'retinol, one pea') +
        band(120, 430, 960, 120, '#fbf4e6', 'moisturizer') +
        skinLayers(610),
    }),
  'exfoliating-acids-explained-1': () => {
    const molecule = (x: number, y: number, n: number, s: number) => {
      const atoms = Array.from(
        { length: n },
        (_, i) => [x + (i - (n - 1) / 2) * 74 * s, y + (i % 2 ? -28 : 28) * s] as const,
      )
      return (
        stroke(`M${atoms.map(([ax, ay]) => `${ax} ${ay}`).join('L')}`, ink, LINE) +
        atoms
          .map(
            ([ax, ay], i) =>
              circle(ax, ay, 34 * s, ['#d4654a', '#e8b25a', '#7fa9b8'][i % 3] ?? '#d4654a', {
                stroke: ink,
                'stroke-width': 5,
              }) +
              (i % 2 === 0 ? circle(ax, ay + 56 * s, 18 * s, '#fbf6ec', { stroke: ink, 'stroke-width': LINE }) : ''),
          )
          .join('')
      )
    }
    const names = [
      ['glycolic', 'small, goes fastest', 190],
      ['lactic', 'a little larger', 530],
      ['gluconolactone', 'large and slow', 950],
    ] as const
    return page('#f2e3cd', {
      over:
        skinLayers(590) +
        molecule(190, 330, 2, 1) +
        molecule(530, 330, 3, 1) +
        molecule(950, 330, 6, 1) +
        stroke('M190 440V610M530 440V560M950 440V520', '#b2452e', 5, { 'stroke-dasharray': '2 14' }) +
        names
          .map(
            ([name, note, x]) =>
              caption(x, 130, name, { face: 'serif', size: 44 }) +
              caption(x, 178, note, { size: 28, color: '#8a5a3c' }),
          )
          .join(''),
    })
  },
}
