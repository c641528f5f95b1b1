/** Outlines of distance functions by marching squares. */
import type { Box } from '../relief/solid.ts'
import { type Point, through } from '../svg.ts'

/** Where the outline crosses an edge of the grid, and the edge that it leads to. */
type Links = Map<string, { point: Point; to: string }>

/** Corners of a cell, clockwise from the top left. */
const corners: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]

/** Edges of a cell, clockwise from the top; each lies between a corner and the next. */
const edgeNames = [
  (column: number, row: number) => `h${column},${row}`,
  (column: number, row: number) => `v${column + 1},${row}`,
  (column: number, row: number) => `h${column},${row + 1}`,
  (column: number, row: number) => `v${column},${row}`,
]

/** The outline as smooth closed paths; the function is negative inside. */
export function trace(distance: (x: number, y: number) => number, [left, top, right, bottom]: Box, step = 5): string {
  const [x0, y0] = [left - step * 2, top - step * 2]
  const columns = Math.ceil((right - x0) / step) + 2
  const rows = Math.ceil((bottom - y0) / step) + 2
  const values = Array.from({ length: (columns + 1) * (rows + 1) }, (_, i) =>
    distance(x0 + (i % (columns + 1)) * step, y0 + Math.floor(i / (columns + 1)) * step),
  )
  const links: Links = new Map()
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const around = corners.map(([dx, dy]) => values[(row + dy) * (columns + 1) + column + dx]!)
      const crossing = (edge: number): Point => {
        const [a, b] = [around[edge]!, around[(edge + 1) % 4]!]
        const [from, to] = [corners[edge]!, corners[(edge + 1) % 4]!]
        const share = a / (a - b)
        return [
          x0 + (column + from[0] + (to[0] - from[0]) * share) * step,
          y0 + (row + from[1] + (to[1] - from[1]) * share) * step,
        ]
      }
      // Clockwise around a cell, the outline enters where it leaves the inside and goes back to where the inside began.
      for (let edge = 0; edge < 4; edge++) {
        if (!(around[edge]! < 0 && around[(edge + 1) % 4]! >= 0)) continue
        let back = (edge + 3) % 4
        while (around[back]! < 0) back = (back + 3) % 4
        links.set(edgeNames[edge]!(column, row), { point: crossing(edge), to: edgeNames[back]!(column, row) })
      }
    }
  return loops(links)
    .map((loop) =>
      through(
        loop.filter((_, i) => i % 3 === 0),
        true,
      ),
    )
    .join('')
}

function loops(links: Links): Point[][] {
  const found: Point[][] = []
  while (links.size > 0) {
    const loop: Point[] = []
    let key = links.keys().next().value
    while (key !== undefined) {
      const link = links.get(key)
      if (!link) break
      links.delete(key)
      loop.push(link.point)
      key = link.to
    }
    if (loop.length > 12) found.push(loop)
  }
  return found
}
