import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPrice } from '../src/contract/shop/format-price.ts'

test('dollars are formatted like Intl.NumberFormat', () => {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  const price = fc.oneof(
    fc.nat(99_999_999).map((cents) => (cents / 100).toFixed(2)),
    fc.nat(9_999_999).map((tenths) => (tenths / 10).toFixed(1)),
    fc.nat(9_999_999).map(String),
  )
  fc.assert(fc.property(price, (text) => formatPrice(text, 'USD') === format.format(Number(text))))
})

test.each([
  ['12.5', 'USD', '$12.50'],
  ['1234567', 'USD', '$1,234,567.00'],
  ['12.00', 'EUR', '€12.00'],
  ['1200', 'JPY', '¥1,200'],
  ['12.345', 'KWD', 'KWD\u00a012.345'],
  ['4990.00', 'HUF', 'HUF\u00a04,990.00'],
  ['1500.000', 'IQD', 'IQD\u00a01,500.000'],
  ['12.00', 'none such', '12.00 none such'],
])('%s %s is %s', (price, currency, text) => {
  expect(formatPrice(price, currency)).toBe(text)
})
