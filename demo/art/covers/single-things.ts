/** Covers of one thing, or of a thing and its counterpart, on a plain tone. */
import { hand } from '../body/hand.ts'
import { skins } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { dropperBottle } from '../products/bottles.ts'
import { glazed, lotion, matte, satin, wax } from '../relief/materials.ts'
import { fractal } from '../relief/noise.ts'
import { drop, freeform, slab } from '../relief/solid.ts'
import { circle, rect, stroke } from '../svg.ts'
import { bowl, plate, spoon } from '../textures/things.ts'
import { lines, word } from '../type/set-type.ts'
import { cover } from './cover.ts'

export const thingCovers: Record<string, () => Picture> = {
  'how-much-sunscreen-do-you-need': () =>
    cover('#f0b252', { placed: lay(spoon(lotion('#fffaf0'), '½ TSP'), { x: 560, y: 560, turn: -16, scale: 1.5 }) }),

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

  'sunscreen-under-makeup': () => {
    const crumbs = Array.from({ length: 46 }, (_, i) =>
      lay(
        [
          freeform(
            [-26, -9, 26, 9],
            (x, y) => {
              const rest = 1 - Math.abs(x / 24) ** 2.5 - (y / (5.5 - Math.abs(x) * 0.08)) ** 2
              return rest <= 0 ? -1 : 6 * Math.sqrt(rest)
            },
            matte('#b9b1aa'),
          ),
        ],
        {
          x: 660 + ((i * i * 53 + i * 131) % 300),
          y: 440 + ((i * i * 37 + i * 71) % 250),
          turn: (i * 67) % 180,
          lift: 124,
          scale: 0.7 + ((i * 13) % 7) * 0.12,
        },
      ),
    ).flat()
    return cover('#d6dcd8', {
      placed: [...lay(hand(skins[1], 'together'), { x: 720, y: 580, scale: 2.1, turn: 72 }), ...crumbs],
    })
  },

  'niacinamide-for-beginners': () => {
    const leaf = (seed: number, color: string) =>
      freeform(
        [-170, -90, 170, 90],
        (x, y) => {
          const edge = 80 * (1 - (x / 168) ** 2) * (1 + 0.12 * Math.sin(x * 0.12 + seed) + 0.08 * Math.sin(x * 0.31))
          if (Math.abs(y) > edge || Math.abs(x) > 166) return -1
          return (
            30 +
            14 * Math.cos(x * 0.02 + seed) +
            10 * Math.sin(y * 0.06 + x * 0.03) -
            (Math.abs(y) < 3 ? 4 : 0) +
            fractal(x / 26, y / 26, 2, seed) * 5
          )
        },
        { color, gloss: 0.35, rough: 0.45, soft: 0.4 },
      )
    const greens = ['#6f9a4e', '#87ad5c', '#5b8648', '#9bbd6d', '#7c4a5a']
    const salad = Array.from({ length: 26 }, (_, i) => {
      const [angle, reach] = [i * 2.4, 50 + ((i * 71) % 260)]
      return lay([leaf(i, greens[i % 5] ?? '#6f9a4e')], {
        x: 620 + Math.cos(angle) * reach,
        y: 533 + Math.sin(angle) * reach,
        turn: (i * 83) % 360,
        lift: 40 + (i % 6) * 7,
        scale: 1.15,
      })
    }).flat()
    const tomato = [0, 1, 2, 3].flatMap((i) =>
      lay([drop(58, { ...wax('#d4513a'), gloss: 0.6, rough: 0.3 }, 0.9)], {
        x: 500 + ((i * 130) % 300),
        y: 400 + ((i * 97) % 280),
        lift: 84,
      }),
    )
    const label = { brand: 'morrow-and-fern', name: 'Niacinamide Serum 5%' } as const
    return cover('#efe2cf', {
      placed: [
        ...lay([bowl(440, '#d8cabb', 110)], { x: 620, y: 533 }),
        ...salad,
        ...tomato,
        ...lay(dropperBottle({ label, body: glazed('#f2ebe2'), cap: satin('#2d2a2a') }), {
          x: 1290,
          y: 600,
          turn: 9,
          scale: 0.98,
        }),
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
        ...lay([pages], { x: 446, y: 548, turn: -5 }),
        ...lay([book], { x: 440, y: 540, turn: -5, lift: 6 }),
        ...lay([pouch], { x: 1150, y: 540, turn: 4 }),
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
