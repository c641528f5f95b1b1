import { expect, inject, test, vi } from 'vitest'
import { makePost, makeUser } from '../test/factories.ts'
import { tcpProxy } from '../test/tcp-proxy.ts'
import { testSite } from '../test/test-site.ts'
import { tookInSleeps } from '../test/took-in-sleeps.ts'
import { createSession } from './server/accounts/auth/sessions.repo.ts'
import { createPgNotify } from './server/platform/db/pg-notify.ts'
import type { Db } from './server/platform/db/schema.ts'

const isPostgres = inject('postgres') !== undefined
const cover = 'https://example.com/cover.jpg'

async function signIn(db: Db): Promise<string> {
  return `session=${await createSession(db, await makeUser(db), new Date())}`
}

type Source = { title: string; publishedAt: string | null }

/** Edits a post through the API of a host. */
async function edit({ origin }: { origin: string }, cookie: string, id: number, over: Partial<Source>) {
  const headers = { cookie, 'content-type': 'application/json' }
  const source = (await (await fetch(`${origin}/api/posts/${id}/source`, { headers })).json()) as Source
  const body = JSON.stringify({ ...source, ...over })
  const response = await fetch(`${origin}/api/posts/${id}`, { method: 'PUT', headers, body })
  expect(response.status).toBe(200)
}

test.skipIf(!isPostgres)('a host that no notices reach keeps no pages, says so, and is ready', async () => {
  let id = 0
  const near = await testSite({
    rows: async (db) => {
      id = await makePost(db, { slug: 'a-post', title: 'Before the edit', cover_image: cover })
    },
  })
  const cookie = await signIn(near.db)
  const proxy = await tcpProxy(near.database.databaseUrl!)
  const far = await testSite({ database: near.database, env: { DATABASE_LISTEN_URL: proxy.url } })
  const titleAt = async ({ get }: typeof far) => /<h1[^>]*>([^<]*)</.exec(await (await get('/blog/a-post')).text())?.[1]
  expect(await titleAt(far)).toBe('Before the edit')
  expect(await far.measure('dewlight_page_cache_pages')).toBe(1)
  expect(await far.measure('dewlight_purges_in_sync')).toBe(1)

  proxy.freeze()
  await edit(near, cookie, id, { title: 'After the edit' })
  expect(await titleAt(near)).toBe('After the edit')
  await vi.waitFor(async () => expect(await titleAt(far)).toBe('After the edit'), 5000)
  expect(await far.measure('dewlight_purges_in_sync')).toBe(0)
  const ready = await far.get('/readyz')
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({ status: 'ready', problems: [{ kind: 'out-of-sync' }] })
  await edit(near, cookie, id, { title: 'After another edit' })
  expect(await titleAt(far)).toBe('After another edit')
  expect(await far.measure('dewlight_page_cache_pages')).toBe(0)

  proxy.thaw()
  await vi.waitFor(async () => expect(await far.measure('dewlight_purges_in_sync')).toBe(1), 5000)
  expect(await titleAt(far)).toBe('After another edit')
  expect(await far.measure('dewlight_page_cache_pages')).toBe(1)
  expect(await (await far.get('/readyz')).json()).toEqual({ status: 'ready' })
})

test.skipIf(!isPostgres)(
  'a write announces its purges in its own transaction, by what it does to readers',
  async () => {
    const site = await testSite()
    const id = await makePost(site.db, { slug: 'a-post', cover_image: cover })
    const cookie = await signIn(site.db)
    const heard: string[] = []
    const pgNotify = createPgNotify(site.database.databaseUrl!, { onLost: expect.unreachable })
    pgNotify.listen(({ tag, isSoft }) => heard.push(isSoft ? `${tag}, softly` : tag))
    await vi.waitFor(() => expect(heard).toEqual(['']), 5000)
    await edit(site, cookie, id, { title: 'Another title' })
    await edit(site, cookie, id, { publishedAt: null })
    await fetch(`${site.origin}/api/posts/${id}`, { method: 'DELETE', headers: { cookie } })
    await vi.waitFor(() => expect(heard).toEqual(['', 'posts, softly', 'posts', 'posts', 'pages']), 5000)
    await pgNotify.close()
  },
)

/** Public pages, lists and feeds, and what a reader may do without JavaScript. */
const pages = ['/', '/blog', '/blog/a-post', '/shop', '/about', '/contact', '/newsletter', '/privacy-policy']
const others = ['/search?q=face', '/blog/nothing', '/login', '/admin', '/newsletter/confirm?token=x']
const data = ['/api/posts', '/api/posts/a-post', '/api/products', '/api/categories', '/api/site', '/api/search?q=face']
const feeds = ['/feed.xml', '/feed.json', '/sitemap.xml']

async function timed(get: (address: string) => Promise<Response>, address: string) {
  const getting = get(address).then(async (response) => ({ response, text: await response.text() }))
  const seconds = (await tookInSleeps(getting)) / 1000
  return { address, ...(await getting), seconds }
}

const outages = [
  ['does not answer', 'freeze'],
  ['refuses connections', 'refuse'],
] as const

