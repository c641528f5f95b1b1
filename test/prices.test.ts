import { expect, test } from 'vitest'
import { COMMON_CURRENCIES, currencies, currencyFault, digitsFault } from '../src/contract/shop/prices.ts'
import { ProgramInput } from '../src/contract/shop/programs.ts'

test('the offered currencies are in use today and accepted, whatever digits they have', () => {
  const offered = currencies()
  for (const code of [...COMMON_CURRENCIES, 'BRL', 'INR', 'JPY', 'KRW', 'KWD', 'SLE', 'TND', 'UAH', 'XCG', 'ZWG'])
    expect(offered).toContain(code)
  // Withdrawn, or not money for prices.
  const gone = ['ANG', 'BGN', 'CUC', 'DEM', 'FRF', 'HRK', 'ITL', 'SLL', 'TRL', 'YUM', 'ZWL']
  for (const code of [...gone, 'CHE', 'XAU', 'XDR', 'XSU', 'XTS', 'XXX']) {
    expect(offered, code).not.toContain(code)
  }
  expect(offered.filter((code) => currencyFault(code))).toEqual([])
  expect(new Set(offered).size).toBe(offered.length)
  expect(offered.length).toBeGreaterThan(130)
})

test('a product in a currency that was withdrawn since can still be saved', () => {
  expect(currencyFault('ANG')).toBeUndefined()
})

test.each([
  ['24.50', 'USD', undefined],
  ['24.505', 'USD', 'A price has at most two digits after the point'],
  ['1000000', 'USD', undefined],
  ['1000000.01', 'USD', 'A price is at most 1,000,000'],
  ['1500', 'JPY', undefined],
  ['1500.00', 'JPY', undefined],
  ['1.500', 'JPY', 'A price in JPY has no digits after the point'],
  ['1500.5', 'JPY', 'A price in JPY has no digits after the point'],
  ['2500000', 'KRW', undefined],
  ['100000001', 'KRW', 'A price is at most 100,000,000'],
  ['4.25', 'KWD', undefined],
  ['4.250', 'KWD', undefined],
  ['4.2505', 'KWD', 'A price in KWD has at most three digits after the point'],
  ['100000.001', 'KWD', 'A price is at most 100,000'],
  ['4,250', 'KWD', 'Please write 4,250 with a point or without separators: in KWD it could be either'],
  ['1,250', 'USD', undefined],
])('the fault of %s in %s is %s', (price, currency, fault) => {
  expect(digitsFault(price, currency)).toBe(fault)
})

test('currencies of any number of digits can be chosen for a program, and yen are among the common ones', () => {
  for (const currency of ['USD', 'JPY', 'krw', 'KWD'])
    expect(ProgramInput.shape.currency.safeParse(currency)).toMatchObject({ data: currency.toUpperCase() })
  expect(COMMON_CURRENCIES).toContain('JPY')
})
