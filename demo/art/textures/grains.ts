/** Crystals: heaps of sugar, salt and dust. */
import { noise, smoothstep } from '../relief/noise.ts'
import { freeform, type Material, type Solid } from '../relief/solid.ts'

type Grain = { x: number; y: number; r: number; cos: number; sin: number; tiltX: number; tiltY: number; base: number }

/** A heap around the origin of grains of about `size` units, with loose ones around it. */
export function heap(radius: number, size: number, seed: number, material: Material): Solid {
  const rise = (d: number) => radius * 0.42 * Math.sqrt(Math.max(0, 1 - (d / radius) ** 2))
  const grains = new Map<string, Grain | undefined>()
  const grainOf = (column: number, row: number): Grain | undefined => {
    const key = `${column} ${row}`
    if (!grains.has(key)) grains.set(key, makeGrain(column, row))
    return grains.get(key)
  }
  const makeGrain = (column: number, row: number): Grain | undefined => {
    // At whole numbers noise is a random number of its own.
    const random = (n: number) => noise(column, row, seed + n)
    const [x, y] = [(column + 0.5 + random(0) * 0.34) * size, (row + 0.5 + random(1) * 0.34) * size]
    const d = Math.hypot(x, y) / (1 + random(7) * 0.05)
    const chance = d < radius ? 1 : 0.34 * (1 - smoothstep(radius, radius * 1.5, d)) ** 2
    if (random(2) * 0.5 + 0.5 > chance) return undefined
    const angle = random(3) * Math.PI
    return {
      x,
      y,
      r: size * (0.54 + random(4) * 0.14),
      cos: Math.cos(angle),
      sin: Math.sin(angle),
      tiltX: random(5) * 0.55,
      tiltY: random(6) * 0.55,
      base: rise(d),
    }
  }
  const height = (x: number, y: number) => {
    const [column, row] = [Math.floor(x / size), Math.floor(y / size)]
    const d = Math.hypot(x, y)
    let highest = d < radius - size ? rise(d) * 0.96 : -1
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) {
        const grain = grainOf(column + dx, row + dy)
        if (!grain) continue
        const [gx, gy] = [x - grain.x, y - grain.y]
        const [u, v] = [gx * grain.cos + gy * grain.sin, gy * grain.cos - gx * grain.sin]
        const inside = grain.r - Math.max(Math.abs(u), Math.abs(v) * 1.18)
        if (inside <= 0) continue
        const top = grain.r * 0.95 + u * grain.tiltX + v * grain.tiltY
        highest = Math.max(highest, grain.base + Math.max(1, Math.min(top, inside * 3)))
      }
    return highest
  }
  const reach = radius * 1.6
  return freeform([-reach, -reach, reach, reach], height, material)
}
