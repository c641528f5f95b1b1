import { expect, test } from 'vitest'
import { minorDigits } from '../src/contract/shop/minor-digits.ts'
import { formatMoney, toAmount, toMinorUnits } from '../src/contract/shop/money.ts'
import { currencies } from '../src/contract/shop/prices.ts'

test.each([
  [2450, 'USD', '$24.50'],
  [-2450, 'USD', '-$24.50'],
  [245_000, 'EUR', '€2,450.00'],
  [2450, 'JPY', '¥2,450'],
  [-2450, 'JPY', '-¥2,450'],
  [2450, 'KWD', 'KWD\u00a02.450'],
  [0, 'GBP', '£0.00'],
  [499_000, 'HUF', 'HUF\u00a04,990.00'],
  [1_500_000, 'IQD', 'IQD\u00a01,500.000'],
])('%d minor units of %s read %s', (minor, currency, text) => {
  expect(formatMoney(minor, currency)).toBe(text)
})

test.each([
  ['24.5', 'USD', 2450, '24.50'],
  ['1500', 'JPY', 1500, '1500'],
  ['1500.00', 'JPY', 1500, '1500'],
  ['4.25', 'KWD', 4250, '4.250'],
  ['0', 'KRW', 0, '0'],
  ['4990', 'HUF', 499_000, '4990.00'],
  ['1500', 'IQD', 1_500_000, '1500.000'],
])('%s %s is %d minor units, written %s', (amount, currency, minor, written) => {
  expect(toMinorUnits(amount, currency)).toBe(minor)
  expect(toAmount(minor, currency)).toBe(written)
})

test('the digits of a currency are those of ISO 4217, whatever the platform has', () => {
  const withDigits = (digits: number) => currencies().filter((code) => minorDigits(code) === digits)
  const none = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
  const three = 'BHD IQD JOD KWD LYD OMR TND'
  expect(withDigits(0).join(' ')).toBe(none)
  expect(withDigits(3).join(' ')).toBe(three)
  expect(withDigits(2)).toHaveLength(currencies().length - 23)
})
