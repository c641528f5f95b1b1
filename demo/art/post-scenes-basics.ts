/** Covers of the articles on cleansing and moisturising. */
import { broadLeaf, eucalyptus } from './branches.ts'
import { ceramic, frosted, glass } from './dressing.ts'
import { openJar, tastingJar } from './jars.ts'
import { linenFloor, travertine } from './props.ts'
import { archPanel, foliageShadow, plainWall, room, shelf, windowLight } from './settings.ts'
import { at, type Sketch } from './sketch.ts'
import { foam, tin } from './solids.ts'
import { createStage } from './stage.ts'
import { dryLeaf, waterGlass } from './table-things.ts'
import { foldedCloth, spatula } from './tools.ts'
import { tube } from './tube.ts'
import { dropperBottle, pumpBottle, slimBottle } from './vessels.ts'
import { basin, reflection, ripples, sprinkle, waterSurface } from './water.ts'
import { sill, windowView } from './windows.ts'

export const basicsScenes: Record<string, (sketch: Sketch) => string> = {
  'how-to-wash-your-face': (sketch) => {
    const stage = createStage(sketch, { reach: 1.15, drop: 0.2, ground: '#dfe6e4' })
    stage.place(foldedCloth(sketch, ceramic('#f1e7d8', { cap: '#9fb6bd' })), { x: 1270, y: 890, scale: 1.42 })
    stage.place(basin(sketch, 310, '#f4ece0', '#a9cbd4'), { x: 800, y: 900 })
    stage.nextLayer()
    stage.place(pumpBottle(sketch, ceramic('#e9b9a4', { cap: '#fbf4e8', label: 'arch' })), {
      x: 360,
      y: 930,
      scale: 1.78,
    })
    stage.add(at(530, 940, foam(sketch, 46)) + at(640, 962, foam(sketch, 24)))
    return (
      room(sketch, '#b9d0d6', '#e3e8e4', 650) +
      windowLight({ x: 860, y: 130, width: 560, height: 520, strength: 0.62 }) +
      foliageShadow(
        sketch,
        [
          [1650, 420, 520, -70],
          [1640, 90, 460, -100],
        ],
        '#9fbac2',
      ) +
      stage.paint()
    )
  },

  'double-cleansing-for-beginners': (sketch) => {
    const stage = createStage(sketch, { reach: 0.8, drop: 0.16, ground: '#7fa9ab', strength: 0.36 })
    const pump = pumpBottle(sketch, frosted('#c9dcd4', { label: 'lines', cap: '#f5ecdc' }))
    const balm = openJar(
      sketch,
      ceramic('#d98f5f', { cap: '#f3e3cb', liquid: '#f6dfa6', label: 'lines', ink: '#fff3e0' }),
    )
    const mirrored =
      reflection(sketch, pump.outline, 600, 905, 2, '#6f9c9e') +
      reflection(sketch, balm.outline, 1040, 960, 1.62, '#6f9c9e')
    stage.add(ripples(sketch, 600, 905, 440, 6, 0.2) + ripples(sketch, 1030, 955, 400, 5, 0.2))
    stage.place(pump, { x: 600, y: 905, scale: 2, shadow: 0.5 })
    stage.place(balm, { x: 1040, y: 960, scale: 1.62, shadow: 0.5 })
    stage.place(broadLeaf(sketch, '#7f9f83', 300), { x: 130, y: 1000, turn: 72, shadow: 0 })
    stage.place(broadLeaf(sketch, '#98b394', 240), { x: 400, y: 1050, turn: 58, shadow: 0 })
    return (
      plainWall(sketch, '#f0cfae') +
      windowLight({ x: 80, y: 140, width: 460, height: 460, strength: 0.5 }) +
      waterSurface(sketch, 640, '#8fb9bb') +
      mirrored +
      stage.paint()
    )
  },

  'choosing-your-first-cleanser': (sketch) => {
    const stage = createStage(sketch, { reach: 0.62, drop: -0.05, ground: '#e3b3a3', strength: 0.42 })
    const y = 800
    stage.place(slimBottle(sketch, glass('#e0a94e', { cap: '#5a463a', label: 'paper' })), { x: 350, y, scale: 1.8 })
    stage.place(tin(sketch, ceramic('#f3e6d3', { label: 'arch', paper: '#d98a68', liquid: '#f6e2b4' })), {
      x: 630,
      y,
      scale: 1.12,
    })
    stage.place(pumpBottle(sketch, frosted('#a7c3ad', { label: 'sun', ink: '#7f9a7d', cap: '#fbf5ea' })), {
      x: 1010,
      y,
      scale: 1.66,
    })
    stage.place(tube(sketch, ceramic('#fbf3e6', { label: 'dip', paper: '#c9785a', cap: '#c9785a' })), {
      x: 1280,
      y,
      scale: 1.56,
    })
    return (
      plainWall(sketch, '#e9c1b2') +
      windowLight({ x: 240, y: 120, width: 700, height: 420, columns: 3, rows: 2, strength: 0.42 }) +
      foliageShadow(
        sketch,
        [
          [1700, 240, 560, -96],
          [1660, 520, 460, -60],
        ],
        '#d8a493',
      ) +
      shelf(sketch, 130, y, 1340, '#c2926a') +
      stage.paint()
    )
  },

  'find-the-right-moisturizer': (sketch) => {
    const stage = createStage(sketch, { reach: 1.1, drop: 0.2, ground: '#e6d9c4' })
    stage.place(eucalyptus(sketch, '#9db096', 430), { x: 640, y: 850, turn: -44, scale: 1.25, shadow: 0.6 })
    stage.place(
      openJar(sketch, ceramic('#fdf6ea', { cap: '#d9b48a', liquid: '#fffaf0', label: 'seal', paper: '#f3e5cf' })),
      { x: 830, y: 880, scale: 2.15 },
    )
    stage.nextLayer()
    stage.place(spatula(sketch, 330), { x: 250, y: 985, turn: 80, scale: 1.2, shadow: 0.6 })
    return (
      plainWall(sketch, '#bfc8b2') +
      archPanel(sketch, 900, 720, 620, 560, '#e9dcc6') +
      foliageShadow(
        sketch,
        [
          [60, 620, 520, 30],
          [-40, 300, 460, 70],
        ],
        '#a3b095',
      ) +
      linenFloor(sketch, 690, '#ece0cd') +
      stage.paint()
    )
  },

  'humectants-emollients-occlusives': (sketch) => {
    const stage = createStage(sketch, { reach: 1.05, drop: 0.18, ground: '#c8bbcb' })
    stage.place(travertine(sketch, 1300, 170, '#e7ddd6'), { x: 850, y: 1000 })
    stage.nextLayer()
    stage.place(tastingJar(sketch, glass('#bcd8de', { label: 'lines', ink: '#5f7f8a' }), 'gel'), {
      x: 440,
      y: 815,
      scale: 2.3,
    })
    stage.place(
      tastingJar(sketch, ceramic('#f7ece2', { liquid: '#fffaf2', label: 'arch', paper: '#e6c4b6' }), 'lotion'),
      { x: 840, y: 815, scale: 2.3 },
    )
    stage.place(tastingJar(sketch, glass('#e3ad4b', { label: 'paper' }), 'balm'), { x: 1240, y: 815, scale: 2.3 })
    return (
      room(sketch, '#cdc1d6', '#d6cad9', 700) +
      windowLight({ x: 420, y: 60, width: 760, height: 420, columns: 3, rows: 2, strength: 0.46 }) +
      stage.paint() +
      sprinkle(sketch, 270, 818, 1160, 12, 16, '#e7ddd6', 15) +
      sprinkle(sketch, 240, 1015, 700, 34, 8, '#d6cad9', 20)
    )
  },

  'dry-or-dehydrated-skin': (sketch) => {
    const stage = createStage(sketch, { reach: 0.95, drop: 0.26, ground: '#d9dcdc', strength: 0.4 })
    stage.place(waterGlass(sketch, 260), { x: 540, y: 900, scale: 1.7 })
    stage.place(dropperBottle(sketch, frosted('#bccfd8', { label: 'lines', cap: '#eee9e2' })), {
      x: 960,
      y: 910,
      scale: 1.84,
    })
    stage.place(dryLeaf(sketch, 210), { x: 1160, y: 985, scale: 1.3 })
    return (
      plainWall(sketch, '#e7e4de') +
      windowView(
        sketch,
        190,
        -40,
        1060,
        740,
        '#f5f2ec',
        {
          top: '#c3cfd6',
          bottom: '#f1ece4',
          disc: { x: 1010, y: 290, r: 66, color: '#fff3dd' },
          hills: ['#bcc7cc', '#a9b6bb'],
        },
        3,
        2,
      ) +
      sill(sketch, 735, '#e6e5e1') +
      stage.paint()
    )
  },
}
