import { lay, type Picture } from '../picture.ts'
import { gel, glazed, lotion, matte, wax } from '../relief/materials.ts'
import { fractal } from '../relief/noise.ts'
import { drop, slab } from '../relief/solid.ts'
import { circle, stroke } from '../svg.ts'
import { foam } from '../textures/foam.ts'
import { smear } from '../textures/smears.ts'
import { bowl, pool } from '../textures/things.ts'
import { caption, heading, page } from './page.ts'

const wet = (color: string) => ({ ...lotion(color), gloss: 1, rough: 0.04 })

export const materialPictures: Record<string, () => Picture> = {
  'double-cleansing-for-beginners-1': () =>
    page('#a9765a', {
      placed: [
        ...lay([smear({ length: 300, width: 250, seed: 15, material: wax('#f3dca4'), thickness: 90, ridges: 1 })], {
          x: 225,
          y: 360,
          turn: 30,
        }),
        ...lay([drop(150, wet('#e6ba55'), 0.1, 0.12)], { x: 605, y: 360 }),
        ...lay([drop(160, { ...lotion('#f7efe2'), gloss: 0.9 }, 0.08, 0.2)], { x: 980, y: 360 }),
        ...lay([drop(26, lotion('#f7efe2'), 0.2, 0.2)], { x: 1120, y: 520 }),
      ],
      over: ['1  balm', '2  oil', '3  milk']
        .map((text, i) => caption(225 + i * 380, 650, text, { color: '#fff3e0', size: 34, face: 'serif' }))
        .join(''),
    }),
  'humectants-emollients-occlusives-2': () => {
    const dish = (x: number, material: Parameters<typeof pool>[2], uneven: number) => [
      ...lay([bowl(165, '#f4efe6', 74)], { x, y: 350 }),
      ...lay([pool(140, 46, material, uneven)], { x, y: 350 }),
    ]
    return page('#8c6f5c', {
      placed: [...dish(220, wet('#e9efec'), 0), ...dish(600, wet('#f0e2a8'), 1), ...dish(980, wet('#dfae4a'), 14)],
      over: [
        ['glycerin', 'draws water'],
        ['squalane', 'smooths'],
        ['petrolatum', 'seals'],
      ]
        .map(
          ([name = '', role = ''], i) =>
            caption(220 + i * 380, 610, name, { face: 'serif', size: 40, color: '#fff3e0' }) +
            caption(220 + i * 380, 656, role, { color: '#f0d9c0' }),
        )
        .join(''),
    })
  },
  'niacinamide-for-beginners-2': () =>
    page('#5f7f88', {
      placed: [
        ...lay([slab({ width: 640, length: 110, thickness: 26, corner: 54, edge: 20 }, glazed('#f3ece0'))], {
          x: 330,
          y: 330,
          turn: 16,
        }),
        ...lay(
          [
            smear({
              length: 620,
              width: 130,
              seed: 33,
              material: wet('#d9ebe6'),
              thickness: 30,
              ridges: 0.2,
              bend: -30,
            }),
          ],
          { x: 690, y: 400, turn: 24, lift: 8 },
        ),
        ...lay([drop(30, wet('#d9ebe6'), 0.5, 0.1)], { x: 1010, y: 600 }),
      ],
    }),
  'repair-your-skin-barrier-1': () => {
    const bricks = [0, 1, 2].flatMap((row) =>
      Array.from({ length: 5 }, (_, i) =>
        lay(
          [
            slab(
              {
                width: 240,
                length: 120,
                thickness: 46,
                corner: 14,
                edge: 16,
                relief: (x, y) => fractal(x / 40 + i, y / 40, 3, row) * 4,
              },
              matte(['#d99b80', '#c98769', '#dfa98f'][(i + row) % 3] ?? '#d99b80'),
            ),
          ],
          { x: i * 270 - (row % 2) * 135 + 110, y: 330 + row * 154 },
        ),
      ).flat(),
    )
    return page('#f4e6c4', {
      placed: bricks,
      over:
        heading(60, 110, 'Cells are the bricks.') +
        caption(62, 164, 'Between them: ceramides, cholesterol, fatty acids', {
          align: 'left',
          color: '#8a5a3c',
          size: 30,
        }) +
        stroke('M500 176C520 230 500 250 515 400', '#8a5a3c', 4) +
        circle(515, 408, 9, '#8a5a3c'),
    })
  },
  'four-gentle-cleansers-compared-1': () =>
    page('#3d4649', {
      placed: [
        ...lay([drop(90, gel('#9fb0b2'), 0.08, 0.2)], { x: 170, y: 370 }),
        ...lay([foam(90, 70, 3, '#fbfbf7', 0.95)], { x: 440, y: 370 }),
        ...lay([foam(130, 110, 5)], { x: 720, y: 370 }),
        ...lay([foam(165, 190, 8)], { x: 1020, y: 370 }),
      ],
      over: ['none', 'a little', 'some', 'a lot']
        .map((text, i) =>
          caption([170, 440, 720, 1020][i] ?? 0, 680, text, { face: 'serif', size: 38, color: '#eef0ea' }),
        )
        .join(''),
    }),
}
