import { beforeAll, expect, test } from 'vitest'
import { createReadCache } from '../src/server/platform/http/read-cache.ts'
import { preloadPages, renderPage } from '../src/web/render.tsx'
import { makeCategory, makePost, makeProduct } from './factories.ts'
import { TEST_ORIGIN, testApp } from './test-app.ts'

const assets = {
  start: '/assets/start.js',
  entry: '/assets/client.js',
  chunksOf: () => [],
  stylesOf: () => ['/assets/site.css'],
  fileOf: () => undefined,
}

beforeAll(preloadPages)

/** A site with content, which keeps what its pages read. */
async function setUp() {
  const readCache = createReadCache({
    clock: () => new Date('2026-03-10T15:00:00.000Z'),
    loadNextChange: async () => undefined,
  })
  const app = await testApp({ readCache })
  const id = await makeCategory(app.db, { name: 'Cleansing' })
  for (const title of ['A gentle start', 'Gentle evenings', 'Gentle & slow'])
    await makePost(app.db, { title, category_id: id, is_featured: true })
  for (const name of ['Oat cream, gentle', 'Gentle toner']) await makeProduct(app.db, { name })
  const render = async (path: string) => {
    const before = app.queryCount()
    const page = await renderPage(app.readWith(), assets, new URL(path, TEST_ORIGIN))
    expect(page).toMatchObject({ status: 200, errors: [] })
    return { html: page.body.join(''), queries: app.queryCount() - before }
  }
  return { ...app, readCache, render }
}

test.each(['/', '/search?q=gentle'])('%s is rendered again without a query, and has the same bytes', async (path) => {
  const { render } = await setUp()
  const first = await render(path)
  expect(first.html).toContain('Oat cream, gentle')
  expect(first.html).toContain('Gentle &amp; slow')
  expect(first.queries).toBeGreaterThan(5)
  expect(await render(path)).toEqual({ html: first.html, queries: 0 })
})

test('the home page and a search for another term run few queries', async () => {
  const { render } = await setUp()
  expect((await render('/search?q=oat')).queries).toBeLessThanOrEqual(21)
  expect((await render('/search?q=gentle')).queries).toBeLessThanOrEqual(6)
  expect((await render('/')).queries).toBeLessThanOrEqual(15)
})

test('a list is rendered again after a change of what it shows', async () => {
  const { render, readCache, db } = await setUp()
  expect((await render('/')).html).toContain('Oat cream, gentle')
  await db.updateTable('products').set({ name: 'Oat balm' }).where('name', '=', 'Oat cream, gentle').execute()
  readCache.purge({ tag: 'products' })
  const { html } = await render('/')
  expect(html).toContain('Oat balm')
  expect(html).not.toContain('Oat cream')
})

test('a list is rendered again after a change of the settings', async () => {
  const { render, readCache, db } = await setUp()
  const badge = '<span class="badge">Gentle reads</span>'
  expect((await render('/')).html).not.toContain(badge)
  const updated_at = '2026-03-10T15:00:00.000Z'
  await db.insertInto('settings').values({ key: 'cardBadge', value: '"Gentle reads"', updated_at }).execute()
  readCache.purge({ tag: 'settings' })
  // The featured and the latest posts.
  expect((await render('/')).html.split(badge)).toHaveLength(1 + 3 + 3)
})

test('a search for another term follows changes of programs and of label words', async () => {
  const { render, asOwner, readCache, purged, db } = await setUp()
  await db.updateTable('products').set({ affiliate_link: 'https://petal.example/cream' }).execute()
  await db.updateTable('posts').set({ label: 'ad' }).execute()
  const before = (await render('/search?q=gentle')).html
  expect(before).toContain('href="https://petal.example/cream"')
  expect(before).not.toContain('Paid by us')
  const program = { name: 'Petal Market', hosts: ['petal.example'], subIdParameter: 'ref' }
  expect((await asOwner('/api/programs', { json: program })).status).toBe(201)
  expect((await asOwner('/api/settings', { method: 'PUT', json: { adWord: 'Paid by us' } })).status).toBe(200)
  for (const tag of purged.flat()) readCache.purge({ tag })
  const { html } = await render('/search?q=gen')
  expect(html).toContain('href="https://petal.example/cream?ref=')
  expect(html).toContain('Paid by us')
})

test('the header, which pages share, marks the page and shows the term of each', async () => {
  const { render } = await setUp()
  for (const path of ['/', '/blog', '/contact', '/blog']) {
    const [header = ''] = /<header.*?<\/header>/s.exec((await render(path)).html) ?? []
    const marked = [...header.matchAll(/aria-current="page" class="[\w-]+" href="(.*?)"/g)].map(([, href]) => href)
    expect(marked, path).toEqual([path, path])
  }
  for (const term of ['gentle', 'oat']) {
    const { html } = await render(`/search?q=${term}`)
    expect(html.match(/<input type="search"[^>]* value="\w+"/g), term).toHaveLength(4)
    expect(html.match(new RegExp(` value="${term}"`, 'g')), term).toHaveLength(4)
  }
})

test('the preload of a picture in a list stands in the head', async () => {
  const { render, db } = await setUp()
  await db.updateTable('posts').set({ cover_image: 'https://pictures.example/jar.jpg' }).execute()
  const preload = '<link rel="preload" as="image" href="https://pictures.example/jar.jpg" fetchPriority="high"/>'
  for (const _ of ['first', 'again']) {
    const [head, body = ''] = (await render('/search?q=gentle')).html.split('</head>')
    expect(head).toContain(preload)
    expect(body).toContain('src="https://pictures.example/jar.jpg"')
    expect(body).not.toContain('rel="preload"')
  }
})
