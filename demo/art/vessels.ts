/** Tall vessels. Each stands on its own origin: x runs from its axis, y upwards is negative. */
import { type LabelStyle, printLabel } from './labels.ts'
import { deepen, lighten } from './palette.ts'
import { disc, flutes, frostedForm, glassForm, gleam, roundness, solidForm } from './shading.ts'
import { box, type Corner, curve, drum, rounded, turned } from './shapes.ts'
import { ellipse, group, line, path, rect, type Sketch } from './sketch.ts'

type Finish = 'ceramic' | 'glass' | 'frosted'

export type Look = {
  color: string
  cap: string
  finish: Finish
  label: LabelStyle
  /** Colours of the label. */
  paper: string
  ink: string
  /** Colour of the visible content; defaults to the colour of the vessel. */
  liquid?: string
  /** How full it is, from 0 to 1. */
  fill?: number
}

/** A drawing with the outline that throws its shadow. */
export type Thing = { art: string; outline: string; width: number; height: number }

export const plainLook: Look = {
  color: '#f2e8da',
  cap: '#d9b58c',
  finish: 'ceramic',
  label: 'lines',
  paper: '#fffaf1',
  ink: '#6b5446',
}

export function dropperBottle(sketch: Sketch, look: Look): Thing {
  const [w, h, neck] = [150, 205, 29]
  const body = vesselBody(sketch, look, w, h, neck, 26, 22)
  const collarTop = -h - 52
  const collar = solidForm(
    sketch,
    drum(66, 40, -h - 10, 0.12),
    look.cap,
    flutes(-33, 33, -h - 60, -h, 15, deepen(look.cap, 1), 0.28),
  )
  const bulbOutline = turned(
    [
      [0, collarTop - 92, 12],
      [17, collarTop - 92, 16],
      [19, collarTop - 40, 10],
      [25, collarTop - 20, 10],
      [24, collarTop + 4],
    ],
    5,
  )
  const bulb =
    solidForm(sketch, bulbOutline, look.finish === 'glass' ? deepen(look.ink, 0.2) : lighten(look.cap, 0.25)) +
    gleam(sketch, -11, collarTop - 84, 6, 62, 0.5)
  const rim = disc(sketch, 0, -h - 50, 33, 4, look.cap)
  const pipette =
    look.finish === 'glass'
      ? rect(-6, -h, 12, h * 0.72, '#ffffff', { 'fill-opacity': 0.2 }) +
        rect(-4, -h, 2, h * 0.7, '#ffffff', { 'fill-opacity': 0.35 })
      : ''
  return {
    art: body.back + pipette + body.front + bulb + collar + rim + gleam(sketch, -22, -h - 46, 6, 34, 0.5),
    outline: `${body.outline}${box(-33, -h - 52, 66, 60, 6)}${bulbOutline}`,
    width: w,
    height: h + 144,
  }
}

export function lotionBottle(sketch: Sketch, look: Look): Thing {
  const [w, h] = [146, 285]
  const body = vesselBody(sketch, look, w, h, 31, 40, 24)
  const cap = cappedTop(sketch, 74, 74, -h - 2, look.cap)
  return { art: body.back + body.front + cap.art, outline: body.outline + cap.outline, width: w, height: h + 76 }
}

/** A tall slim bottle with straight shoulders, for toners and oils. */
export function slimBottle(sketch: Sketch, look: Look): Thing {
  const [w, h] = [108, 300]
  const body = vesselBody(sketch, look, w, h, 25, 14, 14)
  const cap = cappedTop(sketch, 58, 56, -h - 2, look.cap)
  return { art: body.back + body.front + cap.art, outline: body.outline + cap.outline, width: w, height: h + 58 }
}

export function pumpBottle(sketch: Sketch, look: Look): Thing {
  const [w, h] = [154, 262]
  const body = vesselBody(sketch, look, w, h, 34, 34, 24)
  const collar = solidForm(sketch, drum(76, 34, -h - 2, 0.1), look.cap)
  const stem = solidForm(sketch, box(-11, -h - 78, 22, 46, 2), lighten(look.cap, 0.2))
  const headOutline = rounded([
    [-84, -h - 102, 12],
    [-30, -h - 112, 20],
    [30, -h - 112, 10],
    [32, -h - 74, 8],
    [-26, -h - 74, 10],
    [-50, -h - 86, 14],
    [-82, -h - 84, 6],
  ])
  const head =
    solidForm(sketch, headOutline, look.cap, '', 0.7) +
    line(
      curve(
        [
          [-74, -h - 99],
          [-30, -h - 107],
          [22, -h - 107],
        ],
        false,
      ),
      '#ffffff',
      3,
      { 'stroke-opacity': 0.5 },
    )
  return {
    art:
      body.back +
      body.front +
      stem +
      collar +
      disc(sketch, 0, -h - 36, 38, 4, look.cap) +
      rect(-11, -h - 78, 22, 42, deepen(look.cap, 0.8), { 'fill-opacity': 0.25 }) +
      head,
    outline: `${body.outline}${box(-38, -h - 40, 76, 50)}${box(-11, -h - 80, 22, 50)}${headOutline}`,
    width: w,
    height: h + 112,
  }
}

