/** The writer's desk by the window. */
import { eucalyptus } from './branches.ts'
import { amberGlass, ceramic } from './dressing.ts'
import { jar } from './jars.ts'
import { cup, vase } from './props.ts'
import { foliageShadow, plainWall, tabletop } from './settings.ts'
import type { Sketch } from './sketch.ts'
import { createStage } from './stage.ts'
import { deskNotebook } from './table-things.ts'
import { dropperBottle, lotionBottle } from './vessels.ts'
import { windowView } from './windows.ts'

export function aboutScene(sketch: Sketch): string {
  const stage = createStage(sketch, { reach: 0.85, drop: 0.2, ground: '#c9a681', strength: 0.5 })
  stage.place(eucalyptus(sketch, '#93a98a', 520), { x: 960, y: 830, turn: -18, shadow: 0.5 })
  stage.place(eucalyptus(sketch, '#a5b898', 460), { x: 960, y: 830, turn: 20, shadow: 0.4 })
  stage.place(vase(sketch, '#d68f70', 260), { x: 960, y: 1085 })
  stage.place(lotionBottle(sketch, ceramic('#f7ead8', { cap: '#d3ab7c', label: 'arch', paper: '#e8bda8' })), {
    x: 190,
    y: 1090,
    scale: 1.15,
  })
  stage.place(dropperBottle(sketch, amberGlass({ label: 'paper' })), { x: 360, y: 1120, scale: 1.12 })
  stage.nextLayer()
  stage.place(cup(sketch, '#f2e6d5', '#a8743f'), { x: 640, y: 1150, scale: 1.3 })
  stage.place(deskNotebook(sketch, 700, 230), { x: 470, y: 1400 })
  stage.place(jar(sketch, ceramic('#b4c0a5', { cap: '#fbf4e6', label: 'lines' })), { x: 960, y: 1330, scale: 0.95 })
  const view = {
    top: '#c6dae2',
    bottom: '#fbeeda',
    disc: { x: 420, y: 430, r: 84, color: '#ffe0a6' },
    hills: ['#b9cbbf', '#a3b8a3'],
  }
  return (
    plainWall(sketch, '#ecd9c6') +
    windowView(sketch, 150, 90, 720, 760, '#fbf6ec', view, 2, 3) +
    foliageShadow(sketch, [[1240, 160, 460, -110]], '#d9bfa8', 0.16) +
    tabletop(sketch, '#d3ac82', 985) +
    stage.paint()
  )
}
