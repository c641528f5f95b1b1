import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { testSite } from '../../../../test/test-site.ts'
import type { Db } from '../../platform/db/schema.ts'
import { hideReferrer } from './hidden-referrers.repo.ts'
import { createPageViews, type PageViewsOptions } from './page-views.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const person = { 'user-agent': firefox, host: 'dew.example' }

type Request = Parameters<ReturnType<typeof createPageViews>['count']>[1]

const requestWith = (headers: Record<string, string> = {}, method = 'GET', url = '/') =>
  ({ method, url, headers: { ...person, ...headers } }) as unknown as Request

function counter(db: Db, over: Partial<PageViewsOptions> = {}) {
  return createPageViews({
    db,
    clock: () => new Date('2026-03-10T03:30:00.000Z'),
    readTimeZone: async () => 'America/New_York',
    readHiddenHosts: async () => [],
    onError: (error) => expect.unreachable(String(error)),
    flushMs: 60_000,
    ...over,
  })
}

const listViews = (db: Db) =>
  db
    .selectFrom('page_views')
    .select(['path', 'kind', 'host', 'reason', 'views'])
    .orderBy('path')
    .orderBy('kind')
    .orderBy('host')
    .orderBy('reason')
    .execute()

/** What a site has written once it counts `expected` views. */
async function untilCounted(db: Db, expected: number) {
  for (let attempt = 0; ; attempt++) {
    const rows = await listViews(db)
    const sum = rows.reduce((all, { views }) => all + views, 0)
    if (sum >= expected || attempt === 100) return rows
    await sleep(100)
  }
}

test('a page that was loaded ahead counts when it is shown, by where its reader came from', async () => {
  const { db } = await migratedDatabase()
  const views = counter(db, { ownHost: 'dew.example' })
  const show = (shown: string, over: Record<string, string> = {}, url = '/') =>
    views.count('/', requestWith({ 'x-page-view': shown, 'sec-fetch-site': 'same-origin', ...over }, 'HEAD', url))
  views.count('/', requestWith({ 'sec-purpose': 'prefetch;prerender' }))
  show('https://www.google.com/')
  show('direct')
  show('https://dew.example/blog')
  show('1')
  show('direct', {}, '/?utm_medium=email')
  show('https://www.google.com/', { 'sec-fetch-site': 'cross-site' })
  await views.close()
  const counted = (await listViews(db)).map(({ kind, host, reason, views: count }) => [kind || reason, host, count])
  expect(counted.sort()).toEqual([
    ['direct', '', 1],
    ['head', '', 1],
    ['internal', '', 2],
    ['newsletter', '', 1],
    ['prefetch', '', 1],
    ['search', 'google.com', 1],
  ])
})

test('views from hidden websites are filtered without their host, and others are not', async () => {
  const { db } = await migratedDatabase()
  const views = counter(db, { readHiddenHosts: async () => ['spam.example', 'junk.example'] })
  for (const host of ['spam.example', 'www.spam.example', 'a.b.spam.example', 'junk.example', 'notspam.example'])
    views.count('/', requestWith({ referer: `https://${host}/` }))
  await views.close()
  const counted = (await listViews(db)).map(({ kind, host, reason, views: count }) => [kind || reason, host, count])
  expect(counted).toEqual([
    ['hidden-referrer', '', 4],
    ['other', 'notspam.example', 1],
  ])
})

test('a page counts once whether it is rendered, cached or unchanged, and nothing but pages counts', {
  timeout: 30_000,
}, async () => {
  const { get, origin, db } = await testSite({
    rows: async (rows) => {
      await makePost(rows, { slug: 'serums', title: 'Serums' })
      await hideReferrer(rows, 'spam.example', '2026-03-01T00:00:00.000Z')
    },
  })
  const ask = async (address: string, headers: Record<string, string> = {}, method = 'GET') => {
    const response = await fetch(origin + address, { method, headers: { ...headers, 'user-agent': firefox } })
    await response.text()
    return response
  }
  // Node's fetch adds `sec-fetch-mode`, but no destination.
  const first = await ask('/blog/serums')
  expect(first.status).toBe(200)
  expect((await ask('/blog/serums?utm_source=reader')).status).toBe(200)
  const unchanged = await ask('/blog/serums', { 'if-none-match': first.headers.get('etag')!, 'cache-control': '' })
  expect(unchanged.status).toBe(304)
  await ask('/blog/serums', {}, 'HEAD')
  await ask('/blog/serums', { 'x-page-view': '1' }, 'HEAD')
  await ask('/blog/serums', { 'sec-purpose': 'prefetch;prerender' })
  await ask('/blog/serums', { 'x-moz': 'prefetch' })
  await ask('/blog/serums', { referer: 'https://spam.example/' })
  await ask('/search?q=serums', { referer: 'https://www.google.com/' })
  await get('/blog/serums', { 'user-agent': 'Googlebot/2.1' })
  // Not pages.
  for (const address of [
    '/no-such-page',
    '/blog/none',
    '/api/posts',
    '/feed.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/admin',
  ])
    await ask(address)
  await ask('/login')
  expect(await untilCounted(db, 10)).toEqual([
    { path: '/blog/serums', kind: '', host: '', reason: 'bot', views: 1 },
    { path: '/blog/serums', kind: '', host: '', reason: 'head', views: 1 },
    { path: '/blog/serums', kind: '', host: '', reason: 'hidden-referrer', views: 1 },
    { path: '/blog/serums', kind: '', host: '', reason: 'prefetch', views: 2 },
    { path: '/blog/serums', kind: 'direct', host: '', reason: '', views: 3 },
    { path: '/blog/serums', kind: 'internal', host: '', reason: '', views: 1 },
    { path: '/search', kind: 'search', host: 'google.com', reason: '', views: 1 },
  ])
})

