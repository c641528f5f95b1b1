/** Tall vessels, lying on the sheet: the axis runs down from the cap to the base, the origin is the middle of the body. */
import { glazed, gold, matte, rubber, satin } from '../relief/materials.ts'
import { column, freeform, type Material, type Solid } from '../relief/solid.ts'
import { rect } from '../svg.ts'
import { type Label, labelFront } from './brands.ts'

export type Look = {
  label: Label
  body: Material
  cap: Material
  /** Colour of a paper label around the body; printed directly without it. */
  sticker?: string
  ink?: string
}

export type Thing = readonly Solid[]

type BodyShape = { radius: number; top: number; bottom: number; shoulder: readonly [number, number]; foot?: number }

/** The body of any bottle with its label. */
function labelled({ label, body, sticker, ink }: Look, shape: BodyShape): Thing {
  const { radius, top, bottom, shoulder, foot = 16 } = shape
  const labelTop = top + shoulder[1] + 20
  const labelBottom = bottom - foot - 34
  const height = labelBottom - labelTop
  const front = labelFront(label, { width: radius * 1.42, height: Math.min(height * 0.84, radius * 2.7), ink })
  const middle = (labelTop + labelBottom) / 2
  const print = `<g transform="translate(0 ${middle})">${front}</g>`
  const form = column({ top, bottom, radius, roundTop: shoulder, roundBottom: [foot, foot] }, body)
  if (!sticker) return [{ ...form, print }]
  const paper = column(
    { top: labelTop, bottom: labelBottom, radius: radius + 1.2, roundTop: [0.8, 2], roundBottom: [0.8, 2] },
    matte(sticker),
    print,
  )
  return [form, paper]
}

export function dropperBottle(look: Look): Thing {
  return [
    column({ top: -260, bottom: -180, radius: 48 }, look.body),
    ...labelled(look, { radius: 132, top: -200, bottom: 330, shoulder: [92, 74], foot: 22 }),
    column({ top: -318, bottom: -222, radius: 62, roundTop: [6, 6], roundBottom: [3, 3] }, look.cap),
    column(
      { top: -470, bottom: -316, radius: 34, foot: 42, roundTop: [30, 44], roundBottom: [2, 4] },
      rubber('#33302e'),
    ),
  ]
}

export function bottle(look: Look): Thing {
  return [
    column({ top: -290, bottom: -240, radius: 46 }, look.body),
    ...labelled(look, { radius: 138, top: -250, bottom: 360, shoulder: [82, 70] }),
    column({ top: -400, bottom: -268, radius: 66, roundTop: [8, 8] }, look.cap),
  ]
}

export function slimBottle(look: Look): Thing {
  return [
    ...labelled(look, { radius: 108, top: -290, bottom: 370, shoulder: [22, 22], foot: 14 }),
    column({ top: -430, bottom: -288, radius: 106, roundTop: [10, 10] }, look.cap),
  ]
}

export function pumpBottle(look: Look): Thing {
  const spout = freeform(
    [-190, -436, 60, -376],
    (x, y) => {
      const reach = (x + 190) / 250
      const centre = -410 + (1 - reach) ** 2 * 16
      const half = 15 + reach * 12
      const share = (y - centre) / half
      return x < -188 || Math.abs(share) >= 1 ? -1 : 40 + half * 1.4 * Math.sqrt(1 - share * share)
    },
    look.cap,
  )
  return [
    column({ top: -260, bottom: -200, radius: 50 }, look.body),
    ...labelled(look, { radius: 140, top: -220, bottom: 360, shoulder: [56, 50], foot: 24 }),
    column({ top: -304, bottom: -226, radius: 66, roundTop: [10, 8] }, look.cap),
    column({ top: -390, bottom: -300, radius: 24 }, look.cap),
    column({ top: -440, bottom: -376, radius: 56, roundTop: [12, 10], roundBottom: [6, 6] }, look.cap),
    spout,
  ]
}

export function sprayBottle(look: Look): Thing {
  return [
    ...labelled(look, { radius: 112, top: -240, bottom: 370, shoulder: [60, 54], foot: 18 }),
    column({ top: -292, bottom: -236, radius: 58 }, gold),
    {
      ...column({ top: -392, bottom: -290, radius: 50, roundTop: [16, 14] }, look.cap),
      print: rect(-34, -360, 16, 16, '#33302e', { rx: 8 }),
    },
  ]
}

/** Squeezed flat at its end and round at its cap, on which it stands. */
export function tube(look: Look): Thing {
  const [top, bottom] = [-430, 250]
  const share = (y: number) => (y - top) / (bottom - top)
  const body = freeform(
    [-165, top, 165, bottom],
    (x, y) => {
      const s = share(y)
      const half = 158 - s * s * 34 - (s > 0.965 ? (s - 0.965) * 700 : 0)
      if (Math.abs(x) >= half || s < 0 || s > 1) return -1
      const depth = 12 + 104 * (1 - (1 - s) ** 1.7)
      const across = x / half
      if (s < 0.055) return 13 + Math.sin(x * 0.42) * 1.4
      return 8 + depth * Math.sqrt(1 - across * across) ** (1 + (1 - s) * 0.5)
    },
    look.body,
  )
  const front = labelFront(look.label, { width: 214, height: 400, ink: look.ink })
  return [
    { ...body, print: `<g transform="translate(0 -70)">${front}</g>` },
    column({ top: 252, bottom: 392, radius: 106, foot: 110, roundTop: [6, 6], roundBottom: [10, 10] }, look.cap),
  ]
}

/** A roll-on bottle without its cap. */
export function rollOn(look: Look): Thing {
  const ball = freeform(
    [-44, -372, 44, -284],
    (x, y) => {
      const rest = 44 * 44 - x * x - (y + 328) ** 2
      return rest <= 0 ? -1 : 30 + Math.sqrt(rest)
    },
    { color: '#d4d7d8', gloss: 1, rough: 0.05, metal: true },
  )
  return [
    ...labelled(look, { radius: 92, top: -260, bottom: 330, shoulder: [30, 26], foot: 16 }),
    ball,
    column({ top: -318, bottom: -256, radius: 62, roundTop: [10, 12] }, satin('#f2efe9')),
  ]
}

/** The cap of a roll-on or a stick, lying next to it. */
export function loneCap(material: Material, radius = 72, length = 210): Thing {
  return [column({ top: -length / 2, bottom: length / 2, radius, roundTop: [14, 14], roundBottom: [2, 2] }, material)]
}

export function stick(look: Look, balm: Material): Thing {
  const bullet = column({ top: -330, bottom: -120, radius: 76, roundTop: [54, 46] }, balm)
  return [
    bullet,
    column({ top: -150, bottom: -86, radius: 84 }, glazed('#f4f0e8')),
    ...labelled(look, { radius: 98, top: -90, bottom: 370, shoulder: [8, 8], foot: 10 }),
  ]
}
