/** Smears of creams, gels and balms, as a spatula or a finger leaves them. */
import { fractal, noise, smoothstep } from '../relief/noise.ts'
import { freeform, type Material, type Solid } from '../relief/solid.ts'

export type SmearShape = {
  length: number
  width: number
  seed: number
  material: Material
  thickness?: number
  /** Bend of the stroke, in units. */
  bend?: number
  /** Depth of the ridges that the tool leaves, from 0 (runny) to 1 (stiff). */
  ridges?: number
}

/** Along the x axis, from a thick start on the left to a dry end on the right. */
export function smear({ length, width, seed, material, thickness = 26, bend = 0, ridges = 1 }: SmearShape): Solid {
  const [half, middle] = [length / 2, width / 2]
  const margin = width * 0.3 + Math.abs(bend)
  const height = (x: number, y: number) => {
    const along = (x + half) / length
    const curveY = y - bend * (1 - (2 * along - 1) ** 2) + noise(along * 2, 0.5, seed) * width * 0.06
    const across = curveY / middle
    const wobble = fractal(x / 90, Math.sign(curveY) * 3, 3, seed) * 0.12
    const edge = 1 - Math.abs(across) + wobble * 0.9
    const streak = fractal(across * 4.2, along * 0.9, 4, seed + 9)
    const frayed = streak * (0.25 + 0.75 * ridges)
    const reachEnd = 1 - smoothstep(0.76 + frayed * 0.2, 0.98 + frayed * 0.12, along)
    const start = smoothstep(0, 0.07, along - 0.03 * across * across - 0.02 * noise(across * 3, 1, seed))
    const body = Math.min(1, Math.max(0, edge * 4.5)) ** 0.5 * reachEnd * start
    if (body <= 0.02) return -1
    const comb = fractal(across * 7.5, along * 1.6, 3, seed + 3) * 0.34 * ridges
    const bank = Math.exp(-(((Math.abs(across) - 0.86) / 0.12) ** 2)) * 0.5
    const heap = Math.exp(-(((along - 0.09) / 0.09) ** 2)) * (0.9 - across * across * 0.5)
    const lumps = fractal(x / 46, y / 46, 2, seed + 5) * 0.1 * ridges
    return body * thickness * Math.max(0.12, 0.55 + comb + bank + heap + lumps)
  }
  return freeform([-half - 20, -middle - margin, half + 20, middle + margin], height, material)
}
