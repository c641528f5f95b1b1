import { expect, test } from 'vitest'
import { amountOf, minorOf } from './money.ts'

test.each([
  [12.5, 1250],
  ['12.50', 1250],
  [' 7 ', 700],
  [0.1, 10],
  ['0.07', 7],
  [19.99, 1999],
  [1_000_000, 100_000_000],
])('%s is %i cents', (amount, minor) => {
  expect(minorOf(amount)).toBe(minor)
})

test.each([
  0.1 + 0.2,
  '12.505',
  '1,000',
  '$5',
  '-1',
  -1,
  '',
  '1e3',
  1e-7,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '.5',
])('%s is no amount', (amount) => {
  expect(minorOf(amount)).toBeUndefined()
})

test('cents are written as an amount and read back', () => {
  expect([0, 7, 10, 1250, 100_000_000].map(amountOf)).toEqual(['0.00', '0.07', '0.10', '12.50', '1000000.00'])
  for (let minor = 0; minor < 3000; minor++) expect(minorOf(amountOf(minor))).toBe(minor)
})
