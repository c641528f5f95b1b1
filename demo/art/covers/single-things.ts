/** Covers of one thing, or of a thing and its counterpart, on a plain tone. */
import { limb } from '../body/limbs.ts'
import { cutPaper, roundPath } from '../cut/cut-paper.ts'
import { lay, type Picture } from '../picture.ts'
import { foldedCloth } from '../products/low-vessels.ts'
import { gel, gold, matte, satin, wax } from '../relief/materials.ts'
import { fractal, smoothstep } from '../relief/noise.ts'
import { drop, freeform, slab, turnedOnEnd } from '../relief/solid.ts'
import { circle, rect, stroke } from '../svg.ts'
import { plate } from '../textures/things.ts'
import { lines, word } from '../type/set-type.ts'
import { cover } from './cover.ts'

export const thingCovers: Record<string, () => Picture> = {
  'dry-or-dehydrated-skin': () => {
    const cracker = slab(
      {
        width: 380,
        length: 380,
        thickness: 40,
        corner: 26,
        edge: 22,
        relief: (x, y) => holes(x, y) + fractal(x / 40, y / 40, 3, 7) * 7,
      },
      matte('#dcae6c'),
    )
    const grape = freeform(
      [-170, -150, 170, 150],
      (x, y) => {
        const d = Math.hypot(x / 160, y / 136)
        if (d >= 1) return -1
        return 120 * Math.sqrt(1 - d * d) + (1 - Math.abs(fractal(x / 66, y / 34, 3, 31)) * 3.2) * 12 * (1 - d * 0.5)
      },
      { ...wax('#7a4a63'), gloss: 0.4, rough: 0.4 },
    )
    return cover('#a9bfa4', {
      placed: [
        ...lay([plate(470, '#f4efe6')], { x: 800, y: 533 }),
        ...lay(
          [
            {
              ...cracker,
              colorAt: (x, y) =>
                fractal(x / 60, y / 60, 3, 4) + Math.hypot(x, y) / 500 > 0.62 ? '#c48d4a' : undefined,
            },
          ],
          { x: 640, y: 520, turn: -14, lift: 18 },
        ),
        ...lay([grape], { x: 1000, y: 590, turn: 24, lift: 16, scale: 0.86 }),
      ],
    })
  },

  'how-to-wash-your-face': () => {
    const radius = 270
    const ring = freeform(
      [-radius * 1.3, -radius * 1.3, radius * 1.3, radius * 1.3],
      (x, y) => {
        const [angle, d] = [Math.atan2(y, x), Math.hypot(x, y)]
        const uneven = fractal(Math.cos(angle) * 1.5, Math.sin(angle) * 1.5, 3, 12)
        const half = 42 * Math.max(0, 0.78 + uneven * 1.2)
        const rest = 1 - ((d - radius - uneven * 10) / half) ** 2
        return half < 3 || rest <= 0 ? -1 : 34 * Math.sqrt(rest)
      },
      gel('#dcecee'),
    )
    const beads = [
      [330, 230, 62],
      [250, 790, 34],
      [760, 930, 46],
      [640, 170, 26],
      [600, 560, 40],
      [510, 640, 20],
      [690, 470, 16],
      [150, 480, 22],
    ].flatMap(([x = 0, y = 0, r = 0]) => lay([drop(r, gel('#dcecee'), 0.5, 0.12)], { x, y }))
    const [cloth] = foldedCloth('#f8f3e8', 560)
    const striped = (_x: number, y: number) => (y > 150 && (y - 150) % 44 < 20 && y < 262 ? '#c9694a' : undefined)
    return cover('#527388', {
      placed: [
        ...lay([ring], { x: 630, y: 560 }),
        ...beads,
        ...(cloth
          ? [
              ...lay([cloth], { x: 1110, y: 575, turn: 9, scale: 1.05 }),
              ...lay([{ ...cloth, colorAt: striped }], { x: 1092, y: 556, turn: 6, lift: 44, scale: 0.96 }),
            ]
          : []),
      ],
    })
  },

  'how-to-patch-test': () => {
    const [half, corner, fold] = [330, 90, 270]
    const plaster = slab(
      { width: half * 2, length: half * 2, thickness: 14, corner, edge: 8, relief: plasterTop },
      matte('#efcfae'),
    )
    // The corner beyond this line is folded back over it.
    const beyond = (x: number, y: number) => (x - y) / Math.SQRT2 - fold
    const lying = (x: number, y: number) => {
      const flat = plaster.height(x, y)
      return beyond(x, y) > 0 || flat < 0 ? -1 : flat + lifted(beyond(x, y))
    }
    const flap = (x: number, y: number) => {
      const across = beyond(x, y)
      const [mirrorX, mirrorY] = [x - across * Math.SQRT2, y + across * Math.SQRT2]
      return across > 0 || plaster.height(mirrorX, mirrorY) < 0
        ? -1
        : 62 + 46 * Math.sqrt(1 - ((across + 60) / 130) ** 2 || 0)
    }
    const lifted = (across: number) => 54 * Math.exp(across / 70)
    const box = plaster.box
    return cover('#c98a66', {
      ground: (x, y) => fractal(x / 26, y / 40, 3, 8) * 2.2 + fractal(x / 300, y / 300, 2, 3) * 10 + 14,
      placed: [
        ...lay([{ ...plaster, height: lying, colorAt: pores }], { x: 800, y: 540, turn: 8, lift: 12, scale: 1.06 }),
        ...lay([freeform(box, flap, { ...matte('#fbf4e8'), gloss: 0.3 })], {
          x: 800,
          y: 540,
          turn: 8,
          lift: 12,
          scale: 1.06,
        }),
      ],
    })
  },

  'skincare-on-a-budget': () => {
    const outline = `M-470 -70L-330 -250H430Q470 -250 470 -210V210Q470 250 430 250H-330L-470 70Z${roundPath(-372, 0, 34, true)}`
    const print =
      word(80, 74, '$39.50', { face: 'serif', size: 250, color: '#43301f', align: 'center', fit: 660 }) +
      word(80, 176, 'the whole routine', { face: 'serifItalic', size: 74, color: '#8a4a2c', align: 'center' }) +
      stroke('M-210 -170H370', '#8a4a2c', 5)
    const eyelet = turnedOnEnd(58, (d) => (d < 34 ? -1 : 12 + 8 * Math.sqrt(1 - ((d - 46) / 12) ** 2)), gold)
    const twine = limb(
      Array.from({ length: 20 }, (_, i) => [...loop(i / 20), 8, ...loop((i + 1) / 20), 8] as const),
      matte('#f4ead6'),
      8,
      4,
    )
    return cover('#93a888', {
      placed: [
        ...lay([cutPaper(outline, '#f6e7c9', 16, print)], { x: 830, y: 560, turn: -7 }),
        ...lay([eyelet], { x: 830 - 369, y: 560 + 45, lift: 14 }),
        ...lay([twine], { x: 830 - 369, y: 560 + 45, lift: 26 }),
      ],
    })
  },

  'travel-routine-in-one-small-bag': () => {
    const book = slab(
      { width: 520, length: 760, thickness: 60, corner: 6, edge: 6 },
      satin('#2f5d5a'),
      lines(-200, -210, ['The', 'Slow', 'Train'], { face: 'didone', size: 120, color: '#f3e3c4' }, 1.02) +
        stroke('M-200 220H200', '#f3e3c4', 4) +
        word(-200, 290, 'a novel', { face: 'garamondItalic', size: 52, color: '#f3e3c4' }),
    )
    const pages = slab({ width: 506, length: 740, thickness: 46, corner: 4, edge: 2 }, matte('#efe4cf'))
    const pouch = slab(
      {
        width: 520,
        length: 760,
        thickness: 96,
        corner: 60,
        edge: 76,
        relief: (x, y) => fractal(x / 150, y / 150, 3, 12) * 16 + Math.sin(x * 0.5) * Math.sin(y * 0.5),
      },
      matte('#d9a07c'),
      rect(-236, -318, 472, 20, '#8c5a3c') +
        Array.from({ length: 46 }, (_, i) => rect(-232 + i * 10, -316, 5, 16, '#e9cda0')).join('') +
        circle(214, -308, 16, '#d8b26a') +
        rect(206, -300, 16, 70, '#d8b26a', { rx: 6 }),
    )
    return cover('#c3cdb4', {
      placed: [
        ...lay([pages], { x: 566, y: 548, turn: -5, scale: 0.9 }),
        ...lay([book], { x: 560, y: 540, turn: -5, lift: 6, scale: 0.9 }),
        ...lay([pouch], { x: 1052, y: 540, turn: 4, scale: 0.86 }),
      ],
    })
  },
}

function holes(x: number, y: number): number {
  let depth = 0
  for (let row = -1; row <= 1; row++)
    for (let at = -1; at <= 1; at++) depth -= 16 * Math.exp(-(((x - at * 100) ** 2 + (y - row * 100) ** 2) / 120))
  return depth
}

/** Weave of the plaster over the swelling of its pad. */
function plasterTop(x: number, y: number): number {
  const pad = 26 * smoothstep(215, 165, Math.max(Math.abs(x), Math.abs(y)))
  return pad + Math.sin(x * 0.5) * Math.sin(y * 0.5) * 0.8 + fractal(x / 120, y / 120, 2, 6) * 4
}

/** Holes in rows around the pad. */
function pores(x: number, y: number): string | undefined {
  if (Math.max(Math.abs(x), Math.abs(y)) < 230) return undefined
  const [u, v] = [((x % 40) + 40) % 40, ((y % 40) + 40) % 40]
  return Math.hypot(u - 20, v - 20) < 5 ? '#b98a66' : undefined
}

/** The twine from the eyelet out of the picture, from 0 to 1. */
function loop(share: number): readonly [number, number] {
  return [-share * 560, -190 * Math.sin(share * 2.6) + 150 * share * share]
}
