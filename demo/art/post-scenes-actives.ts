/** Covers of the articles on sun care and active ingredients. */
import { eucalyptus, olive } from './branches.ts'
import { amberGlass, ceramic, frosted, glass } from './dressing.ts'
import { citrusFruit, citrusSlice } from './flowers-and-fruit.ts'
import { jar } from './jars.ts'
import { block, pebble, travertine } from './props.ts'
import { beam, foliageShadow, niche, plainWall, room, shelf, sunDisc, tabletop, windowLight } from './settings.ts'
import { polygon } from './shapes.ts'
import { path, rect, type Sketch } from './sketch.ts'
import { createStage } from './stage.ts'
import { measuringSpoon, openCompact, sponge } from './tools.ts'
import { tube } from './tube.ts'
import { dropperBottle, lotionBottle, slimBottle } from './vessels.ts'
import { reflection, ripples, waterSurface } from './water.ts'
import { sill, windowView } from './windows.ts'

export const activesScenes: Record<string, (sketch: Sketch) => string> = {
  'how-much-sunscreen-do-you-need': (sketch) => {
    const stage = createStage(sketch, { reach: 1.1, drop: 0.2, ground: '#e9c58c' })
    stage.place(travertine(sketch, 980, 150, '#f2e6d2'), { x: 800, y: 975 })
    stage.nextLayer()
    stage.place(tube(sketch, ceramic('#fff8ea', { label: 'sun', ink: '#e76f51', cap: '#e9a04d' })), {
      x: 600,
      y: 815,
      scale: 1.9,
    })
    stage.place(measuringSpoon(sketch, '#cfc6b8', '#fffaf0'), { x: 890, y: 806, scale: 1.5 })
    return (
      plainWall(sketch, '#f3d294') +
      sunDisc(sketch, 980, 450, 350, '#f0a35c') +
      tabletop(sketch, '#edcf9f', 740) +
      stage.paint()
    )
  },

  'mineral-or-chemical-sunscreen': (sketch) => {
    const stage = createStage(sketch, { reach: 1.0, drop: 0.18, ground: '#c98463' })
    stage.place(block(sketch, 660, 120, '#f1d3ba', 40), { x: 810, y: 960 })
    stage.nextLayer()
    stage.place(tube(sketch, ceramic('#fffaf2', { label: 'lines', cap: '#fffaf2' })), { x: 660, y: 818, scale: 1.66 })
    stage.place(
      lotionBottle(sketch, glass('#f6dfb8', { label: 'band', cap: '#fff4e2', paper: '#fffaf0', ink: '#c67a55' })),
      { x: 965, y: 818, scale: 1.5 },
    )
    const shade = path(
      polygon([
        [860, 0],
        [1600, 0],
        [1600, 1067],
        [760, 1067],
      ]),
      sketch.linear([
        [0, '#6a3a30', 0.3],
        [1, '#6a3a30', 0.12],
      ]),
      { filter: sketch.blur(6) },
    )
    return (
      plainWall(sketch, '#dd9776') +
      niche(sketch, 820, 760, 780, 690, '#e4a788') +
      tabletop(sketch, '#e2a585', 760) +
      stage.paint() +
      shade
    )
  },

  'sunscreen-under-makeup': (sketch) => {
    const stage = createStage(sketch, { reach: 0.7, drop: -0.04, ground: '#e2b39f', strength: 0.42 })
    const y = 830
    stage.place(slimBottle(sketch, ceramic('#fff4e6', { label: 'column', paper: '#e9a04d', cap: '#d8b07c' })), {
      x: 470,
      y,
      scale: 2,
    })
    stage.place(openCompact(sketch, 150, '#d9b07f', '#e8bba4'), { x: 830, y, scale: 1.36 })
    stage.place(sponge(sketch, 150, '#e08d75'), { x: 1190, y, scale: 1.3 })
    return (
      plainWall(sketch, '#f4d9c8') +
      sunDisc(sketch, 1230, 300, 150, '#f3c08d') +
      windowLight({ x: 160, y: 180, width: 640, height: 420, columns: 3, rows: 2, strength: 0.5 }) +
      shelf(sketch, 160, y, 1280, '#e7cdb6') +
      stage.paint()
    )
  },

  'vitamin-c-for-beginners': (sketch) => {
    const stage = createStage(sketch, { reach: 1.15, drop: 0.22, ground: '#e5b37a' })
    stage.place(olive(sketch, '#86996b', 520), { x: 690, y: 870, turn: -36, scale: 1.1, shadow: 0.5 })
    stage.place(olive(sketch, '#9aab7c', 420), { x: 700, y: 880, turn: -58, scale: 1.1, shadow: 0.5 })
    stage.place(citrusFruit(sketch, 150), { x: 1150, y: 890, scale: 1.1 })
    stage.place(dropperBottle(sketch, amberGlass({ label: 'arch', paper: '#fff4e0', ink: '#c9762f' })), {
      x: 740,
      y: 930,
      scale: 2.16,
    })
    stage.place(citrusSlice(sketch, 132, '#f2a03f', 0.94), { x: 1020, y: 850, scale: 1.1, turn: -6, shadow: 0.5 })
    stage.place(citrusSlice(sketch, 120, '#f2a03f', 0.3), { x: 420, y: 968, scale: 1.1, shadow: 0 })
    return (
      room(sketch, '#f2cd9b', '#eec38c', 690) +
      windowLight({ x: 820, y: 150, width: 540, height: 520, strength: 0.66 }) +
      foliageShadow(
        sketch,
        [
          [-60, 260, 520, 84],
          [-40, 30, 460, 120],
        ],
        '#dca86b',
      ) +
      stage.paint()
    )
  },

  'retinol-for-beginners': (sketch) => {
    const stage = createStage(sketch, { reach: -0.75, drop: 0.24, ground: '#4a4257', strength: 0.62 })
    stage.place(dropperBottle(sketch, amberGlass({ label: 'paper', cap: '#2d2836', paper: '#f2dfc8' })), {
      x: 600,
      y: 930,
      scale: 2.16,
    })
    stage.place(jar(sketch, ceramic('#b98aa0', { cap: '#ecd6bd', label: 'lines', ink: '#f6e6d8' })), {
      x: 1010,
      y: 950,
      scale: 1.4,
    })
    return (
      plainWall(sketch, '#6b5f78') +
      windowView(
        sketch,
        820,
        -30,
        620,
        690,
        '#574c63',
        {
          top: '#4b4a6c',
          bottom: '#e79a72',
          disc: { x: 1240, y: 500, r: 58, color: '#f7c48d' },
          hills: ['#6f5674', '#4d4260'],
        },
        2,
        2,
      ) +
      beam(sketch, 900, 100, 420, 0.16) +
      sill(sketch, 725, '#73657c') +
      rect(
        0,
        0,
        1600,
        1067,
        sketch.linear([
          [0, '#2b2540', 0.3],
          [0.6, '#2b2540', 0],
          [1, '#e9936a', 0.08],
        ]),
      ) +
      stage.paint()
    )
  },

  'niacinamide-for-beginners': (sketch) => {
    const stage = createStage(sketch, { reach: 1.05, drop: 0.2, ground: '#a9b89c' })
    stage.place(travertine(sketch, 860, 160, '#eee9dc'), { x: 850, y: 990 })
    stage.nextLayer()
    stage.place(eucalyptus(sketch, '#93a98f', 470), { x: 810, y: 800, turn: -40, scale: 1.2, shadow: 0.4 })
    stage.place(eucalyptus(sketch, '#a9bda1', 380), { x: 850, y: 800, turn: 42, scale: 1.25, shadow: 0.4 })
    stage.place(dropperBottle(sketch, frosted('#c7d9cd', { label: 'seal', cap: '#fbf6ec', ink: '#6f8a74' })), {
      x: 830,
      y: 822,
      scale: 2.02,
    })
    stage.place(pebble(sketch, 66, 34, '#d8d6c9'), { x: 1110, y: 820 })
    return (
      room(sketch, '#b7c5a9', '#c0ccb3', 720) +
      windowLight({ x: 160, y: 130, width: 480, height: 520, strength: 0.44 }) +
      stage.paint()
    )
  },

  'exfoliating-acids-explained': (sketch) => {
    const stage = createStage(sketch, { reach: 0.7, drop: 0.14, ground: '#b592a8', strength: 0.32 })
    const bottles = [
      { x: 430, y: 850, scale: 1.56, liquid: '#f0cfd3' },
      { x: 780, y: 930, scale: 2, liquid: '#d79fb4' },
      { x: 1130, y: 880, scale: 1.74, liquid: '#a87398' },
    ]
    let below = ''
    for (const { x, y, scale, liquid } of bottles) {
      const bottle = slimBottle(sketch, glass(liquid, { label: 'lines', ink: '#fffaf4', cap: '#f4e6d8', fill: 0.74 }))
      below += reflection(sketch, bottle.outline, x, y, scale, liquid)
      stage.add(ripples(sketch, x, y, 260, 5, 0.2))
      stage.place(bottle, { x, y, scale, shadow: 0.5 })
    }
    return (
      plainWall(sketch, '#ead3d6') +
      sunDisc(sketch, 1180, 300, 170, '#f1bfae') +
      waterSurface(sketch, 620, '#cdb2c6') +
      below +
      stage.paint()
    )
  },
}
