/** Jars, open and closed, and the cream in them. They stand on their own origin like every vessel. */
import { printLabel } from './labels.ts'
import { deepen, lighten } from './palette.ts'
import { disc, frostedForm, glassForm, gleam, solidForm } from './shading.ts'
import { box, curve, drum, oval, turned } from './shapes.ts'
import { at, ellipse, line, path, type Sketch } from './sketch.ts'
import type { Look, Thing } from './vessels.ts'

/** Closed, the lid on top. */
export function jar(sketch: Sketch, look: Look): Thing {
  const pot = jarPot(sketch, look)
  const lid = jarLid(sketch, look.cap)
  return {
    art: pot.art + at(0, -118, lid.art),
    outline: pot.outline + box(-112, -178, 224, 64, 8),
    width: 220,
    height: 182,
  }
}

/** Open, with a swirl of cream, the lid leaning on the right. */
export function openJar(sketch: Sketch, look: Look): Thing {
  const pot = jarPot(sketch, look)
  const cream = look.liquid ?? '#fdf6ea'
  const mouth =
    disc(sketch, 0, -124, 101, 15, deepen(look.color, 0.3)) +
    disc(sketch, 0, -122, 94, 13, cream) +
    at(-4, -122, creamSwirl(sketch, cream, 78))
  const lid = at(152, -6, jarLidOnEdge(sketch, look.cap), 1, 8)
  return {
    art: lid + pot.art + mouth,
    outline: `${pot.outline}${oval(150, -96, 60, 96)}${oval(0, -132, 66, 36)}`,
    width: 330,
    height: 190,
  }
}

/** A small jar without its lid, showing its content: gel, lotion or balm. */
export function tastingJar(sketch: Sketch, look: Look, kind: 'gel' | 'lotion' | 'balm'): Thing {
  const content = look.liquid ?? look.color
  const outline = turned(
    [
      [70, -112, 5],
      [76, -94, 12],
      [76, 0, 24],
    ],
    7,
  )
  const inside = turned(
    [
      [67, kind === 'gel' ? -84 : -94, 4],
      [67, -12, 20],
    ],
    5,
  )
  const print = printLabel({ style: look.label, paper: look.paper, ink: look.ink }, 130, -84, -12)
  const body =
    look.finish === 'glass'
      ? glassForm(sketch, outline, look.color, inside, content, print)
      : look.finish === 'frosted'
        ? frostedForm(sketch, outline, look.color, inside, content, print)
        : solidForm(sketch, outline, look.color, print)
  const mouth =
    disc(sketch, 0, -112, 71, 12, look.finish === 'ceramic' ? deepen(look.color, 0.25) : lighten(content, 0.4)) +
    disc(sketch, 0, -108, 64, 9.4, content)
  const top = {
    gel:
      ellipse(-20, -110, 24, 3, '#ffffff', { 'fill-opacity': 0.9 }) +
      ellipse(26, -106, 12, 2, '#ffffff', { 'fill-opacity': 0.7 }),
    lotion: at(0, -107, creamSwirl(sketch, content, 46)),
    balm:
      line(
        curve(
          [
            [-44, -110],
            [-10, -104],
            [24, -106],
            [46, -110],
          ],
          false,
        ),
        deepen(content, 0.9),
        4,
        { 'stroke-opacity': 0.4 },
      ) +
      line(
        curve(
          [
            [-40, -112],
            [-6, -107],
            [30, -109],
          ],
          false,
        ),
        '#ffffff',
        3,
        { 'stroke-opacity': 0.75 },
      ),
  }[kind]
  return { art: body + mouth + top + gleam(sketch, -62, -92, 9, 76, 0.7), outline, width: 156, height: 122 }
}

/** A dab of cream on a surface seen at an angle. */
export function dollop(sketch: Sketch, r: number, color: string): Thing {
  return { art: creamSwirl(sketch, color, r), outline: oval(0, -r * 0.2, r, r * 0.34), width: r * 1.7, height: r * 0.8 }
}

