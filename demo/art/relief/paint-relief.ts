/**
 * Lights a height field: hard shadows that follow the forms, contact shadows, mirrored windows and light that wanders
 * below the surface. Works on linear colours at `detail` pixels per unit of the drawing.
 */
import sharp from 'sharp'
import { channelsOf, type Field, linear } from './field.ts'
import type { Light } from './light.ts'
import { shade } from './shade.ts'
import type { HeightAt, Placement, Solid } from './solid.ts'
import { withoutSheet } from './without-sheet.ts'

export type Placed = { solid: Solid; placement: Placement }

export type Relief = {
  width: number
  height: number
  /** SVG of the sheet, which lies at height 0. */
  sheet: string
  placed: readonly Placed[]
  light?: Partial<Light>
  /** Unevenness of the sheet. */
  ground?: HeightAt
  isCutOut?: true
}

/** RGB bytes, or RGBA bytes of a cut-out, of `round(width * detail)` by `round(height * detail)` pixels. */
export async function paintRelief(
  relief: Relief,
  detail: number,
): Promise<{ data: Buffer; width: number; height: number }> {
  const columns = Math.round(relief.width * detail)
  const rows = Math.round(relief.height * detail)
  const field: Field = {
    columns,
    rows,
    heights: new Float32Array(columns * rows),
    owners: new Uint8Array(columns * rows),
    colors: new Float32Array(columns * rows * 3),
    prints: new Uint8Array(columns * rows),
  }
  await layOutSheet(field, relief, detail)
  for (const [at, { solid, placement }] of relief.placed.entries()) {
    raise(field, solid, placement, at + 1, detail)
    if (solid.print) await printOn(field, solid, placement, at + 1, detail)
  }
  const materials = relief.placed.map(({ solid }) => solid.material)
  const data = shade(field, materials, relief.light ?? {}, detail)
  return { data: relief.isCutOut ? withoutSheet(data, field) : data, width: columns, height: rows }
}

async function layOutSheet(field: Field, { sheet, ground }: Relief, detail: number): Promise<void> {
  const { columns, rows, colors, heights } = field
  const { data } = await sharp(Buffer.from(sheet), { density: 72 * detail })
    .resize(columns, rows, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  for (let i = 0; i < colors.length; i++) colors[i] = linear[data[i]!]!
  if (!ground) return
  for (let y = 0, at = 0; y < rows; y++)
    for (let x = 0; x < columns; x++, at++) heights[at] = ground(x / detail, y / detail) * detail
}

type Bounds = { left: number; top: number; right: number; bottom: number }

/** Pixels that a placed box covers. */
function boundsOf({ box }: Solid, placement: Placement, { columns, rows }: Field, detail: number): Bounds {
  const { x, y, scale = 1, turn = 0 } = placement
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180) * scale, Math.sin((turn * Math.PI) / 180) * scale]
  const corners = [
    [box[0], box[1]],
    [box[2], box[1]],
    [box[2], box[3]],
    [box[0], box[3]],
  ].map(([cx = 0, cy = 0]) => [(x + cx * cos - cy * sin) * detail, (y + cx * sin + cy * cos) * detail] as const)
  return {
    left: Math.max(0, Math.floor(Math.min(...corners.map(([cx]) => cx)) - 1)),
    right: Math.min(columns, Math.ceil(Math.max(...corners.map(([cx]) => cx)) + 1)),
    top: Math.max(0, Math.floor(Math.min(...corners.map(([, cy]) => cy)) - 1)),
    bottom: Math.min(rows, Math.ceil(Math.max(...corners.map(([, cy]) => cy)) + 1)),
  }
}

function raise(field: Field, solid: Solid, placement: Placement, owner: number, detail: number): void {
  const { x, y, scale = 1, turn = 0, lift = 0 } = placement
  const { left, top, right, bottom } = boundsOf(solid, placement, field, detail)
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  const size = 1 / (detail * scale)
  const plain = channelsOf(solid.material.color)
  const through = solid.material.clear !== undefined
  for (let row = top; row < bottom; row++) {
    for (let columnAt = left; columnAt < right; columnAt++) {
      const dx = (columnAt + 0.5) * size - x / scale
      const dy = (row + 0.5) * size - y / scale
      const localX = dx * cos + dy * sin
      const localY = dy * cos - dx * sin
      const local = solid.height(localX, localY)
      if (local < 0) continue
      const at = row * field.columns + columnAt
      const height = (local * scale + lift) * detail
      if (!solid.carves && height < field.heights[at]! && field.owners[at] !== 0) continue
      field.heights[at] = height
      field.owners[at] = owner
      field.prints[at] = 0
      if (through) continue
      const varied = solid.colorAt?.(localX, localY)
      const color = varied ? channelsOf(varied) : plain
      field.colors[at * 3] = color[0]
      field.colors[at * 3 + 1] = color[1]
      field.colors[at * 3 + 2] = color[2]
    }
  }
}

async function printOn(field: Field, solid: Solid, placement: Placement, owner: number, detail: number): Promise<void> {
  const { x, y, scale = 1, turn = 0 } = placement
  const { left, top, right, bottom } = boundsOf(solid, placement, field, detail)
  const [width, height] = [right - left, bottom - top]
  if (width <= 0 || height <= 0) return
  const transform = `translate(${-left} ${-top}) scale(${detail}) translate(${x} ${y}) rotate(${turn}) scale(${scale})`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="${transform}">${solid.print}</g></svg>`
  const { data } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let row = 0, from = 0; row < height; row++) {
    for (let columnAt = 0; columnAt < width; columnAt++, from += 4) {
      const at = (row + top) * field.columns + columnAt + left
      const alpha = data[from + 3]! / 255
      if (alpha === 0 || field.owners[at] !== owner) continue
      field.prints[at] = data[from + 3]!
      for (let channel = 0; channel < 3; channel++) {
        const under = field.colors[at * 3 + channel]!
        field.colors[at * 3 + channel] = under + (linear[data[from + channel]!]! - under) * alpha
      }
    }
  }
}
