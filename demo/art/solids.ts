/** Solid products: a tin of balm, a stick, a bar of soap. */
import { printLabel } from './labels.ts'
import { deepen, lighten } from './palette.ts'
import { disc, flutes, gleam, solidForm } from './shading.ts'
import { box, curve, drum, oval, rounded, turned } from './shapes.ts'
import { at, ellipse, group, line, path, rect, type Sketch } from './sketch.ts'
import type { Look, Thing } from './vessels.ts'

/** A flat tin, its lid resting against it. */
export function tin(sketch: Sketch, look: Look): Thing {
  const balm = look.liquid ?? '#f4dfae'
  const body = drum(230, 54, 0, 0.16)
  const print =
    rect(-130, -40, 260, 24, look.paper, { 'fill-opacity': 0.9 }) +
    rect(-50, -31, 56, 4, look.ink, { 'fill-opacity': 0.7 }) +
    rect(-50, -23, 34, 2.4, look.ink, { 'fill-opacity': 0.5 })
  const inside =
    disc(sketch, 0, -54, 115, 18.4, lighten(look.color, 0.3)) +
    ellipse(0, -52, 107, 15.6, deepen(look.color, 0.6)) +
    disc(sketch, 0, -49, 105, 14.6, balm) +
    line(
      curve(
        [
          [-70, -50],
          [-20, -44],
          [40, -47],
          [70, -53],
        ],
        false,
      ),
      deepen(balm, 0.8),
      3,
      { 'stroke-opacity': 0.35 },
    ) +
    line(
      curve(
        [
          [-64, -53],
          [-10, -49],
          [44, -52],
        ],
        false,
      ),
      '#ffffff',
      3,
      { 'stroke-opacity': 0.6 },
    )
  const lidFace = look.color
  const lid =
    ellipse(
      7,
      -97,
      98,
      100,
      sketch.linear([
        [0, deepen(lidFace, 0.2)],
        [0.7, deepen(lidFace, 0.5)],
        [1, deepen(lidFace, 0.95)],
      ]),
    ) +
    ellipse(
      0,
      -98,
      97,
      99,
      sketch.linear(
        [
          [0, lighten(lidFace, 0.55)],
          [0.45, lidFace],
          [1, deepen(lidFace, 0.35)],
        ],
        [0, 0, 1, 1],
      ),
    ) +
    ellipse(0, -98, 84, 86, 'none', { stroke: look.ink, 'stroke-opacity': 0.35, 'stroke-width': 2 }) +
    lidEmblem(look)
  return {
    art:
      at(92, -14, lid, 1, 6) +
      solidForm(sketch, body, look.color, print) +
      inside +
      gleam(sketch, -96, -42, 10, 34, 0.6),
    outline: body + oval(100, -110, 98, 100),
    width: 310,
    height: 214,
  }
}

function lidEmblem({ label, paper, ink }: Look): string {
  if (label === 'sun' || label === 'seal')
    return (
      ellipse(0, -116, 26, 26, paper) +
      rect(-26, -76, 52, 5, ink, { 'fill-opacity': 0.7, rx: 2 }) +
      rect(-16, -62, 32, 3, ink, { 'fill-opacity': 0.5 })
    )
  if (label === 'arch')
    return path('M-26 -78V-112A26 26 0 0 1 26 -112V-78Z', paper) + rect(-18, -62, 36, 4, ink, { 'fill-opacity': 0.6 })
  return (
    rect(-38, -112, 76, 6, ink, { 'fill-opacity': 0.75, rx: 3 }) +
    rect(-24, -94, 48, 3, ink, { 'fill-opacity': 0.5 }) +
    rect(-30, -84, 60, 3, ink, { 'fill-opacity': 0.4 })
  )
}

