import { expect, test, vi } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'

const link = '<p><a href="https://shop.example/jar">A jar of cream</a>, which I use each evening after cleansing.</p>'
const input = { title: 'A jar', slug: 'a-jar', coverImage: '/media/none/640.jpg', content: link }

test.each([
  ['created', () => ({ path: '/api/posts', options: { json: input } })],
  ['saved', (id: number) => ({ path: `/api/posts/${id}`, options: { method: 'PUT', json: input } })],
])('a post that is %s is sanitised before its transaction begins', async (_, requestFor) => {
  const app = await testApp()
  const { path, options } = requestFor(await makePost(app.db))
  await app.cookie()
  const set = vi.spyOn(app.queries, 'set')
  expect((await app.asOwner(path, options)).status).toBeLessThan(300)
  const texts = set.mock.calls.map(([text]) => text)
  // Marking affiliate links looks up the hosts of products.
  const lookups = texts
    .map((text, index) => (/as "host" from "products"/.test(text) ? index : -1))
    .filter((index) => index >= 0)
  expect(lookups).not.toEqual([])
  expect(Math.max(...lookups)).toBeLessThan(texts.findIndex((text) => text.startsWith('begin')))
})
