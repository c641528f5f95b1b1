import { expect, test } from 'vitest'
import { currencyFault } from '../../../contract/shop/prices.ts'
import { guessCurrency } from './guess-currency.ts'

test.each([
  ['Europe/Berlin', 'EUR'],
  ['Europe/London', 'GBP'],
  ['Europe/Zurich', 'CHF'],
  ['America/Indiana/Knox', 'USD'],
  ['America/Toronto', 'CAD'],
  ['Australia/Perth', 'AUD'],
  ['Atlantic/South_Georgia', undefined],
])('in %s the welcome proposes %s', (zone, currency) => {
  expect(guessCurrency(zone)).toBe(currency)
})

test('each time zone leads to a currency that the settings accept, or to none', () => {
  const guessed = Intl.supportedValuesOf('timeZone').flatMap((zone) => guessCurrency(zone) ?? [])
  expect(guessed.length).toBeGreaterThan(100)
  expect([...new Set(guessed)].flatMap((currency) => currencyFault(currency) ?? [])).toEqual([])
})
