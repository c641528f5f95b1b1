import { expect, test } from 'vitest'
import { attributesOf, headingOf, onlyElement, textOf, textsOf } from './elements.ts'
import { createVisitor, origin, type SitePage } from './visitor.ts'

test("2 Blog: heading 'Latest Style Inspiration'", async () => {
  const { document } = await createVisitor().open('/blog')
  expect(headingOf(document)).toBe('Latest Style Inspiration')
})

test('2 Blog: the category name with its description when a category is chosen', async () => {
  const page = await createVisitor().open('/blog/category/sun-care')
  expect(headingOf(page.document)).toBe('Sun Care')
  page.screen.getByText(
    'Sunscreen made simple: reading the label, applying enough, reapplying through the day and finding a texture you will want to wear.',
  )
  expect(titlesOf(page)).toEqual([
    'How to Wear Sunscreen Under Makeup Without Pilling',
    'Five Sunscreens for Five Kinds of Mornings',
    'Mineral or Chemical Sunscreen: A Calm Comparison',
    'How Much Sunscreen Do You Really Need?',
  ])
})

test('2 Blog: grid of post cards, newest first', async () => {
  const { document } = await createVisitor().open('/blog')
  const dates = attributesOf(document.querySelectorAll('article time'), 'datetime')
  expect(dates).toHaveLength(9)
  expect(dates).toEqual(dates.toSorted().reverse())
})

test("2 Blog: page title falls back to 'Blog | {brand}'", async () => {
  const { document } = await createVisitor().open('/blog')
  expect(document.title).toBe('Blog | Dewlight')
})

test('2 Blog: with a category the title is its name and the description is its description', async () => {
  const { document } = await createVisitor().open('/blog/category/routines')
  expect(document.title).toBe('Routines')
  expect(onlyElement(document, 'meta[name=description]').getAttribute('content')).toBe(
    'Morning and evening routines you can keep: which steps come first, which ones you can skip, and how to begin with just three products.',
  )
})

test('2 Blog: all 22 published posts are on its pages, no draft and no scheduled one', async () => {
  const visitor = createVisitor()
  const seen: string[] = []
  let page = await visitor.open('/blog')
  for (let number = 1; ; number++) {
    expect(page.url).toBe(`${origin}/blog${number > 1 ? `?page=${number}` : ''}`)
    const pages = onlyElement(page.document, 'nav[aria-label=Pages]')
    expect(textOf(onlyElement(pages, '[aria-current=page]'))).toBe(`Page ${number}`)
    const titles = titlesOf(page)
    if (number < 3) expect(titles).toHaveLength(9)
    seen.push(...titles)
    const next = [...pages.querySelectorAll('a')].find((link) => textOf(link) === 'Next page')
    if (!next) break
    page = await visitor.follow(next)
  }
  // Posts that other tests write meanwhile are the oldest.
  const published = seen.filter((title) => !title.startsWith('Own post'))
  expect(published).toHaveLength(22)
  expect(new Set(published).size).toBe(22)
  expect(seen).not.toContain('A Winter Checklist for Comfortable Skin')
  expect(seen).not.toContain('How to Read an Ingredient List Without Panicking')
})

test('2 Blog: pages have canonical, prev and next links', async () => {
  const { document } = await createVisitor().open('/blog?page=2&utm_source=x')
  const hrefOf = (rel: string) => onlyElement(document, `link[rel=${rel}]`).getAttribute('href')
  expect(hrefOf('canonical')).toBe(`${origin}/blog?page=2`)
  expect(hrefOf('prev')).toBe(`${origin}/blog`)
  expect(hrefOf('next')).toBe(`${origin}/blog?page=3`)
})

test('2 Blog: a page beyond the last and an unknown category are not found', async () => {
  for (const path of ['/blog?page=99', '/blog?page=0', '/blog?page=x', '/blog/category/no-such-category']) {
    const { response, document } = await createVisitor().open(path)
    expect.soft(response.status, path).toBe(404)
    expect.soft(headingOf(document), path).toBe('404 Page Not Found')
  }
})

test('2 Post: a draft and a scheduled post are not found', async () => {
  for (const slug of ['winter-skin-checklist', 'reading-an-ingredient-list']) {
    const { response, screen } = await createVisitor().open(`/blog/${slug}`)
    expect.soft(response.status, slug).toBe(404)
    screen.getByText('Did you forget to add the page to the router?')
  }
})

const titlesOf = ({ document }: SitePage) => textsOf(document.querySelectorAll('article :is(h2, h3)'))
