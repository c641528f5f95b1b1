/** The wide picture of the home page: everything stands on the right; the left is air for the headline. */
import { eucalyptus } from './branches.ts'
import { amberGlass, ceramic } from './dressing.ts'
import { openJar } from './jars.ts'
import { cairn, plinth, travertine, vase } from './props.ts'
import { archPanel, foliageShadow, room, sunDisc, windowLight } from './settings.ts'
import type { Sketch } from './sketch.ts'
import { createStage } from './stage.ts'
import { dropperBottle, lotionBottle, pumpBottle } from './vessels.ts'

export function heroScene(sketch: Sketch): string {
  const stage = createStage(sketch, { reach: 1.05, drop: 0.16, ground: '#e6d5c0', strength: 0.46, softness: 9 })
  stage.place(plinth(sketch, 420, 250, '#f0dfca'), { x: 1790, y: 1190 })
  stage.place(travertine(sketch, 420, 130, '#e9dccb'), { x: 1330, y: 1235 })
  stage.nextLayer()
  stage.place(eucalyptus(sketch, '#a3b498', 520), { x: 2140, y: 960, turn: 8, scale: 1.25, shadow: 0.5 })
  stage.place(eucalyptus(sketch, '#b5c2a8', 440), { x: 2140, y: 960, turn: 30, scale: 1.2, shadow: 0.4 })
  stage.place(vase(sketch, '#d99a7b', 300), { x: 2140, y: 1215, scale: 1.1 })
  stage.place(lotionBottle(sketch, ceramic('#f7ead9', { cap: '#d7ae7d', label: 'arch', paper: '#e8b9a3' })), {
    x: 1790,
    y: 932,
    scale: 1.5,
  })
  stage.place(dropperBottle(sketch, amberGlass({ label: 'paper' })), { x: 1310, y: 1088, scale: 1.5 })
  stage.place(pumpBottle(sketch, ceramic('#b4c0a5', { cap: '#fbf4e8', label: 'seal' })), {
    x: 1560,
    y: 1290,
    scale: 1.62,
  })
  stage.place(openJar(sketch, ceramic('#fdf6ea', { cap: '#e0a98f', liquid: '#fffaf0', label: 'lines' })), {
    x: 1860,
    y: 1340,
    scale: 1.2,
  })
  stage.place(
    cairn(sketch, [
      [70, 30, '#d6c8b6'],
      [46, 22, '#e7dccd'],
    ]),
    { x: 2230, y: 1350 },
  )
  return (
    room(sketch, '#f5e9d9', '#f1e3d0', 1010) +
    archPanel(sketch, 1760, 1010, 720, 800, '#ecc9b3', 34) +
    sunDisc(sketch, 1330, 470, 150, '#f2c38d') +
    windowLight({ x: 1180, y: 190, width: 1000, height: 760, columns: 3, rows: 2, strength: 0.42, softness: 7 }) +
    foliageShadow(
      sketch,
      [
        [2460, 120, 620, -110],
        [2440, 420, 520, -80],
      ],
      '#e3cdb5',
      0.14,
    ) +
    stage.paint()
  )
}
