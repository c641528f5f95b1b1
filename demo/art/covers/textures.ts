/** Covers that are filled by a texture. */
import { mix, skins } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { foldedCloth } from '../products/low-vessels.ts'
import { cream, gel, lotion, matte, wax } from '../relief/materials.ts'
import { fractal, smoothstep } from '../relief/noise.ts'
import { drop, freeform, slab, turnedOnEnd } from '../relief/solid.ts'
import { foam } from '../textures/foam.ts'
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
        ...lay([drop(150, amber, 0.12, 0.16)], { x: 220, y: 360 }),
        ...lay([smear({ length: 640, width: 210, seed: 41, material: amber, thickness: 12, ridges: 0.1 })], {
          x: 235,
          y: 620,
          turn: 84,
        }),
        ...lay([smear({ length: 800, width: 260, seed: 22, material: wax('#efd596'), thickness: 42 })], {
          x: 610,
          y: 540,
          turn: 92,
        }),
        ...lay([foam(180, 400, 7)], { x: 990, y: 530 }),
        ...lay([smear({ length: 840, width: 250, seed: 33, material: cream('#fdf8f0'), thickness: 34 })], {
          x: 1360,
          y: 540,
          turn: 87,
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
  'mineral-or-chemical-sunscreen': () => {
    const radius = 450
    const skin = skins[3]
    const film = (x: number, y: number) => {
      const d = Math.hypot(x, y)
      return d > radius - 6
        ? -1
        : x < 0
          ? 22 + (fractal(x / 18, y / 110, 4, 3) + 0.4) * 7
          : 22 + fractal(x / 130, y / 170, 2, 5) * 4
    }
    const streaks = (x: number, y: number) => {
      if (x > 0) return undefined
      const cover = 0.74 + fractal(x / 14, y / 120, 4, 3) * 0.4
      return mix(skin, '#f4efee', Math.min(0.94, Math.max(0.5, Math.round(cover * 30) / 30)))
    }
    return cover('#e3b98f', {
      placed: [
        ...lay([turnedOnEnd(radius, (d) => (d > radius - 8 ? 12 : 20), { ...matte(skin), soft: 0.6 })], {
          x: 800,
          y: 533,
        }),
        ...lay(
          [
            {
              ...freeform([-radius, -radius, radius, radius], film, { color: skin, gloss: 0.5, rough: 0.2, soft: 0.5 }),
              colorAt: streaks,
            },
          ],
          { x: 800, y: 533 },
        ),
      ],
    })
  },
  'vitamin-c-for-beginners': () =>
    cover('#efe3cd', {
      placed: [
        ...lay([drop(190, gel('#f3dfa0'), 0.42, 0.05)], { x: 330, y: 520 }),
        ...lay([drop(210, gel('#e2a048'), 0.42, 0.06)], { x: 800, y: 545 }),
        ...lay([drop(196, gel('#8c4a1e'), 0.42, 0.05)], { x: 1270, y: 520 }),
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
