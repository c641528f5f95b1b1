/** Light on a field: what each pixel shows. One loop over millions of pixels, so it allocates nothing inside. */

import { channelsOf, type Field } from './field.ts'
import { hardSun, type Light, studio } from './light.ts'
import { occlusionOf } from './occlusion.ts'
import { castShadows } from './shadows.ts'
import type { Material } from './solid.ts'

const paper: Material = { color: '#ffffff', gloss: 0 }

/** Radius of contact shadows, in units of the drawing. */
const CONTACT = 26

export function shade(field: Field, placed: readonly Material[], changed: Partial<Light>, detail: number): Buffer {
  const light = { ...hardSun, ...changed }
  const { columns, rows, heights, owners, colors, prints } = field
  const shadows = castShadows(field, light, detail)
  const contact = occlusionOf(field, CONTACT * detail)
  const materials = [paper, ...placed]
  const tints = materials.map(({ clear }) => (clear ? channelsOf(clear) : undefined))
  const angle = (light.direction * Math.PI) / 180
  const elevation = Math.atan(1 / light.reach)
  const lightX = -Math.cos(angle) * Math.cos(elevation)
  const lightY = -Math.sin(angle) * Math.cos(elevation)
  const lightZ = Math.sin(elevation)
  const data = Buffer.alloc(columns * rows * 3)
  for (let at = 0; at < owners.length; at++) {
    const owner = owners[at]!
    const column = at % columns
    const here = heights[at]!
    // Slopes do not reach across the edge of a solid.
    const hasLeft = column > 0 && owners[at - 1] === owner
    const hasRight = column < columns - 1 && owners[at + 1] === owner
    const hasAbove = at >= columns && owners[at - columns] === owner
    const hasBelow = at + columns < owners.length && owners[at + columns] === owner
    const slopeX =
      ((hasLeft ? here - heights[at - 1]! : 0) + (hasRight ? heights[at + 1]! - here : 0)) /
      (hasLeft && hasRight ? 2 : 1)
    const slopeY =
      ((hasAbove ? here - heights[at - columns]! : 0) + (hasBelow ? heights[at + columns]! - here : 0)) /
      (hasAbove && hasBelow ? 2 : 1)
    const nz = 1 / Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1)
    const nx = -slopeX * nz
    const ny = -slopeY * nz
    const material = materials[owner]!
    const soft = (material.soft ?? 0) * 0.45
    const facing = nx * lightX + ny * lightY + nz * lightZ
    const shadow = shadows.amount[at]!
    const wrapped = (facing + soft) / (lightZ + soft)
    const key = (wrapped < 0 ? 0 : wrapped > 1.45 ? 1.45 : wrapped) * (1 - shadow * (1 - soft * 0.55))
    const edge = (1 - nz) ** 4
    const { gloss } = material
    const covered = prints[at]! / 255
    let shine = 0
    if (gloss > 0) {
      const rough = material.rough ?? 0.3
      const rx = 2 * nz * nx
      const ry = 2 * nz * ny
      const rz = 2 * nz * nz - 1
      const aim = rx * lightX + ry * lightY + rz * lightZ
      const narrow = rough < 0.2 ? 260 : rough < 0.45 ? 60 : 18
      const spark = aim > 0.5 ? aim ** narrow * gloss * (1 - shadow) * (1.4 - rough) : 0
      shine =
        (studio(rx, ry, rz, rough) * gloss * (0.16 + edge * 0.5) + spark) * (covered > 0 && material.clear ? 0.5 : 1)
    }
    const tint = tints[owner]
    const fallen = owner === 0 && shadow > 0 ? tints[shadows.caster[at]!] : undefined
    for (let channel = 0; channel < 3; channel++) {
      const base = colors[at * 3 + channel]!
      // Shadows keep the hue of what they fall on: the ambient light is filtered once more by the surface.
      const ambient = light.ambient * (0.72 + 0.28 * base) * contact[at]!
      let value = base * (ambient + (1 - light.ambient) * key)
      if (fallen) value += base * fallen[channel]! * shadow * 0.42
      if (tint)
        value = value * covered + throughGlass(base, tint[channel]!, nz, facing, shadow, here / detail) * (1 - covered)
      // The sheet throws its light back onto the sides of what lies on it.
      const bounce = owner === 0 ? 0 : edge * 0.35 * colors[channel]! * gloss
      value += bounce + (material.metal ? shine * (base * 1.6 + 0.2) : shine * (1 - value * 0.4))
      data[at * 3 + channel] = toByte(value)
    }
  }
  return data
}

/** Liquid and glass: deepest where it is thick and at the rim, bright on the side away from the light. */
function throughGlass(base: number, tint: number, nz: number, facing: number, shadow: number, depth: number): number {
  const thick = Math.min(1.6, depth / 70)
  const absorbed = base * tint ** (0.35 + thick * 0.9)
  const rim = 1 - 0.5 * (1 - nz) ** 2
  const glow = Math.max(0, 0.5 - facing) * 0.55 * tint * base
  return absorbed * rim * (0.92 - shadow * 0.18) + glow
}

const STEPS = 4096
const TOP = 2

/** sRGB bytes of linear values from 0 to `TOP`; highlights roll off instead of clipping. */
const bytes = Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
  const value = (step / STEPS) ** 2 * TOP
  const rolled = value > 0.82 ? 0.82 + (1 - Math.exp(-(value - 0.82) / 0.18)) * 0.18 : value
  return Math.round(rolled ** (1 / 2.2) * 255)
})

function toByte(value: number): number {
  if (value <= 0) return 0
  return value >= TOP ? 255 : bytes[(Math.sqrt(value / TOP) * STEPS) | 0]!
}