test.skipIf(!isPostgres).each(outages)(
  'while the database %s, every response comes in under three seconds and says when to come back',
  async (_, fail) => {
    const proxy = await tcpProxy((await testSite()).database.databaseUrl!)
    const { get, origin, lines } = await testSite({
      rows: async (db) => void (await makePost(db, { slug: 'a-post' })),
      env: { DATABASE_URL: proxy.url },
    })
    proxy[fail]()
    const all = [...pages, ...others, ...data, ...feeds]
    for (const round of [1, 2]) {
      const results = await Promise.all(all.map((address) => timed(get, address)))
      for (const { address, response, text, seconds } of results) {
        const where = `${address}, round ${round}`
        expect(response.status, where).toBe(503)
        expect(Number(response.headers.get('retry-after')), where).toBeGreaterThan(0)
        expect(response.headers.get('cache-control'), where).toBe('no-store')
        expect(seconds, where).toBeLessThan(round === 1 ? 3 : 1)
        if (data.includes(address)) {
          const { message } = JSON.parse(text) as { message: string }
          expect(message, where).toBe('The database does not answer: nothing was saved. Please try again in a moment.')
        } else if (!feeds.includes(address)) {
          expect(response.headers.get('content-type'), where).toBe('text/html; charset=utf-8')
          expect(response.headers.get('content-security-policy'), where).toContain("script-src 'self'")
          expect(text, where).toContain('<h1 class="mt-3 title-2">Back in a moment</h1>')
          expect(text, where).toContain('<meta name="robots" content="noindex"/>')
          expect(text, where).not.toContain('<script')
        }
      }
    }
    const contact = await fetch(`${origin}/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'name=Ann',
    })
    expect(contact.status).toBe(422)
    expect(lines.filter(({ msg }) => msg.startsWith('the database does not answer'))).toHaveLength(1)
    expect(lines.length).toBeLessThan(60)

    proxy.thaw()
    await vi.waitFor(async () => {
      for (const address of [...pages, ...data, ...feeds]) expect((await get(address)).status, address).toBe(200)
    }, 5000)
  },
  30_000,
)

test.skipIf(!isPostgres)('pages of before are served as stale ones while the database is away', async () => {
  const proxy = await tcpProxy((await testSite()).database.databaseUrl!)
  let id = 0
  const site = await testSite({
    rows: async (db) => {
      id = await makePost(db, { slug: 'a-post', title: 'Before the edit', cover_image: cover })
      await makePost(db, { slug: 'another-post', cover_image: cover })
    },
    env: { DATABASE_URL: proxy.url },
  })
  const cookie = await signIn(site.db)
  const kept = ['/blog/a-post', '/about', '/api/posts', '/feed.xml']
  const etags = new Map<string, string>()
  for (const address of kept) etags.set(address, (await site.get(address)).headers.get('etag')!)
  await edit(site, cookie, id, { title: 'After the edit' })
  proxy.refuse()
  for (const address of kept) {
    const response = await vi.waitFor(async () => {
      const response = await site.get(address)
      expect(response.headers.get('cache-status'), address).toBe('dewlight; hit; detail=stale')
      return response
    }, 5000)
    expect(response.status, address).toBe(200)
    expect(response.headers.get('warning'), address).toBe('110 - "Response is Stale"')
    expect(Number(response.headers.get('age')), address).toBeLessThan(60)
    expect(response.headers.get('cache-control'), address).toBe('no-store')
    expect(response.headers.get('cdn-cache-control'), address).toBe('no-store')
    const unchanged = await site.get(address, { 'if-none-match': etags.get(address)! })
    expect(unchanged.status, address).toBe(304)
    expect(unchanged.headers.get('cache-control'), address).toBe('no-store')
  }
  expect(await (await site.get('/blog/a-post')).text()).toContain('Before the edit')
  const head = await fetch(`${site.origin}/blog/a-post`, { method: 'HEAD' })
  expect([head.status, head.headers.get('cache-status')]).toEqual([200, 'dewlight; hit; detail=stale'])
  expect(await site.measure('dewlight_stale_responses_total')).toBeGreaterThan(8)
  proxy.thaw()
  await vi.waitFor(async () => expect(await (await site.get('/blog/a-post')).text()).toContain('After the edit'), 5000)
})

test.skipIf(!isPostgres)('a post that was deleted or unpublished before the outage does not reappear', async () => {
  const proxy = await tcpProxy((await testSite()).database.databaseUrl!)
  const ids = new Map<string, number>()
  const site = await testSite({
    rows: async (db) => {
      for (const slug of ['deleted-post', 'hidden-post'])
        ids.set(slug, await makePost(db, { slug, title: 'Not to be seen', cover_image: cover }))
    },
    env: { DATABASE_URL: proxy.url },
  })
  const cookie = await signIn(site.db)
  for (const [slug, remove] of [
    [
      'deleted-post',
      () => fetch(`${site.origin}/api/posts/${ids.get('deleted-post')}`, { method: 'DELETE', headers: { cookie } }),
    ],
    ['hidden-post', () => edit(site, cookie, ids.get('hidden-post')!, { publishedAt: null })],
  ] as const) {
    for (const address of [`/blog/${slug}`, '/blog', '/feed.xml', `/api/posts/${slug}`])
      expect(await (await site.get(address)).text(), address).toContain('Not to be seen')
    await remove()
  }
  proxy.refuse()
  for (const address of ['/blog/deleted-post', '/blog/hidden-post', '/blog', '/feed.xml', '/api/posts/deleted-post']) {
    const response = await site.get(address)
    expect(response.status, address).toBe(503)
    expect(await response.text(), address).not.toContain('Not to be seen')
  }
})
