import { expect, test } from 'vitest'
import { attributesOf, onlyElement, textOf, textsOf } from './elements.ts'
import { kinds } from './pages.ts'
import { createVisitor } from './visitor.ts'

test('2 Every page: a header and a footer', async () => {
  for (const { path } of kinds) {
    const { document } = await createVisitor().open(path)
    expect.soft(document.querySelectorAll('header.site-header'), path).toHaveLength(1)
    expect.soft(document.querySelectorAll('footer.site-footer'), path).toHaveLength(1)
  }
})

test('2 Header: the logo links to home', async () => {
  const header = await openHeader('/about')
  expect(textOf(onlyElement(header, 'a.logo'))).toBe('Dewlight')
  expect(onlyElement(header, 'a.logo').getAttribute('href')).toBe('/')
})

test("2 Header: the desktop search box has the placeholder 'Search skincare...'", async () => {
  const box = onlyElement(await openHeader('/'), 'search:not(details *) input[type=search]')
  expect(box.getAttribute('placeholder')).toBe('Search skincare...')
})

test('2 Header: the navigation is Home, Blog, Shop Products, About, Contact', async () => {
  for (const name of ['Main', 'Menu']) {
    const links = onlyElement(await openHeader('/'), `nav[aria-label=${name}]`).querySelectorAll('a')
    expect(textsOf(links)).toEqual(['Home', 'Blog', 'Shop Products', 'About', 'Contact'])
    expect(attributesOf(links, 'href')).toEqual(['/', '/blog', '/shop', '/about', '/contact'])
  }
})

test('2 Header: the current entry is marked', async () => {
  for (const [path, label] of [
    ['/', 'Home'],
    ['/blog', 'Blog'],
    ['/blog/retinol-for-beginners', 'Blog'],
    ['/blog/category/routines', 'Blog'],
    ['/shop', 'Shop Products'],
    ['/about', 'About'],
    ['/contact', 'Contact'],
  ] as const) {
    const header = await openHeader(path)
    for (const name of ['Main', 'Menu'])
      expect.soft(textsOf(header.querySelectorAll(`nav[aria-label=${name}] [aria-current]`)), path).toEqual([label])
  }
})

test('2 Header: nothing of the navigation is highlighted on a page that it does not lead to', async () => {
  const navigation = onlyElement(await openHeader('/privacy-policy'), 'nav[aria-label=Main]')
  expect(navigation.querySelectorAll('a')).toHaveLength(5)
  expect(navigation.querySelectorAll('[aria-current]')).toHaveLength(0)
})

test('2 Header: an external social link opens in a new tab without an opener', async () => {
  const header = await openHeader('/')
  const links = [...header.querySelectorAll('a')].filter((link) => /Pinterest/.test(textOf(link)))
  expect(links).toHaveLength(2)
  for (const link of links) {
    expect(link.getAttribute('href')).toMatch(/^https:\/\/www\.pinterest\.com\//)
    expect(link.getAttribute('target')).toBe('_blank')
    expect(link.getAttribute('rel')).toMatch(/noopener/)
  }
})

async function openHeader(path: string): Promise<Element> {
  const { document } = await createVisitor().open(path)
  return onlyElement(document, 'header.site-header')
}
