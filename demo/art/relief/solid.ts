/**
 * Solids as height fields: each returns how far it rises above the sheet at a point, in its own units, with its origin where
 * it is placed. Everything is seen from straight above.
 */

/** Height above the sheet; negative where there is nothing. */
export type HeightAt = (x: number, y: number) => number

export type Material = {
  color: string
  /** Strength of the mirrored light, from 0 (paper) to 1 (lacquer). */
  gloss: number
  /** Width of the highlight, from 0 (mirror) to 1 (satin). */
  rough?: number
  /** Light that wanders below the surface, from 0 (stone) to 1 (cream, wax). */
  soft?: number
  /** Light that passes through; the shadow takes this colour. */
  clear?: string
  /** Mirrors in its own colour. */
  metal?: boolean
}

export type Box = readonly [left: number, top: number, right: number, bottom: number]

export type Solid = {
  box: Box
  height: HeightAt
  material: Material
  /** Colour that varies over the surface; overrides that of the material. */
  colorAt?: (x: number, y: number) => string | undefined
  /** SVG in the units of the solid, printed onto it. */
  print?: string
  /** Replaces what is higher: the content of a vessel lies below its rim. */
  carves?: boolean
}

export type Placement = {
  x: number
  y: number
  scale?: number
  /** Degrees, clockwise. */
  turn?: number
  /** Height of what it lies on. */
  lift?: number
}

/** Rounding of an end: across the axis and along it. */
type Rounding = readonly [across: number, along: number]

type ColumnShape = {
  top: number
  bottom: number
  /** Half widths at both ends. */
  radius: number
  foot?: number
  roundTop?: Rounding
  roundBottom?: Rounding
  /** Depth as a share of the width: 1 is a cylinder, less is a flattened one. */
  depth?: number
}

/** A body of revolution that lies along the y axis. */
export function column(shape: ColumnShape, material: Material, print?: string): Solid {
  const { top, bottom, radius, foot = radius, roundTop = [2, 2], roundBottom = [2, 2], depth = 1 } = shape
  const widest = Math.max(radius, foot)
  const radiusAt = (y: number) => {
    const straight = radius + ((foot - radius) * (y - top)) / (bottom - top)
    return straight - roundedOff(y - top, roundTop) - roundedOff(bottom - y, roundBottom)
  }
  const height: HeightAt = (x, y) => {
    if (y < top || y > bottom) return -1
    const r = radiusAt(y)
    const rest = r * r - x * x
    return rest <= 0 ? -1 : (widest * 0.35 + Math.sqrt(rest)) * depth
  }
  return { box: [-widest, top, widest, bottom], height, material, print }
}

function roundedOff(distance: number, [across, along]: Rounding): number {
  if (distance >= along) return 0
  const share = 1 - Math.max(0, distance) / along
  return across * (1 - Math.sqrt(Math.max(0, 1 - share * share)))
}

type SlabShape = {
  width: number
  length: number
  thickness: number
  /** Radius of the corners. */
  corner?: number
  /** Radius of the edges. */
  edge?: number
  /** Added to the flat top. */
  relief?: HeightAt
}

/** A rounded box around the origin: paper, soap, folded cloth, cartons. */
export function slab(shape: SlabShape, material: Material, print?: string): Solid {
  const { width, length, thickness, corner = 4, edge = 2, relief } = shape
  const [halfWidth, halfLength] = [width / 2, length / 2]
  const height: HeightAt = (x, y) => {
    const inside = -boxDistance(x, y, halfWidth, halfLength, corner)
    if (inside <= 0) return -1
    const top = thickness + (relief?.(x, y) ?? 0)
    if (inside >= edge) return top
    const share = 1 - inside / edge
    return Math.max(0, top - Math.min(edge, thickness) * (1 - Math.sqrt(1 - share * share)))
  }
  return { box: [-halfWidth, -halfLength, halfWidth, halfLength], height, material, print }
}

/** Signed distance to a rounded rectangle around the origin. */
function boxDistance(x: number, y: number, halfWidth: number, halfLength: number, corner: number): number {
  const qx = Math.abs(x) - halfWidth + corner
  const qy = Math.abs(y) - halfLength + corner
  return Math.min(Math.max(qx, qy), 0) + Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) - corner
}

/** A turned thing seen from above: `profile` is its height at a distance from the centre. */
export function turnedOnEnd(
  radius: number,
  profile: (distance: number) => number,
  material: Material,
  print?: string,
): Solid {
  return {
    box: [-radius, -radius, radius, radius],
    height: (x, y) => {
      const distance = Math.hypot(x, y)
      return distance > radius ? -1 : profile(distance)
    },
    material,
    print,
  }
}

/** A drop of liquid; `flatness` 1 is a hemisphere. */
export function drop(radius: number, material: Material, flatness = 0.5, uneven = 0): Solid {
  const reach = radius * (1 + Math.abs(uneven))
  return {
    box: [-reach, -reach, reach, reach],
    height: (x, y) => {
      const angle = Math.atan2(y, x)
      const edge = radius * (1 + uneven * 0.6 * Math.sin(angle * 2 + radius) + uneven * 0.4 * Math.sin(angle * 3 + 1))
      const share = (x * x + y * y) / (edge * edge)
      return share >= 1 ? -1 : radius * flatness * (1 - share) ** 0.62
    },
    material,
  }
}

/** Any height field within a box. */
export function freeform(box: Box, height: HeightAt, material: Material): Solid {
  return { box, height, material }
}
