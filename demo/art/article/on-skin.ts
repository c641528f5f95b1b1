/** What products look like on skin. */
import { mix, skins } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { cream, gel, lotion, matte, wax } from '../relief/materials.ts'
import { column, drop, type Material } from '../relief/solid.ts'
import { rect } from '../svg.ts'
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
  'sunscreen-under-makeup-1': () => {
    const film = (x: number, seed: number, ridges: number) =>
      lay([smear({ length: 440, width: 330, seed, material: cream('#b98159'), thickness: 26, ridges })], { x, y: 430 })
    const rolls = Array.from({ length: 16 }, (_, i) =>
      lay([column({ top: -60, bottom: 60, radius: 7, roundTop: [7, 50], roundBottom: [7, 50] }, matte('#cfa27e'))], {
        x: 730 + ((i * 97) % 330),
        y: 345 + ((i * i * 31 + i * 61) % 190),
        turn: ((i * 47) % 50) - 25,
        lift: 24,
        scale: 0.6 + (i % 4) * 0.2,
      }),
    ).flat()
    return page('#e2b795', {
      placed: [...film(300, 301, 0.15), ...film(890, 306, 1), ...rolls],
      over:
        caption(300, 150, 'tapped: smooth', { face: 'serifItalic', size: 46 }) +
        caption(890, 150, 'rubbed: rolls', { face: 'serifItalic', size: 46 }),
    })
  },
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
  'five-sunscreens-for-five-mornings-1': () => {
    const textures: readonly (readonly [string, Material])[] = [
      ['Mineral SPF 30', { ...matte('#fdfdfb'), soft: 0.5 }],
      ['Daily lotion', lotion('#fbf3e6')],
      ['Sun fluid', gel('#fbf4ee')],
      ['Clear stick', wax('#f2dfc0')],
      ['Tinted balm', lotion('#cf9a6c')],
    ]
    return page(skins[1], {
      placed: textures.flatMap(([, material], i) =>
        lay(
          [smear({ length: 620, width: 96, seed: 201 + i, material, thickness: 24, ridges: material.clear ? 0.2 : 1 })],
          { x: 740, y: 110 + i * 145 },
        ),
      ),
      over: textures
        .map(([text], i) => caption(70, 122 + i * 145, text, { align: 'left', size: 32, face: 'serif' }))
        .join(''),
    })
  },
}
