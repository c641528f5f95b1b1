import { lay, type Picture } from '../picture.ts'
import { bottle, pumpBottle, tube } from '../products/bottles.ts'
import { soapBar } from '../products/low-vessels.ts'
import { cream, glass, glazed, matte, satin, wax } from '../relief/materials.ts'
import { column, slab } from '../relief/solid.ts'
import { circle, rect, stroke } from '../svg.ts'
import { smear } from '../textures/smears.ts'
import { coin } from '../textures/things.ts'
import { caption, page } from './page.ts'

export const vesselPictures: Record<string, () => Picture> = {
  'vitamin-c-for-beginners-1': () => {
    const vial = (x: number, color: string) => [
      ...lay(
        [column({ top: -170, bottom: 190, radius: 70, roundTop: [34, 30], roundBottom: [24, 24] }, glass(color))],
        { x, y: 390 },
      ),
      ...lay([column({ top: -240, bottom: -160, radius: 42, roundTop: [5, 5] }, satin('#2f2825'))], { x, y: 390 }),
    ]
    return page('#efe6d6', {
      placed: [['#f4f1e4'], ['#f1d88f'], ['#dd9a35'], ['#7b3d17']].flatMap(([color = ''], i) =>
        vial(200 + i * 267, color),
      ),
      over: ['fresh', 'fine', 'use soon', 'throw out']
        .map((text, i) => caption(200 + i * 267, 680, text, { face: 'serif', size: 38 }))
        .join(''),
    })
  },
  'four-gentle-cleansers-compared-2': () => {
    const l = (brand: 'hushmoss' | 'oatwhistle' | 'plainmoor', name: string) => ({ brand, name })
    return page('#d5dbd0', {
      placed: [
        ...lay(
          bottle({ label: l('hushmoss', 'Unscented Gel Cleanser'), body: glass('#cfe5da'), cap: satin('#f6f3e8') }),
          { x: 180, y: 340, scale: 0.62 },
        ),
        ...lay(
          pumpBottle({ label: l('oatwhistle', 'Milky Oat Cleanser'), body: glazed('#fbf3e3'), cap: matte('#b9864f') }),
          { x: 460, y: 345, scale: 0.6 },
        ),
        ...lay(soapBar(l('plainmoor', 'Unscented Face Bar'), wax('#f1e7d6'), '#8a7a63'), {
          x: 740,
          y: 400,
          scale: 0.44,
        }),
        ...lay(
          pumpBottle({ label: l('hushmoss', 'Soft Foam Cleanser'), body: satin('#eef1e4'), cap: satin('#28473a') }),
          {
            x: 1020,
            y: 345,
            scale: 0.56,
          },
        ),
      ],
      over: [11, 10, 7, 9]
        .map(
          (weeks, i) =>
            caption(180 + i * 280, 690, String(weeks), { face: 'serif', size: 76 }) +
            caption(180 + i * 280, 738, 'weeks'),
        )
        .join(''),
    })
  },
  'skincare-on-a-budget-2': () =>
    page('#c4cfd0', {
      placed: [
        ...lay(
          tube({
            label: { brand: 'oatwhistle', name: 'Everyday Oat Cream' },
            body: satin('#fbf2e0'),
            cap: matte('#b9864f'),
          }),
          { x: 430, y: 430, turn: 90, scale: 0.86 },
        ),
        ...lay([slab({ width: 260, length: 420, thickness: 140, corner: 2, edge: 2 }, matte('#c4cfd0'))], {
          x: -400,
          y: 0,
        }),
        ...lay([smear({ length: 260, width: 190, seed: 66, material: cream('#fdf6e6'), thickness: 60 })], {
          x: 930,
          y: 430,
          turn: 4,
        }),
        ...lay([coin(46)], { x: 1060, y: 150 }),
        ...lay([coin(46)], { x: 985, y: 130, lift: 12 }),
      ],
      over: caption(930, 640, 'a week of cream', { face: 'serifItalic', size: 46 }),
    }),
  'choosing-your-first-cleanser-1': () => {
    const back = ['Water', 'Glycerin', 'Decyl Glucoside', 'Coco-Betaine', 'Panthenol']
    const print =
      back.map((text, i) => caption(0, -150 + i * 42, text, { size: 27, face: 'sansBold' })).join('') +
      Array.from({ length: 8 }, (_, i) => rect(-92, 80 + i * 22, 184 - ((i * 37) % 60), 5, '#b5aea5')).join('')
    const form = column(
      { top: -300, bottom: 330, radius: 150, roundTop: [70, 60], roundBottom: [18, 18] },
      satin('#f4f1e8'),
      print,
    )
    return page('#7c9a86', {
      placed: [
        ...lay([form], { x: 430, y: 420 }),
        ...lay([column({ top: -400, bottom: -290, radius: 70, roundTop: [8, 8] }, satin('#28473a'))], {
          x: 430,
          y: 420,
        }),
      ],
      over:
        circle(440, 350, 190, '#ffffff', { 'fill-opacity': 0.14, stroke: '#2b2420', 'stroke-width': 16 }) +
        stroke('M578 484L760 660', '#2b2420', 30) +
        caption(800, 260, 'Five lines', { face: 'serifItalic', size: 62, align: 'left', color: '#fdf6e8' }) +
        caption(802, 312, 'say most of it.', { align: 'left', color: '#e4ecdf', size: 30 }),
    })
  },
}
