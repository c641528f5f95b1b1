import { expect, test } from 'vitest'
import { makePost } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import { writeRedirect } from './server/content/redirects/redirects.repo.ts'
import { addRedirect } from './server/platform/db/redirects.ts'

test('a redirect of the owner works at once and for as long as it exists, and a page takes precedence', async () => {
  const now = '2026-01-01T00:00:00.000Z'
  const { db, get } = await testSite({
    rows: async (rows) => {
      await makePost(rows, { slug: 'serum' })
      await makePost(rows, { slug: 'toner' })
    },
  })
  const add = (from: string, to: string) => writeRedirect(db, { input: { from, to }, now })
  const find = async (address: string) => {
    const { status, headers } = await get(address)
    return [status, headers.get('location')]
  }
  expect(await find('/2019/05/lost')).toEqual([404, null])
  expect(await find('/?p=123')).toEqual([404, null])
  await add('/2019/05/lost', '/blog/serum')
  await add('/?p=123', '/blog/serum')
  await add('/?p=5', '/')
  await add('/shop-guide', 'https://elsewhere.example/guide')
  await add('/serum', '/blog/toner')
  expect(await find('/2019/05/lost/')).toEqual([301, '/blog/serum'])
  expect(await find('/2019/05/lost/?utm_source=pinterest')).toEqual([301, '/blog/serum?utm_source=pinterest'])
  expect(await find('/serum/')).toEqual([301, '/blog/toner'])
  expect(await find('/2019/05/found/')).toEqual([404, null])
  expect(await find('/blog/serum/')).toEqual([308, '/blog/serum'])
  expect(await find('/2019/05/LOST')).toEqual([301, '/blog/serum'])
  expect(await find('/2019/05/lost?utm_source=pinterest')).toEqual([301, '/blog/serum?utm_source=pinterest'])
  expect(await find('/?p=123')).toEqual([301, '/blog/serum'])
  expect(await find('/?p=5')).toEqual([301, '/'])
  expect(await find('/shop-guide')).toEqual([301, 'https://elsewhere.example/guide'])
  // The owner's redirect is more exact than the convention, which leads to the post of this name.
  expect(await find('/serum')).toEqual([301, '/blog/toner'])
  expect((await get('/?utm_source=x')).status).toBe(200)
  const { headers } = await get('/2019/05/lost')
  expect(headers.get('cache-control')).toBe('private, no-store')
  await makePost(db, { slug: 'later' })
  await add('/blog/later', '/blog/serum')
  expect((await get('/blog/later')).status).toBe(200)
})

test('each request for a former address is counted within seconds, although the page cache responds', {
  tags: ['full'],
}, async () => {
  const { db, get } = await testSite({
    rows: async (rows) => {
      const targetId = await makePost(rows, { slug: 'serum' })
      await addRedirect(rows, { kind: 'posts', slug: 'old-serum', targetId, now: '2026-01-01T00:00:00.000Z' })
    },
  })
  for (let times = 1; times <= 3; times++) expect((await get('/blog/old-serum')).status).toBe(301)
  expect((await get('/blog/serum')).status).toBe(200)
  const read = async () => (await db.selectFrom('redirects').select('hits').execute()).map(({ hits }) => Number(hits))
  await expect.poll(read, { timeout: 30_000, interval: 500 }).toEqual([3])
})
