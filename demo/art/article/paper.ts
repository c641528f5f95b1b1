/** Tissues, labels and lists. */
import { ink, mix } from '../palette.ts'
import { lay, type Picture } from '../picture.ts'
import { matte } from '../relief/materials.ts'
import { fractal } from '../relief/noise.ts'
import { slab } from '../relief/solid.ts'
import { stroke } from '../svg.ts'
import { sheetOfPaper } from '../textures/things.ts'
import { lines, word } from '../type/set-type.ts'
import { caption, heading, LINE, page } from './page.ts'

export const paperPictures: Record<string, () => Picture> = {
  'reading-an-ingredient-list-1': () => {
    const above = ['Water', 'Glycerin', 'Squalane', 'Cetearyl Alcohol', 'Shea Butter']
    const below = ['Phenoxyethanol', 'Xanthan Gum', 'Tocopherol', 'Citric Acid']
    const type = { face: 'sans', size: 40, color: ink } as const
    return page('#d9a86c', {
      placed: lay(
        [
          sheetOfPaper(
            560,
            920,
            '#fdf9f0',
            lines(-220, -330, above, type, 1.55) +
              stroke('M-270 -6H270', '#b2452e', 6) +
              lines(-220, 60, below, { ...type, color: '#9a8f82' }, 1.55),
          ),
        ],
        { x: 380, y: 440, turn: 0 },
      ),
      over:
        heading(740, 250, 'more than', { size: 54 }) +
        heading(740, 310, 'one percent', { size: 54 }) +
        stroke('M650 434H1140', '#b2452e', 6) +
        heading(740, 540, 'less, in', { size: 54, color: '#6b4a22' }) +
        heading(740, 600, 'any order', { size: 54, color: '#6b4a22' }),
    })
  },
  'reading-an-ingredient-list-2': () => {
    const pairs = [
      ['vitamin E', 'Tocopherol'],
      ['shea butter', 'Butyrospermum Parkii Butter'],
      ['salt', 'Sodium Chloride'],
    ] as const
    const tones = ['#f4e3b8', '#f2d5c4', '#d5e2de']
    return page('#6f7f5c', {
      placed: pairs.flatMap(([common, latin], i) =>
        lay(
          [
            sheetOfPaper(
              960,
              196,
              tones[i] ?? '#ffffff',
              word(-430, -6, common, { face: 'serifItalic', size: 62, color: ink }) +
                word(-428, 56, latin, { face: 'sans', size: 36, color: '#5b4636' }),
              8,
            ),
          ],
          { x: 600, y: 170 + i * 230, turn: [-2, 1.4, -1][i] ?? 0 },
        ),
      ),
    })
  },
  'find-the-right-moisturizer-1': () => {
    const tissue = slab(
      {
        width: 500,
        length: 500,
        thickness: 4,
        corner: 2,
        edge: 1,
        relief: (x, y) => fractal(x / 110, y / 110, 3, 5) * 6 + 6,
      },
      matte('#f4f0e6'),
    )
    const shine = (x: number, y: number) => {
      const mark =
        Math.exp(-(((x / 150) ** 2 + ((y + 120) / 56) ** 2) ** 1.4)) +
        Math.exp(-(((x / 48) ** 2 + ((y - 40) / 130) ** 2) ** 1.4)) +
        fractal(x / 50, y / 50, 3, 9) * 0.12
      return mark > 0.2 ? mix('#f4f0e6', '#c9b98c', Math.min(1, Math.round((mark - 0.2) * 16) / 14)) : undefined
    }
    const corner = (x: number, y: number, text: string, align: 'left' | 'right') =>
      caption(x, y, text, { face: 'serifItalic', size: 54, align })
    return page('#d59f86', {
      placed: lay([{ ...tissue, colorAt: shine }], { x: 600, y: 400, turn: 3, scale: 1.08 }),
      over:
        corner(60, 110, 'dry', 'left') +
        corner(1140, 110, 'oily', 'right') +
        corner(60, 740, 'combination', 'left') +
        corner(1140, 740, 'normal', 'right'),
    })
  },
  'choosing-your-first-cleanser-2': () => {
    const tissue = slab(
      {
        width: 760,
        length: 560,
        thickness: 4,
        corner: 2,
        edge: 1,
        relief: (x, y) => fractal(x / 130, y / 130, 3, 15) * 8 + 8,
      },
      matte('#f7f4ec'),
    )
    const shine = (x: number, y: number) => {
      const mark =
        Math.exp(-(((x / 230) ** 2 + ((y + 130) / 62) ** 2) ** 2)) +
        Math.exp(-(((x / 56) ** 2 + ((y - 60) / 150) ** 2) ** 2)) +
        fractal(x / 60, y / 60, 3, 12) * 0.14
      return mark > 0.25 ? mix('#f7f4ec', '#cdbb86', Math.min(1, Math.round((mark - 0.25) * 16) / 13)) : undefined
    }
    return page('#8aa0a8', {
      placed: lay([{ ...tissue, colorAt: shine }], { x: 560, y: 400, turn: -5 }),
      over:
        caption(1010, 240, 'forehead', { face: 'serifItalic', size: 46 }) +
        stroke('M900 228L760 262', ink, LINE) +
        caption(1010, 560, 'nose', { face: 'serifItalic', size: 46 }) +
        stroke('M948 546L630 470', ink, LINE),
    })
  },
}
