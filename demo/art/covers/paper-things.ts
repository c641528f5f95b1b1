import { lay, type Picture } from '../picture.ts'
import { stroke } from '../svg.ts'
import { sheetOfPaper } from '../textures/things.ts'
import { lines, word } from '../type/set-type.ts'
import { cover } from './cover.ts'

export const paperCovers: Record<string, () => Picture> = {
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
        { x: 745, y: 950, turn: 18, scale: 1.06 },
      ),
    })
  },
}
