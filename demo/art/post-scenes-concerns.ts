/** Covers of the articles for sensitive skin. */
import { broadLeaf, eucalyptus, fern, olive } from './branches.ts'
import { ceramic } from './dressing.ts'
import { dollop, jar } from './jars.ts'
import { linenFloor } from './props.ts'
import { archPanel, beam, plainWall, tabletop, windowLight } from './settings.ts'
import type { Sketch } from './sketch.ts'
import { createStage } from './stage.ts'
import { tube } from './tube.ts'
import { sprinkle } from './water.ts'

export const concernScenes: Record<string, (sketch: Sketch) => string> = {
  'build-a-routine-for-sensitive-skin': (sketch) => {
    const stage = createStage(sketch, { reach: 1.05, drop: 0.18, ground: '#e4dccf', strength: 0.44 })
    stage.place(eucalyptus(sketch, '#c3cdb8', 430), { x: 950, y: 850, turn: 34, scale: 1.35, shadow: 0.4 })
    stage.place(olive(sketch, '#d0d6c4', 400), { x: 960, y: 860, turn: 58, scale: 1.2, shadow: 0.4 })
    stage.place(jar(sketch, ceramic('#fffbf4', { cap: '#fffbf4', label: 'lines', ink: '#b39f8a' })), {
      x: 740,
      y: 915,
      scale: 2.2,
    })
    return (
      plainWall(sketch, '#f1ece3') +
      archPanel(sketch, 780, 740, 720, 640, '#dfcdb3') +
      windowLight({ x: 90, y: 110, width: 420, height: 480, strength: 0.5 }) +
      linenFloor(sketch, 700, '#f3eee5') +
      stage.paint()
    )
  },

  'how-to-patch-test': (sketch) => {
    const stage = createStage(sketch, { reach: 1.1, drop: 0.22, ground: '#e3c9c2', strength: 0.46 })
    stage.place(tube(sketch, ceramic('#f7ece1', { label: 'band', paper: '#d68f80', ink: '#fffaf0', cap: '#fffaf2' })), {
      x: 1030,
      y: 930,
      scale: 1.9,
    })
    stage.place(dollop(sketch, 130, '#fffaf2'), { x: 740, y: 915 })
    stage.place(olive(sketch, '#98a685', 360), { x: 120, y: 1010, turn: 58, scale: 1.3, shadow: 0.5 })
    return (
      plainWall(sketch, '#dfa99c') +
      windowLight({ x: 200, y: 110, width: 520, height: 460, strength: 0.42 }) +
      linenFloor(sketch, 640, '#f0ddd4') +
      stage.paint()
    )
  },

  'repair-your-skin-barrier': (sketch) => {
    const stage = createStage(sketch, { reach: 0.9, drop: 0.18, ground: '#6f8270', strength: 0.5 })
    const fan = [
      [fern(sketch, '#6f8b6e', 620), 720, -52],
      [broadLeaf(sketch, '#4f6a58', 700), 830, 8],
      [broadLeaf(sketch, '#587460', 600), 760, -27],
      [broadLeaf(sketch, '#5f7c66', 660), 900, 41],
      [fern(sketch, '#87a180', 560), 850, 26],
      [broadLeaf(sketch, '#6d8b70', 470), 700, -68],
      [eucalyptus(sketch, '#a3b99a', 420), 930, 64],
    ] as const
    for (const [leaf, x, turn] of fan) stage.place(leaf, { x, y: 900, turn, scale: 1.08, shadow: 0 })
    stage.nextLayer()
    stage.place(jar(sketch, ceramic('#f6ead8', { cap: '#d9a878', label: 'arch', paper: '#e4cdb0' })), {
      x: 800,
      y: 925,
      scale: 2.05,
    })
    stage.place(olive(sketch, '#a5b795', 420), { x: 240, y: 1030, turn: 64, scale: 1.35, shadow: 0.5 })
    return (
      plainWall(sketch, '#8ea18a') +
      beam(sketch, 300, 700, 460, 0.26) +
      tabletop(sketch, '#a9b79d', 720) +
      stage.paint() +
      sprinkle(sketch, 1020, 985, 340, 40, 8, '#b9c5ac', 20) +
      sprinkle(sketch, 330, 900, 260, 90, 7, '#a5b795', 12) +
      sprinkle(sketch, 1010, 560, 160, 130, 6, '#6d8b70', 13) +
      sprinkle(sketch, 560, 520, 110, 130, 5, '#587460', 13)
    )
  },
}
