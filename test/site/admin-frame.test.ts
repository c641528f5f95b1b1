import { expect, test } from 'vitest'
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
