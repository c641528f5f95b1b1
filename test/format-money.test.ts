import { expect, test } from 'vitest'
import { formatMoney } from '../src/contract/money.ts'

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