/** A twist-up stick with its cap next to it. */
export function stick(sketch: Sketch, look: Look): Thing {
  const wax = look.liquid ?? lighten(look.color, 0.55)
  const bullet = rounded([
    [-36, -172, 4],
    [-36, -246, 26],
    [10, -262, 34],
    [36, -236, 24],
    [36, -172, 4],
  ])
  const sleeve = drum(84, 40, -140, 0.1)
  const body = drum(96, 142, 0, 0.1)
  const print = printLabel({ style: look.label, paper: look.paper, ink: look.ink }, 96, -134, -10)
  const cap =
    solidForm(sketch, drum(98, 128, 0, 0.12), look.cap) +
    disc(sketch, 0, -128, 49, 6, look.cap) +
    gleam(sketch, -36, -118, 8, 104, 0.55)
  return {
    art:
      solidForm(sketch, bullet, wax) +
      line('M-26 -240Q-10 -254 12 -252', '#ffffff', 4, { 'stroke-opacity': 0.7 }) +
      solidForm(sketch, sleeve, lighten(look.cap, 0.3)) +
      solidForm(sketch, body, look.color, print) +
      rect(-48, -12, 96, 1.6, deepen(look.color, 1), { 'fill-opacity': 0.4 }) +
      gleam(sketch, -36, -130, 8, 112, 0.55) +
      at(122, 18, cap),
    outline: `${bullet}${sleeve}${body}${box(74, -110, 96, 128, 4)}`,
    width: 218,
    height: 262,
  }
}

/** A bar of soap on a ribbed dish, with a little foam. */
export function soapBar(sketch: Sketch, look: Look): Thing {
  const dish = turned(
    [
      [150, -34, 6],
      [136, -12, 14],
      [100, 0, 12],
    ],
    4,
  )
  const front = box(-112, -104, 224, 78, 26)
  const top = rounded([
    [-100, -112, 16],
    [-70, -150, 22],
    [84, -150, 22],
    [108, -112, 20],
    [96, -96, 20],
    [-94, -96, 20],
  ])
  const lit = sketch.linear(
    [
      [0, lighten(look.color, 0.62)],
      [1, lighten(look.color, 0.24)],
    ],
    [0, 0, 1, 1],
  )
  const stamp = group(
    ellipse(0, 0, 40, 40, 'none', { stroke: deepen(look.color, 0.7), 'stroke-width': 3, 'stroke-opacity': 0.5 }) +
      rect(-20, -4, 40, 5, deepen(look.color, 0.7), { 'fill-opacity': 0.5 }) +
      rect(-12, 9, 24, 4, deepen(look.color, 0.7), { 'fill-opacity': 0.4 }),
    { transform: 'translate(0 -126) scale(1.1 .36)' },
  )
  const ribs = flutes(-140, 140, -34, 4, 16, deepen(look.cap, 1), 0.18)
  return {
    art:
      disc(sketch, 0, -34, 150, 18, deepen(look.cap, 0.2)) +
      solidForm(sketch, front, look.color) +
      path(top, lit) +
      stamp +
      solidForm(sketch, dish, look.cap, ribs) +
      at(-92, -40, foam(sketch, 34)) +
      at(104, -38, foam(sketch, 20)),
    outline: `${box(-112, -150, 224, 130, 26)}${dish}`,
    width: 300,
    height: 152,
  }
}

export function foam(sketch: Sketch, r: number): string {
  const spots: [number, number, number][] = [
    [0, 0, 1],
    [-0.9, 0.16, 0.7],
    [0.86, 0.12, 0.66],
    [0.34, -0.7, 0.6],
    [-0.5, -0.56, 0.5],
    [1.5, 0.4, 0.36],
    [-1.5, 0.42, 0.4],
  ]
  const bubble = sketch.radial(
    [
      [0, '#ffffff', 0.95],
      [0.6, '#ffffff', 0.75],
      [0.88, '#dfeaf0', 0.75],
      [1, '#bcd0da', 0.8],
    ],
    0.36,
    0.32,
    0.72,
  )
  return spots
    .map(
      ([x, y, size]) =>
        ellipse(x * r, y * r, size * r, size * r, bubble) +
        ellipse(x * r - size * r * 0.34, y * r - size * r * 0.4, size * r * 0.16, size * r * 0.11, '#ffffff'),
    )
    .join('')
}
