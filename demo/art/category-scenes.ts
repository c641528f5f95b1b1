/** The tall tiles of the categories: one clear object each, so that they read at the size of a stamp. */
import { eucalyptus, fern, olive } from './branches.ts'
import { amberGlass, ceramic, glass } from './dressing.ts'
import { openJar } from './jars.ts'
import { cairn, linenFloor } from './props.ts'
import { quietScene } from './quiet-scene.ts'
import {
  archPanel,
  beam,
  foliageShadow,
  niche,
  plainWall,
  room,
  shelf,
  sunDisc,
  tabletop,
  windowLight,
} from './settings.ts'
import type { Sketch } from './sketch.ts'
import { createStage } from './stage.ts'
import { tube } from './tube.ts'
import { dropperBottle, lotionBottle, pumpBottle, slimBottle } from './vessels.ts'
import { basin } from './water.ts'

export function categoryScene(sketch: Sketch, slug: string): string {
  return (scenes.get(slug) ?? quietScene)(sketch)
}

const compositions: Record<string, (sketch: Sketch) => string> = {
  cleansing: (sketch) => {
    const stage = createStage(sketch, { reach: 0.9, drop: 0.16, ground: '#cfdcdc' })
    stage.place(pumpBottle(sketch, ceramic('#f3cdb8', { cap: '#fffaf0', label: 'arch' })), {
      x: 430,
      y: 1110,
      scale: 2.1,
    })
    stage.nextLayer()
    stage.place(basin(sketch, 350, '#f6eee2', '#9fc6d1'), { x: 770, y: 1345 })
    return (
      room(sketch, '#b3cfd7', '#dbe5e2', 960) +
      windowLight({ x: 430, y: 220, width: 560, height: 640, strength: 0.6 }) +
      stage.paint()
    )
  },

  moisturizing: (sketch) => {
    const stage = createStage(sketch, { reach: 1, drop: 0.2, ground: '#e5cabb' })
    stage.place(
      openJar(sketch, ceramic('#fdf4e8', { cap: '#d89f83', liquid: '#fffaf1', label: 'arch', paper: '#efd0c0' })),
      { x: 500, y: 1160, scale: 2.2 },
    )
    return (
      plainWall(sketch, '#e6b9a8') +
      archPanel(sketch, 620, 980, 720, 720, '#f6e4d6') +
      foliageShadow(
        sketch,
        [
          [1260, 300, 640, -110],
          [1240, 620, 520, -70],
        ],
        '#d39f8b',
      ) +
      linenFloor(sketch, 960, '#f3e2d5') +
      stage.paint()
    )
  },

  'sun-care': (sketch) => {
    const stage = createStage(sketch, { reach: 0.8, drop: 0.18, ground: '#e6b876' })
    stage.place(tube(sketch, ceramic('#fff8ea', { label: 'sun', ink: '#e9764f', cap: '#e9764f' })), {
      x: 560,
      y: 1240,
      scale: 2.2,
    })
    return (
      plainWall(sketch, '#f4d69b') +
      sunDisc(sketch, 640, 690, 390, '#f09a55') +
      tabletop(sketch, '#efc98f', 1060) +
      stage.paint()
    )
  },

  treatments: (sketch) => {
    const stage = createStage(sketch, { reach: 0.8, drop: 0.18, ground: '#75876f' })
    stage.place(fern(sketch, '#5d7761', 720), { x: 540, y: 1190, turn: -24, scale: 1.35, shadow: 0 })
    stage.place(eucalyptus(sketch, '#86a086', 520), { x: 560, y: 1190, turn: -44, scale: 1.3, shadow: 0 })
    stage.place(fern(sketch, '#6d876d', 700), { x: 660, y: 1180, turn: 24, scale: 1.35, shadow: 0 })
    stage.place(eucalyptus(sketch, '#98ae92', 480), { x: 660, y: 1190, turn: 46, scale: 1.3, shadow: 0 })
    stage.nextLayer()
    stage.place(dropperBottle(sketch, amberGlass({ label: 'paper', paper: '#fdf3e2' })), {
      x: 600,
      y: 1230,
      scale: 2.35,
    })
    stage.place(olive(sketch, '#a9b998', 420), { x: 120, y: 1420, turn: 62, scale: 1.3, shadow: 0.5 })
    return (
      plainWall(sketch, '#93a58b') + beam(sketch, 60, 520, 460, 0.3) + tabletop(sketch, '#aebb9f', 1020) + stage.paint()
    )
  },

  'sensitive-skin': (sketch) => {
    const stage = createStage(sketch, { reach: 1, drop: 0.18, ground: '#ddd6cc', strength: 0.44 })
    stage.place(
      cairn(sketch, [
        [150, 62, '#cfc6ba'],
        [108, 48, '#e3d9cb'],
        [70, 34, '#bdb6ab'],
      ]),
      { x: 860, y: 1190 },
    )
    stage.place(lotionBottle(sketch, ceramic('#fffaf2', { cap: '#fffaf2', label: 'lines', ink: '#a8988a' })), {
      x: 490,
      y: 1220,
      scale: 2.15,
    })
    stage.place(eucalyptus(sketch, '#a9b99f', 340), { x: 620, y: 1350, turn: 74, scale: 1.1, shadow: 0.6 })
    return (
      room(sketch, '#e6dfe6', '#ece6de', 990) +
      windowLight({ x: 160, y: 220, width: 560, height: 680, strength: 0.55 }) +
      stage.paint()
    )
  },

  routines: (sketch) => {
    const stage = createStage(sketch, { reach: 0.5, drop: -0.03, ground: '#c88a6b', strength: 0.46 })
    const y = 1120
    stage.place(pumpBottle(sketch, ceramic('#f6e8d4', { cap: '#d9b07f', label: 'seal', paper: '#fffaf0' })), {
      x: 370,
      y,
      scale: 1.66,
    })
    stage.place(slimBottle(sketch, glass('#9fb59a', { label: 'paper', cap: '#6d523f' })), { x: 620, y, scale: 1.84 })
    stage.place(lotionBottle(sketch, ceramic('#e9b86a', { cap: '#fbf2e2', label: 'arch' })), { x: 850, y, scale: 1.36 })
    return (
      plainWall(sketch, '#d89173') +
      niche(sketch, 600, y + 2, 880, 900, '#e0a386') +
      shelf(sketch, 60, y, 1080, '#efd9bf') +
      stage.paint()
    )
  },
}

const scenes = new Map(Object.entries(compositions))
