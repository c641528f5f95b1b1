import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import { purgeRunningSite } from './server/platform/cluster/remote-purges.ts'
import { addRedirect } from './server/platform/db/redirects.ts'
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

test('another spelling of a URL redirects to the canonical one, in one step and with its query', async () => {
  const { get, measure } = await testSite({
    rows: async (db) => {
      await fill(db)
      const target = await makePost(db, { slug: 'retinol-for-beginners' })
      await addRedirect(db, { kind: 'posts', slug: 'old-retinol', targetId: target, now: '2026-01-01T12:00:00.000Z' })
      await makePost(db, { slug: 'my-story', kind: 'page' })
      await makeProduct(db, { slug: 'gentle-gel' })
    },
  })
  for (const [address, location] of [
    ['/blog/Retinol-for-Beginners?utm_source=newsletter', '/blog/retinol-for-beginners?utm_source=newsletter'],
    ['/blog/RETINOL-FOR-BEGINNERS', '/blog/retinol-for-beginners'],
    ['/blog/Old-Retinol', '/blog/retinol-for-beginners'],
    ['/Blog/Retinol-For-Beginners', '/blog/retinol-for-beginners'],
    ['/BLOG/old-retinol', '/blog/retinol-for-beginners'],
    ['/blog/wash-your-fa%CC%88ce', '/blog/wash-your-f%C3%A4ce'],
    ['/blog/wash-your-F%C3%84CE', '/blog/wash-your-f%C3%A4ce'],
    ['/blog/category/Cleansing?page=1', '/blog/category/cleansing?page=1'],
    ['/shop/Gentle-Gel', '/shop/gentle-gel'],
    ['/My-Story', '/my-story'],
    ['/Blog?page=1', '/blog?page=1'],
    ['/About', '/about'],
    ['/Contact', '/contact'],
  ] as const) {
    const response = await get(address)
    expect([response.status, response.headers.get('location')], address).toEqual([301, location])
    expect((await get(location)).status, location).toBe(200)
  }
  expect(await (await get('/api/posts/Retinol-For-Beginners')).json()).toMatchObject({ slug: 'retinol-for-beginners' })
  for (const address of ['/Blog/nothing', '/Nothing', '/NOT-FOUND', '/blog/Nothing'])
    expect((await get(address)).status, address).toBe(404)
  // Any number of spellings may be requested.
  const before = await measure('dewlight_page_cache_pages')
  await get('/blog/reTinol-for-beginners')
  await get('/SHOP')
  expect(await measure('dewlight_page_cache_pages')).toBe(before)
})

test('no search is indexed, whatever it finds', async () => {
  const { get } = await testSite({ rows: async (db) => void (await makePost(db, { title: 'Retinol for beginners' })) })
  for (const address of ['/search', '/search?q=retinol', '/search?q=nothing']) {
    const html = await (await get(address)).text()
    expect(html, address).toContain('<meta name="robots" content="noindex, follow"/>')
    expect(html, address).not.toContain('rel="canonical"')
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

test('a change that was made outside the running site shows as soon as a command purges its cache', async () => {
  const { db, get, config } = await testSite({ rows: fill })
  const read = async () => (await (await get('/blog')).text()).match(/A title of the (\w+)/)?.[1]
  for (const [before, after] of [
    ['first', 'second'],
    ['second', 'third'],
  ]) {
    await db
      .updateTable('posts')
      .set({ title: `A title of the ${before}` })
      .execute()
    await purgeRunningSite(config)
    await vi.waitFor(async () => expect(await read()).toBe(before), 5000)
    await db
      .updateTable('posts')
      .set({ title: `A title of the ${after}` })
      .execute()
    expect(await read()).toBe(before)
  }
})
