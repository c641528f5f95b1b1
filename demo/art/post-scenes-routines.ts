/** Covers of the articles on routines. */
import { eucalyptus, olive } from './branches.ts'
import { amberGlass, ceramic, frosted, glass } from './dressing.ts'
import { jar, openJar } from './jars.ts'
import { linenFloor, plinth } from './props.ts'
import { plainWall, room, shelf, sunDisc, tabletop, windowLight } from './settings.ts'
import { curve, polygon } from './shapes.ts'
import { at, downward, ellipse, path, rect, type Sketch } from './sketch.ts'
import { tin } from './solids.ts'
import { createStage } from './stage.ts'
import { leaflet, waterGlass } from './table-things.ts'
import { tube } from './tube.ts'
import { dropperBottle, lotionBottle, pumpBottle, slimBottle } from './vessels.ts'
import { waterDrop } from './water.ts'
import { windowView } from './windows.ts'

export const routineScenes: Record<string, (sketch: Sketch) => string> = {
  'your-first-skincare-routine': (sketch) => {
    const stage = createStage(sketch, { reach: 0.6, drop: -0.04, ground: '#e2c9ad', strength: 0.4 })
    const y = 830
    stage.place(pumpBottle(sketch, ceramic('#aebb9f', { cap: '#fbf4e6', label: 'seal' })), { x: 460, y, scale: 1.74 })
    stage.place(jar(sketch, ceramic('#fbf2e4', { cap: '#d7b183', label: 'lines' })), { x: 810, y, scale: 1.42 })
    stage.place(tube(sketch, ceramic('#f4d9b2', { label: 'sun', ink: '#d9694a', cap: '#d9694a' })), {
      x: 1150,
      y,
      scale: 1.62,
    })
    return (
      plainWall(sketch, '#f6e9d8') +
      sunDisc(sketch, 810, 540, 330, '#ef9f78') +
      shelf(sketch, 170, y, 1260, '#e2c3a0') +
      stage.paint()
    )
  },

  'morning-and-evening-order': (sketch) => {
    const stage = createStage(sketch, { reach: 0.85, drop: 0.2, ground: '#b08f83', strength: 0.46 })
    stage.place(dropperBottle(sketch, amberGlass({ label: 'paper' })), { x: 330, y: 920, scale: 1.9 })
    stage.place(lotionBottle(sketch, ceramic('#f7e8d2', { label: 'arch', paper: '#e6b85f', cap: '#e0b078' })), {
      x: 640,
      y: 920,
      scale: 1.48,
    })
    stage.place(tube(sketch, ceramic('#c9bcd5', { label: 'band', cap: '#f3e9df' })), { x: 930, y: 920, scale: 1.24 })
    stage.place(jar(sketch, ceramic('#8f8aa8', { cap: '#e9d8c2', label: 'lines', ink: '#f5ecdf' })), {
      x: 1250,
      y: 925,
      scale: 1.3,
    })
    const evening = polygon([
      [870, 0],
      [1600, 0],
      [1600, 1067],
      [700, 1067],
    ])
    const dusk = path(
      evening,
      sketch.linear(
        [
          [0, '#50526f'],
          [1, '#6d6580'],
        ],
        downward,
      ),
    )
    const veil = path(evening, '#3a3a5c', { 'fill-opacity': 0.26 })
    return (
      plainWall(sketch, '#f3cf98') +
      dusk +
      sunDisc(sketch, 620, 230, 120, '#f2a765') +
      ellipse(1280, 260, 92, 92, '#f1e6d0') +
      ellipse(1240, 236, 84, 84, '#565875') +
      tabletop(sketch, '#eed3ac', 700) +
      path(
        polygon([
          [764, 700],
          [1600, 700],
          [1600, 1067],
          [700, 1067],
        ]),
        '#4a4a69',
        { 'fill-opacity': 0.62 },
      ) +
      stage.paint() +
      veil
    )
  },

  'skincare-on-a-budget': (sketch) => {
    const stage = createStage(sketch, { reach: 0.75, drop: -0.05, ground: '#cdb469', strength: 0.42 })
    const y = 820
    stage.place(eucalyptus(sketch, '#7f9a6e', 430), { x: 1250, y: y - 30, turn: 4, scale: 1.2, shadow: 0.8 })
    stage.place(waterGlass(sketch, 190, '#cfdcc9', 0.6), { x: 1250, y, scale: 1.24 })
    stage.place(lotionBottle(sketch, ceramic('#fbf4e5', { label: 'lines', cap: '#fbf4e5' })), {
      x: 430,
      y,
      scale: 1.68,
    })
    stage.place(slimBottle(sketch, glass('#d7dcc2', { label: 'paper', cap: '#5f5a48' })), { x: 680, y, scale: 1.5 })
    stage.place(tin(sketch, ceramic('#d4d0c4', { label: 'lines' })), { x: 890, y, scale: 0.96 })
    return (
      plainWall(sketch, '#dcc47f') +
      windowLight({ x: 420, y: 90, width: 720, height: 480, columns: 3, rows: 2, strength: 0.56 }) +
      shelf(sketch, 190, y, 1230, '#b88d5c') +
      stage.paint()
    )
  },

  'travel-routine-in-one-small-bag': (sketch) => {
    const stage = createStage(sketch, { reach: 1.05, drop: 0.2, ground: '#d9b48c' })
    stage.place(plinth(sketch, 1000, 120, '#eed6b6'), { x: 790, y: 980 })
    stage.nextLayer()
    stage.place(lotionBottle(sketch, frosted('#a9cbe0', { label: 'band', cap: '#fffaf0' })), {
      x: 560,
      y: 862,
      scale: 1.5,
    })
    stage.place(tube(sketch, ceramic('#f08a68', { label: 'sun', ink: '#fff3df', cap: '#fff3df' })), {
      x: 790,
      y: 876,
      scale: 1.4,
    })
    stage.place(tin(sketch, ceramic('#f4e2b8', { label: 'seal' })), { x: 1000, y: 890, scale: 0.94 })
    const cloud = (x: number, y: number, size: number) =>
      at(
        x,
        y,
        path(
          curve([
            [-190, 0],
            [-130, -34],
            [-70, -36],
            [-20, -74],
            [50, -44],
            [110, -40],
            [190, 0],
            [0, 8],
          ]),
          sketch.linear(
            [
              [0, '#ffffff', 0.85],
              [1, '#ffffff', 0.1],
            ],
            downward,
          ),
        ),
        size,
      )
    return (
      rect(
        0,
        0,
        1600,
        1067,
        sketch.linear(
          [
            [0, '#7fb3d3'],
            [0.7, '#cfe4ea'],
            [1, '#f3ead9'],
          ],
          downward,
        ),
      ) +
      sunDisc(sketch, 1230, 250, 90, '#fff0c9') +
      cloud(330, 330, 1.1) +
      cloud(1420, 520, 0.8) +
      tabletop(sketch, '#ecd0a6', 800) +
      stage.paint()
    )
  },

  'winter-skin-checklist': (sketch) => {
    const stage = createStage(sketch, { reach: -0.9, drop: 0.22, ground: '#ccd4da', strength: 0.42 })
    stage.place(
      openJar(sketch, ceramic('#7d93a6', { cap: '#f2ebe0', liquid: '#fffaf2', label: 'lines', ink: '#f4efe6' })),
      { x: 560, y: 895, scale: 2.05 },
    )
    stage.place(tin(sketch, ceramic('#d7b592', { label: 'arch', paper: '#fff6e6' })), { x: 1130, y: 930, scale: 1.12 })
    return (
      plainWall(sketch, '#dfe4e6') +
      windowView(
        sketch,
        700,
        -30,
        740,
        660,
        '#f8f5ef',
        {
          top: '#b8cbd8',
          bottom: '#f6e9dc',
          disc: { x: 1210, y: 430, r: 74, color: '#fde6bd' },
          hills: ['#dbe4ea', '#eef2f4'],
        },
        2,
        2,
      ) +
      linenFloor(sketch, 690, '#e6e8ea') +
      stage.paint()
    )
  },

  'reading-an-ingredient-list': (sketch) => {
    const stage = createStage(sketch, { reach: 1.1, drop: 0.2, ground: '#d9c3b0' })
    stage.place(leaflet(sketch, 500, 380, '#fbf5e9', '#5b4a40'), { x: 1130, y: 900 })
    stage.place(olive(sketch, '#93a27f', 260), { x: 860, y: 1030, turn: 76, shadow: 0.6 })
    stage.place(lotionBottle(sketch, ceramic('#f5e7d3', { label: 'fine', cap: '#7b5138', paper: '#fffdf6' })), {
      x: 640,
      y: 930,
      scale: 2.2,
    })
    return (
      room(sketch, '#bf6d4c', '#ecdcc8', 690) +
      windowLight({ x: 740, y: 90, width: 560, height: 520, strength: 0.34 }) +
      stage.paint() +
      waterDrop(sketch, 1200, 990, 34, '#ecdcc8', 0.6)
    )
  },
}
