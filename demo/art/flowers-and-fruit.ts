/** Flowers and fruit. Flowers grow upwards from their origin. */
import { narrowLeaf, roundLeaf, slenderLeaf, turnedLeaf } from './branches.ts'
import { deepen, lighten } from './palette.ts'
import { oval, rounded } from './shapes.ts'
import { at, ellipse, line, path, type Sketch, short } from './sketch.ts'
import type { Thing } from './vessels.ts'

function chamomile(sketch: Sketch, r = 44, tilt = 0.86): string {
  const petals = 15
  const white = sketch.linear(
    [
      [0, '#ffffff'],
      [0.6, '#fdf8ee'],
      [1, '#e2d9cb'],
    ],
    [0, 0, 0, 1],
  )
  let art = ''
  for (let i = 0; i < petals; i++) {
    const l = r * sketch.random.between(0.92, 1.06)
    const w = r * 0.19
    art += `<g transform="rotate(${Math.round((i * 360) / petals)})">${path(`M0 ${-r * 0.2}C${-w * 1.2} ${-l * 0.5} ${-w} ${-l} 0 ${-l}C${w} ${-l} ${w * 1.2} ${-l * 0.5} 0 ${-r * 0.2}Z`, white, { stroke: '#cdbfae', 'stroke-opacity': 0.45, 'stroke-width': 0.8 })}</g>`
  }
  const heart = ellipse(
    0,
    0,
    r * 0.36,
    r * 0.36,
    sketch.radial(
      [
        [0, '#f8d675'],
        [0.6, '#e6ae43'],
        [1, '#b97c2a'],
      ],
      0.38,
      0.34,
      0.7,
    ),
  )
  const dots = Array.from({ length: 14 }, (_, i) => {
    const [a, d] = [i * 2.4, r * 0.08 * Math.sqrt(i)]
    return ellipse(Math.cos(a) * d, Math.sin(a) * d, r * 0.03, r * 0.03, '#a86f22', { 'fill-opacity': 0.45 })
  }).join('')
  return `<g transform="scale(1 ${tilt})">${art}${heart}${dots}</g>`
}

/** A few chamomile flowers on thin stems, leaning apart. */
export function chamomileBunch(sketch: Sketch, height = 360): Thing {
  const stems: [number, number, number][] = [
    [-96, 0.72, 36],
    [92, 0.66, 34],
    [-36, 0.94, 44],
    [44, 0.86, 40],
    [4, 0.62, 30],
  ]
  let art = ''
  let outline = ''
  for (const [dx, share, r] of stems) {
    const h = height * share
    art += line(`M0 0Q${dx * 0.15} ${short(-h * 0.6)} ${dx} ${short(-h)}`, '#8b9c77', 3)
    art +=
      at(dx * 0.36, -h * 0.56, path(slenderLeaf(46), '#9aab86'), 1, dx > 0 ? 58 : -58) +
      at(dx * 0.2, -h * 0.36, path(slenderLeaf(40), '#84966f'), 1, dx > 0 ? -46 : 46)
    outline += `M-2 0L${dx} ${short(-h)}L3 0Z${oval(dx, -h, r, r)}`
  }
  for (const [dx, share, r] of stems) art += at(dx, -height * share, chamomile(sketch, r), 1, dx * 0.14)
  return { art, outline, width: 40, height }
}

export function lavender(_sketch: Sketch, height = 340): Thing {
  let art = ''
  let outline = ''
  for (const [turn, share] of [
    [-13, 0.86],
    [11, 0.92],
    [-3, 1],
  ] as const) {
    const h = height * share
    let sprig =
      line(`M0 0V${short(-h)}`, '#8b9a80', 2.6) +
      at(0, -h * 0.3, path(narrowLeaf(90), '#93a287'), 1, turn > 0 ? 24 : -24)
    for (let i = 0; i < 11; i++) {
      const y = -h * 0.6 - (i * h * 0.4) / 11
      const w = 15 - i * 0.75
      for (const side of [-1, 1])
        sprig += at(side * w * 0.45, y, path(roundLeaf(w * 1.7), side < 0 ? '#b5a3cc' : '#8d7bab'), 1, side * 34)
    }
    art += `<g transform="rotate(${turn})">${sprig}</g>`
    outline += turnedLeaf(h, 0, 0, turn)
  }
  return { art, outline, width: 30, height }
}

