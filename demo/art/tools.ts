/** What a hand picks up: spatula, spoon, sponge, compact, roller, cloth. */
import { creamSwirl } from './jars.ts'
import { deepen, hues, lighten } from './palette.ts'
import { disc } from './shading.ts'
import { box, curve, oval, rounded } from './shapes.ts'
import { at, downward, ellipse, group, line, path, rect, type Sketch, short } from './sketch.ts'
import type { Look, Thing } from './vessels.ts'

/** A flat wooden spatula leaning against something on its right. */
export function spatula(sketch: Sketch, length = 260, wood: string = hues.wood): Thing {
  const outline = rounded([
    [-27, -length, 24],
    [27, -length, 24],
    [22, -length * 0.66, 40],
    [10, -length * 0.56, 40],
    [9, -4, 7],
    [-9, -4, 7],
    [-10, -length * 0.56, 40],
    [-22, -length * 0.66, 40],
  ])
  const grain = [-4, 3]
    .map((x) =>
      line(`M${x} ${-length * 0.94}Q${x - 3} ${-length * 0.5} ${x} -14`, deepen(wood, 0.7), 1.4, {
        'stroke-opacity': 0.35,
      }),
    )
    .join('')
  return {
    art:
      path(
        outline,
        sketch.linear([
          [0, lighten(wood, 0.5)],
          [0.4, wood],
          [1, deepen(wood, 0.55)],
        ]),
      ) + grain,
    outline,
    width: 26,
    height: length,
  }
}

/** A measuring spoon lying down, its bowl to the left, filled level. */
export function measuringSpoon(sketch: Sketch, metal: string, filling: string): Thing {
  const handle = rounded([
    [40, -30, 6],
    [250, -44, 9],
    [252, -22, 9],
    [40, -14, 6],
  ])
  const steel = sketch.linear(
    [
      [0, lighten(metal, 0.8)],
      [0.4, metal],
      [0.6, lighten(metal, 0.5)],
      [1, deepen(metal, 0.7)],
    ],
    downward,
  )
  const bowl = `M-74 -30C-72 8 -40 18 -10 18S56 8 58 -30Z`
  return {
    art:
      path(handle, steel) +
      ellipse(238, -33, 6, 5, deepen(metal, 0.8)) +
      path(
        bowl,
        sketch.linear([
          [0, deepen(metal, 0.4)],
          [0.24, lighten(metal, 0.8)],
          [0.6, metal],
          [1, deepen(metal, 0.8)],
        ]),
      ) +
      disc(sketch, -8, -30, 66, 15, metal) +
      ellipse(-8, -29, 59, 12, deepen(filling, 0.4)) +
      at(-8, -30, creamSwirl(sketch, filling, 50)),
    outline: bowl + handle,
    width: 200,
    height: 60,
  }
}

/** A soft drop-shaped sponge. */
export function sponge(sketch: Sketch, size = 130, color: string = hues.rose): Thing {
  const outline = curve([
    [0, -size * 1.5],
    [size * 0.3, -size * 1.06],
    [size * 0.52, -size * 0.56],
    [size * 0.4, -size * 0.1],
    [0, 3],
    [-size * 0.4, -size * 0.1],
    [-size * 0.52, -size * 0.56],
    [-size * 0.3, -size * 1.06],
  ])
  const pores = Array.from({ length: 40 }, () =>
    ellipse(
      sketch.random.between(-size * 0.42, size * 0.42),
      sketch.random.between(-size * 1.2, -size * 0.1),
      1.8,
      1.4,
      deepen(color, 0.8),
      { 'fill-opacity': 0.3 },
    ),
  ).join('')
  return {
    art:
      path(
        outline,
        sketch.radial(
          [
            [0, lighten(color, 0.62)],
            [0.45, color],
            [0.9, deepen(color, 0.6)],
            [1, deepen(color, 0.4)],
          ],
          0.36,
          0.4,
          0.72,
        ),
      ) + group(pores, { 'clip-path': sketch.clip(outline) }),
    outline,
    width: size * 0.9,
    height: size * 1.5,
  }
}

