/** The hero and the scene of the about page. */
import { cutPaper, roundPath } from '../cut/cut-paper.ts'
import { lay, type Picture } from '../picture.ts'
import { dropperBottle, pumpBottle, slimBottle, tube } from '../products/bottles.ts'
import { jar, lid, openJar } from '../products/low-vessels.ts'
import { cream, glass, glazed, lotion, matte, satin } from '../relief/materials.ts'
import { column, drop, slab } from '../relief/solid.ts'
import { rect } from '../svg.ts'
import { smear } from '../textures/smears.ts'
import { sheetOfPaper } from '../textures/things.ts'
import { lines, word } from '../type/set-type.ts'

const oil = { ...lotion('#e0a840'), gloss: 1, rough: 0.03 }

/** 1600 x 1600, without a ground: it lies on the color of the site's palette. */
export function hero(): Picture {
  return {
    width: 1600,
    height: 1600,
    sheet: rect(0, 0, 1600, 1600, '#ffffff'),
    isCutOut: true,
    placed: [
      ...lay([smear({ length: 1180, width: 300, seed: 91, material: cream('#dd9f88'), thickness: 60, ridges: 0.9 })], {
        x: 720,
        y: 1268,
        turn: -16,
      }),
      ...lay(openJar(satin('#fbf2e2'), cream('#fdf3dc'), 250, 110, 0.9), { x: 500, y: 930, scale: 1.2, turn: -30 }),
      ...lay(
        lid(
          {
            label: { brand: 'oatwhistle', name: 'Everyday Oat Cream' },
            body: satin('#fbf2e2'),
            cap: matte('#a8713c'),
            ink: '#fff6e4',
          },
          262,
          60,
        ),
        { x: 1180, y: 1190, scale: 1.12, turn: 8 },
      ),
      ...lay(
        dropperBottle({
          label: { brand: 'linnet-row', name: 'Vitamin C Morning Serum' },
          body: glass('#c9803a'),
          cap: satin('#2f2825'),
          sticker: '#f8efdf',
        }),
        { x: 1010, y: 560, turn: 20, scale: 1.12 },
      ),
      ...lay([drop(104, oil, 0.34, 0.1)], { x: 440, y: 380 }),
      ...lay([drop(46, oil, 0.4, 0.1)], { x: 300, y: 540 }),
      ...lay([drop(26, oil, 0.45, 0.1)], { x: 560, y: 530 }),
    ],
  }
}

/** 1200 x 1500: the author's shelf, with what she reads, writes and uses. */
export function about(): Picture {
  const plank = (y: number) =>
    lay([slab({ width: 1120, length: 46, thickness: 120, corner: 4, edge: 4 }, matte('#b9865a'))], { x: 600, y })
  const book = (x: number, width: number, length: number, color: string, title: string, ink: string) =>
    lay(
      [
        slab(
          { width, length, thickness: 84, corner: 6, edge: 8 },
          satin(color),
          `<g transform="rotate(-90)">${word(0, width * 0.12, title, { face: 'serifItalic', size: width * 0.46, color: ink, align: 'center', fit: length * 0.8 })}</g>`,
        ),
      ],
      { x, y: 640 - length / 2 },
    )
  const note =
    word(-130, -92, 'Week three', { face: 'serifItalic', size: 46, color: '#8a3a2c' }) +
    lines(
      -130,
      -30,
      ['Cheeks calm in', 'the morning.', 'Look again', 'on Thursday.'],
      {
        face: 'garamondItalic',
        size: 42,
        color: '#3b312b',
      },
      1.25,
    )
  const glasses = `${[-108, 108].map((x) => roundPath(x, 0, 86) + roundPath(x, 0, 70, true)).join('')}M-24 -12C-10 -28 10 -28 24 -12V4C10 -12 -10 -12 -24 4Z`
  return {
    width: 1200,
    height: 1500,
    sheet: rect(0, 0, 1200, 1500, '#9aa88c'),
    placed: [
      ...plank(664),
      ...plank(1264),
      ...book(180, 92, 440, '#2f5d5a', 'The Slow Train', '#f3e3c4'),
      ...book(276, 84, 392, '#c2694a', 'Skin', '#fff0dc'),
      ...book(362, 72, 420, '#e9d6ab', 'Notes, 1 to 9', '#5b3d22'),
      ...lay([sheetOfPaper(330, 340, '#fbf6ea', note)], { x: 620, y: 330, turn: 4 }),
      ...lay([column({ top: -9, bottom: 9, radius: 15, roundTop: [8, 8], roundBottom: [8, 8] }, glazed('#c9452f'))], {
        x: 632,
        y: 176,
        lift: 12,
      }),
      ...lay([cutPaper(glasses, '#5b3020', 16)], { x: 600, y: 548, lift: 6 }),
      ...lay(
        dropperBottle({
          label: { brand: 'linnet-row', name: 'Vitamin C Morning Serum' },
          body: glass('#c07a36'),
          cap: satin('#2f2825'),
          sticker: '#f8efdf',
        }),
        { x: 900, y: 420, scale: 0.66, lift: 20 },
      ),
      ...lay(jar({ label: { brand: 'oatwhistle', name: 'Oat Balm' }, body: satin('#fbf2e0'), cap: matte('#b9864f') }), {
        x: 1056,
        y: 566,
        scale: 0.32,
        lift: 20,
      }),
      ...['#f4ead8', '#c2694a', '#dfe5d8'].flatMap((color, i) =>
        lay([slab({ width: 270 - i * 12, length: 76, thickness: 70, corner: 34, edge: 30 }, matte(color))], {
          x: 236 + i * 4,
          y: 1203 - i * 74,
        }),
      ),
      ...lay(
        pumpBottle({
          label: { brand: 'oatwhistle', name: 'Milky Oat Cleanser' },
          body: glazed('#fbf3e3'),
          cap: matte('#b9864f'),
        }),
        { x: 510, y: 1003, scale: 0.66, lift: 20 },
      ),
      ...lay(
        tube({
          label: { brand: 'saltlark', name: 'Daily Sun Lotion SPF 30' },
          body: satin('#a9cbdc'),
          cap: satin('#f7f4ec'),
        }),
        { x: 766, y: 998, scale: 0.62, lift: 20 },
      ),
      ...lay(
        slimBottle({
          label: { brand: 'tansyweir', name: 'Rose Water' },
          body: satin('#d79f90'),
          cap: satin('#6f4658'),
        }),
        { x: 990, y: 1012, scale: 0.62, lift: 20 },
      ),
    ],
  }
}
