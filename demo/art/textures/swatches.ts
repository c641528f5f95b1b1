/** Second pictures of products: their texture, 1200 x 1200. */
import { lay, type Picture } from '../picture.ts'
import { clay, cream, gel, lotion, matte, wax } from '../relief/materials.ts'
import { fractal, smoothstep } from '../relief/noise.ts'
import { drop, freeform, type Material, type Solid } from '../relief/solid.ts'
import { rect } from '../svg.ts'
import { foam } from './foam.ts'
import { smear } from './smears.ts'
import { pea } from './things.ts'

const oil = { ...lotion('#dba636'), gloss: 1, rough: 0.03 }
const wet = (color: string) => ({ ...lotion(color), gloss: 1, rough: 0.04 })

function swatch(tone: string, placed: Picture['placed']): Picture {
  return { width: 1200, height: 1200, sheet: rect(0, 0, 1200, 1200, tone), placed }
}

/** A spiral that a spatula leaves in a thick cream. */
export function swirl(radius: number, material: Material): Solid {
  return freeform(
    [-radius * 1.15, -radius * 1.15, radius * 1.15, radius * 1.15],
    (x, y) => {
      const angle = Math.atan2(y, x)
      const d = Math.hypot(x, y) / (radius * (1 + fractal(Math.cos(angle) * 1.4, Math.sin(angle) * 1.4, 3, 4) * 0.1))
      if (d >= 1) return -1
      const arm = Math.sin(angle * 2 + d * 11) * 0.5 + 0.5
      const comb = fractal(d * 16 + angle * 1.2, angle * 0.6, 2, 8) * 0.12
      const dome = Math.sqrt(1 - d ** 3)
      return (
        radius *
        (0.2 * dome +
          (arm ** 0.7 * 0.13 + comb * 0.3) * dome * smoothstep(0, 0.2, d) +
          0.14 * Math.exp(-((d / 0.11) ** 2)))
      )
    },
    material,
  )
}

export const texturePictures: Record<string, () => Picture> = {
  'oatwhistle-everyday-oat-cream': () =>
    swatch('#b9a27f', lay([swirl(470, cream('#fbf1dc'))], { x: 590, y: 600, turn: 20 })),
  'hushmoss-water-gel-cream': () =>
    swatch(
      '#d5e3e4',
      lay([smear({ length: 1200, width: 420, seed: 101, material: wet('#9fcfdd'), thickness: 60, ridges: 0.3 })], {
        x: 620,
        y: 620,
        turn: -36,
      }),
    ),
  'oatwhistle-melting-cleansing-balm': () =>
    swatch('#a9643c', [
      ...lay([drop(330, wet('#e9bf62'), 0.07, 0.14)], { x: 640, y: 690 }),
      ...lay([swirl(240, wax('#f3dca4'))], { x: 560, y: 560 }),
    ]),
  'saltlark-daily-sun-lotion-spf-30': () =>
    swatch(
      '#f2b36b',
      lay(
        [
          smear({
            length: 1060,
            width: 340,
            seed: 103,
            material: lotion('#fdfaf3'),
            thickness: 40,
            bend: 120,
            ridges: 0.7,
          }),
        ],
        { x: 600, y: 560, turn: -28 },
      ),
    ),
  'linnet-row-sheer-sun-fluid-spf-50': () =>
    swatch(
      '#d98f78',
      lay(
        [
          freeform(
            [-260, -700, 260, 560],
            (x, y) => {
              const width = 50 + 130 * smoothstep(-180, -640, y) + 14 * Math.sin(y / 130) + 52 * smoothstep(300, 450, y)
              const centre = 26 * Math.sin(y / 210)
              const end = y > 400 ? Math.sqrt(Math.max(0, 1 - ((y - 400) / 110) ** 2)) : 1
              const rest = 1 - Math.abs(x - centre) / (width * end)
              return rest <= 0 || y > 510 ? -1 : 40 * Math.min(1, rest * 1.4) ** 0.55
            },
            wet('#f6e3dc'),
          ),
        ],
        { x: 590, y: 560, turn: 10 },
      ),
    ),
  'plainmoor-mineral-sunscreen-spf-30': () =>
    swatch(
      '#8c6a54',
      lay(
        [smear({ length: 980, width: 400, seed: 105, material: { ...matte('#fdfdfb'), soft: 0.4 }, thickness: 62 })],
        { x: 600, y: 610, turn: 18 },
      ),
    ),
  'tansyweir-squalane-face-oil': () =>
    swatch(
      '#f0e0c4',
      [
        [480, 520, 230, 0.24],
        [860, 800, 130, 0.32],
        [760, 330, 66, 0.4],
        [360, 900, 84, 0.36],
        [980, 560, 34, 0.5],
      ].flatMap(([x = 0, y = 0, r = 0, flat = 0.3]) => lay([drop(r, oil, flat, 0.06)], { x, y })),
    ),
  'tansyweir-rose-clay-mask': () => swatch('#ecd8cb', lay([cracked(mud())], muddy)),
  /** The same smear before it cracks: the two are compared. */
  'rose-clay-mask-wet': () => swatch('#ecd8cb', lay([mud(lotion('#b97468'))], muddy)),
  'hushmoss-soft-foam-cleanser': () => swatch('#6f8a6d', lay([foam(470, 400, 109)], { x: 600, y: 600 })),
  'morrow-and-fern-first-retinol-cream': () =>
    swatch('#3d3a45', lay([pea(250, cream('#f5e4a6'), 3)], { x: 600, y: 610 })),
  'plainmoor-plain-ointment': () =>
    swatch(
      '#9fb0b4',
      lay([smear({ length: 1080, width: 360, seed: 111, material: wet('#f1e7c2'), thickness: 70, ridges: 0.45 })], {
        x: 600,
        y: 600,
        turn: -24,
      }),
    ),
  'hushmoss-hyaluronic-dew-serum': () =>
    swatch(
      '#c9d9cd',
      [
        [430, 470, 200],
        [800, 720, 170],
        [760, 330, 90],
        [400, 880, 110],
        [1000, 480, 56],
        [620, 1000, 44],
        [210, 660, 50],
      ].flatMap(([x = 0, y = 0, r = 0]) => lay([drop(r, gel('#eaf5f1'), 0.42, 0.06)], { x, y })),
    ),
}

const muddy = { x: 610, y: 600, turn: -20 }

const mud = (material = clay('#c98b7d')) =>
  smear({ length: 1250, width: 700, seed: 107, material, thickness: 60, ridges: 0.6 })

function cracked(smeared: Solid): Solid {
  return {
    ...smeared,
    height: (x, y) => {
      const base = smeared.height(x, y)
      if (base < 0) return base
      const crack = Math.abs(fractal(x / 130 + fractal(x / 60, y / 60, 2, 3) * 0.3, y / 130, 3, 44))
      return Math.max(0.5, base - 20 * smoothstep(0.035, 0.0, crack) * smoothstep(-400, 300, x))
    },
  }
}
