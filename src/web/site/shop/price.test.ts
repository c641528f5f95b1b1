import { expect, test } from 'vitest'
import { formatPrice } from '../../../contract/shop/format-price.ts'

test('a price in dollars has a $ sign and two digits', () => {
  expect(formatPrice('12.00', 'USD')).toBe('$12.00')
  expect(formatPrice('28.5', 'USD')).toBe('$28.50')
  expect(formatPrice('0.00', 'USD')).toBe('$0.00')
})

test('a large price is grouped in thousands', () => {
  expect(formatPrice('1299.90', 'USD')).toBe('$1,299.90')
})

test('another currency has its own sign and digits', () => {
  expect(formatPrice('19.00', 'EUR')).toBe('€19.00')
  expect(formatPrice('1900.00', 'JPY')).toBe('¥1,900')
})

test('an impossible currency is written out', () => {
  expect(formatPrice('19.00', 'coins')).toBe('19.00 coins')
})
