import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import type { Db } from './server/platform/db/schema.ts'

async function fill(db: Db): Promise<void> {
  const category = await makeCategory(db, { slug: 'cleansing' })
  await makePost(db, { slug: 'wash-your-f\u00e4ce', category_id: category })
  await makeProduct(db, { category: 'Cleansers' })
}

const errorsIn = (lines: { level: number; path?: string }[]) => lines.filter(({ level, path }) => level === 50 && path)

test('a page of which a query fails is 500 and logged with the id of its request', async () => {
  const { db, get, lines } = await testSite({ rows: fill })
  await sql`alter table products rename to lost_products`.execute(db)
  for (const [i, address] of ['/', '/shop?page=1'].entries()) {
    lines.length = 0
    const requestId = `request-${i}-of-the-test`
    const response = await get(address, { 'x-request-id': requestId })
    expect(response.status, address).toBe(500)
    expect(await response.text(), address).toContain('<html')
    const errors = errorsIn(lines)
    expect(errors.length, address).toBeGreaterThan(0)
    for (const error of errors)
      expect(error).toMatchObject({
        requestId,
        path: address.split('?')[0],
        err: { message: expect.stringMatching(/products/) },
      })
  }
})

test('a rejected form whose page fails is logged, too', async () => {
  const { db, origin, lines } = await testSite({ rows: fill })
  await sql`alter table categories rename to lost_categories`.execute(db)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-request-id': 'a-form-of-the-test' }
  const response = await fetch(`${origin}/contact`, { method: 'POST', headers, body: 'name=Ann' })
  expect(response.status).toBe(422)
  expect(errorsIn(lines)).toMatchObject([{ requestId: 'a-form-of-the-test', path: '/contact' }])
})

test('all spellings of a page share one rendering, and none of them is in its HTML', async () => {
  const { get, measure } = await testSite({ rows: fill })
  for (const [spellings, status] of [
    [
      ['/blog/wash-your-f%C3%A4ce', '/blog/wash-your-f%c3%a4ce', '/blog/%77ash-your-f%C3%A4ce?utm_source=visitor-7'],
      200,
    ],
    [['/blog/category/cleansing', '/blog/category/cleansin%67', '/blog/category/cleansing?page=1&page=visitor-7'], 200],
    [['/blog', '/blog?page=1', '/blog?category=visitor-7'], 200],
    [['/shop?category=Cleansers', '/shop?category=%43leansers', '/shop?page=1&category=Cleansers&x=visitor-7'], 200],
    [['/contact', '/contact?sent=visitor-7', '/contact?sent=', '/contact?sent=0'], 200],
    [['/contact?sent=1', '/contact?sent=1&sent=visitor-7', '/contact?sent=%31'], 200],
    [['/newsletter', '/newsletter?subscribed=visitor-7', '/newsletter?subscribed=true'], 200],
  ] as const) {
    const before = await measure('dewlight_page_cache_pages')
    const texts = []
    for (const address of [...spellings].reverse()) {
      const response = await get(address)
      expect(response.status, address).toBe(status)
      texts.push(await response.text())
    }
    expect(new Set(texts).size, spellings[0]).toBe(1)
    expect(texts[0]!.includes('visitor-7'), spellings[0]).toBe(false)
    expect((await measure('dewlight_page_cache_pages')) - before, spellings[0]).toBe(1)
  }
})

test('a page for anything that may stand in a URL is rendered and not cached', async () => {
  const { get, measure } = await testSite({ rows: fill })
  for (const [address, status] of [
    ['/shop?category=Nothing', 200],
    ['/shop?category=Cleansers&page=2', 404],
    ['/shop?page=0', 404],
    ['/blog?page=2', 404],
    ['/blog?page=x', 404],
    ['/blog/category/nothing', 404],
    ['/blog/category/1?page=77', 301],
    ['/blog/nothing', 404],
    ['/nothing', 404],
    ['/%62log', 404],
  ] as const) {
    const response = await get(address)
    // The id of the category depends on the database.
    if (status !== 301) expect(response.status, address).toBe(status)
    await response.text()
    expect(await measure('dewlight_page_cache_pages'), address).toBe(0)
  }
})
