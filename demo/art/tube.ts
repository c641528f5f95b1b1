/** A tube of cream or sunscreen. */
import { printLabel } from './labels.ts'
import { deepen, lighten } from './palette.ts'
import { flutes, gleam, solidForm } from './shading.ts'
import { box, drum, rounded } from './shapes.ts'
import { downward, path, rect, type Sketch } from './sketch.ts'
import type { Look, Thing } from './vessels.ts'

/** Stands on its cap; the far end is pressed flat and crimped. */
export function tube(sketch: Sketch, look: Look): Thing {
  const [top, foot] = [-352, -58]
  const outline = rounded([
    [-76, top + 4, 5],
    [76, top + 4, 5],
    [74, top + 40, 30],
    [55, foot - 16, 14],
    [44, foot, 4],
    [-44, foot, 4],
    [-55, foot - 16, 14],
    [-74, top + 40, 30],
  ])
  const crimp =
    rect(-80, top, 160, 30, lighten(look.color, 0.25)) +
    flutes(-78, 78, top + 3, top + 28, 34, deepen(look.color, 1), 0.3) +
    rect(-80, top + 29, 160, 2, deepen(look.color, 1), { 'fill-opacity': 0.3 })
  const fold = path(
    rounded([
      [-44, foot],
      [-20, foot, 8],
      [34, top + 30],
      [-62, top + 30],
    ]),
    sketch.linear(
      [
        [0, '#fffdf6', 0.42],
        [1, '#fffdf6', 0],
      ],
      downward,
    ),
  )
  const cap = solidForm(sketch, drum(92, 58, 0, 0.07), look.cap, flutes(-46, 46, -60, 2, 22, deepen(look.cap, 1), 0.16))
  const print = printLabel({ style: look.label, paper: look.paper, ink: look.ink }, 116, top + 60, foot - 24)
  return {
    art:
      cap +
      solidForm(sketch, outline, look.color, crimp + print) +
      fold +
      gleam(sketch, -48, top + 44, 8, 200, 0.55) +
      rect(-44, foot - 2, 88, 4, deepen(look.cap, 1), { 'fill-opacity': 0.4 }),
    outline: outline + box(-46, -60, 92, 62),
    width: 160,
    height: 352,
  }
}
