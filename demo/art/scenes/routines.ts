/** Pictures of the routines, 1600 x 1067. */
import { cover } from '../covers/cover.ts'
import { mix, tones } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { bottle, pumpBottle, tube } from '../products/bottles.ts'
import { foldedCloth, jar, lid, soapBar } from '../products/low-vessels.ts'
import { cream, lotion, matte, satin, wax } from '../relief/materials.ts'
import { fractal } from '../relief/noise.ts'
import { slab, turnedOnEnd } from '../relief/solid.ts'
import { rect, stroke } from '../svg.ts'
import { smear } from '../textures/smears.ts'
import { pea, sheetOfPaper } from '../textures/things.ts'
import { word } from '../type/set-type.ts'

export const routinePictures: Record<string, () => Picture> = {
  'the-simplest-routine': () =>
    cover(tones.butter, {
      placed: [
        ...[0, 1, 2].flatMap((i) =>
          lay(
            [
              slab(
                { width: 1600 - i * 440, length: 1067, thickness: 26, corner: 0, edge: 2 },
                matte(['#f3dfae', '#efd08a', '#e9bd62'][i] ?? '#efd08a'),
              ),
            ],
            { x: 800 + i * 220, y: 533, lift: i * 26 },
          ),
        ),
        ...lay(
          pumpBottle({
            label: { brand: 'plainmoor', name: 'Gentle Cleanser' },
            body: matte('#fbfaf6'),
            cap: matte('#fbfaf6'),
          }),
          { x: 215, y: 640, scale: 0.82, lift: 26 },
        ),
        ...lay(
          jar({
            label: { brand: 'oatwhistle', name: 'Everyday Oat Cream' },
            body: satin('#fbf2e0'),
            cap: matte('#b9864f'),
          }),
          { x: 690, y: 640, scale: 0.82, lift: 52 },
        ),
        ...lay(
          tube({
            label: { brand: 'saltlark', name: 'Daily Sun Lotion SPF 30' },
            body: satin('#a9cbdc'),
            cap: satin('#f7f4ec'),
          }),
          { x: 1230, y: 590, scale: 0.92, lift: 78 },
        ),
      ],
    }),
  'oily-and-blemish-prone-skin': () => {
    const paper = slab(
      {
        width: 520,
        length: 520,
        thickness: 4,
        corner: 2,
        edge: 1,
        relief: (x, y) => fractal(x / 120, y / 120, 3, 5) * 7 + 6,
      },
      matte('#dfe6d8'),
    )
    const shine = (x: number, y: number) => {
      const mark =
        Math.max(
          Math.exp(-(((x / 150) ** 2 + ((y + 110) / 70) ** 2) ** 1.4)),
          Math.exp(-(((x / 52) ** 2 + ((y - 60) / 120) ** 2) ** 1.4)),
        ) +
        fractal(x / 50, y / 50, 3, 9) * 0.18
      return mark > 0.2 ? mix('#dfe6d8', '#a9b68c', Math.min(1, Math.round((mark - 0.2) * 16) / 12)) : undefined
    }
    return cover('#7f9c86', {
      placed: [
        ...lay([{ ...paper, colorAt: shine }], { x: 470, y: 560, turn: -12, scale: 1.3 }),
        ...lay(
          [
            smear({
              length: 760,
              width: 200,
              seed: 71,
              material: { ...lotion('#cfe6da'), gloss: 1, rough: 0.04 },
              thickness: 32,
              ridges: 0.25,
            }),
          ],
          { x: 1150, y: 480, turn: -62 },
        ),
      ],
    })
  },
  'dry-winter-skin': () =>
    cover('#4a5f74', {
      placed: [
        ...[
          ['#b5533c', -7],
          ['#e3cfae', 4],
          ['#d59a55', -3],
          ['#f2e8d6', 5],
        ].flatMap(([color, turn], i) =>
          lay(foldedCloth(String(color), 1120 - i * 110), { x: 800, y: 545, turn: Number(turn), lift: i * 46 }),
        ),
        ...lay(
          lid(
            { label: { brand: 'tansyweir', name: 'Rich Winter Balm' }, body: satin('#ead9cf'), cap: satin('#ead9cf') },
            250,
            120,
          ),
          { x: 800, y: 540, turn: -8, lift: 190, scale: 0.96 },
        ),
      ],
    }),
  'easily-upset-skin': () => {
    const wall = (width: number, length: number, x: number, y: number, color: string) =>
      lay([slab({ width, length, thickness: 120, corner: 2, edge: 2 }, matte(color))], { x, y })
    return cover('#c9d3cc', {
      sheet: rect(200, 90, 1200, 900, '#eef0ea'),
      placed: [
        ...wall(1240, 36, 800, 80, '#fbfaf5'),
        ...wall(1240, 36, 800, 990, '#fbfaf5'),
        ...wall(36, 950, 190, 535, '#fbfaf5'),
        ...wall(36, 950, 1410, 535, '#fbfaf5'),
        ...wall(1200, 26, 800, 470, '#fbfaf5'),
        ...lay(
          bottle({
            label: { brand: 'plainmoor', name: 'Gentle Cleanser' },
            body: matte('#fbfaf6'),
            cap: matte('#dfe1dc'),
          }),
          { x: 420, y: 776, scale: 0.54, lift: 10 },
        ),
        ...lay(
          tube({
            label: { brand: 'plainmoor', name: 'Light Daily Lotion' },
            body: matte('#fbfaf6'),
            cap: matte('#dfe1dc'),
          }),
          { x: 620, y: 764, scale: 0.52, lift: 10 },
        ),
        ...lay(
          tube({
            label: { brand: 'plainmoor', name: 'Mineral Sunscreen SPF 30' },
            body: matte('#fbfaf6'),
            cap: matte('#2e2e2e'),
          }),
          { x: 810, y: 764, scale: 0.52, lift: 10 },
        ),
      ],
    })
  },
  'first-retinol': () => {
    const nights = [
      [330, 1],
      [800, 2],
      [1270, 3],
    ] as const
    return cover('#2b3350', {
      placed: nights.flatMap(([x, count], i) => [
        ...lay([turnedOnEnd(130, (d) => (d > 126 ? 8 : 12), matte('#f3e7c8'))], { x, y: 400 }),
        ...(i < 2
          ? lay([turnedOnEnd(134, (d) => (d > 130 ? 16 : 20), matte('#2b3350'))], {
              x: x + (i === 0 ? 56 : 130),
              y: 394,
            })
          : []),
        ...Array.from({ length: count }, (_, dot) =>
          lay([pea(36, cream('#f6e6ae'), dot + i * 4)], { x: x + (dot - (count - 1) / 2) * 110, y: 790 }),
        ).flat(),
      ]),
    })
  },
  'under-forty-dollars': () => {
    const type = { face: 'sans', size: 34, color: '#3b3531' } as const
    const item = (y: number, name: string, price: string) =>
      word(-290, y, name, type) + word(290, y, price, { ...type, align: 'right' })
    const receipt =
      word(0, -520, 'THE CORNER PHARMACY', {
        face: 'sansBold',
        size: 36,
        color: '#3b3531',
        align: 'center',
        tracking: 0.06,
      }) +
      stroke('M-290 -480H290', '#3b3531', 3, { 'stroke-dasharray': '10 10' }) +
      item(-420, 'Face bar', '$8.50') +
      item(-360, 'Lotion', '$14.50') +
      item(-300, 'Sunscreen', '$16.50') +
      stroke('M-290 -260H290', '#3b3531', 3, { 'stroke-dasharray': '10 10' }) +
      word(-290, -196, 'Total', { face: 'sansBold', size: 44, color: '#3b3531' }) +
      word(290, -196, '$39.50', { face: 'sansBold', size: 44, color: '#a9523d', align: 'right' })
    return cover('#d97f5e', {
      placed: [
        ...lay([sheetOfPaper(700, 1240, '#fbf8f0', receipt, 8)], { x: 800, y: 680, turn: -6 }),
        ...lay(
          pumpBottle({
            label: { brand: 'plainmoor', name: 'Face and Body Lotion' },
            body: satin('#f3e3dc'),
            cap: satin('#f7f4ec'),
          }),
          { x: 530, y: 830, turn: -12, scale: 0.7, lift: 10 },
        ),
        ...lay(soapBar({ brand: 'plainmoor', name: 'Unscented Face Bar' }, wax('#f1e7d6'), '#8a7a63'), {
          x: 850,
          y: 860,
          turn: 4,
          scale: 0.62,
          lift: 10,
        }),
        ...lay(
          tube({
            label: { brand: 'saltlark', name: 'Daily Sun Lotion SPF 30' },
            body: satin('#a9cbdc'),
            cap: satin('#f7f4ec'),
          }),
          { x: 1120, y: 760, turn: 12, scale: 0.74, lift: 10 },
        ),
      ],
    })
  },
}
