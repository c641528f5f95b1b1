import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { blankFacts } from '../../../contract/shop/product-facts.ts'

async function names(request: TestApp['request'], path: string): Promise<string[]> {
  const response = await request(path)
  expect(response.status, path).toBe(200)
  return ((await response.json()) as { name: string }[]).map((product) => product.name)
}

test('GET /api/products lists active products in the owner’s order', async () => {
  const { db, request } = await testApp()
  await makeProduct(db, { name: 'Third', position: 3 })
  await makeProduct(db, { name: 'First', position: 1 })
  await makeProduct(db, { name: 'Hidden', position: 2, is_active: false })
  expect(await names(request, '/api/products')).toEqual(['First', 'Third'])
})

test('a product carries every field of the specification, and its price as a decimal with two digits', async () => {
  const { db, request } = await testApp()
  const id = await makeProduct(db, {
    name: 'Oat cream',
    category: 'Moisturizers',
    price_minor: 1905,
    image_url: 'https://pictures.example/oat.jpg',
    image_alt: 'A jar',
    affiliate_link: 'https://shop.example/oat?ref=dewlight&a=1',
  })
  expect(await (await request('/api/products')).json()).toEqual([
    {
      id,
      name: 'Oat cream',
      category: 'Moisturizers',
      price: '19.05',
      currency: 'USD',
      imageUrl: 'https://pictures.example/oat.jpg',
      imageAlt: 'A jar',
      affiliateLink: 'https://shop.example/oat?ref=dewlight&a=1',
      isActive: true,
      slug: `product-${id}`,
      facts: blankFacts,
      picture: null,
    },
  ])
})

test('prices keep their cents', async () => {
  const { db, request } = await testApp()
  const cents = [0, 1, 99, 100, 1010, 123456]
  for (const [position, price] of cents.entries()) await makeProduct(db, { price_minor: price, position })
  const products = (await (await request('/api/products')).json()) as { price: string }[]
  expect(products.map((product) => product.price)).toEqual(['', '0.01', '0.99', '1.00', '10.10', '1234.56'])
})

test('GET /api/products?limit=4 returns the first four and links to the next page', async () => {
  const { db, request } = await testApp()
  for (let i = 1; i <= 9; i++) await makeProduct(db, { name: `Product ${i}`, position: i })
  await makeProduct(db, { is_active: false })
  const response = await request('/api/products?limit=4')
  expect(response.headers.get('x-total-count')).toBe('9')
  expect(response.headers.get('link')).toBe('</api/products?limit=4&page=2>; rel="next"')
  expect(await names(request, '/api/products?limit=4')).toEqual(['Product 1', 'Product 2', 'Product 3', 'Product 4'])
  expect(await names(request, '/api/products?limit=4&page=3')).toEqual(['Product 9'])
})

test('products are listed by category, and only categories of active products are offered', async () => {
  const { db, request } = await testApp()
  await makeProduct(db, { name: 'A gel', category: 'Cleansers' })
  await makeProduct(db, { name: 'A set', category: 'Tools & Sets' })
  await makeProduct(db, { name: 'Another set', category: 'Tools & Sets' })
  await makeProduct(db, { name: 'Gone', category: 'Masks', is_active: false })
  expect(await names(request, `/api/products?category=${encodeURIComponent('Tools & Sets')}`)).toEqual([
    'A set',
    'Another set',
  ])
  expect(await names(request, '/api/products?category=Masks')).toEqual([])
  expect(await (await request('/api/product-categories')).json()).toEqual(['Cleansers', 'Tools & Sets'])
})

test('a wrong parameter is refused with a sentence', async () => {
  const { request } = await testApp()
  const wrong = ['limit=0', 'limit=-1', 'limit=101', 'limit=1.5', 'limit=many', 'limit=', 'page=0', 'page=100001']
  for (const query of [...wrong, 'category=', `category=${'a'.repeat(101)}`]) {
    const response = await request(`/api/products?${query}`)
    expect(response.status, query).toBe(400)
    await expectSentence(response, query)
  }
})

test('any query string returns a list or an error sentence', async () => {
  const { db, request } = await testApp()
  await makeProduct(db)
  for (const text of maliciousTexts) {
    const path = `/api/products?category=${encodeURIComponent(text.toWellFormed())}`
    const response = await request(path)
    if (response.status === 200) expect(await response.json(), path).toEqual([])
    else {
      expect(response.status, path).toBe(400)
      await expectSentence(response, path)
    }
  }
})
