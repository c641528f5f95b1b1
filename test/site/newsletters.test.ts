import { expect, test } from 'vitest'
import { openIsolatedSite } from './isolated-site.ts'
import { sendJson } from './send-json.ts'
import { createVisitor } from './visitor.ts'

const site = openIsolatedSite()
const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent)

test('newsletters have a list, which may be empty, and are readable without scripts', async () => {
  const { owner, origin } = site
  const ids: number[] = []
  for (const path of ['/api/newsletters?limit=100', '/api/automatic-newsletters'])
    for (const { id } of (await (await owner.fetch(origin + path)).json()) as { id: number }[]) ids.push(id)
  for (const id of ids) await owner.fetch(`${origin}/api/newsletters/${id}`, { method: 'DELETE' })
  expect(ids.length).toBeGreaterThan(3)

  const visitor = createVisitor()
  const open = (path: string) => visitor.open(origin + path)
  const empty = await open('/letters')
  expect(empty.response.status).toBe(200)
  expect(texts(empty.document.querySelectorAll('h1'))).toEqual(['Newsletters'])
  expect(empty.screen.getByText('No newsletters yet. Check back soon!')).toBeDefined()
  const feed = empty.document.querySelector('link[href="/letters/feed.xml"]')!
  expect(feed.getAttribute('type')).toBe('application/rss+xml')
  expect(empty.document.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex')
  expect((await visitor.fetch(`${origin}/letters/missing`)).status).toBe(404)
  expect((await visitor.fetch(`${origin}/letters?page=2`)).status).toBe(404)
  for (const path of ['/newsletter', '/'])
    expect((await open(path)).screen.queryByText('Read earlier newsletters'), path).toBeNull()

  for (const id of ids) await sendJson(owner, 'POST', `${origin}/api/newsletters/${id}/restore`, {})
  const signUp = await open('/newsletter')
  const names = texts(signUp.document.querySelectorAll('main a'))
  expect(names).toContain('“Friend, is three weeks long enough?”')
  const home = await open('/')
  expect(texts(home.document.querySelectorAll('main a'))).toContain('“Friend, is three weeks long enough?”')
  const earlier = signUp.screen.getByText('Read earlier newsletters', { selector: 'a' }) as HTMLAnchorElement
  const list = await visitor.open(earlier.href)
  const link = [...list.document.querySelectorAll<HTMLAnchorElement>('main a')].find(
    ({ textContent }) => textContent === 'The first week of a simple routine',
  )!
  const newsletter = await visitor.open(link.href)
  expect(texts(newsletter.document.querySelectorAll('h1'))).toEqual(['The first week of a simple routine'])
  expect(newsletter.document.querySelector('main')!.textContent).toContain('Thursday to Sunday:')
  expect(newsletter.document.querySelectorAll('meta[name=robots]')).toHaveLength(0)
})

test('a page cannot have the address of the list of newsletters', async () => {
  const data = {
    title: 'Newsletters',
    slug: 'newsletters',
    excerpt: '',
    content: '<p>A page.</p>',
    coverImage: '',
    imageAlt: '',
    metaTitle: null,
    metaDescription: null,
    publishedAt: new Date().toISOString(),
  }
  expect((await sendJson(site.owner, 'POST', `${site.origin}/api/pages`, data)).status).toBe(400)
})
