// @vitest-environment jsdom
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { blankFacts } from '../../../../../contract/shop/product-facts.ts'
import type { OwnerProduct } from '../../../../../contract/shop/products.ts'
import { PickSelect } from './comparison-block.tsx'
import { ComparisonPreview } from './comparison-preview.tsx'

function product(id: number, name: string, price: string): OwnerProduct {
  const facts = { ...blankFacts, shopName: 'Petal Market', priceCheckedOn: '2026-03-01', rating: id }
  const picture = { picture: null, imageUrl: '/jar.jpg' }
  return {
    id,
    name,
    price,
    currency: 'USD',
    affiliateLink: 'https://petal.example/',
    facts,
    ...picture,
  } as OwnerProduct
}

const products = [product(3, 'Oat cream', '12.50'), product(4, 'Birch balm', '9.00')]

function render(content: ReactNode): HTMLElement {
  const body = document.createElement('div')
  body.innerHTML = renderToStaticMarkup(content)
  return body
}

const texts = (all: Iterable<Element>) => Array.from(all, ({ textContent }) => textContent)

test('the preview of a comparison has a column for each product, marks the pick and dates the prices once', () => {
  const body = render(<ComparisonPreview products={products} rows={['price', 'rating']} pick={4} />)
  expect(texts(body.querySelectorAll('th[scope="col"]'))).toEqual(['Oat cream', 'My pickBirch balm'])
  expect(body.querySelector('[data-block="comparison"]')?.getAttribute('data-pick')).toBe('2')
  expect(texts(body.querySelectorAll('[data-part="price"]'))).toEqual(['$12.50 · Petal Market', '$9.00 · Petal Market'])
  expect(texts(body.querySelectorAll('[data-part="checked"]'))).toEqual(['Prices checked March 1, 2026'])
  expect(texts(body.querySelectorAll('.comparison-button'))).toEqual(['Shop Now', 'Shop Now'])
})

test('the preview of a comparison without prices and without a pick names neither', () => {
  const body = render(<ComparisonPreview products={products} rows={['rating']} pick={7} />)
  expect(body.querySelectorAll('[data-part], [data-pick]')).toHaveLength(0)
})

test('the pick is one of the compared products, or none once it is not', () => {
  const choices = products.map((each) => ({ id: each.id, product: each }))
  const select = (pick: number | undefined) =>
    render(<PickSelect products={[...choices, { id: 9, product: undefined }]} pick={pick} onChoose={() => {}} />)
  expect(texts(select(4).querySelectorAll('option'))).toEqual(['None', 'Oat cream', 'Birch balm', 'Product 9'])
  expect(texts(select(4).querySelectorAll('option[selected]'))).toEqual(['Birch balm'])
  expect(texts(select(7).querySelectorAll('option[selected]'))).toEqual(['None'])
})
