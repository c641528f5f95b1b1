/** What products look like on skin. */
import { hand } from '../body/hand.ts'
import { mix, skins } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { cream, gel, lotion, matte } from '../relief/materials.ts'
import { drop } from '../relief/solid.ts'
import { rect, stroke } from '../svg.ts'
import { smear } from '../textures/smears.ts'
import { caption, page } from './page.ts'

const wet = (color: string) => ({ ...lotion(color), gloss: 1, rough: 0.04 })

export const skinPictures: Record<string, () => Picture> = {
  'mineral-or-chemical-sunscreen-1': () => {
    const band = (x: number, skin: string) => rect(x, 0, 400, 800, skin)
    const tones = [skins[0], skins[2], skins[4]]
    return page(skins[0], {
      sheet: tones.map((skin, i) => band(i * 400, skin)).join(''),
      placed: tones.flatMap((skin, i) => [
        ...lay(
          [
            smear({
              length: 300,
              width: 110,
              seed: 21 + i,
              material: { ...matte('#fbfaf8'), soft: 0.5 },
              thickness: 24,
            }),
          ],
          { x: 200 + i * 400, y: 170 },
        ),
        ...lay(
          [smear({ length: 300, width: 110, seed: 31 + i, material: cream(mix(skin, '#e2b48c', 0.4)), thickness: 20 })],
          { x: 200 + i * 400, y: 390 },
        ),
        ...lay(
          [
            smear({
              length: 300,
              width: 110,
              seed: 41 + i,
              material: { ...gel('#f7f1ea'), gloss: 1 },
              thickness: 22,
              ridges: 0.3,
            }),
          ],
          { x: 200 + i * 400, y: 610 },
        ),
      ]),
      over: ['mineral', 'tinted mineral', 'clear fluid']
        .map((text, i) => caption(40, 264 + i * 220, text, { align: 'left', size: 26 }))
        .join(''),
    })
  },
  'sunscreen-under-makeup-1': () =>
    page('#d9cfc4', {
      placed: [
        ...lay(hand(skins[2], 'together'), { x: 590, y: 420, turn: 82, scale: 1.5 }),
        ...Array.from({ length: 30 }, (_, i) =>
          lay([smear({ length: 30, width: 12, seed: i, material: matte('#ddd5cd'), thickness: 7 })], {
            x: 470 + ((i * i * 31 + i * 67) % 190),
            y: 440 + ((i * i * 17 + i * 41) % 92),
            turn: i * 53,
            lift: 92,
          }),
        ).flat(),
      ],
      sheet: '',
      over:
        stroke('M430 408H700', '#fff6e8', 4, { 'stroke-dasharray': '2 14' }) +
        caption(190, 150, 'tapped: smooth', { face: 'serifItalic', size: 46 }) +
        caption(560, 745, 'rubbed: crumbs', { face: 'serifItalic', size: 46 }),
    }),
  'morning-and-evening-order-1': () => {
    const run = (x: number, length: number, thick: number, color: string) => [
      ...lay([drop(thick * 0.95, wet(color), 0.55, 0.04)], { x, y: 240 + length, lift: 20 }),
      ...lay(
        [
          smear({
            length,
            width: thick * 1.3,
            seed: Math.round(length),
            material: wet(color),
            thickness: 14,
            ridges: 0.1,
          }),
        ],
        { x, y: 230 + length / 2, turn: -90, lift: 6 },
      ),
    ]
    return page(skins[2], {
      placed: [...run(400, 420, 66, '#e9f0ee'), ...run(800, 190, 92, '#fff8ea')],
      over:
        caption(400, 150, 'thin first', { face: 'serifItalic', size: 54, color: '#3a2015' }) +
        caption(800, 150, 'rich after', { face: 'serifItalic', size: 54, color: '#3a2015' }),
    })
  },
  'five-sunscreens-for-five-mornings-1': () =>
    page(skins[1], {
      placed: [
        ['#fdfdfb', 1],
        ['#fbf3e6', 2],
        ['#f0d3b4', 3],
        ['#cf9a6c', 4],
      ]
        .flatMap(([color, seed], i) =>
          lay(
            [
              smear({
                length: 620,
                width: 96,
                seed: 200 + Number(seed),
                material: i === 0 ? { ...matte(String(color)), soft: 0.5 } : lotion(String(color)),
                thickness: 24,
              }),
            ],
            { x: 740, y: 110 + i * 145 },
          ),
        )
        .concat(
          lay([smear({ length: 620, width: 96, seed: 207, material: gel('#fbf4ee'), thickness: 24, ridges: 0.2 })], {
            x: 740,
            y: 690,
          }),
        ),
      over: ['Mineral SPF 30', 'Daily lotion', 'Sun fluid', 'Tinted balm', 'Clear stick']
        .map((text, i) => caption(70, 122 + i * 145, text, { align: 'left', size: 32, face: 'serif' }))
        .join(''),
    }),
}
