/** The hero and the scene of the about page. */
import { hand } from '../body/hand.ts'
import { skins } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { dropperBottle } from '../products/bottles.ts'
import { lid, openJar } from '../products/low-vessels.ts'
import { cream, glass, glazed, lotion, matte, metal, satin, wax } from '../relief/materials.ts'
import { column, drop, freeform, slab, turnedOnEnd } from '../relief/solid.ts'
import { rect, stroke } from '../svg.ts'
import { smear } from '../textures/smears.ts'
import { bowl, pool, sheetOfPaper } from '../textures/things.ts'
import { lines, word } from '../type/set-type.ts'

const oil = { ...lotion('#e0a840'), gloss: 1, rough: 0.03 }

/** 2400 x 1500, with calm space on the left for the headline. */
export function hero(): Picture {
  return {
    width: 2400,
    height: 1500,
    sheet: rect(0, 0, 2400, 1500, '#ead7c6'),
    placed: [
      ...lay([smear({ length: 1250, width: 330, seed: 91, material: cream('#fffaf1'), thickness: 56, ridges: 0.9 })], {
        x: 1500,
        y: 1230,
        turn: -14,
      }),
      ...lay(
        lid(
          {
            label: { brand: 'oatwhistle', name: 'Everyday Oat Cream' },
            body: satin('#fbf2e2'),
            cap: matte('#b9864f'),
            ink: '#fff3dd',
          },
          262,
          60,
        ),
        { x: 2080, y: 1170, scale: 1.1, turn: 14 },
      ),
      ...lay(openJar(satin('#fbf2e2'), cream('#fdf3dc'), 250, 110, 0.9), { x: 1700, y: 980, scale: 1.16, turn: -30 }),
      ...lay(
        dropperBottle({
          label: { brand: 'linnet-row', name: 'Vitamin C Morning Serum' },
          body: glass('#c9803a'),
          cap: satin('#2f2825'),
          sticker: '#f8efdf',
        }),
        { x: 2110, y: 500, turn: 24, scale: 1.14 },
      ),
      ...lay([drop(96, oil, 0.34, 0.1)], { x: 1560, y: 430 }),
      ...lay([drop(40, oil, 0.4, 0.1)], { x: 1450, y: 560 }),
      ...lay([drop(22, oil, 0.45, 0.1)], { x: 1650, y: 590 }),
    ],
  }
}

/** 1200 x 1500: a desk from above, with a hand that writes. */
export function about(): Picture {
  const text =
    word(-330, -400, 'Week three', { face: 'serifItalic', size: 64, color: '#6a2c2b' }) +
    lines(
      -330,
      -310,
      [
        'Cheeks calm in the morning.',
        'A little tight after the second',
        'wash. Skip the toner on',
        'Thursday and look again.',
      ],
      { face: 'garamondItalic', size: 54, color: '#3b312b' },
      1.5,
    ) +
    Array.from({ length: 11 }, (_, i) => stroke(`M-340 ${-290 + i * 81}H340`, '#d8c9b2', 2)).join('')
  const steel = metal('#8a5a3c')
  const lens = turnedOnEnd(92, (d) => (d > 80 ? 20 : -1), steel)
  return {
    width: 1200,
    height: 1500,
    sheet: rect(0, 0, 1200, 1500, '#8b9a83'),
    placed: [
      ...lay([slab({ width: 800, length: 1080, thickness: 30, corner: 12, edge: 6 }, matte('#5c3a2c'))], {
        x: 540,
        y: 800,
        turn: -7,
      }),
      ...lay([sheetOfPaper(770, 1050, '#fbf6ea', text, 10)], { x: 540, y: 796, turn: -7, lift: 30 }),
      ...lay([turnedOnEnd(200, (d) => (d > 190 ? 10 : 16), glazed('#f4efe6'))], { x: 990, y: 220 }),
      ...lay([bowl(140, '#f4efe6', 150)], { x: 990, y: 220 }),
      ...lay([pool(116, 112, { ...wax('#a5622c'), gloss: 0.9, rough: 0.05 })], { x: 990, y: 220 }),
      ...lay([lens], { x: 190, y: 250 }),
      ...lay([lens], { x: 410, y: 226 }),
      ...lay([freeform([-30, -8, 30, 8], (x, y) => (Math.abs(y + 4 * Math.cos(x / 14)) < 6 ? 24 : -1), steel)], {
        x: 300,
        y: 232,
        turn: -6,
      }),
      ...lay(
        dropperBottle({
          label: { brand: 'hushmoss', name: 'Salicylic Serum 1%' },
          body: satin('#dfe6d2'),
          cap: satin('#eef0e6'),
          ink: '#28473a',
        }),
        { x: 1060, y: 740, turn: 10, scale: 0.62 },
      ),
      ...lay(
        [column({ top: -330, bottom: 300, radius: 17, roundTop: [8, 20], roundBottom: [16, 60] }, satin('#2f5d5a'))],
        { x: 720, y: 960, turn: 34, lift: 90 },
      ),
      ...lay(hand(skins[0], 'point'), { x: 850, y: 1330, turn: -38, scale: 1.02, lift: 40 }),
    ],
  }
}
