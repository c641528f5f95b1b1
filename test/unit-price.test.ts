import { expect, test } from 'vitest'
import { unitPrices } from '../src/contract/shop/unit-price.ts'

test.each([
  ['24.00', 'USD', 50, 'ml', '$0.48 per ml, $14.20 per fl oz'],
  ['24', 'EUR', 1.7, 'fl oz', '€14.12 per fl oz, €0.48 per ml'],
  ['10.00', 'USD', 100, 'g', '$0.10 per g, $2.83 per oz'],
  ['10.00', 'USD', 2, 'oz', '$5.00 per oz, $0.18 per g'],
  ['1500', 'JPY', 50, 'ml', '¥30 per ml, ¥887 per fl oz'],
  ['20', 'JPY', 50, 'ml', '¥12 per fl oz'],
  ['4.250', 'KWD', 50, 'ml', 'KWD\u00a00.085 per ml, KWD\u00a02.514 per fl oz'],
  ['9.00', 'USD', 30, 'pieces', '$0.30 per piece'],
  ['9.00', 'USD', null, 'ml', ''],
  ['9.00', 'USD', 0, 'ml', ''],
  ['9.00', 'USD', Number.NaN, 'ml', ''],
  ['about 9', 'USD', 50, 'ml', ''],
] as const)('%s %s for %s %s is %j', (price, currency, sizeAmount, sizeUnit, line) => {
  expect(unitPrices({ price, currency, facts: { sizeAmount, sizeUnit } })).toBe(line)
})
