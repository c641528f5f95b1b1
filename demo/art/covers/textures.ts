/** Covers that are filled by a texture. */
import { mix } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { foldedCloth } from '../products/low-vessels.ts'
import { seededRandom } from '../random.ts'
import { cream, gel, lotion, matte, wax } from '../relief/materials.ts'
import { fractal, smoothstep } from '../relief/noise.ts'
import { drop, freeform, type Material, slab } from '../relief/solid.ts'
import { foam } from '../textures/foam.ts'
import { crackedGlaze } from '../textures/glaze.ts'
import { heap } from '../textures/grains.ts'
import { smear } from '../textures/smears.ts'
import { brick } from '../textures/things.ts'
import { cover } from './cover.ts'

const amber = { ...lotion('#dba23a'), gloss: 1, rough: 0.04 }

export const textureCovers: Record<string, () => Picture> = {
  'double-cleansing-for-beginners': () => {
    const [cloth] = foldedCloth('#f7f3ea', 1000)
    const stained = (x: number, y: number) => {
      if (x > 0) return undefined
      const stain = smoothstep(-0.35, 0.5, fractal(x / 190, y / 190, 4, 14) + 0.42 - Math.hypot(x + 250, y) / 640)
      return mix('#f7f3ea', '#c99b76', Math.round(stain * 24) / 24)
    }
    const fold = (x: number) => 26 * Math.exp(-((x / 16) ** 2)) - 14 * Math.exp(-(((x - 30) / 20) ** 2))
    return cover('#8ea3a6', {
      placed: cloth
        ? lay(
            [
              {
                ...cloth,
                box: cloth.box,
                colorAt: stained,
                height: (x, y) => (cloth.height(x, y) < 0 ? -1 : cloth.height(x, y) + fold(x)),
              },
            ],
            { x: 800, y: 545, turn: -7, scale: 1.14 },
          )
        : [],
    })
  },
  'choosing-your-first-cleanser': () =>
    cover('#d9c3b0', {
      placed: [
        ...lay([drop(112, amber, 0.14, 0.16)], { x: 420, y: 300 }),
        ...lay([smear({ length: 640, width: 160, seed: 41, material: amber, thickness: 12, ridges: 0.1 })], {
          x: 428,
          y: 600,
          turn: 86,
        }),
        ...lay([smear({ length: 820, width: 190, seed: 22, material: wax('#efd596'), thickness: 42 })], {
          x: 660,
          y: 540,
          turn: 91,
        }),
        ...lay([foam(118, 400, 7)], { x: 915, y: 530 }),
        ...lay([smear({ length: 840, width: 190, seed: 33, material: cream('#fdf8f0'), thickness: 34 })], {
          x: 1170,
          y: 540,
          turn: 88,
        }),
      ],
    }),
  'find-the-right-moisturizer': () =>
    cover('#c98d73', {
      placed: [
        ...lay(
          [
            smear({
              length: 1300,
              width: 250,
              seed: 51,
              material: { ...lotion('#cfe0e2'), gloss: 1, rough: 0.05 },
              thickness: 34,
              ridges: 0.25,
            }),
          ],
          { x: 720, y: 230, turn: -4 },
        ),
        ...lay(
          [smear({ length: 1340, width: 270, seed: 52, material: lotion('#fbeee4'), thickness: 26, ridges: 0.6 })],
          { x: 800, y: 530, turn: -4 },
        ),
        ...lay([smear({ length: 1360, width: 300, seed: 53, material: cream('#fffaf0'), thickness: 58 })], {
          x: 860,
          y: 850,
          turn: -4,
        }),
      ],
    }),
  'mineral-or-chemical-sunscreen': () =>
    cover('#9c6747', {
      placed: [
        ...lay(
          [
            smear({
              length: 1180,
              width: 330,
              seed: 64,
              material: { ...matte('#fbfaf7'), soft: 0.5 },
              thickness: 74,
              ridges: 1,
            }),
          ],
          { x: 700, y: 350, turn: -16 },
        ),
        ...lay(
          [
            smear({
              length: 1180,
              width: 300,
              seed: 72,
              material: { ...lotion('#b27c57'), gloss: 1, rough: 0.04, soft: 0.2 },
              thickness: 64,
              ridges: 0.3,
            }),
          ],
          {
            x: 900,
            y: 730,
            turn: -16,
          },
        ),
      ],
    }),
  'exfoliating-acids-explained': () => {
    const sugar = (color: string) => ({ color, gloss: 0.7, rough: 0.3, soft: 0.6 })
    return cover('#7a4a5b', {
      placed: [
        ...lay([heap(225, 86, 7, sugar('#f0dcc0'))], { x: 545, y: 600 }),
        ...lay([heap(190, 38, 17, sugar('#f6e9d6'))], { x: 890, y: 370 }),
        ...lay([heap(170, 14, 27, sugar('#fdf8ef'))], { x: 1060, y: 740 }),
      ],
    })
  },
  'winter-skin-checklist': () =>
    cover('#a9c3cf', { placed: lay([crackedGlaze(1640, 1107, '#b4ccd6', '#46687c')], { x: 800, y: 533 }) }),
  'humectants-emollients-occlusives': () => {
    const random = seededRandom('beads')
    const beads = Array.from({ length: 80 }, () => {
      const r = random.between(12, 30) * (random.chance(0.3) ? random.between(1.5, 2.6) : 1)
      return lay([drop(r, gel('#e6f3f2'), 0.55, 0.08)], { x: random.between(20, 760), y: random.between(10, 1060) })
    }).flat()
    const from = (edge: number, seed: number, thickness: number, rough: number, material: Material) => {
      const start = (y: number) => edge + fractal(y / 260, 0.5, 3, seed) * 90
      return freeform(
        [edge - 130, -10, 1620, 1080],
        (x, y) => {
          const inside = x - start(y)
          if (inside <= 0) return -1
          const bank = Math.exp(-((inside / 60) ** 2)) * thickness * 0.4
          const lumps = fractal(x / 170, y / 560, 4, seed + 2) * thickness * rough
          return Math.sqrt(Math.min(1, inside / 34)) * (thickness + bank + lumps)
        },
        material,
      )
    }
    return cover('#6f9a98', {
      placed: [
        ...beads,
        ...lay([from(610, 5, 34, 0.18, { ...lotion('#e3b24f'), gloss: 1, rough: 0.04 })], { x: 0, y: 0 }),
        ...lay([from(1030, 15, 96, 0.16, { ...wax('#f6ecd8'), gloss: 0.5 })], { x: 0, y: 0 }),
      ],
    })
  },
  'vitamin-c-for-beginners': () =>
    cover('#efe3cd', {
      placed: [
        ...lay([drop(146, gel('#f3dfa0'), 0.42, 0.05)], { x: 474, y: 525 }),
        ...lay([drop(160, gel('#e2a048'), 0.42, 0.06)], { x: 800, y: 540 }),
        ...lay([drop(150, gel('#8c4a1e'), 0.42, 0.05)], { x: 1126, y: 525 }),
      ],
    }),
  'repair-your-skin-barrier': () => {
    const rows = [430, 590, 750, 910, 1070]
    const gaps = new Set(['2-3', '3-1', '4-4'])
    const bricks = rows.flatMap((y, row) =>
      Array.from({ length: 7 }, (_, i) =>
        lay(
          [
            brick(
              264,
              138,
              ['#b9694c', '#c47a58', '#ad5d44', '#cb8763'][(i * 3 + row * 5) % 4] ?? '#b9694c',
              i + row * 7,
            ),
          ],
          { x: i * 286 - 40 + (row % 2) * 143, y },
        ),
      ).flat(),
    )
    const mortar = rows.slice(0, 4).flatMap((y, row) =>
      Array.from({ length: 7 }, (_, i) =>
        gaps.has(`${row + 1}-${i}`)
          ? []
          : lay(
              [
                slab(
                  {
                    width: 284,
                    length: 30,
                    thickness: 52,
                    corner: 2,
                    edge: 6,
                    relief: (x, at) => fractal(x / 20, at / 20, 3, i) * 5,
                  },
                  matte('#e9dccb'),
                ),
              ],
              { x: i * 286 - 40 + (row % 2) * 143, y: y + 80 },
            ),
      ).flat(),
    )
    return cover('#7c4433', {
      placed: [
        ...bricks,
        ...mortar,
        ...lay(
          [smear({ length: 1900, width: 420, seed: 61, material: cream('#fffaf1'), thickness: 110, ridges: 0.9 })],
          { x: 850, y: 190, turn: -2, lift: 40 },
        ),
      ],
    })
  },
}
