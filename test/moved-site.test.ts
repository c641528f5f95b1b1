import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../demo/seed/seed-demo.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { saveMove } from '../src/server/platform/db/move-state.ts'
import { moveDatabase } from '../src/server/platform/move/move-database.ts'
import { openSite } from '../src/server.ts'
import { bothDatabases, type Place } from './both-databases.ts'

const places = bothDatabases()
const signal = new AbortController().signal
const report = { table: async () => () => {}, holding() {}, verified() {} }

/** The whole site on a database; the demo is seeded where it is empty. */
async function serve({ databaseUrl, dataDir }: Place, mediaDir: string) {
  const config = { ...readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PAGE_CACHE_MB: '0' }), mediaDir }
  const lines: string[] = []
  const site = await openSite({
    config,
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    assets: {
      start: '/start.js',
      entry: '/client.js',
      chunksOf: () => [],
      stylesOf: () => [],
      fileOf: () => undefined,
    },
    clientDir: undefined,
    seedDemo: (db, options) => seedDemo(db, { ...options, demoDir: 'demo' }),
  })
  const server = createServer(site.listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await site.close()
  }
  onTestFinished(close)
  const request = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
  return { request, close, lines, db: site.db }
}

type Request = Awaited<ReturnType<typeof serve>>['request']

/** Status and body of every public address: the sitemap, feeds, lists and searches. */
async function crawl(request: Request): Promise<Map<string, string>> {
  const sitemap = await (await request('/sitemap.xml')).text()
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path!)
  expect(pages.length).toBeGreaterThan(20)
  const slugs = pages.flatMap((path) => /^\/blog\/([\w-]+)$/.exec(path)?.[1] ?? [])
  const lists = [
    '/api/site',
    '/api/categories',
    '/api/posts?limit=50',
    '/api/products?limit=50',
    '/api/posts?featured=true',
  ]
  const searches = ['serum', 'dry skin', 'SPF 50', 'to be', 'retinol', 'moisturising', 'xyzzy', 'sunscren']
  const paths = [
    ...['/sitemap.xml', '/feed.xml', '/robots.txt', '/blog?page=2', '/shop?page=2', '/missing', ...pages, ...lists],
    ...slugs.map((slug) => `/api/posts/${slug}`),
    ...searches.map((term) => `/api/search?q=${encodeURIComponent(term)}`),
  ]
  const found = new Map<string, string>()
  for (const path of paths) {
    const response = await request(path)
    const text = await response.text()
    found.set(path, `${response.status} ${path.startsWith('/api/search') ? withoutRank(text) : text}`)
  }
  return found
}

/** The rank of the two databases differs: bm25 and ts_rank. */
function withoutRank(text: string): string {
  return JSON.stringify(
    Object.entries(JSON.parse(text) as Record<string, unknown>).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value,
    ]),
  )
}

const contact = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    name: 'Ann Lee',
    email: 'ann@example.com',
    subject: 'Hello',
    message: 'I like your articles.',
  }),
}

test('every public page is the same after a move to PostgreSQL and after the move back', {
  tags: ['full'],
  timeout: 180_000,
}, async () => {
  const [first, second, third] = [places.sqlite(), await places.postgres(), places.sqlite()]
  const mediaDir = `${first.dataDir}/media`
  let before: Map<string, string> | undefined
  for (const [here, there] of [
    [first, second],
    [second, third],
  ] as const) {
    const site = await serve(here, mediaDir)
    const pages = await crawl(site.request)
    before ??= pages
    for (const [path, text] of pages) expect(text, path).toBe(before.get(path))
    expect(pages.size).toBe(before.size)
    const [source, target] = [connect(here), connect(there)]
    onTestFinished(() => Promise.all([source.destroy(), target.destroy()]).then(() => {}))
    const isServed = Promise.all([...before.keys()].slice(0, 20).map(async (path) => (await site.request(path)).status))
    await moveDatabase({ source, target, names: { source: 'a', target: 'b' }, replaces: false, report, signal })
    for (const status of await isServed) expect([200, 404]).toContain(status)

    const rejected = await site.request('/api/contacts', contact)
    expect(rejected.status).toBe(503)
    expect(rejected.headers.get('retry-after')).toBe('30')
    expect(await rejected.json()).toEqual({
      message:
        'The site has moved to another database: nothing was saved. Please try again when it has been restarted there.',
    })
    expect((await site.request('/readyz')).status).toBe(200)
    await site.close()

    // Restarted with its old configuration by mistake.
    const stale = await serve(here, mediaDir)
    expect(stale.lines.join()).toContain('The site has moved to b')
    expect((await stale.request('/blog')).status).toBe(200)
    expect((await stale.request('/api/contacts', contact)).status).toBe(503)
    await stale.close()
  }
  const site = await serve(third, mediaDir)
  for (const [path, text] of await crawl(site.request)) expect(text, path).toBe(before!.get(path))
  expect((await site.request('/api/contacts', contact)).status).toBe(201)
})

test('a site does not start on the unfinished copy of another', { timeout: 60_000 }, async () => {
  const place = places.sqlite()
  const db = connect(place)
  await saveMove(db, { role: 'target', other: 'postgres://db.example:5432/dewlight', foreignKeys: [] })
  await db.destroy()
  await expect(serve(place, `${place.dataDir}/media`)).rejects.toThrow(
    'Cannot start: the database is the unfinished copy of postgres://db.example:5432/dewlight.',
  )
})
