// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { textsNearProducts } from './texts-near-products.ts'

const box = '<div data-product-id="3"></div>'

test('the block of a product, the one before and the one after are near it', () => {
  const html = `<p>Far</p><p>Before</p>${box}<h2>After</h2><p>Far again</p>`
  expect(textsNearProducts(html)).toEqual(['Before', '', 'After'])
})

test('an affiliate link makes its own block and those next to it near', () => {
  const link = '<a href="https://www.amazon.de/dp/B0?tag=rosa-21">it</a>'
  expect(textsNearProducts(`<p>Far</p><ul><li>One</li><li>Buy ${link}</li></ul><p>After</p><p>Far</p>`)).toEqual([
    'One',
    'Buy it',
    'After',
  ])
  const marked = '<a rel="sponsored nofollow" href="https://shop.example">it</a>'
  expect(textsNearProducts(`<p>Buy ${marked}</p>`)).toEqual(['Buy it'])
})

test('the words in a review are near its product', () => {
  const review = '<section data-block="review" data-product-id="3"><h3>It heals</h3><p>Four weeks.</p></section>'
  expect(textsNearProducts(review)).toEqual(['It heals Four weeks.'])
})

test('an article without products has none, and advice to see a doctor does not count', () => {
  expect(
    textsNearProducts('<p>Eczema</p><p><a href="/blog/eczema">More</a> <a href="https://nhs.example">NHS</a></p>'),
  ).toEqual([])
  expect(textsNearProducts(`<aside data-block="doctor"><p>With eczema.</p></aside>${box}`)).toEqual([''])
})
