import { lay, type Picture } from '../picture.ts'
import { cream } from '../relief/materials.ts'
import { rect, stroke } from '../svg.ts'
import { pea, sheetOfPaper } from '../textures/things.ts'
import { lines, word } from '../type/set-type.ts'
import { cover } from './cover.ts'

export const paperCovers: Record<string, () => Picture> = {
  'retinol-for-beginners': () => {
    const [left, top, cell, gap] = [-560, -250, 78, 84]
    const nights = [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3]
    const days: Record<number, readonly number[]> = { 1: [3], 2: [1, 4], 3: [0, 2, 5] }
    const grid = nights
      .map(
        (_, week) =>
          Array.from({ length: 7 }, (_, day) =>
            rect(left + week * 96, top + day * gap + 40, cell, cell - 4, 'none', {
              stroke: '#cbbda9',
              'stroke-width': 2,
            }),
          ).join('') +
          word(left + week * 96 + cell / 2, top + 14, String(week + 1), {
            face: 'sans',
            size: 26,
            color: '#7b6a58',
            align: 'center',
          }),
      )
      .join('')
    const title = word(left, top - 48, 'Twelve weeks', { face: 'serifItalic', size: 58, color: '#3d312a' })
    return cover('#c7876b', {
      placed: [
        ...lay([sheetOfPaper(1280, 800, '#f7f1e6', grid + title)], { x: 800, y: 540, turn: -4 }),
        ...nights.flatMap((count, week) =>
          days[count]!.flatMap((day) => {
            const [x, y] = [left + week * 96 + cell / 2, top + day * gap + 77]
            const [cos, sin] = [Math.cos((-4 * Math.PI) / 180), Math.sin((-4 * Math.PI) / 180)]
            return lay([pea(25, cream('#f6e6ae'), week * 7 + day)], {
              x: 800 + x * cos - y * sin,
              y: 540 + x * sin + y * cos,
              lift: 6,
            })
          }),
        ),
      ],
    })
  },

  'reading-an-ingredient-list': () => {
    const bright = ['Water (Aqua)', 'Glycerin', 'Cetearyl Alcohol', 'Avena Sativa Kernel Flour', 'Squalane']
    const rest = [
      'Niacinamide',
      'Caprylic Triglyceride',
      'Panthenol',
      'Glyceryl Stearate',
      'Ceramide NP',
      'Cholesterol',
      'Xanthan Gum',
      'Tocopherol',
      'Sodium Hyaluronate',
      'Phenoxyethanol',
      'Ethylhexylglycerin',
      'Citric Acid',
      'Sodium Chloride',
    ]
    const list =
      word(-190, -760, 'INGREDIENTS', { face: 'sansBold', size: 30, color: '#2b2420', tracking: 0.12 }) +
      stroke('M-190 -736H190', '#2b2420', 3) +
      lines(-190, -676, bright, { face: 'sansBold', size: 37, color: '#b2452e', fit: 400 }, 1.62) +
      lines(-190, -340, rest, { face: 'sans', size: 33, color: '#b9ada0', fit: 400 }, 1.72)
    const paper = sheetOfPaper(480, 1760, '#fbf7ee', list)
    return cover('#5f7a86', {
      placed: lay(
        [
          {
            ...paper,
            height: (x, y) =>
              Math.abs(x) > 240 || Math.abs(y) > 880 ? -1 : 50 + 26 * Math.sin(y / 190 + 0.6) + x * 0.06,
          },
        ],
        { x: 760, y: 900, turn: 18, scale: 1.06 },
      ),
    })
  },
}