/** A peak of cream as a spatula leaves it, seen from a little above. */
export function creamSwirl(sketch: Sketch, color: string, r: number): string {
  const shade = deepen(color, 0.85)
  const turn = (width: number, lift: number) => {
    const d = curve([
      [-width, -lift],
      [-width * 0.5, -lift - width * 0.24],
      [width * 0.4, -lift - width * 0.24],
      [width, -lift - 1],
      [width * 0.45, -lift + width * 0.2],
      [-width * 0.5, -lift + width * 0.19],
    ])
    return (
      path(
        d,
        sketch.linear(
          [
            [0, lighten(color, 0.7)],
            [0.5, color],
            [1, deepen(color, 0.5)],
          ],
          [0, 0, 1, 0.4],
        ),
      ) +
      line(
        curve(
          [
            [-width * 0.7, -lift + width * 0.13],
            [0, -lift + width * 0.2],
            [width * 0.8, -lift + width * 0.08],
          ],
          false,
        ),
        shade,
        2,
        { 'stroke-opacity': 0.25 },
      )
    )
  }
  const peak = path(
    `M${-r * 0.3} ${-r * 0.36}C${-r * 0.24} ${-r * 0.62} ${r * 0.05} ${-r * 0.6} ${r * 0.16} ${-r * 0.8}C${r * 0.12} ${-r * 0.56} ${r * 0.3} ${-r * 0.5} ${r * 0.28} ${-r * 0.34}Q0 ${-r * 0.2} ${-r * 0.3} ${-r * 0.36}Z`,
    sketch.linear([
      [0, lighten(color, 0.8)],
      [0.55, color],
      [1, deepen(color, 0.6)],
    ]),
  )
  return turn(r, 2) + turn(r * 0.72, r * 0.16) + turn(r * 0.46, r * 0.28) + peak
}

function jarPot(sketch: Sketch, look: Look) {
  const outline = turned(
    [
      [104, -124, 5],
      [108, -100, 14],
      [108, 0, 30],
    ],
    8,
  )
  const print = printLabel({ style: look.label, paper: look.paper, ink: look.ink }, 170, -108, -10)
  const inside = turned(
    [
      [96, -116, 6],
      [96, -14, 26],
    ],
    6,
  )
  const body =
    look.finish === 'ceramic'
      ? solidForm(sketch, outline, look.color, print)
      : look.finish === 'glass'
        ? glassForm(sketch, outline, look.color, inside, look.liquid ?? look.color, print)
        : frostedForm(sketch, outline, look.color, inside, look.liquid ?? look.color, print)
  return { art: body + gleam(sketch, -90, -104, 12, 84, 0.6) + gleam(sketch, 96, -92, 4, 66, 0.5), outline }
}

function jarLid(sketch: Sketch, color: string) {
  const outline = drum(224, 56, 0, 0.12)
  return {
    art:
      solidForm(sketch, outline, color) +
      disc(sketch, 0, -56, 112, 13.4, color) +
      ellipse(0, -55.4, 104, 11.6, 'none', { stroke: '#ffffff', 'stroke-opacity': 0.35, 'stroke-width': 1.5 }) +
      gleam(sketch, -92, -44, 9, 40, 0.5),
    outline,
  }
}

/** A lid that stands on its rim and shows its inside. */
function jarLidOnEdge(sketch: Sketch, color: string): string {
  const rim = ellipse(
    8,
    -92,
    64,
    94,
    sketch.linear([
      [0, deepen(color, 0.5)],
      [0.5, color],
      [1, deepen(color, 0.7)],
    ]),
  )
  const face = ellipse(
    -6,
    -92,
    60,
    92,
    sketch.linear(
      [
        [0, lighten(color, 0.3)],
        [0.5, color],
        [1, deepen(color, 0.4)],
      ],
      [0, 0, 1, 1],
    ),
  )
  const hollow = ellipse(
    -5,
    -91,
    50,
    80,
    sketch.linear(
      [
        [0, deepen(color, 0.75)],
        [0.45, deepen(color, 0.3)],
        [1, lighten(color, 0.35)],
      ],
      [0, 0, 1, 0.6],
    ),
  )
  return rim + face + hollow + line('M-58 -120Q-50 -160 -24 -176', '#ffffff', 3, { 'stroke-opacity': 0.55 })
}