/** A compact standing open: powder in front, the mirror upright behind. */
export function openCompact(sketch: Sketch, r = 130, shell: string = hues.sand, powder: string = hues.blush): Thing {
  const rim = sketch.linear(
    [
      [0, lighten(shell, 0.7)],
      [0.5, shell],
      [1, deepen(shell, 0.55)],
    ],
    [0, 0, 1, 1],
  )
  const mirror =
    ellipse(10, -r * 1.08, r, r * 1.02, deepen(shell, 0.6)) +
    ellipse(0, -r * 1.08, r, r * 1.02, rim) +
    ellipse(
      0,
      -r * 1.08,
      r * 0.87,
      r * 0.89,
      sketch.linear(
        [
          [0, '#f4f4ef'],
          [0.42, '#d9dedb'],
          [0.44, '#fbfaf5'],
          [0.6, '#eceeea'],
          [1, '#c9cfcb'],
        ],
        [0, 0, 1, 0.8],
      ),
    )
  const [ry, y] = [r * 0.27, -26]
  const side = `M${-r} ${y}V-6A${r} ${ry} 0 0 0 ${r} -6V${y}Z`
  const pan =
    path(
      side,
      sketch.linear([
        [0, deepen(shell, 0.4)],
        [0.25, lighten(shell, 0.7)],
        [0.6, shell],
        [1, deepen(shell, 0.8)],
      ]),
    ) +
    disc(sketch, 0, y, r, ry, shell) +
    ellipse(0, y + 1, r * 0.86, ry * 0.84, deepen(powder, 0.6)) +
    disc(sketch, 2, y + 3, r * 0.84, ry * 0.78, powder)
  const mark = [-0.5, -0.2, 0.1, 0.4]
    .map((x) =>
      line(`M${short(r * x)} ${y - ry * 0.2}l${short(r * 0.2)} ${short(ry * 0.5)}`, deepen(powder, 0.6), 3, {
        'stroke-opacity': 0.35,
      }),
    )
    .join('')
  return {
    art: mirror + pan + mark,
    outline: `${oval(0, -r * 1.08, r, r)}${oval(0, -16, r, ry)}`,
    width: r * 1.9,
    height: r * 2.1,
  }
}

/** A massage roller of polished stone, lying on its origin. */
export function stoneRoller(sketch: Sketch, stone: string, metal: string): Thing {
  const handle = box(-130, -36, 250, 36, 18)
  const [fork, roll] = ['M118 -18H176M176 -18L196 -92M176 -18L262 -18L250 -66', box(178, -122, 96, 84, 40)]
  const vein = curve(
    [
      [190, -96],
      [214, -82],
      [236, -90],
      [264, -76],
    ],
    false,
  )
  const small = box(-214, -46, 62, 52, 25)
  const polish = (color: string) =>
    sketch.linear(
      [
        [0, lighten(color, 0.75)],
        [0.36, color],
        [0.8, deepen(color, 0.5)],
        [1, deepen(color, 0.25)],
      ],
      [0, 0, 0, 1],
    )
  return {
    art:
      line(fork, metal, 8) +
      line('M-130 -18L-156 -18', metal, 8) +
      path(handle, polish(stone)) +
      path(roll, polish(stone)) +
      path(small, polish(stone)) +
      line(vein, '#ffffff', 3, { 'stroke-opacity': 0.6 }) +
      line('M196 -108h46', '#ffffff', 6, { 'stroke-opacity': 0.65 }) +
      line('M-110 -27h180', '#ffffff', 4, { 'stroke-opacity': 0.6 }) +
      rect(112, -38, 16, 40, metal, { rx: 4 }) +
      rect(-136, -38, 14, 40, metal, { rx: 4 }),
    outline: handle + roll + small,
    width: 440,
    height: 122,
  }
}

/** A stack of folded muslin cloths. */
export function foldedCloth(sketch: Sketch, look: Look): Thing {
  const layer = (y: number, w: number, color: string, shift: number) => {
    const d = rounded([
      [-w + shift, y - 44, 20],
      [w + shift - 6, y - 47, 8],
      [w + shift, y - 24, 20],
      [w + shift - 8, y - 2, 8],
      [-w + shift + 4, y, 20],
    ])
    const weave =
      rect(-w + shift, y - 25, w * 2, 3, deepen(color, 0.9), { 'fill-opacity': 0.5 }) +
      rect(-w + shift, y - 22, w * 2, 2, '#ffffff', { 'fill-opacity': 0.5 })
    return (
      path(
        d,
        sketch.linear(
          [
            [0, lighten(color, 0.5)],
            [0.45, color],
            [0.5, deepen(color, 0.45)],
            [0.6, color],
            [1, deepen(color, 0.6)],
          ],
          downward,
        ),
      ) +
      group(weave, { 'clip-path': sketch.clip(d) }) +
      path(
        d,
        sketch.linear([
          [0, '#ffffff', 0.3],
          [0.4, '#ffffff', 0],
          [1, deepen(color, 1), 0.4],
        ]),
      )
    )
  }
  const stripe = (y: number) => rect(-150, y, 300, 4, look.ink, { 'fill-opacity': 0.3 })
  const drape = curve([
    [-40, -142],
    [40, -146],
    [96, -140],
    [100, -80],
    [92, -26],
    [60, -18],
    [20, -22],
    [-14, -18],
    [-30, -60],
  ])
  const hem = group(stripe(-44) + stripe(-36), { 'clip-path': sketch.clip(drape) })
  return {
    art:
      layer(0, 150, look.cap, 0) +
      layer(-44, 144, look.color, 4) +
      layer(-88, 146, lighten(look.color, 0.3), -4) +
      path(
        drape,
        sketch.linear(
          [
            [0, lighten(look.color, 0.62)],
            [0.3, look.color],
            [0.5, lighten(look.color, 0.5)],
            [0.75, deepen(look.color, 0.3)],
            [1, lighten(look.color, 0.2)],
          ],
          [0, 0, 1, 0.2],
        ),
      ) +
      hem,
    outline: box(-150, -138, 300, 138, 20),
    width: 300,
    height: 144,
  }
}