export function sprayBottle(sketch: Sketch, look: Look): Thing {
  const [w, h] = [118, 268]
  const body = vesselBody(sketch, look, w, h, 28, 22, 18)
  const collar = solidForm(
    sketch,
    drum(62, 26, -h - 2, 0.1),
    look.cap,
    flutes(-31, 31, -h - 32, -h, 14, deepen(look.cap, 1), 0.25),
  )
  const headOutline = rounded([
    [-23, -h - 74, 10],
    [23, -h - 74, 8],
    [25, -h - 26, 4],
    [-25, -h - 26, 4],
  ])
  const nozzle =
    rect(-29, -h - 62, 8, 12, deepen(look.cap, 0.4), { rx: 2 }) + ellipse(-28, -h - 56, 2.4, 3.4, deepen(look.cap, 1))
  const over = box(-33, -h - 94, 66, 94, 12)
  const sheen = sketch.linear([
    [0, '#ffffff', 0.5],
    [0.12, '#ffffff', 0.12],
    [0.8, '#ffffff', 0.1],
    [1, deepen(look.cap, 0.6), 0.3],
  ])
  return {
    art:
      body.back +
      body.front +
      collar +
      nozzle +
      solidForm(sketch, headOutline, look.cap) +
      path(over, sheen) +
      gleam(sketch, -25, -h - 88, 5, 70, 0.75) +
      line(over, '#ffffff', 1.4, { 'stroke-opacity': 0.5 }),
    outline: body.outline + over,
    width: w,
    height: h + 94,
  }
}

export function rollerBottle(sketch: Sketch, look: Look): Thing {
  const [w, h] = [74, 196]
  const body = vesselBody(sketch, look, w, h, 25, 16, 14)
  const collar = solidForm(sketch, drum(52, 20, -h, 0.1), look.cap)
  const ball = ellipse(
    0,
    -h - 26,
    17,
    17,
    sketch.radial(
      [
        [0, '#ffffff'],
        [0.4, '#dfe2e2'],
        [0.8, '#8f9799'],
        [1, '#c4c9ca'],
      ],
      0.36,
      0.32,
      0.72,
    ),
  )
  const cap =
    solidForm(sketch, drum(58, 92, 0, 0.12), look.cap) +
    disc(sketch, 0, -92, 29, 4, look.cap) +
    gleam(sketch, -20, -86, 6, 76, 0.6)
  return {
    art: `${body.back + body.front + ball + collar}<g transform="translate(92 14)">${cap}</g>`,
    outline: `${body.outline}${box(-18, -h - 44, 36, 60, 16)}${box(64, -78, 56, 92, 4)}`,
    width: 170,
    height: h + 44,
  }
}

/** The body of any bottle, split so that something can hang inside it. */
function vesselBody(sketch: Sketch, look: Look, w: number, h: number, neck: number, shoulder: number, foot: number) {
  const [r, neckTop] = [w / 2, -h - 16]
  const profile: Corner[] = [
    [neck, neckTop],
    [neck, -h + shoulder * 0.1, 10],
    [r, -h + shoulder * 0.75, shoulder],
    [r, 0, foot],
  ]
  const outline = turned(profile, 5)
  const print = printLabel({ style: look.label, paper: look.paper, ink: look.ink }, w, -h + shoulder + 22, -foot - 6)
  const shine = gleam(
    sketch,
    -r + w * 0.1,
    -h + shoulder + 4,
    Math.max(6, w * 0.075),
    h - shoulder - foot - 14,
    look.finish === 'glass' ? 0.85 : 0.5,
  )
  if (look.finish === 'ceramic') return { back: solidForm(sketch, outline, look.color, print), front: shine, outline }

  const level = -h * (look.fill ?? 0.78)
  const wall = look.finish === 'glass' ? 7 : 3
  const liquidColor = look.liquid ?? look.color
  const narrow = level < -h + shoulder ? neck + (r - neck) * 0.7 : r - wall
  const liquid = turned(
    [
      [narrow, level],
      [r - wall, Math.max(level + 1, -h + shoulder), 8],
      [r - wall, -wall - 6, foot - 6],
    ],
    4,
  )
  const form = look.finish === 'glass' ? glassForm : frostedForm
  const surface =
    look.finish === 'glass'
      ? ellipse(
          0,
          level,
          narrow,
          narrow * 0.09,
          sketch.linear([
            [0, deepen(liquidColor, 0.3)],
            [0.5, lighten(liquidColor, 0.55)],
            [1, lighten(liquidColor, 0.2)],
          ]),
        )
      : ''
  const base = path(
    turned(
      [
        [r - 8, -15, 4],
        [r - 5, -4, 6],
      ],
      4,
    ),
    '#ffffff',
    { 'fill-opacity': 0.24 },
  )
  const rim = gleam(sketch, r - w * 0.09, -h + shoulder + 16, 3.4, h - shoulder - foot - 30, 0.7)
  const arc = line(
    `M${-neck - 6} ${-h + shoulder * 0.42}Q${-r + 6} ${-h + shoulder * 0.6} ${-r + 7} ${-h + shoulder + 14}`,
    '#ffffff',
    3,
    { 'stroke-opacity': 0.6 },
  )
  const clipped = print && group(print, { 'clip-path': sketch.clip(outline) })
  return {
    back: form(sketch, outline, look.color, liquid, liquidColor),
    front: surface + clipped + (print && path(outline, roundness(sketch, look.color, 0.4))) + base + shine + rim + arc,
    outline,
  }
}

function cappedTop(sketch: Sketch, w: number, h: number, y: number, color: string) {
  const outline = drum(w, h, y, 0.1)
  return {
    art:
      solidForm(sketch, outline, color) +
      disc(sketch, 0, y - h, w / 2, w * 0.05, color) +
      gleam(sketch, -w * 0.36, y - h + 8, 6, h - 14, 0.45),
    outline,
  }
}
