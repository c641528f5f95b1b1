import { expect, test } from 'vitest'
import { numberToExact, parseAmount, toExact } from './report-amounts.ts'

test.each([
  ['0.014', 'USD', 1, 4000],
  ['0.015', 'USD', 2, -5000],
  ['-0.0149', 'USD', -1, -4900],
  ['12.50', 'USD', 1250, 0],
  ['1.12345678', 'USD', 112, 3456],
  ['10.6', 'JPY', 11, -4000],
  ['1.2345', 'KWD', 1235, -5000],
  ['4990.5', 'HUF', 499_050, 0],
  ['1.2345', 'IQD', 1235, -5000],
])('%s %s is whole minor units and a rest, as text and as a number of a spreadsheet', (text, currency, minor, rest) => {
  expect(toExact(parseAmount(text, 'point')!, currency)).toEqual({ minor, rest })
  const fromNumber = numberToExact(Number(text), currency)
  expect(fromNumber.minor).toBe(minor)
  expect(Math.abs(fromNumber.rest - rest)).toBeLessThanOrEqual(1)
})
