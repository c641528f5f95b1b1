import { expect, test } from 'vitest'
import { formatMoney, toAmount, toMinorUnits } from '../src/contract/money.ts'

test.each([
  [2450, 'USD', '$24.50'],
  [-2450, 'USD', '-$24.50'],
  [245_000, 'EUR', '€2,450.00'],
  [2450, 'JPY', '¥2,450'],
  [-2450, 'JPY', '-¥2,450'],
  [2450, 'KWD', 'KWD\u00a02.450'],
  [0, 'GBP', '£0.00'],
])('%d minor units of %s read %s', (minor, currency, text) => {
  expect(formatMoney(minor, currency)).toBe(text)
})

test.each([
  ['24.5', 'USD', 2450, '24.50'],
  ['1500', 'JPY', 1500, '1500'],
  ['1500.00', 'JPY', 1500, '1500'],
  ['4.25', 'KWD', 4250, '4.250'],
  ['0', 'KRW', 0, '0'],
])('%s %s is %d minor units, written %s', (amount, currency, minor, written) => {
  expect(toMinorUnits(amount, currency)).toBe(minor)
  expect(toAmount(minor, currency)).toBe(written)
})
