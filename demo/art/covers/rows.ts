import { lay, type Picture } from '../picture.ts'
import { bottle, dropperBottle, pumpBottle, slimBottle, stick, tube } from '../products/bottles.ts'
import { jar, lid, soapBar } from '../products/low-vessels.ts'
import { cream, gel, glass, glazed, matte, satin, wax } from '../relief/materials.ts'
import { drop, slab, turnedOnEnd } from '../relief/solid.ts'
import { pea } from '../textures/things.ts'
import { word } from '../type/set-type.ts'
import { cover } from './cover.ts'

export const rowCovers: Record<string, () => Picture> = {
  'build-a-routine-for-sensitive-skin': () => {
    const wall = (width: number, length: number, x: number, y: number) =>
      lay([slab({ width, length, thickness: 130, corner: 3, edge: 3 }, matte('#b98b62'))], { x, y })
    const small = (thing: Parameters<typeof lay>[0], x: number, y: number, turn: number) =>
      lay(thing, { x, y, turn, scale: 0.44, lift: 20 })
    const l = (brand: 'hushmoss' | 'linnet-row' | 'saltlark' | 'plainmoor', name: string) => ({ brand, name })
    const plain = { body: matte('#fbfaf6'), cap: matte('#e4e4e0') }
    return cover('#cfd6d2', {
      placed: [
        ...lay([slab({ width: 480, length: 560, thickness: 10 }, matte('#9a7250'))], { x: 560, y: 530 }),
        ...small(
          bottle({ label: l('hushmoss', 'Acid Toner'), body: glass('#a9c39a'), cap: satin('#28473a') }),
          420,
          530,
          8,
        ),
        ...small(
          pumpBottle({ label: l('saltlark', 'Scrub'), body: satin('#a9cbdc'), cap: satin('#f28a5b') }),
          562,
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
          700,
          540,
          4,
        ),
        ...wall(500, 26, 560, 250),
        ...wall(500, 26, 560, 812),
        ...wall(26, 588, 323, 531),
        ...wall(26, 588, 797, 531),
        ...lay([slab({ width: 520, length: 260, thickness: 40, corner: 4, edge: 4 }, matte('#c89a70'))], {
          x: 540,
          y: 890,
          turn: -5,
          lift: 130,
        }),
        ...lay(tube({ label: l('plainmoor', 'Light Daily Lotion'), ...plain }), { x: 916, y: 560, scale: 0.56 }),
        ...lay(bottle({ label: l('plainmoor', 'Gentle Cleanser'), ...plain }), { x: 1066, y: 566, scale: 0.56 }),
        ...lay(tube({ label: l('plainmoor', 'Mineral Sunscreen SPF 30'), body: plain.body, cap: matte('#2e2e2e') }), {
          x: 1216,
          y: 560,
          scale: 0.56,
        }),
      ],
    })
  },

  'your-first-skincare-routine': () => {
    const step = (i: number) =>
      lay(
        [
          slab(
            { width: 1600 - i * 320 - (i && 320), length: 1067, thickness: 30, corner: 0, edge: 3 },
            matte(['#e9cbb4', '#edd5c1', '#f2e0cf'][i] ?? '#e9cbb4'),
          ),
        ],
        { x: 800 + i * 160 + (i && 160), y: 533, lift: i * 60 },
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
          { x: 490, y: 480, scale: 0.84, lift: 30 },
        ),
        ...lay(
          jar({ label: { brand: 'hushmoss', name: 'Water Gel Cream' }, body: satin('#a9c4c9'), cap: satin('#f4f3ee') }),
          { x: 800, y: 500, scale: 0.56, lift: 90 },
        ),
        ...lay(
          tube({
            label: { brand: 'saltlark', name: 'Daily Sun Lotion SPF 30' },
            body: satin('#f3bd6a'),
            cap: satin('#f7f4ec'),
          }),
          { x: 1112, y: 480, scale: 0.84, lift: 150 },
        ),
      ],
      over: [0, 1, 2]
        .map((i) =>
          word(490 + i * 311, 950, String(i + 1), { face: 'serif', size: 150, color: '#a9523d', align: 'center' }),
        )
        .join(''),
    })
  },

  'four-gentle-cleansers-compared': () => {
    const l = (brand: 'hushmoss' | 'oatwhistle' | 'plainmoor', name: string) => ({ brand, name })
    return cover('#b8c7c9', {
      placed: [
        ...lay(
          bottle({ label: l('hushmoss', 'Unscented Gel Cleanser'), body: glass('#e4efe9'), cap: satin('#f6f3e8') }),
          { x: 410, y: 540, turn: 180, scale: 0.86 },
        ),
        ...lay(
          pumpBottle({ label: l('oatwhistle', 'Milky Oat Cleanser'), body: glazed('#fbf3e3'), cap: matte('#b9864f') }),
          { x: 660, y: 515, turn: 183, scale: 0.86 },
        ),
        ...lay(soapBar(l('plainmoor', 'Unscented Face Bar'), wax('#f1e7d6'), '#8a7a63'), {
          x: 915,
          y: 560,
          turn: 176,
          scale: 0.4,
        }),
        ...lay(
          pumpBottle({ label: l('hushmoss', 'Soft Foam Cleanser'), body: satin('#eef1e4'), cap: satin('#28473a') }),
          {
            x: 1170,
            y: 515,
            turn: 178,
            scale: 0.84,
          },
        ),
        ...lay([drop(34, gel('#e4efe9'), 0.4, 0.1)], { x: 410, y: 950 }),
        ...lay([pea(24, cream('#fdf6e8'), 4)], { x: 545, y: 945 }),
      ],
    })
  },

  'five-sunscreens-for-five-mornings': () => {
    const l = (brand: 'saltlark' | 'linnet-row' | 'plainmoor', name: string) => ({ brand, name })
    const suns = [52, 72, 96, 78, 62]
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
            { x: 405 + i * 198, y: 240 },
          ),
        ),
        ...things.flatMap((thing, i) =>
          lay(thing, { x: 405 + i * 198, y: i === 3 ? 740 : 670, scale: i === 3 ? 0.4 : 0.56 }),
        ),
      ],
    })
  },
}
