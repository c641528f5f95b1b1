import { lay, type Picture } from '../picture.ts'
import { bottle, dropperBottle, pumpBottle, slimBottle, stick, tube } from '../products/bottles.ts'
import { jar, lid, soapBar } from '../products/low-vessels.ts'
import { cream, gel, glass, glazed, matte, satin, wax } from '../relief/materials.ts'
import { drop, slab, turnedOnEnd } from '../relief/solid.ts'
import { rect } from '../svg.ts'
import { pea } from '../textures/things.ts'
import { word } from '../type/set-type.ts'
import { cover } from './cover.ts'

export const rowCovers: Record<string, () => Picture> = {
  'build-a-routine-for-sensitive-skin': () => {
    const wall = (width: number, length: number, x: number, y: number) =>
      lay([slab({ width, length, thickness: 150, corner: 3, edge: 3 }, matte('#b98b62'))], { x, y })
    const small = (thing: Parameters<typeof lay>[0], x: number, y: number, turn: number) =>
      lay(thing, { x, y, turn, scale: 0.52, lift: 20 })
    const l = (
      brand: 'hushmoss' | 'linnet-row' | 'saltlark' | 'tansyweir' | 'plainmoor' | 'oatwhistle',
      name: string,
    ) => ({ brand, name })
    return cover('#cfd6d2', {
      placed: [
        ...lay([slab({ width: 800, length: 640, thickness: 10 }, matte('#9a7250'))], { x: 470, y: 540 }),
        ...small(
          bottle({ label: l('hushmoss', 'Acid Toner'), body: glass('#a9c39a'), cap: satin('#28473a') }),
          210,
          520,
          8,
        ),
        ...small(
          pumpBottle({ label: l('saltlark', 'Scrub'), body: satin('#a9cbdc'), cap: satin('#f28a5b') }),
          400,
          560,
          -6,
        ),
        ...small(
          dropperBottle({
            label: l('linnet-row', 'Retinol Night'),
            body: glass('#b8672f'),
            cap: satin('#2d2a2a'),
            sticker: '#f8efdf',
          }),
          570,
          540,
          4,
        ),
        ...small(
          slimBottle({ label: l('tansyweir', 'Rose Water'), body: satin('#d79f90'), cap: satin('#6f4658') }),
          730,
          560,
          -3,
        ),
        ...wall(820, 30, 470, 220),
        ...wall(820, 30, 470, 860),
        ...wall(30, 670, 60, 540),
        ...wall(30, 670, 880, 540),
        ...lay([slab({ width: 860, length: 330, thickness: 40, corner: 4, edge: 4 }, matte('#c89a70'))], {
          x: 430,
          y: 940,
          turn: -5,
          lift: 150,
        }),
        ...lay(tube({ label: l('plainmoor', 'Light Daily Lotion'), body: matte('#fbfaf6'), cap: matte('#e4e4e0') }), {
          x: 1050,
          y: 540,
          scale: 0.72,
        }),
        ...lay(bottle({ label: l('plainmoor', 'Gentle Cleanser'), body: matte('#fbfaf6'), cap: matte('#e4e4e0') }), {
          x: 1258,
          y: 550,
          scale: 0.72,
        }),
        ...lay(
          tube({ label: l('plainmoor', 'Mineral Sunscreen SPF 30'), body: matte('#fbfaf6'), cap: matte('#2e2e2e') }),
          { x: 1462, y: 540, scale: 0.72 },
        ),
      ],
    })
  },

  'your-first-skincare-routine': () => {
    const step = (i: number) =>
      lay(
        [
          slab(
            { width: 534, length: 1067, thickness: 30 + i * 60, corner: 0, edge: 3 },
            matte(['#e9cbb4', '#edd5c1', '#f2e0cf'][i] ?? '#e9cbb4'),
            word(-220, 480, String(i + 1), { face: 'serif', size: 150, color: '#a9523d' }),
          ),
        ],
        { x: 267 + i * 533, y: 533 },
      )
    return cover('#e2bfa5', {
      placed: [
        ...step(0),
        ...step(1),
        ...step(2),
        ...lay(
          pumpBottle({
            label: { brand: 'oatwhistle', name: 'Milky Oat Cleanser' },
            body: glazed('#fbf3e3'),
            cap: matte('#b9864f'),
          }),
          { x: 267, y: 500, scale: 0.92, lift: 30 },
        ),
        ...lay(
          jar({ label: { brand: 'hushmoss', name: 'Water Gel Cream' }, body: satin('#a9c4c9'), cap: satin('#f4f3ee') }),
          { x: 800, y: 520, scale: 0.84, lift: 90 },
        ),
        ...lay(
          tube({
            label: { brand: 'saltlark', name: 'Daily Sun Lotion SPF 30' },
            body: satin('#f3bd6a'),
            cap: satin('#f7f4ec'),
          }),
          { x: 1334, y: 500, scale: 0.92, lift: 150 },
        ),
      ],
    })
  },

  'morning-and-evening-order': () => {
    const l = (name: string) => ({ brand: 'plainmoor', name }) as const
    const things = [
      dropperBottle({ label: l('Toner'), body: glass('#dfe9ea'), cap: satin('#e9e6df') }),
      dropperBottle({ label: l('Serum'), body: glass('#e9b56a'), cap: satin('#2d2a2a'), sticker: '#fbf6ec' }),
      slimBottle({ label: l('Lotion'), body: satin('#fbf6ee'), cap: satin('#d9c7ae') }),
      tube({ label: l('Cream'), body: satin('#e9c3ae'), cap: satin('#8a5544') }),
    ]
    return cover('#f3d9a4', {
      sheet: rect(800, 0, 800, 1067, '#3d4763'),
      placed: things.flatMap((thing, i) => [
        ...lay(
          [
            slab(
              { width: 400, length: 1067 - i * 110, thickness: 24, corner: 0, edge: 3 },
              matte(i < 2 ? '#f9e9c8' : '#56617f'),
            ),
          ],
          { x: 200 + i * 400, y: 1067 - (1067 - i * 110) / 2 },
        ),
        ...lay(thing, { x: 200 + i * 400, y: 600 + i * 40, scale: 0.8, lift: 24 }),
      ]),
    })
  },

  'four-gentle-cleansers-compared': () => {
    const l = (brand: 'hushmoss' | 'oatwhistle' | 'plainmoor', name: string) => ({ brand, name })
    return cover('#b8c7c9', {
      placed: [
        ...lay(
          bottle({ label: l('hushmoss', 'Unscented Gel Cleanser'), body: glass('#e4efe9'), cap: satin('#f6f3e8') }),
          { x: 250, y: 540, turn: 180, scale: 1 },
        ),
        ...lay(
          pumpBottle({ label: l('oatwhistle', 'Milky Oat Cleanser'), body: glazed('#fbf3e3'), cap: matte('#b9864f') }),
          { x: 620, y: 510, turn: 183, scale: 1 },
        ),
        ...lay(soapBar(l('plainmoor', 'Unscented Face Bar'), wax('#f1e7d6'), '#8a7a63'), {
          x: 990,
          y: 560,
          turn: 176,
          scale: 0.52,
        }),
        ...lay(
          pumpBottle({ label: l('hushmoss', 'Soft Foam Cleanser'), body: satin('#eef1e4'), cap: satin('#28473a') }),
          {
            x: 1350,
            y: 510,
            turn: 178,
            scale: 0.94,
          },
        ),
        ...lay([drop(34, gel('#e4efe9'), 0.4, 0.1)], { x: 250, y: 1010 }),
        ...lay([pea(24, cream('#fdf6e8'), 4)], { x: 450, y: 1000 }),
      ],
    })
  },

  'five-sunscreens-for-five-mornings': () => {
    const l = (brand: 'saltlark' | 'linnet-row' | 'plainmoor', name: string) => ({ brand, name })
    const suns = [70, 96, 128, 104, 82]
    const things = [
      tube({ label: l('saltlark', 'Daily Sun Lotion SPF 30'), body: satin('#a9cbdc'), cap: satin('#f7f4ec') }),
      slimBottle({ label: l('linnet-row', 'Sheer Sun Fluid SPF 50'), body: glazed('#f4e6ea'), cap: satin('#6a2c2b') }),
      stick(
        { label: l('saltlark', 'Clear Sun Stick SPF 50'), body: satin('#f6d27a'), cap: satin('#f6d27a') },
        gel('#f5ecd6'),
      ),
      lid({ label: l('saltlark', 'Tinted Sun Balm SPF 30'), body: satin('#f6d27a'), cap: satin('#f6e0b0') }, 230, 60),
      tube({ label: l('plainmoor', 'Mineral Sunscreen SPF 30'), body: matte('#fbfaf6'), cap: matte('#2e2e2e') }),
    ]
    return cover('#e9d8c4', {
      placed: [
        ...suns.flatMap((r, i) =>
          lay(
            [
              turnedOnEnd(
                r,
                (d) => (d > r - 3 ? 6 : 8),
                matte(['#f0c25a', '#eea94b', '#e98c46', '#eda24c', '#f0bd57'][i] ?? '#eea94b'),
              ),
            ],
            { x: 190 + i * 305, y: 200 },
          ),
        ),
        ...things.flatMap((thing, i) =>
          lay(thing, { x: 190 + i * 305, y: i === 3 ? 780 : 700, scale: i === 3 ? 0.6 : 0.74 }),
        ),
      ],
    })
  },
}
