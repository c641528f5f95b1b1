import { expect, test } from 'vitest'
import { findTypedPrices } from './typed-prices.ts'

const shopOf = (url: string) => (url.includes('amazon.') ? 'Amazon' : undefined)
const link = '<a href="https://www.amazon.com/dp/B0?tag=me-20">this cream</a>'

const prices: [text: string, ...found: string[]][] = [
  [`I paid $24.99 for ${link}`, '$24.99'],
  [`${link} (about 30 EUR, or £ 12)`, '30 EUR', '£ 12'],
  [`US$1,234.50, 99 kr, 20 dollars, €5 ${link}`, 'US$1,234.50', '99 kr', '20 dollars', '€5'],
  [`Two pumps of 5 ml, twice in 24 hours, SPF 50 ${link}`],
  ['I paid $24.99 for <a href="https://shop.example/cream">this cream</a>'],
]

test.each(prices)('%s', (text, ...found) => {
  expect(findTypedPrices(`<p>${text}</p>`, shopOf)).toEqual(found.map((price) => ({ price, shop: 'Amazon' })))
})

test('a price belongs to the links of its own paragraph, list item or table row', () => {
  const html = `<p>It costs $1.</p><p>${link}</p><ul><li>$2</li><li>${link}, $3</li></ul>
    <table><tr><td>$4</td><td>${link}</td></tr><tr><td>$5</td><td>None</td></tr></table>`
  expect(findTypedPrices(html, shopOf).map(({ price }) => price)).toEqual(['$3', '$4'])
})
