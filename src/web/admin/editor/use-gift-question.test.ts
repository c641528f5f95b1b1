import { expect, test } from 'vitest'
import { describeGifts, shownProducts } from './use-gift-question.tsx'

test('the products of a text are those of its boxes and blocks, each once', () => {
  const text =
    '<p>data-product-id="9"</p><div data-product-id="3"></div><section data-block="review" data-product-id="12"><p>Calm.</p></section>' +
    '<div data-block="comparison" data-product-ids="3,40,5"></div><aside data-block="note" data-product-id="x"></aside>'
  expect(shownProducts(text)).toEqual([3, 12, 40, 5])
})

test('the dialog counts the gifts', () => {
  expect(describeGifts(1)).toBe('One product here was a gift, and the article has no label.')
  expect(describeGifts(2)).toBe('Two products here were gifts, and the article has no label.')
  expect(describeGifts(12)).toBe('12 products here were gifts, and the article has no label.')
})
