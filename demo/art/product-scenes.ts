/** The square pictures of the shop: one vessel, large, in one of eight settings; the slug varies light, props and label. */
import type { ProductArt } from '../content/products.ts'
import { eucalyptus, fern, olive } from './branches.ts'
import { tinted } from './dressing.ts'
import { jar, openJar } from './jars.ts'
import { type LabelStyle, labelStyles } from './labels.ts'
import { deepen, hues, lighten, mix, type Tint, tints } from './palette.ts'
import { linenFloor, pebble, travertine } from './props.ts'
import { archPanel, foliageShadow, niche, plainWall, room, shelf, sunDisc, tabletop, windowLight } from './settings.ts'
import type { Sketch } from './sketch.ts'
import { soapBar, stick, tin } from './solids.ts'
import { createStage, type Stage } from './stage.ts'
import { foldedCloth, stoneRoller } from './tools.ts'
import { tube } from './tube.ts'
import {
  dropperBottle,
  type Look,
  lotionBottle,
  pumpBottle,
  rollerBottle,
  slimBottle,
  sprayBottle,
  type Thing,
} from './vessels.ts'
import { reflection, ripples, waterSurface } from './water.ts'
import { sill, windowView } from './windows.ts'

type Shot = { sketch: Sketch; things: readonly Placed[]; wall: string; ground: string; tint: Tint }

type Placed = { thing: Thing; dx: number; dy: number; scale: number }

export function productScene(sketch: Sketch, slug: string, art: ProductArt): string {
  const wall = sketch.random.pick(walls[art.tint])
  const things = arrange(sketch, slug, art)
  return scenes[art.scene]({ sketch, things, wall, ground: lighten(wall, 0.34), tint: art.tint })
}

/** Walls that flatter a tint: near it, or across from it. */
const walls: Record<Tint, readonly [string, ...string[]]> = {
  sand: ['#c4cdb6', '#e9cdbf', '#c9d8dd'],
  sage: ['#ecd6bd', '#e6c4b4', '#d3dccb'],
  blush: ['#d3d9c6', '#e9d3b4', '#eadfd6'],
  clay: ['#e8d5bf', '#bfcdc0', '#e9bfa9'],
  sky: ['#eed5bb', '#dde6e6', '#e9c8b8'],
  oat: ['#c3cdb6', '#d9bfae', '#c4d3da'],
  honey: ['#d9c8d8', '#cbd6c4', '#efdcc0'],
  lilac: ['#e9dcc6', '#ddd3e2', '#e8c9bd'],
  amber: ['#e3c9a8', '#c2cab3', '#e6c5b2'],
  frost: ['#cddadd', '#d8cfdd', '#e5d3c4'],
}

const inks = ['#6b5446', '#5f6f5c', '#8a5544', '#4f5f6b'] as const

function arrange(sketch: Sketch, slug: string, { vessel, tint }: ProductArt): readonly Placed[] {
  const { random } = sketch
  const printed: Partial<Look> = {
    label: random.pick(labelStyles),
    cap: random.pick(['#fbf4e8', '#d3ab7c', '#f0dfc8', '#7b5c48', lighten(tints[tint], 0.5)]),
    paper: random.pick(['#fffaf0', '#f6e6d0', lighten(tints[tint], 0.75)]),
    ink: random.pick(inks),
  }
  const opaque = tinted(tint, false, printed)
  const clear = tinted(tint, true, printed)
  const single = (thing: Thing, scale: number, dx = 0): readonly Placed[] => [{ thing, dx, dy: 0, scale }]
  switch (vessel) {
    case 'bottle':
      return random.chance(0.5) ? single(lotionBottle(sketch, opaque), 2.1) : single(slimBottle(sketch, clear), 2.15)
    case 'pump':
      return single(pumpBottle(sketch, opaque), 2.05)
    case 'dropper':
      return single(
        dropperBottle(sketch, { ...clear, cap: tint === 'amber' ? '#3f332d' : (printed.cap ?? hues.sand) }),
        2.25,
      )
    case 'jar':
      return random.chance(0.5)
        ? single(openJar(sketch, { ...opaque, liquid: '#fff8ec' }), 2.1, -80)
        : single(jar(sketch, opaque), 2.4)
    case 'tube':
      return single(tube(sketch, opaque), 2.1)
    case 'stick':
      return single(stick(sketch, { ...opaque, label: withoutWideLabel(opaque.label) }), 2.5, -90)
    case 'bar':
      return single(soapBar(sketch, { ...opaque, cap: '#f4eadb' }), 2.3)
    case 'tin':
      return single(tin(sketch, { ...opaque, finish: 'ceramic', liquid: '#f6e4b8' }), 2.05, -60)
    case 'spray':
      return single(sprayBottle(sketch, { ...clear, cap: '#f8f1e6' }), 2.15)
    case 'cloth':
      return single(foldedCloth(sketch, { ...opaque, cap: mix(opaque.color, '#ffffff', 0.2) }), 2.3)
    case 'roller':
      return slug.includes('face-roller')
        ? single(stoneRoller(sketch, tints[tint], '#c39a6c'), 1.75, -20)
        : single(rollerBottle(sketch, { ...clear, label: 'lines' }), 2.9, -100)
    case 'set':
      return [
        { thing: lotionBottle(sketch, opaque), dx: -240, dy: 0, scale: 1.6 },
        { thing: jar(sketch, { ...opaque, color: lighten(opaque.color, 0.35) }), dx: 40, dy: 40, scale: 1.2 },
        {
          thing: tube(sketch, { ...opaque, color: mix(opaque.color, '#fff6e8', 0.55), label: 'sun' }),
          dx: 300,
          dy: 0,
          scale: 1.4,
        },
      ]
  }
}

