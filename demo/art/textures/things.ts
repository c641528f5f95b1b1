/** Small things of a bathroom and a kitchen, seen from above. */
import { cream, glazed, matte, steel } from '../relief/materials.ts'
import { fractal, smoothstep } from '../relief/noise.ts'
import { freeform, type Material, type Solid, slab, turnedOnEnd } from '../relief/solid.ts'
import { word } from '../type/set-type.ts'

/** A measuring spoon with its bowl at the origin and the handle to the right; filled where `content` is given. */
export function spoon(content?: Material, engraving = '', metalOf: Material = steel): Solid[] {
  const [rx, ry] = [190, 150]
  const print = engraving && word(420, 16, engraving, { face: 'sansBold', size: 46, color: '#4a4a4a', tracking: 0.04 })
  const form = freeform(
    [-rx, -ry, 980, ry],
    (x, y) => {
      const d = Math.hypot(x / rx, y / ry)
      if (d <= 1) return d > 0.93 ? 66 : 66 - 54 * (1 - (d / 0.93) ** 2) ** 0.7
      if (x < 150 || x > 960) return -1
      const half = x < 260 ? 60 - (x - 150) * 0.22 : 36 + (x - 260) * 0.024
      const end = x > 930 ? half * Math.sqrt(Math.max(0, 1 - ((x - 930) / 30) ** 2)) : half
      const rest = 1 - Math.abs(y) / end
      const hole = Math.hypot(x - 910, y)
      return rest <= 0 || hole < 16 ? -1 : 46 + Math.min(1, rest * 4) * 10
    },
    metalOf,
  )
  const bowl = { ...form, print }
  if (!content) return [bowl]
  const heap = freeform(
    [-rx, -ry, rx, ry],
    (x, y) => {
      const d = Math.hypot(x / (rx * 0.95), y / (ry * 0.95))
      if (d >= 1) return -1
      const swirl = Math.sin(Math.atan2(y, x) * 1 + d * 9) * 5 * smoothstep(0, 0.4, d) * (1 - d)
      return (
        58 + 22 * (1 - d * d) ** 0.5 + swirl + 10 * Math.exp(-((d / 0.14) ** 2)) + fractal(x / 70, y / 70, 2, 4) * 3
      )
    },
    content,
  )
  return [bowl, { ...heap, carves: true }]
}

/** A pea of cream with the point that the tube leaves. */
export function pea(radius: number, material: Material = cream('#fbf6ea'), seed = 1): Solid {
  return freeform(
    [-radius * 1.2, -radius * 1.2, radius * 1.2, radius * 1.2],
    (x, y) => {
      const turn = Math.atan2(y, x)
      const d = Math.hypot(x, y) / (radius * (1 + fractal(Math.cos(turn), Math.sin(turn), 2, seed) * 0.14))
      if (d >= 1) return -1
      const coil = Math.sin(turn + d * 8 + seed) * radius * 0.05 * smoothstep(0.1, 0.5, d) * (1 - d)
      const tip = Math.exp(
        -(((x - radius * 0.1) / (radius * 0.16)) ** 2) - ((y + radius * 0.08) / (radius * 0.13)) ** 2,
      )
      return radius * (0.62 * Math.sqrt(1 - d * d) + tip * 0.24) + coil
    },
    material,
  )
}

export function sheetOfPaper(width: number, length: number, color: string, print = '', thickness = 5): Solid {
  return slab(
    { width, length, thickness, corner: 3, edge: 2, relief: (x, y) => fractal(x / 260, y / 260, 2, 2) * 2 },
    matte(color),
    print,
  )
}

export function plate(radius: number, color: string): Solid {
  return turnedOnEnd(
    radius,
    (d) => {
      const rim = smoothstep(radius * 0.62, radius * 0.72, d)
      const edge = radius - d < 8 ? (1 - (radius - d) / 8) ** 2 * 8 : 0
      return 16 + rim * (14 + (d - radius * 0.7) * 0.1) - edge
    },
    glazed(color),
  )
}

/** A deep bowl; `depth` is the height of its rim. */
export function bowl(radius: number, color: string, depth = 120): Solid {
  return turnedOnEnd(
    radius,
    (d) => {
      if (d > radius - 26) return depth - ((d - radius + 13) / 13) ** 2 * 8
      return Math.max(14, depth * (d / (radius - 26)) ** 2.4)
    },
    glazed(color),
  )
}

/** Content of a dish at a level. */
export function pool(radius: number, level: number, material: Material, unevenness = 0): Solid {
  const surface = turnedOnEnd(
    radius,
    (d) => {
      const turnless = radius - d
      return level + Math.min(1, turnless / 12) * 4
    },
    material,
  )
  return {
    ...surface,
    carves: true,
    height: (x, y) => {
      const base = surface.height(x, y)
      return base < 0 ? base : base + fractal(x / 50, y / 50, 3, 6) * unevenness
    },
  }
}

export function coin(radius = 62): Solid {
  return turnedOnEnd(radius, (d) => (d > radius - 7 ? 14 : d > radius - 10 ? 9 : 11), {
    color: '#c58a55',
    gloss: 0.8,
    rough: 0.35,
    metal: true,
  })
}

/** A hand-laid brick. */
export function brick(width: number, length: number, color: string, seed: number): Solid {
  const face = slab(
    {
      width,
      length,
      thickness: 70,
      corner: 10,
      edge: 12,
      relief: (x, y) => fractal(x / 30 + seed * 9, y / 30, 4, seed) * 7,
    },
    matte(color),
  )
  return face
}
