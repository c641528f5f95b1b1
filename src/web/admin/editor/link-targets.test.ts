import { expect, test } from 'vitest'
import { linkedSlugsOf, reasonOf } from './link-targets.ts'

test('a reason names two ingredients and counts the others and the products', () => {
  const reason = (ingredients: string[], products: number) => reasonOf({ ingredients, products })
  expect(reason(['Niacinamide'], 2)).toBe('Shares Niacinamide and 2 products.')
  expect(reason(['Zinc', 'Urea', 'Oat'], 0)).toBe('Shares Zinc, Urea, and Oat.')
  expect(reason(['Zinc', 'Urea', 'Oat', 'Panthenol'], 1)).toBe('Shares Zinc, Urea, 2 more ingredients, and a product.')
  expect(reason([], 0)).toBe('')
})

test('posts to which a text links are known by their slugs, on this site or with its host', () => {
  const html =
    '<p><a href="/blog/one#part">1</a> <a href="https://dew.example/blog/cr%C3%A8me?x=1">2</a> <a href="/blog/one">3</a> <a href="/shop/x">4</a> <a href="/blog/%E0">5</a></p>'
  expect(linkedSlugsOf(html)).toEqual(['one', 'crème'])
})