/** Dried grass, three soft plumes. */
export function pampas(sketch: Sketch, height = 460, color = '#e2c9a6'): Thing {
  const { random } = sketch
  let art = ''
  let outline = ''
  for (const [bend, share] of [
    [-70, 0.84],
    [84, 0.9],
    [12, 1],
  ] as const) {
    const h = height * share
    art += line(`M0 0Q0 ${short(-h * 0.5)} ${bend} ${short(-h)}`, deepen(color, 0.5), 2.6)
    for (let i = 0; i < 46; i++) {
      const t = 0.52 + 0.5 * (i / 46)
      const x = bend * t * t
      const spread = Math.sin(((i / 46) * 0.9 + 0.1) * Math.PI) * 34
      const [dx, dy] = [(i % 2 ? 1 : -1) * spread * random.between(0.5, 1.1), -random.between(30, 62)]
      art += line(
        `M${short(x)} ${short(-h * t)}q${short(dx * 0.4)} ${short(dy * 0.7)} ${short(dx)} ${short(dy)}`,
        i % 2 ? deepen(color, 0.22) : lighten(color, 0.4),
        random.between(3, 6),
        { 'stroke-opacity': 0.62 },
      )
    }
    outline += turnedLeaf(h * 1.08, 0, 0, (Math.atan2(bend, h) * 180) / Math.PI)
  }
  return { art, outline, width: 26, height }
}

/** A round slice, seen face on or foreshortened by `tilt`. */
export function citrusSlice(sketch: Sketch, r = 110, flesh = '#f0a04b', tilt = 1): Thing {
  const wedge = 10
  let segments = ''
  const pulp = sketch.linear(
    [
      [0, deepen(flesh, 0.12)],
      [0.6, flesh],
      [1, lighten(flesh, 0.5)],
    ],
    [0, 0, 0, 1],
  )
  for (let i = 0; i < wedge; i++) {
    const w = r * 0.245
    const d = rounded([
      [0, -r * 0.1, 3],
      [w, -r * 0.76, r * 0.12],
      [0, -r * 0.83, r * 0.16],
      [-w, -r * 0.76, r * 0.12],
    ])
    segments += `<g transform="rotate(${(i * 360) / wedge})">${path(d, pulp)}${line(`M0 ${-r * 0.3}V${-r * 0.7}M${-w * 0.4} ${-r * 0.45}L${-w * 0.6} ${-r * 0.68}M${w * 0.35} ${-r * 0.42}L${w * 0.6} ${-r * 0.68}`, '#fff6dc', 2, { 'stroke-opacity': 0.4 })}</g>`
  }
  const rind =
    ellipse(
      0,
      0,
      r,
      r,
      sketch.linear(
        [
          [0, lighten(flesh, 0.2)],
          [1, deepen(flesh, 0.35)],
        ],
        [0, 0, 1, 1],
      ),
    ) + ellipse(0, 0, r * 0.93, r * 0.93, '#fdf1d8')
  const wet = line(
    `M${-r * 0.6} ${-r * 0.42}A${r * 0.74} ${r * 0.74} 0 0 1 ${-r * 0.1} ${-r * 0.73}`,
    '#ffffff',
    r * 0.05,
    { 'stroke-opacity': 0.55 },
  )
  const edge = tilt < 1 ? ellipse(0, r * 0.13, r, r * tilt, deepen(flesh, 0.45)) : ''
  return {
    art: `${edge}<g transform="scale(1 ${tilt})">${rind}${segments}${wet}</g>`,
    outline: oval(0, r * 0.05, r, r * tilt),
    width: r * 2,
    height: r * 2 * tilt,
  }
}

/** A whole fruit with its pores. */
export function citrusFruit(sketch: Sketch, r = 120, color = '#ee9c45'): Thing {
  const skin = sketch.radial(
    [
      [0, lighten(color, 0.5)],
      [0.35, color],
      [0.8, deepen(color, 0.5)],
      [0.95, deepen(color, 0.8)],
      [1, deepen(color, 0.55)],
    ],
    0.34,
    0.3,
    0.78,
  )
  const pores = Array.from({ length: 34 }, () => {
    const [a, d] = [sketch.random.between(0, 6.28), Math.sqrt(sketch.random.between(0, 0.8)) * r]
    return ellipse(Math.cos(a) * d, -r + Math.sin(a) * d, 2.2, 1.8, deepen(color, 0.6), { 'fill-opacity': 0.28 })
  }).join('')
  const leaf = at(
    6,
    -r * 1.93,
    path(slenderLeaf(r * 0.8), '#7f9468') + line(`M0 0V${-r * 0.7}`, '#c2cfa6', 1.6, { 'stroke-opacity': 0.7 }),
    1,
    62,
  )
  return {
    art:
      ellipse(0, -r, r, r * 0.96, skin) +
      pores +
      leaf +
      ellipse(2, -r * 1.92, 7, 4, '#6d7b4f') +
      ellipse(-r * 0.4, -r * 1.42, r * 0.2, r * 0.12, '#ffffff', { 'fill-opacity': 0.35 }),
    outline: oval(0, -r, r, r),
    width: r * 1.3,
    height: r * 2,
  }
}
