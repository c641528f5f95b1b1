/** The tall tiles of the categories, 1200 x 1500: textures cropped close, one face and one order of things. */
import { hand } from '../body/hand.ts'
import { faceProfile } from '../line/face.ts'
import { ink, skins, tones } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { dropperBottle, pumpBottle, tube } from '../products/bottles.ts'
import { cream, glass, glazed, lotion, matte, satin } from '../relief/materials.ts'
import { drop, slab } from '../relief/solid.ts'
import { at, rect } from '../svg.ts'
import { foam } from '../textures/foam.ts'
import { smear } from '../textures/smears.ts'

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
    tile('#f0b252', {
      placed: [
        ...lay(hand(skins[3], 'together'), { x: 600, y: 900, scale: 1.75, turn: -6 }),
        ...lay([smear({ length: 400, width: 58, seed: 5, material: lotion('#fffaf0'), thickness: 26 })], {
          x: 420,
          y: 620,
          turn: -100,
          lift: 92,
        }),
        ...lay([smear({ length: 460, width: 58, seed: 8, material: lotion('#fffaf0'), thickness: 26 })], {
          x: 536,
          y: 560,
          turn: -98,
          lift: 92,
        }),
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
    tile('#e9cdbf', {
      over: at(700, 700, faceProfile({ skin: skins[4], hair: '#241a16', ink, top: tones.sage }, 9), 1.72),
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
          { x: 360, y: 760, turn: -5, scale: 0.96, lift: 8 },
        ),
        ...lay(
          dropperBottle({
            label: { brand: 'linnet-row', name: 'Morning Serum' },
            body: glass('#b8672f'),
            cap: satin('#2f2825'),
            sticker: '#f8efdf',
          }),
          { x: 650, y: 800, turn: -5, scale: 0.86, lift: 8 },
        ),
        ...lay(
          tube({
            label: { brand: 'saltlark', name: 'Sun Lotion SPF 30' },
            body: satin('#a9cbdc'),
            cap: satin('#f7f4ec'),
          }),
          { x: 900, y: 680, turn: -5, scale: 0.86, lift: 8 },
        ),
      ],
    }),
}
