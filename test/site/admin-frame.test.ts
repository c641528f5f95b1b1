import { expect, test } from 'vitest'
import { adminViews } from '../admin-views.ts'
import { pages } from './pages.ts'
import { createOwner, createVisitor } from './visitor.ts'

const navigation = 'nav[aria-label="Dashboard"]'

test('the document of the admin contains the frame for its owner, and nothing of it for others', async () => {
  const owner = await createOwner()
  const { document, html, response } = await owner.open('/admin/products')
  const tabs = [...document.querySelectorAll(`${navigation} a`)].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ])
  expect(tabs.slice(0, 3)).toEqual([
    ['Overview', '/admin'],
    ['Blog Posts', '/admin/posts'],
    ['Pages', '/admin/pages'],
  ])
  expect(tabs).toContainEqual(['Ingredients', '/admin/ingredients'])
  expect(document.querySelector(`${navigation} [data-state=active]`)!.textContent).toBe('Products')
  expect(document.querySelector('meta[name=theme-color][media]')!.getAttribute('content')).toMatch(/^#[\da-f]{6}$/)
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(html).not.toContain('Nora Ellery</strong>')

  const stranger = createVisitor()
  const pretends = await stranger.open('/admin/products', { headers: { cookie: 'signed-in=1; session=made-up' } })
  for (const page of [pretends, await stranger.open('/admin/products')]) {
    expect(page.document.querySelector(navigation)).toBeNull()
    expect(page.html).not.toContain('usedTabs')
  }
})

test('every view of the admin and every public page has a title of its own', async () => {
  const owner = await createOwner()
  const titles = new Map<string, Set<string>>()
  for (const path of [...adminViews, ...pages.map(({ path }) => path)]) {
    const { document } = await owner.open(path)
    if (path.startsWith('/admin')) expect(document.title, path).toMatch(/^.+ \| Admin \| ./)
    // A filter of the shop is the same page.
    const page = path.startsWith('/admin') || path.includes('page=') ? path : path.split('?')[0]!
    titles.set(document.title, (titles.get(document.title) ?? new Set()).add(page))
  }
  expect([...titles].filter(([, paths]) => paths.size > 1)).toEqual([])
})