test.each([
  ['', 'direct', ''],
  ['https://www.google.co.uk/', 'search', 'google.co.uk'],
  ['android-app://com.google.android.googlequicksearchbox/', 'search', 'com.google.android.googlequicksearchbox'],
  ['https://DuckDuckGo.com/', 'search', 'duckduckgo.com'],
  ['https://www.pinterest.com/pin/1', 'social', 'pinterest.com'],
  ['https://t.co/abc', 'social', 't.co'],
  ['https://l.instagram.com/', 'social', 'l.instagram.com'],
  ['https://chatgpt.com/', 'assistant', 'chatgpt.com'],
  ['https://www.perplexity.ai/search/1', 'assistant', 'perplexity.ai'],
  ['https://gemini.google.com/app', 'assistant', 'gemini.google.com'],
  ['https://copilot.microsoft.com/', 'assistant', 'copilot.microsoft.com'],
  ['https://claude.ai/', 'assistant', 'claude.ai'],
  ['https://mail.google.com/', 'newsletter', 'mail.google.com'],
  ['https://outlook.live.com/', 'newsletter', 'outlook.live.com'],
  ['https://another-blog.example/list?of=links', 'other', 'another-blog.example'],
  ['https://google.attacker.example/', 'other', 'google.attacker.example'],
  ['https://dew.example/blog', 'internal', ''],
  ['http://site.example:3000/', 'internal', ''],
  ['not a URL', 'direct', ''],
  ['javascript:alert(1)', 'direct', ''],
])('a view with the referrer “%s” is %s from “%s”', async (referer, kind, host) => {
  const { db } = await migratedDatabase()
  const views = counter(db, { ownHost: 'site.example:3000' })
  views.count('/blog?page=2', requestWith(referer ? { referer } : {}))
  await views.flush()
  expect(await listViews(db)).toEqual([{ path: '/blog', kind, host, reason: '', views: 1 }])
})

test('a link of a newsletter is known by its parameters', async () => {
  const { db } = await migratedDatabase()
  const views = counter(db)
  views.count('/blog', requestWith({}, 'GET', '/blog?utm_medium=email'))
  await views.flush()
  expect(await listViews(db)).toMatchObject([{ kind: 'newsletter' }])
})

test.each([
  ['/blog?via=ig', 'social', 'instagram.com'],
  ['/blog?via=TT', 'social', 'tiktok.com'],
  ['/blog?via=yt', 'social', 'youtube.com'],
  ['/blog?via=pin', 'social', 'pinterest.com'],
  ['/blog?via=fb', 'social', 'facebook.com'],
  ['/blog?via=x', 'social', 'x.com'],
  ['/blog?page=2&via=th', 'social', 'threads.net'],
  ['/blog?utm_source=Pinterest&utm_medium=social', 'social', 'pinterest.com'],
  ['/blog?utm_source=chatgpt.com', 'assistant', 'chatgpt.com'],
  ['/blog?utm_source=copilot', 'assistant', 'copilot.microsoft.com'],
  ['/blog?utm_source=constructor', 'direct', ''],
  ['/blog?utm_source=a-shop.example', 'direct', ''],
  ['/blog?utm_source=https://x.com/', 'direct', ''],
  ['/blog?via=', 'direct', ''],
])('a view of %s without a referrer is %s from “%s”, counted together', async (url, kind, host) => {
  const { db } = await migratedDatabase()
  const views = counter(db)
  for (let i = 0; i < 2; i += 1) views.count('/blog', requestWith({}, 'GET', url))
  await views.flush()
  expect(await listViews(db)).toEqual([{ path: '/blog', kind, host, reason: '', views: 2 }])
})

