import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Post } from '../../src/contract/content/posts.ts'
import { createVisitor, origin, type SitePage } from './visitor.ts'

const path = '/blog/retinol-for-beginners'
const title = 'Retinol for Beginners: Start Slow, Stay Patient'

const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent)

/** The section of a page with this heading of level 2. */
function sectionOf({ document }: SitePage, heading: string): HTMLElement {
  return [...document.querySelectorAll('section')].find((section) =>
    [...section.querySelectorAll('h2')].some(({ textContent }) => textContent.includes(heading)),
  )!
}

test('2 Post: breadcrumb Home > Blog > post title', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open(path)
  const steps = document.querySelectorAll('nav[aria-label=Breadcrumb] li')
  expect(steps).toHaveLength(3)
  expect(
    within(steps[0] as HTMLElement)
      .getByRole('link', { name: 'Home' })
      .getAttribute('href'),
  ).toBe('/')
  const blog = within(steps[1] as HTMLElement).getByRole('link', { name: 'Blog' })
  expect(blog.getAttribute('href')).toBe('/blog')
  expect(steps[2]!.querySelector('[aria-current=page]')!.textContent).toBe(title)
  expect((await visitor.follow(blog)).url).toBe(`${origin}/blog`)
})

test('2 Post: category link to /blog/category/{slug}', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open(path)
  const link = within(document.querySelector('article')!).getByText('Treatments', { selector: 'a' })
  expect(link.getAttribute('href')).toBe('/blog/category/treatments')
  expect((await visitor.follow(link)).document.querySelector('h1')!.textContent).toBe('Treatments')
})

test('2 Post: title, excerpt, cover image and body', async () => {
  const visitor = createVisitor()
  const page = await visitor.open(path)
  const { excerpt, imageAlt } = (await (await visitor.fetch('/api/posts/retinol-for-beginners')).json()) as Post
  expect(texts(page.document.querySelectorAll('h1'))).toEqual([title])
  expect(page.screen.getByText(excerpt)).toBeDefined()
  const cover = page.screen.getByAltText(imageAlt) as HTMLImageElement
  expect((await visitor.fetch(cover.src)).headers.get('content-type')).toMatch(/^image\//)
  expect(page.document.querySelector('#post-body')!.textContent.split(/\s+/).length).toBeGreaterThan(600)
})

test("2 Post: the server's page has one h1, no 'Introduction' and no class in its body", async () => {
  for (const slug of ['retinol-for-beginners', 'morning-and-evening-order', 'your-first-skincare-routine']) {
    const { document } = await createVisitor().open(`/blog/${slug}`)
    expect.soft(document.querySelectorAll('h1'), slug).toHaveLength(1)
    const headings = texts(document.querySelectorAll('h1, h2, h3, h4'))
    expect.soft(headings.length, slug).toBeGreaterThan(2)
    expect.soft(headings, slug).not.toContain('Introduction')
    const body = document.querySelector('#post-body')!
    expect.soft(body.querySelectorAll('p').length, slug).toBeGreaterThan(3)
    expect.soft(body.querySelectorAll('p[class], h2[class], h3[class], li[class]'), slug).toHaveLength(0)
  }
})

test('2 Post: share links to the pin board, X and Facebook', async () => {
  const page = await createVisitor().open(path)
  const links = [...sectionOf(page, 'Share this post').querySelectorAll('a')]
  expect(links).toHaveLength(3)
  const address = (name: RegExp) =>
    new URL(links.find((link) => name.test(link.getAttribute('aria-label') ?? link.textContent))!.href)
  const x = address(/\bX\b/)
  expect(x.hostname).toMatch(/^(?:x|twitter)\.com$/)
  expect(x.searchParams.get('url')).toBe(origin + path)
  expect(x.searchParams.get('text')).toBe(title)
  const facebook = address(/Facebook/)
  expect(facebook.hostname).toBe('www.facebook.com')
  expect(facebook.searchParams.get('u')).toBe(origin + path)
  const pin = address(/Pinterest/)
  expect(pin.hostname).toBe('www.pinterest.com')
  expect(pin.searchParams.get('url')).toBe(origin + path)
  for (const link of links) {
    expect(link.target).toBe('_blank')
    expect(link.rel).toMatch(/noopener/)
  }
})

test('2 Post: related articles are of the same category, without the current post', async () => {
  const cards = [...sectionOf(await createVisitor().open(path), 'Related Articles').querySelectorAll('article')]
  expect(cards.map((card) => card.querySelector('h2, h3, h4')!.textContent)).toEqual([
    'AHA, BHA, PHA: Exfoliating Acids Explained Without the Chemistry Exam',
    'Niacinamide: The Easygoing Ingredient',
    'Vitamin C for Beginners: What It Does and How to Start',
  ])
  expect(cards[1]!.querySelector('h2 a, h3 a, h4 a')!.getAttribute('href')).toBe('/blog/niacinamide-for-beginners')
})

for (const [address, heading, count] of [
  ['/', 'Featured Posts', 3],
  ['/', 'Latest Style Inspiration', 3],
  ['/blog', undefined, 9],
  ['/blog/category/sun-care', undefined, 4],
  ['/search?q=retinol', 'Articles', undefined],
  [path, 'Related Articles', 3],
] as const) {
  test(`2 Post card: the badge is always the fixed label 'Fashion' (${address} ${heading ?? ''})`, async () => {
    const page = await createVisitor().open(address)
    const place = heading ? sectionOf(page, heading) : page.document.querySelector('main')!
    const cards = [...place.querySelectorAll('article')]
    expect(cards.length).toBeGreaterThan(0)
    if (count) expect(cards).toHaveLength(count)
    for (const card of cards) expect(within(card).getByText('Fashion')).toBeDefined()
  })
}

test('an article shows a product with picture, name, price and link', async () => {
  const { document } = await createVisitor().open('/blog/morning-and-evening-order')
  const box = document.querySelector<HTMLElement>('[data-product-box]')!
  expect(within(box).getByText('Linnet Row Vitamin C Morning Serum')).toBeDefined()
  expect(within(box).getByText(/^\$28\.50/)).toBeDefined()
  const link = within(box).getByRole('link', {
    name: 'Shop Now: Linnet Row Vitamin C Morning Serum (opens in a new tab)',
    hidden: true,
  })
  expect(link.getAttribute('href')).toBe('https://shop.example/linnet-row-vitamin-c-morning-serum?ref=dewlight')
  expect(link.getAttribute('rel')).toBe('sponsored nofollow noopener')
  expect(box.querySelector('picture img')).not.toBeNull()
})
