import { expect, test } from 'vitest'
import { nearestName } from '../src/contract/platform/nearest-name.ts'

const known = [
  'Cleansers',
  'Toners',
  'Crème',
  'Sunscreen',
  'Face & body',
  'SPF 30',
  'Oily skin',
  'Eye cream',
  'Brushes',
]

test.each([
  ['Cleanser', 'Cleansers'],
  ['cleansers', 'Cleansers'],
  ['CLEANSER ', 'Cleansers'],
  ['Clenasers', 'Cleansers'],
  ['Clensers', 'Cleansers'],
  ['toner', 'Toners'],
  ['Creme', 'Crème'],
  ['Sun screen', 'Sunscreen'],
  ['sun-screens', 'Sunscreen'],
  ['Face and body', 'Face & body'],
  ['Brush', 'Brushes'],
  ['eye creams', 'Eye cream'],
])('“%s” probably means “%s”', (typed, expected) => {
  expect(nearestName(typed, known)).toBe(expected)
})

test.each(['', '  ', 'Cleansers', 'SPF 50', 'Dry skin', 'Serums', 'Eye serum', 'Hand cream', 'Tone', '—'])(
  '“%s” has no suggestion',
  (typed) => {
    expect(nearestName(typed, known)).toBeUndefined()
  },
)

test('the nearest of several is suggested', () => {
  expect(nearestName('Moisturiser', ['Moisturizer', 'Moisturisers'])).toBe('Moisturisers')
  expect(nearestName('Body', ['Baby'])).toBeUndefined()
})