test('a page within the site and one with a referrer are not counted for the source that their address names', async () => {
  const { db } = await migratedDatabase()
  const views = counter(db, { ownHost: 'dew.example' })
  views.count('/blog', requestWith({ referer: 'https://dew.example/' }, 'GET', '/blog?via=ig'))
  views.count('/blog', requestWith({ referer: 'https://www.google.com/' }, 'GET', '/blog?via=ig'))
  await views.flush()
  expect((await listViews(db)).map(({ kind }) => kind)).toEqual(['internal', 'search'])
})

test('a frame or a script that fetches a page does not count as a reader', async () => {
  const { db } = await migratedDatabase()
  const views = counter(db)
  for (const destination of ['iframe', 'empty', 'document'])
    views.count('/', requestWith({ 'sec-fetch-dest': destination }))
  views.count('/', requestWith({ 'sec-fetch-dest': 'empty', 'x-page-view': '1', 'sec-fetch-site': 'same-origin' }))
  views.count('/', requestWith({ 'sec-fetch-dest': 'empty', 'x-page-view': '1', 'sec-fetch-site': 'cross-site' }))
  await views.flush()
  expect((await listViews(db)).map(({ kind, reason, views: count }) => [kind, reason, count])).toEqual([
    ['', 'not-navigation', 3],
    ['direct', '', 1],
    ['internal', '', 1],
  ])
})

test('views count on the day of the site’s time zone', async () => {
  const { db } = await migratedDatabase()
  let now = new Date('2026-03-10T03:59:59.999Z')
  const views = counter(db, { clock: () => now })
  views.count('/', requestWith())
  now = new Date('2026-03-10T04:00:00.000Z')
  views.count('/', requestWith())
  await views.flush()
  const rows = await db.selectFrom('page_views').select(['day', 'views']).orderBy('day').execute()
  expect(rows).toEqual([
    { day: '2026-03-09', views: 1 },
    { day: '2026-03-10', views: 1 },
  ])
})

test('made-up hosts are bounded, and so is what stays in memory', async () => {
  const { db } = await migratedDatabase()
  const views = counter(db, { hostsMax: 3 })
  for (let number = 0; number < 50; number++)
    views.count('/', requestWith({ referer: `https://host-${number}.example/` }))
  await views.flush()
  for (let number = 50; number < 60; number++)
    views.count('/', requestWith({ referer: `https://host-${number}.example/` }))
  await views.flush()
  expect((await listViews(db)).map(({ host, views: count }) => [host, count])).toEqual([
    ['host-0.example', 1],
    ['host-1.example', 1],
    ['host-2.example', 1],
    ['other', 57],
  ])
  const few = counter(db, { keysMax: 5 })
  for (let number = 0; number < 50; number++) few.count(`/${number}`, requestWith())
  await few.flush()
  expect((await listViews(db)).filter(({ path }) => path !== '/')).toHaveLength(10)
})

test('a write that fails is repeated, and nothing is lost', async () => {
  const { db } = await migratedDatabase()
  let isAway = true
  const errors: unknown[] = []
  const views = counter(db, {
    readTimeZone: async () => {
      if (isAway) throw new Error('away')
      return 'UTC'
    },
    onError: (error) => errors.push(error),
    flushMs: 10,
  })
  views.count('/', requestWith())
  while (errors.length < 2) await sleep(5)
  views.count('/', requestWith())
  isAway = false
  await views.close()
  expect(await listViews(db)).toMatchObject([{ path: '/', views: 2 }])
})

test('counts of a statement that fails are kept', async () => {
  const { db } = await migratedDatabase()
  const views = counter(db)
  await db.schema.alterTable('page_views').renameTo('page_views_away').execute()
  views.count('/', requestWith())
  views.count('/', requestWith())
  await expect(views.flush()).rejects.toThrow()
  await db.schema.alterTable('page_views_away').renameTo('page_views').execute()
  views.count('/', requestWith())
  await views.flush()
  expect(await listViews(db)).toMatchObject([{ path: '/', views: 3 }])
})

test('two processes add up', async () => {
  const { db } = await migratedDatabase()
  const processes = [counter(db), counter(db)]
  for (let number = 0; number < 100; number++)
    for (const views of processes) views.count(`/blog/${number % 10}`, requestWith())
  await Promise.all(processes.map((views) => views.close()))
  const rows = await listViews(db)
  expect(rows).toHaveLength(10)
  expect(new Set(rows.map(({ views }) => views))).toEqual(new Set([20]))
})
