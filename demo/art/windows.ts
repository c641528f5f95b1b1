/** Windows that are part of the picture, with the view through them. */
import { deepen, lighten, mix } from './palette.ts'
import { box } from './shapes.ts'
import { downward, ellipse, group, path, rect, type Sketch } from './sketch.ts'

export type View = {
  top: string
  bottom: string
  /** The sun or moon behind the panes. */
  disc?: { x: number; y: number; r: number; color: string }
  /** Far hills, from back to front. */
  hills?: readonly string[]
}

export function windowView(
  sketch: Sketch,
  x: number,
  y: number,
  width: number,
  height: number,
  frame: string,
  view: View,
  columns = 2,
  rows = 2,
): string {
  const opening = box(x, y, width, height, 4)
  const sky = path(
    opening,
    sketch.linear(
      [
        [0, view.top],
        [1, view.bottom],
      ],
      downward,
    ),
  )
  const glow = view.disc
    ? ellipse(
        view.disc.x,
        view.disc.y,
        view.disc.r * 3.4,
        view.disc.r * 3.4,
        sketch.radial([
          [0, lighten(view.disc.color, 0.4), 0.8],
          [0.4, lighten(view.disc.color, 0.3), 0.36],
          [1, view.disc.color, 0],
        ]),
      ) +
      ellipse(
        view.disc.x,
        view.disc.y,
        view.disc.r,
        view.disc.r,
        sketch.linear(
          [
            [0, lighten(view.disc.color, 0.6)],
            [1, view.disc.color],
          ],
          downward,
        ),
      )
    : ''
  const hills = (view.hills ?? [])
    .map((color, i) => {
      const base = y + height * (0.7 + i * 0.12)
      const bump = height * 0.1
      return path(
        `M${x} ${base}C${x + width * (0.2 + i * 0.1)} ${base - bump * 1.6} ${x + width * (0.4 + i * 0.1)} ${base - bump} ${x + width * 0.6} ${base}S${x + width * 0.9} ${base - bump * (1 - i)} ${x + width} ${base - bump * 0.5}V${y + height}H${x}Z`,
        sketch.linear(
          [
            [0, color],
            [1, mix(color, view.bottom, 0.5)],
          ],
          downward,
        ),
      )
    })
    .join('')
  const bar = Math.max(14, width * 0.028)
  const wood = sketch.linear([
    [0, lighten(frame, 0.4)],
    [0.5, frame],
    [1, deepen(frame, 0.4)],
  ])
  let bars = ''
  for (let i = 1; i < columns; i++) bars += rect(x + (width * i) / columns - bar / 2, y, bar, height, wood)
  for (let i = 1; i < rows; i++)
    bars += rect(
      x,
      y + (height * i) / rows - bar / 2,
      width,
      bar,
      sketch.linear(
        [
          [0, lighten(frame, 0.5)],
          [1, deepen(frame, 0.3)],
        ],
        downward,
      ),
    )
  const edge = bar * 1.7
  const casing =
    rect(x - edge, y - edge, width + edge * 2, edge, frame) +
    rect(x - edge, y, edge, height, wood) +
    rect(
      x + width,
      y,
      edge,
      height,
      sketch.linear([
        [0, deepen(frame, 0.4)],
        [1, frame],
      ]),
    ) +
    rect(x, y, width, 8, deepen(frame, 1), { 'fill-opacity': 0.25 }) +
    rect(x, y, 6, height, deepen(frame, 1), { 'fill-opacity': 0.2 })
  const sheen = path(
    `M${x + width * 0.06} ${y}H${x + width * 0.26}L${x + width * 0.06} ${y + height * 0.5}H${x}V${y + height * 0.14}Z`,
    '#ffffff',
    { 'fill-opacity': 0.16 },
  )
  return sky + group(glow + hills, { 'clip-path': sketch.clip(opening) }) + sheen + bars + casing
}

/** A sill that runs through the whole picture. */
export function sill(sketch: Sketch, y: number, color: string, lip = 46): string {
  const { width, height } = sketch
  const top = sketch.linear(
    [
      [0, deepen(color, 0.12)],
      [0.3, color],
      [1, lighten(color, 0.5)],
    ],
    downward,
  )
  const front = sketch.linear(
    [
      [0, color],
      [1, deepen(color, 0.35)],
    ],
    downward,
  )
  return (
    rect(0, y, width, height - y, top) +
    rect(0, height - lip, width, lip, front) +
    rect(0, height - lip, width, 2.6, '#ffffff', { 'fill-opacity': 0.6 })
  )
}
