/** Covers of words, cut from paper in the site's own type and crossed by a smear. */
import { cutWord } from '../cut/cut-paper.ts'
import { lay, type Picture } from '../picture.ts'
import { cream, gel, lotion, wax } from '../relief/materials.ts'
import { rect } from '../svg.ts'
import { smear } from '../textures/smears.ts'
import { cover } from './cover.ts'

export const typographicCovers: Record<string, () => Picture> = {
  'how-much-sunscreen-do-you-need': () =>
    cover('#efae4a', {
      placed: [
        ...lay([cutWord('½', 'serif', 660, '#5a2d16')], { x: 520, y: 730 }),
        ...lay([cutWord('tsp', 'serifItalic', 400, '#5a2d16')], { x: 1022, y: 644 }),
        ...lay(
          [smear({ length: 1480, width: 116, seed: 68, material: lotion('#fffaf0'), thickness: 40, ridges: 0.6 })],
          { x: 800, y: 770, turn: -8, lift: 10 },
        ),
      ],
    }),

  'niacinamide-for-beginners': () =>
    cover('#87a9ad', {
      placed: [
        ...lay([cutWord('5', 'serif', 760, '#f8f2e6')], { x: 560, y: 790 }),
        ...lay([cutWord('%', 'serifItalic', 600, '#f8f2e6')], { x: 1030, y: 760 }),
        ...lay([smear({ length: 1500, width: 300, seed: 44, material: gel('#d8eee4'), thickness: 60, ridges: 0.25 })], {
          x: 790,
          y: 610,
          turn: 14,
          lift: 10,
        }),
      ],
    }),

  'sunscreen-under-makeup': () =>
    cover('#d79c8a', {
      placed: [
        ...lay([cutWord('SPF', 'serif', 560, '#fffaf2')], { x: 800, y: 730 }),
        ...lay([smear({ length: 1500, width: 190, seed: 37, material: cream('#b97f57'), thickness: 44, ridges: 1 })], {
          x: 790,
          y: 748,
          turn: -5,
          lift: 8,
        }),
      ],
    }),

  'morning-and-evening-order': () =>
    cover('#f2cf86', {
      sheet: rect(0, 533, 1600, 534, '#333f63'),
      placed: [
        ...lay([cutWord('A.M.', 'serif', 430, '#7a3f22')], { x: 800, y: 480 }),
        ...lay([cutWord('P.M.', 'serif', 430, '#f6e6c6')], { x: 800, y: 930 }),
        ...lay(
          [smear({ length: 1760, width: 140, seed: 53, material: cream('#fffaf1'), thickness: 50, ridges: 0.9 })],
          { x: 830, y: 545, turn: -3, lift: 10 },
        ),
      ],
    }),

  'retinol-for-beginners': () =>
    cover('#bd6f55', {
      placed: [
        ...lay([cutWord('12', 'serif', 640, '#faf1e2')], { x: 800, y: 580 }),
        ...lay([cutWord('weeks', 'serifItalic', 300, '#faf1e2')], { x: 800, y: 900 }),
        ...lay([smear({ length: 1560, width: 160, seed: 29, material: wax('#f2dc95'), thickness: 46, ridges: 0.8 })], {
          x: 820,
          y: 572,
          turn: -9,
          lift: 10,
        }),
      ],
    }),
}