function withoutWideLabel(style: LabelStyle): LabelStyle {
  return style === 'band' || style === 'seal' ? 'column' : style
}

const scenes: Record<ProductArt['scene'], (shot: Shot) => string> = {
  shelf: ({ sketch, things, wall }) => {
    const y = 920
    const stage = createStage(sketch, {
      reach: sketch.random.between(0.5, 0.8),
      drop: -0.05,
      ground: wall,
      strength: 0.42,
    })
    putDown(stage, things, 590, y)
    const wood = sketch.random.pick(['#c99f73', '#e7d2b6', '#f3e7d6'])
    return (
      plainWall(sketch, wall) +
      windowLight({ x: 100, y: 200, width: 620, height: 520, strength: 0.46, rows: 2 }) +
      shelf(sketch, 110, y, 980, wood) +
      stage.paint()
    )
  },

  stone: ({ sketch, things, wall, ground }) => {
    const stage = createStage(sketch, { reach: 1, drop: 0.2, ground })
    stage.place(travertine(sketch, 760, 160, sketch.random.pick(['#ece1d2', '#e2d8cc', '#dcd8d0'])), {
      x: 580,
      y: 1080,
    })
    stage.place(pebble(sketch, 96, 44, '#cdc3b6'), { x: 1000, y: 1090 })
    stage.nextLayer()
    putDown(stage, things, 570, 906)
    return (
      room(sketch, wall, ground, 860) +
      windowLight({ x: 480, y: 120, width: 520, height: 620, strength: 0.42 }) +
      stage.paint()
    )
  },

  water: ({ sketch, things, wall }) => {
    const water = sketch.random.pick(['#a5c6cd', '#b3cdd3', '#9fc0bf'])
    const stage = createStage(sketch, { reach: 0.7, drop: 0.15, ground: water, strength: 0.34 })
    let mirrored = ''
    for (const { thing, dx, scale } of things)
      mirrored += reflection(sketch, thing.outline, 590 + dx, 950, scale, water)
    stage.add(ripples(sketch, 590, 956, 430, 6, 0.22))
    putDown(stage, things, 590, 950)
    return (
      plainWall(sketch, wall) +
      sunDisc(
        sketch,
        sketch.random.pick([250, 930]),
        sketch.random.between(240, 360),
        sketch.random.between(100, 150),
        lighten(wall, 0.55),
      ) +
      waterSurface(sketch, 740, water) +
      mirrored +
      stage.paint()
    )
  },

  leaves: ({ sketch, things, wall, ground }) => {
    const { random } = sketch
    const stage = createStage(sketch, { reach: 0.9, drop: 0.18, ground })
    const leaf = random.pick([eucalyptus, olive, fern])
    const green = random.pick(['#7f9a7d', '#6d876d', '#94a886'])
    stage.place(leaf(sketch, deepen(green, 0.2), 600), {
      x: 590,
      y: 950,
      turn: random.between(-12, -4),
      scale: 1.3,
      shadow: 0,
    })
    stage.place(leaf(sketch, green, 560), { x: 550, y: 960, turn: random.between(-40, -32), scale: 1.3, shadow: 0 })
    stage.place(leaf(sketch, deepen(green, 0.1), 520), {
      x: 640,
      y: 950,
      turn: random.between(34, 42),
      scale: 1.3,
      shadow: 0,
    })
    stage.place(eucalyptus(sketch, lighten(green, 0.2), 440), {
      x: 640,
      y: 970,
      turn: random.between(60, 68),
      scale: 1.2,
      shadow: 0,
    })
    stage.nextLayer()
    putDown(stage, things, 590, 990)
    const wide = things.some(({ thing, scale }) => thing.width * scale > 520)
    if (!wide) {
      stage.place(eucalyptus(sketch, lighten(green, 0.3), 300), {
        x: 70,
        y: 1160,
        turn: random.between(70, 80),
        scale: 1.3,
        shadow: 0.5,
      })
    }
    return (
      room(sketch, wall, ground, 830) +
      windowLight({ x: 360, y: 120, width: 520, height: 560, strength: 0.36 }) +
      stage.paint()
    )
  },

  window: ({ sketch, things, wall }) => {
    const stage = createStage(sketch, { reach: 0.9, drop: 0.24, ground: '#efe7da' })
    putDown(stage, things, 560, 1010)
    const high = sketch.random.pick(['#c9dbe2', '#f0d3b6', '#d7dfe3'])
    const hills = [mix(high, '#8fa596', 0.45), mix(high, '#7d957f', 0.62)]
    const [x, panes] = sketch.random.pick<readonly [number, number]>([
      [60, 2],
      [170, 2],
      [300, 3],
      [-180, 3],
    ])
    const disc = {
      x: x + sketch.random.between(600, 800),
      y: sketch.random.between(240, 520),
      r: sketch.random.between(56, 92),
      color: '#ffe3ad',
    }
    const view = { top: high, bottom: '#fbf0dd', disc, hills: sketch.random.chance(0.6) ? hills : hills.slice(0, 1) }
    return (
      plainWall(sketch, lighten(wall, 0.15)) +
      windowView(sketch, x, -40, 940, 830, '#fbf6ec', view, panes, 2) +
      sill(sketch, 850, '#efe7da', 56) +
      stage.paint()
    )
  },

  arch: ({ sketch, things, wall, ground }) => {
    const stage = createStage(sketch, { reach: 0.9, drop: 0.18, ground })
    putDown(stage, things, 580, 1000)
    const panel = sketch.random.chance(0.5)
    const arch = panel
      ? archPanel(sketch, 600, 870, 720, 720, mix(wall, '#d98a68', 0.34))
      : niche(sketch, 600, 870, 820, 760, wall)
    return plainWall(sketch, wall) + arch + tabletop(sketch, ground, 868) + stage.paint()
  },

  linen: ({ sketch, things, wall }) => {
    const cloth = lighten(mix(wall, '#f3e7d6', 0.6), 0.3)
    const stage = createStage(sketch, { reach: 1, drop: 0.2, ground: cloth })
    putDown(stage, things, 570, 1000)
    return (
      plainWall(sketch, wall) +
      foliageShadow(
        sketch,
        [
          [1260, 240, 560, -100],
          [1250, 520, 460, -70],
        ],
        wall,
      ) +
      linenFloor(sketch, 780, cloth) +
      stage.paint()
    )
  },

  sun: ({ sketch, things, wall, ground, tint }) => {
    const stage = createStage(sketch, { reach: 0.8, drop: 0.2, ground })
    putDown(stage, things, 580, 1010)
    const sun = tint === 'frost' ? '#f6dcae' : sketch.random.pick(['#f0a868', '#efb86a', '#e98f6c', '#f3cf93'])
    return (
      plainWall(sketch, lighten(wall, 0.2)) +
      sunDisc(sketch, sketch.random.between(560, 720), 540, 340, sun) +
      tabletop(sketch, ground, 850) +
      stage.paint()
    )
  },
}

function putDown(stage: Stage, things: readonly Placed[], x: number, y: number): void {
  for (const { thing, dx, dy, scale } of things) stage.place(thing, { x: x + dx, y: y + dy, scale })
}
