import { expect, test } from 'vitest'
import { checkedLine } from '../../../contract/content/checked-line.ts'
import { decidingFacts, nameWithoutBrand } from '../../../contract/content/product-lines.ts'
import { buttonWords, shownOffers } from '../../../contract/content/product-offers.ts'
import { blankFacts, type OtherShop } from '../../../contract/shop/product-facts.ts'
import type { Product } from '../../../contract/shop/products.ts'

const shop = (name: string, price: string, over: Partial<OtherShop> = {}): OtherShop => ({
  ...{ name, price, link: 'https://b.example/', currency: 'USD', checkedOn: '' },
  ...over,
})

const sold = (price: string, otherShops: OtherShop[], over: Partial<Product> = {}) =>
  shownOffers({
    ...{ affiliateLink: 'https://a.example/', price, currency: 'USD', facts: { ...blankFacts, otherShops } },
    ...over,
  })

const lowest = (...args: Parameters<typeof sold>) => sold(...args).map(({ isLowest }) => isLowest)

test('the lowest of the shown prices in one currency is marked', () => {
  expect(lowest('24.00', [shop('B', '9.50'), shop('C', '23.00')])).toEqual([false, true, false])
  expect(lowest('9.5', [shop('B', '9.50'), shop('C', '23.00')])).toEqual([true, true, false])
  expect(lowest('24.00', [shop('B', '24.00')])).toEqual([false, false])
  expect(lowest('24.00', [shop('B', '')])).toEqual([false, false])
  expect(lowest('', [shop('B', '', { currency: '' })])).toEqual([false, false])
  expect(lowest('24.00', [shop('B', '23.00', { currency: 'EUR' })])).toEqual([false, false])
  // The stored price is not the fallback's.
  expect(lowest('24.00', [shop('B', '25.00'), shop('C', '26.00')], { failedLink: 'https://gone.example/' })).toEqual([
    ...[false, true, false],
  ])
})

test('a button names the shop once', () => {
  const [fernway] = sold('24.00', [], { facts: { ...blankFacts, shopName: 'Fernway' } })
  expect(buttonWords(fernway)).toBe('Shop Now at Fernway')
  const offers = [{ instead: 'See price at Amazon', button: 'View on Amazon' }]
  const [amazon] = sold('', [], { offers, facts: { ...blankFacts, shopName: 'Amazon' } })
  expect([buttonWords(amazon), amazon.price, amazon.instead]).toEqual(['View on Amazon', '', 'See price at Amazon'])
  const [fallback] = sold('24.00', [], { failedLink: 'https://gone.example/' })
  expect([buttonWords(fallback), fallback.price, fallback.instead]).toEqual(['Shop Now', '', ''])
})

test.each([
  ['', []],
  ['Price checked March 3, 2026', ['2026-03-03']],
  ['Prices checked March 3, 2026', ['2026-03-03', '2026-03-03']],
  ['Prices checked February 28 – March 3, 2026', ['2026-03-03', '2026-02-28']],
  ['Prices checked December 31, 2025 – January 2, 2026', ['2026-01-02', '2025-12-31']],
  ['Some prices checked March 3, 2026', ['2026-03-03', '']],
  ['', ['', '']],
])('%s', (line, days) => {
  const hidden = { price: '', checkedOn: '2020-01-01' }
  expect(checkedLine([...days.map((checkedOn) => ({ price: '$1.00', checkedOn })), hidden])).toBe(line)
})

test.each([
  ['Morrow & Fern Retinol', 'Morrow & Fern', 'Retinol'],
  ['OATWHISTLE – Oat Cream', 'Oatwhistle', 'Oat Cream'],
  ['Oatwhistle', 'Oatwhistle', 'Oatwhistle'],
  ['Oatwhistles Cream', 'Oatwhistle', 'Oatwhistles Cream'],
  ['Cream by Oatwhistle', 'Oatwhistle', 'Cream by Oatwhistle'],
  ['Oat cream', '', 'Oat cream'],
])('%s by %s is shown as %s', (name, brand, shown) => {
  expect(nameWithoutBrand({ name, facts: { ...blankFacts, brand } })).toBe(shown)
})

test('at most three facts decide, of those that are known', () => {
  const deciding = (facts: object) =>
    decidingFacts({ price: '10.00', currency: 'USD', facts: { ...blankFacts, ...facts } })
  expect(deciding({})).toEqual([])
  expect(deciding({ sizeAmount: 50, skinTypes: ['dry', 'sensitive'], fragranceFree: true, spf: 30 })).toEqual([
    ...['50 ml, $0.20 per ml', 'Dry, sensitive skin', 'Fragrance-free'],
  ])
  expect(
    deciding({ skinTypes: ['dry', 'oily', 'combination', 'normal', 'sensitive'], fragranceFree: false, spf: 30 }),
  ).toEqual([...['All skin types', 'With fragrance', 'SPF 30']])
})
