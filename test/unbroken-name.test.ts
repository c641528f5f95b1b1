import { expect, test } from 'vitest'
import { unbrokenName } from '../src/contract/shop/unbroken-name.ts'

test.each([
  ['Linnet Row Vitamin C Morning Serum', 'Linnet Row Vitamin_C Morning Serum'],
  ['Saltlark Daily Sun Lotion SPF 30', 'Saltlark Daily Sun Lotion SPF_30'],
  ['Niacinamide Serum 5%', 'Niacinamide Serum_5%'],
  ['First Retinol Cream 0.2%', 'First Retinol Cream_0.2%'],
  ['Sun Fluid SPF 50+ Matte', 'Sun Fluid SPF_50+ Matte'],
  ['Vitamin B12 Night Cream', 'Vitamin_B12 Night Cream'],
  ['Muslin Cloths, Set of 3', 'Muslin Cloths, Set of_3'],
  ['A Mild Wash', 'A Mild Wash'],
  ['Toner 100ml', 'Toner 100ml'],
])('the name %s does not end a line before a short mark', (name, expected) => {
  expect(unbrokenName(name)).toBe(expected.replaceAll('_', '\u00a0'))
})
