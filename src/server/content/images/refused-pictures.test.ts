import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { Post } from '../../../contract/content/posts.ts'
import { isRefusedPicture } from '../../../contract/platform/refused-pictures.ts'
import type { Product } from '../../../contract/shop/products.ts'

const PICTURE = 'https://m.media-amazon.com/images/I/71x.jpg'
const REASON = 'Amazon does not allow its pictures on other sites. Please upload your own photo.'

test.each([
  ['https://m.media-amazon.com/images/I/71x.jpg', true],
  ['https://images-na.ssl-images-amazon.com/images/I/1.jpg', true],
  ['https://ecx.images-amazon.com/1.jpg', true],
  ['https://ws-eu.amazon-adsystem.com/widgets/q?x=1', true],
  ['//M.Media-Amazon.com/1.jpg', true],
  ['https://www.amazon.co.uk/images/1.jpg', true],
  ['https://my-bucket.s3.amazonaws.com/1.jpg', false],
  ['https://my-amazon.com/1.jpg', false],
  ['https://shop.example/media-amazon.com/1.jpg', false],
  ['/media/a/640.jpg', false],
])('a picture at %s is refused: %s', (url, isRefused) => {
  expect(isRefusedPicture(url)).toBe(isRefused)
})

test('a picture of Amazon is refused in products, posts and categories, and when it is copied', async () => {
  const { asOwner } = await testApp()
  const product = { name: 'Oat cream', category: 'Masks', affiliateLink: 'https://shop.example/oat' }
  const post = { title: 'Oat', slug: 'oat', content: `<p>${'Wash gently. '.repeat(5)}</p>`, coverImage: PICTURE }
  for (const [path, json, field] of [
    ['/api/products', { ...product, imageUrl: PICTURE }, 'imageUrl'],
    ['/api/products', { ...product, facts: { moreImages: [PICTURE] } }, 'facts.moreImages.0'],
    ['/api/posts', post, 'coverImage'],
    ['/api/categories', { name: 'Masks', imageUrl: PICTURE }, 'imageUrl'],
    ['/api/images/copy', { url: PICTURE }, 'url'],
  ] as const) {
    const response = await asOwner(path, { json })
    expect(response.status, path).toBe(400)
    const { issues } = (await response.json()) as { issues: object[] }
    expect(issues, path).toContainEqual({ path: field, message: REASON })
  }
})

test('a stored picture of Amazon is not sent to visitors; the owner finds what has one', async () => {
  const { db, request, asOwner } = await testApp()
  const facts = JSON.stringify({ moreImages: [PICTURE, '/media/a/640.jpg'] })
  const id = await makeProduct(db, { name: 'Oat cream', image_url: PICTURE, facts })
  const content = `<p>Before.</p><p><img src="${PICTURE}" alt="A jar" loading="lazy"></p><div data-product-id="${id}"></div>`
  await makePost(db, { slug: 'oat', title: 'Oats', cover_image: PICTURE, content })
  const [product] = (await (await request('/api/products')).json()) as Product[]
  expect(product).toMatchObject({ imageUrl: '', facts: { moreImages: ['/media/a/640.jpg'] } })
  const post = (await (await request('/api/posts/oat')).json()) as Post
  expect(post.coverImage).toBe('')
  for (const path of ['/api/posts/oat', '/api/posts', '/api/products', '/feed.xml', '/feed.json'])
    expect(await (await request(path)).text(), path).not.toContain('media-amazon')
  expect(await (await asOwner(`/api/products/${id}/source`)).json()).toMatchObject({ imageUrl: PICTURE })
  const rules = (await (await asOwner('/api/rules')).json()) as { key: string; state: string; places: object[] }[]
  expect(rules.find(({ key }) => key === 'pictures')).toMatchObject({
    state: 'needs-you',
    places: [
      { label: 'Oat cream', href: `/admin/products/${id}` },
      { label: 'Oats', href: '/admin/posts/1' },
    ],
  })
})
