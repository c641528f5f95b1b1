/** How much: amounts next to things of the same size. */
import { paperHand } from '../body/hand.ts'
import { ink, skins } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { cream, gel, lotion, wax } from '../relief/materials.ts'
import { freeform, turnedOnEnd } from '../relief/solid.ts'
import { stroke } from '../svg.ts'
import { smear } from '../textures/smears.ts'
import { pea, spoon } from '../textures/things.ts'
import { caption, LINE, page } from './page.ts'

const wet = (color: string) => ({ ...lotion(color), gloss: 1, rough: 0.04 })

/** A berry with its crown. */
const blueberry = freeform(
  [-60, -60, 60, 60],
  (x, y) => {
    const d = Math.hypot(x, y)
    if (d >= 58) return -1
    const angle = Math.atan2(y - 6, x + 6)
    const crown = Math.hypot(x + 6, y - 6)
    const star = 15 + 6 * Math.cos(angle * 5)
    return 40 + Math.sqrt(58 * 58 - d * d) - (crown < star ? 10 : 0)
  },
  { color: '#42507e', gloss: 0.3, rough: 0.7, soft: 0.3 },
)

export const amountPictures: Record<string, () => Picture> = {
  'how-to-wash-your-face-1': () =>
    page('#e9d6c4', {
      placed: [
        ...lay([blueberry], { x: 170, y: 350, scale: 1.3 }),
        ...lay([pea(76, wet('#cfe5da'), 2)], { x: 500, y: 350 }),
        ...lay(spoon(gel('#d9ece4')), { x: 840, y: 350, turn: -8, scale: 0.62 }),
      ],
      over: caption(170, 570, 'a blueberry') + caption(500, 570, 'enough cleanser') + caption(840, 570, 'a teaspoon'),
    }),
  'find-the-right-moisturizer-2': () =>
    page('#cdd8cc', {
      placed: [
        ...lay(
          [
            turnedOnEnd(56, (d) => 30 + Math.sqrt(Math.max(0, 56 * 56 - d * d)), {
              ...wax('#7fa04c'),
              gloss: 0.4,
              rough: 0.5,
            }),
          ],
          { x: 370, y: 350, scale: 1.9 },
        ),
        ...lay([pea(112, lotion('#fdf8ef'), 5)], { x: 820, y: 350 }),
      ],
      over: caption(370, 590, 'a large pea') + caption(820, 590, 'a face’s worth of lotion'),
    }),
  'how-much-sunscreen-do-you-need-1': () =>
    page('#7fa9b8', {
      placed: [
        ...lay([paperHand(skins[3])], { x: 560, y: 500, turn: -4, scale: 1.22 }),
        ...lay([smear({ length: 270, width: 40, seed: 5, material: lotion('#fffaf0'), thickness: 22 })], {
          x: 424,
          y: 282,
          turn: -107,
          lift: 12,
        }),
        ...lay([smear({ length: 310, width: 40, seed: 8, material: lotion('#fffaf0'), thickness: 22 })], {
          x: 510,
          y: 236,
          turn: -98,
          lift: 12,
        }),
      ],
      over:
        caption(860, 190, 'two fingers', { face: 'serifItalic', size: 52, align: 'left' }) +
        caption(862, 236, 'face and neck', { align: 'left' }) +
        stroke('M840 176C740 170 640 190 548 214', ink, LINE),
    }),
  'retinol-for-beginners-1': () =>
    page('#c9a58e', {
      placed: [
        ...lay([paperHand(skins[4], 'point')], { x: 420, y: 640, turn: 22, scale: 1.35 }),
        ...lay([pea(30, cream('#f6e6ae'), 3)], { x: 453, y: 236, lift: 13 }),
        ...lay([pea(34, cream('#f6e6ae'), 6)], { x: 800, y: 330 }),
      ],
      over: caption(800, 430, 'one pea', { face: 'serifItalic', size: 48 }) + caption(800, 474, 'for the whole face'),
    }),
  'your-first-skincare-routine-1': () =>
    page('#f0d9b8', {
      placed: [
        ...lay(spoon(wet('#d5e8df')), { x: 150, y: 350, scale: 0.34, turn: -30 }),
        ...lay([pea(50, cream('#fbf4e6'), 7)], { x: 460, y: 355 }),
        ...lay([paperHand(skins[3], 'together')], { x: 1050, y: 560, scale: 0.9 }),
        ...lay([smear({ length: 200, width: 32, seed: 5, material: lotion('#fffaf0'), thickness: 20 })], {
          x: 978,
          y: 400,
          turn: -93,
          lift: 9,
        }),
        ...lay([smear({ length: 230, width: 32, seed: 8, material: lotion('#fffaf0'), thickness: 20 })], {
          x: 1028,
          y: 368,
          turn: -91,
          lift: 9,
        }),
      ],
      over:
        [
          ['cleanser', 'a teaspoon', 200],
          ['cream', 'a blueberry', 460],
        ]
          .map(
            ([name, size, x]) =>
              caption(Number(x), 540, String(name), { face: 'serif', size: 40 }) +
              caption(Number(x), 586, String(size)),
          )
          .join('') +
        caption(745, 540, 'sunscreen', { face: 'serif', size: 40 }) +
        caption(745, 586, 'two fingers'),
    }),
}
