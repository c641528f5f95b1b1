import { expect, test } from 'vitest'
import { createVisitor, type SitePage } from './visitor.ts'

const headingOf = ({ document }: SitePage) => document.querySelector('h1')!.textContent
const cardsOf = (page: SitePage, heading: string) => [
  ...[...page.document.querySelectorAll('section')]
    .find((section) => section.querySelector('h2')?.textContent.includes(heading))!
    .querySelectorAll('article'),
]

test('2 Search: title \'Search Results for "{term}"\', an Articles section and a Products section', async () => {
  const page = await createVisitor().open('/search?q=sunscreen')
  expect(headingOf(page)).toBe('Search Results for "sunscreen"')
  expect(page.document.title).toMatch(/^Search Results for "sunscreen"/)
  const articles = cardsOf(page, 'Articles')
  expect(articles[0]!.textContent).toContain('Read More')
  const found = articles.filter(({ textContent }) => textContent.includes('How Much Sunscreen Do You Really Need?'))
  expect(found).toHaveLength(1)
  const products = cardsOf(page, 'Products')
  expect(products.length).toBeGreaterThan(0)
  for (const product of products) {
    expect(product.textContent).toMatch(/\$\d+\.\d\d|See price at Amazon/)
    const buttons = [...product.querySelectorAll('a')].filter(({ textContent }) =>
      /^(?:Buy now|View on Amazon)/.test(textContent),
    )
    expect(buttons).toHaveLength(1)
    expect(product.querySelectorAll('picture')).toHaveLength(1)
  }
})

test('2 Search: \'No results found for "{term}"\' and the advice', async () => {
  const { document } = await createVisitor().open('/search?q=xylophone')
  const { textContent } = document.querySelector('main')!
  expect(textContent).toContain('No results found for "xylophone"')
  expect(textContent).toContain('Try a different search term or browse our categories')
  expect(document.querySelectorAll('article')).toHaveLength(0)
  expect(document.title).toMatch(/^Search Results for "xylophone": 0 results \| /)
})

test('5 Search: without a term there are no results, and no sentence about them', async () => {
  for (const query of ['', '?q=', '?q=%20%20']) {
    const page = await createVisitor().open(`/search${query}`)
    expect.soft(headingOf(page), query).toBe('Search')
    expect.soft(page.document.querySelector('main')!.textContent, query).not.toMatch(/No results found|Searching/)
  }
})

test('2 Search: a term is text, never markup', async () => {
  const term = '"><img src=x onerror=alert(1)></script><script>alert(1)</script>'
  const page = await createVisitor().open(`/search?q=${encodeURIComponent(term)}`)
  expect(headingOf(page)).toBe(`Search Results for "${term}"`)
  expect(page.document.querySelectorAll('img[src=x]')).toHaveLength(0)
  for (const { textContent } of page.document.querySelectorAll('script:not([type*=json])')) expect(textContent).toBe('')
})

test('2 Search: a typo is forgiven', async () => {
  const cards = cardsOf(await createVisitor().open('/search?q=retnol'), 'Articles')
  expect(cards.some(({ textContent }) => textContent.includes('Retinol for Beginners'))).toBe(true)
})

test('2 Search: of the pictures found only the first is fetched at once', async () => {
  const { document } = await createVisitor().open('/search?q=retinol')
  const pictures = [...document.querySelectorAll('main picture img')]
  expect(pictures[0]!.getAttribute('fetchpriority')).toBe('high')
  expect(pictures.filter((picture) => picture.getAttribute('loading') !== 'lazy')).toHaveLength(1)
})

test('5 Search: products follow the first six articles, and more articles follow them', async () => {
  const { document } = await createVisitor().open('/search?q=skin')
  const sections = [...document.querySelectorAll('main section[aria-labelledby]')]
  expect(sections.map((section) => section.querySelector('h2')!.textContent)).toEqual([
    'Articles',
    'Products',
    'More to read',
    'Routines',
  ])
  const counts = sections.map((section) => section.querySelectorAll('article').length)
  expect(counts[0]).toBe(6)
  expect(counts[1]).toBeGreaterThan(0)
  expect(counts[2]).toBeGreaterThan(6)
})
