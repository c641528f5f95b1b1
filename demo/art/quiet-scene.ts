/** Fallback for an article or category without a scene: a vessel, a jar and a vase in random colours. */
import { eucalyptus, olive, pine } from './branches.ts'
import { ceramic, glass } from './dressing.ts'
import { chamomileBunch, lavender, pampas } from './flowers-and-fruit.ts'
import { jar } from './jars.ts'
import { labelStyles } from './labels.ts'
import { deepen, lighten, mix } from './palette.ts'
import { vase } from './props.ts'
import { archPanel, room, sunDisc, windowLight } from './settings.ts'
import type { Sketch } from './sketch.ts'
import { createStage } from './stage.ts'
import { lotionBottle, pumpBottle, slimBottle, type Thing } from './vessels.ts'

export function quietScene(sketch: Sketch): string {
  const { random, width, height } = sketch
  const wall = random.pick(['#e7c6b8', '#c3cdb6', '#cbdae0', '#ecdcc3', '#d6cade', '#ecc99a'])
  const accent = random.pick(['#d67c5b', '#7f9a7d', '#e0a94e', '#a98fb5', '#7d9db0'])
  const [middle, horizon, size] = [width / 2, height * 0.65, width / 1600 + 0.08]
  const stage = createStage(sketch, { reach: random.between(0.9, 1.2), drop: 0.2, ground: deepen(wall, 0.1) })
  const tall = random.pick([lotionBottle, pumpBottle, slimBottle])
  const look = random.chance(0.5) ? glass(accent) : ceramic(lighten(accent, 0.4), { label: random.pick(labelStyles) })
  const stems = random.pick<(sketch: Sketch) => Thing>([eucalyptus, olive, pine, lavender, chamomileBunch, pampas])(
    sketch,
  )

  stage.place(stems, { x: middle - 330 * size, y: height * 0.84 - 190 * size, turn: -4, scale: size, shadow: 0.6 })
  stage.place(vase(sketch, lighten(accent, 0.15)), { x: middle - 330 * size, y: height * 0.84, scale: size })
  stage.place(tall(sketch, look), { x: middle - 40 * size, y: height * 0.87, scale: 1.7 * size })
  stage.place(jar(sketch, ceramic('#f8eddd', { cap: accent, label: 'lines' })), {
    x: middle + 330 * size,
    y: height * 0.89,
    scale: 1.3 * size,
  })
  const behind = random.chance(0.5)
    ? archPanel(sketch, middle + 110 * size, horizon, 640 * size, 560 * size, mix(wall, accent, 0.3))
    : sunDisc(sketch, middle + 160 * size, horizon - 260 * size, 230 * size, mix(wall, accent, 0.45))
  return (
    room(sketch, wall, lighten(wall, 0.34), horizon) +
    behind +
    windowLight({ x: width * 0.1, y: height * 0.12, width: width * 0.3, height: height * 0.46, strength: 0.44 }) +
    stage.paint()
  )
}
