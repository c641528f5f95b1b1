import { expect, test } from 'vitest'
import { COMMON_CURRENCIES, currencies, currencyFault } from '../src/contract/prices.ts'

test('the offered currencies are in use today, have two digits after the point and are accepted', () => {
  const offered = currencies()
  for (const code of [...COMMON_CURRENCIES, 'BRL', 'INR', 'SLE', 'UAH', 'XCG', 'ZWG']) expect(offered).toContain(code)
  // Withdrawn, not money for prices, or with another number of digits.
  const gone = ['ANG', 'BGN', 'CUC', 'DEM', 'FRF', 'HRK', 'ITL', 'SLL', 'TRL', 'YUM', 'ZWL']
  for (const code of [...gone, 'CHE', 'XAU', 'XDR', 'XSU', 'XTS', 'XXX', 'JPY', 'KWD']) {
    expect(offered, code).not.toContain(code)
  }
  expect(offered.filter((code) => currencyFault(code))).toEqual([])
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered.length).toBeGreaterThan(110)
})

test('a product in a currency that was withdrawn since can still be saved', () => {
  expect(currencyFault('ANG')).toBeUndefined()
})
