/** The tall tiles of the categories, 1200 x 1500: textures cropped close, a silhouette and one order of things. */
import { cutPaper, roundPath } from '../cut/cut-paper.ts'
import { profile } from '../cut/people.ts'
import { lay, type Picture } from '../picture.ts'
import { dropperBottle, pumpBottle, tube } from '../products/bottles.ts'
import { cream, glass, glazed, lotion, matte, satin } from '../relief/materials.ts'
import { drop, slab } from '../relief/solid.ts'
import { rect } from '../svg.ts'
import { foam } from '../textures/foam.ts'
import { smear } from '../textures/smears.ts'
import { swirl } from '../textures/swatches.ts'

const oil = { ...lotion('#dba23a'), gloss: 1, rough: 0.03 }

function tile(tone: string, parts: Omit<Picture, 'width' | 'height' | 'sheet'>): Picture {
  return { width: 1200, height: 1500, sheet: rect(0, 0, 1200, 1500, tone), ...parts }
}

export const categoryPictures: Record<string, () => Picture> = {
  cleansing: () => tile('#a9c6c4', { placed: lay([foam(560, 420, 19)], { x: 640, y: 800, turn: -34, scale: 1.35 }) }),
  moisturizing: () =>
    tile('#e0a48f', {
      placed: lay(
        [smear({ length: 1700, width: 620, seed: 81, material: cream('#fffaf1'), thickness: 90, ridges: 0.9 })],
        { x: 640, y: 760, turn: -58 },
      ),
    }),
  'sun-care': () =>
    tile('#efae4a', {
      placed: [
        ...lay([swirl(195, lotion('#fffaf0'))], { x: 600, y: 750, turn: 20 }),
        ...Array.from({ length: 12 }, (_, i) => {
          const angle = (i * Math.PI) / 6
          return lay([smear({ length: 140, width: 74, seed: 110 + i, material: lotion('#fffaf0'), thickness: 30 })], {
            x: 600 + Math.cos(angle) * 312,
            y: 750 + Math.sin(angle) * 312,
            turn: i * 30,
          })
        }).flat(),
      ],
    }),
  treatments: () =>
    tile('#5d3e50', {
      placed: [
        [560, 560, 300, 0.2],
        [900, 1010, 150, 0.3],
        [310, 1070, 96, 0.36],
        [560, 1240, 58, 0.4],
        [980, 250, 62, 0.4],
        [860, 1330, 30, 0.5],
      ].flatMap(([x = 0, y = 0, r = 0, flat = 0.4]) => lay([drop(r, oil, flat, 0.1)], { x, y })),
    }),
  'sensitive-skin': () =>
    tile('#e6bfae', {
      placed: [
        ...lay([cutPaper(roundPath(0, 0, 400), '#f2dccd')], { x: 600, y: 700 }),
        ...profile('#4a2a20', 590, 760, 1.42),
        ...lay([cutPaper(roundPath(0, 0, 58), '#d4654a')], { x: 530, y: 880, lift: 16 }),
      ],
    }),
  routines: () =>
    tile('#c4836a', {
      placed: [
        ...lay([slab({ width: 900, length: 1240, thickness: 8 }, matte('#edd3c0'))], { x: 600, y: 760, turn: -5 }),
        ...lay(
          pumpBottle({
            label: { brand: 'oatwhistle', name: 'Milky Oat Cleanser' },
            body: glazed('#fbf3e3'),
            cap: matte('#b9864f'),
          }),
          { x: 380, y: 770, turn: -5, scale: 0.84, lift: 8 },
        ),
        ...lay(
          dropperBottle({
            label: { brand: 'linnet-row', name: 'Morning Serum' },
            body: glass('#b8672f'),
            cap: satin('#2f2825'),
            sticker: '#f8efdf',
          }),
          { x: 622, y: 800, turn: -5, scale: 0.76, lift: 8 },
        ),
        ...lay(
          tube({
            label: { brand: 'saltlark', name: 'Sun Lotion SPF 30' },
            body: satin('#a9cbdc'),
            cap: satin('#f7f4ec'),
          }),
          { x: 836, y: 700, turn: -5, scale: 0.76, lift: 8 },
        ),
      ],
    }),
}
