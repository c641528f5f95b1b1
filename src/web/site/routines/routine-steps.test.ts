import { expect, test } from 'vitest'
import { totalInWords } from './routine-steps.tsx'

const dollars = { price: '41.00', currency: 'USD' }

test('the sum of a routine says which prices it lacks', () => {
  expect(totalInWords({ totals: [dollars], unpriced: 0 })).toBe('$41.00')
  expect(totalInWords({ totals: [dollars, { price: '12.00', currency: 'EUR' }], unpriced: 0 })).toBe(
    '$41.00 and €12.00',
  )
  expect(totalInWords({ totals: [dollars], unpriced: 2 })).toBe('from $41.00, without 2 prices')
  expect(totalInWords({ totals: [dollars], unpriced: 1 })).toBe('from $41.00, without 1 price')
  expect(totalInWords({ totals: [], unpriced: 3 })).toBe('see the prices at the shops')
  expect(totalInWords({ totals: [], unpriced: 0 })).toBe('')
})
