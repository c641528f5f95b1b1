import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { attributesOf, formOf, headingOf, sectionOf, textOf, textsOf } from './elements.ts'
import { createVisitor } from './visitor.ts'

const headingsOf = (section: Element) => textsOf(section.querySelectorAll('article :is(h2, h3)'))

test('2 Home hero: headline about building a skincare routine with confidence, and a description', async () => {
  const { document, hero } = await openHome()
  expect(headingOf(document)).toBe('Build a skincare routine with confidence')
  expect(textOf(hero)).toContain('Clear, honest guides for beginners')
})

for (const [name, path] of [
  ['Explore Skincare Guides', '/blog'],
  ['Shop Products', '/shop'],
] as const) {
  test(`2 Home hero: '${name}' leads to ${path}`, async () => {
    const { hero, follow } = await openHome()
    expect(await follow(within(hero).getByText(name, { selector: 'a' }))).toBe(path)
  })
}

test('2 Home hero: a transparent picture lies on the colour of the palette, without a gradient over it', async () => {
  const { hero } = await openHome()
  const frame = hero.querySelector('.cut-out')!
  expect(frame.querySelector('.frame-blur')).toBeNull()
  expect(frame.parentElement!.children).toHaveLength(1)
})

test('6 Budget: the picture of the hero weighs at most 40 KiB on a phone', async () => {
  const { hero, fetch } = await openHome()
  const variants = hero.querySelector('source[type="image/avif"]')!.getAttribute('srcset')!.split(', ')
  const chosen = variants.find((variant) => variant.endsWith(' 960w'))!.split(' ')[0]!
  const { byteLength } = await (await fetch(chosen)).arrayBuffer()
  expect(byteLength).toBeGreaterThan(5000)
  expect(byteLength).toBeLessThanOrEqual(40 * 1024)
})

test('2 Home hero: a pin-save button', async () => {
  const { hero } = await openHome()
  const link = [...hero.querySelectorAll('a')].find((element) => textOf(element).startsWith('Save'))
  expect(link!.getAttribute('href')).toMatch(/^https:\/\/www\.pinterest\.com\/pin\/create\/button\//)
})

test("2 Home 'Style Categories': a tile with image and name for each category, linking to its route", async () => {
  const { document, follow } = await openHome()
  const tiles = sectionOf(document, 'Style Categories').querySelectorAll('li')
  expect(textsOf(tiles)).toEqual(['Cleansing', 'Moisturizing', 'Sun Care', 'Treatments', 'Sensitive Skin', 'Routines'])
  const slugs = ['cleansing', 'moisturizing', 'sun-care', 'treatments', 'sensitive-skin', 'routines']
  for (const [i, slug] of slugs.entries()) {
    expect(attributesOf(tiles[i]!.querySelectorAll('a'), 'href')).toEqual([`/blog/category/${slug}`])
    expect(tiles[i]!.querySelectorAll('picture img')).toHaveLength(1)
  }
  expect(await follow(tiles[0]!.querySelector('a')!)).toBe('/blog/category/cleansing')
})

test("2 Home 'Latest Style Inspiration': the 3 newest posts", async () => {
  const { document } = await openHome()
  expect(headingsOf(sectionOf(document, 'Latest Style Inspiration'))).toEqual([
    'A Travel Routine That Fits in One Small Bag',
    'AHA, BHA, PHA: Exfoliating Acids Explained Without the Chemistry Exam',
    'How to Wear Sunscreen Under Makeup Without Pilling',
  ])
})

for (const [section, name, path] of [
  ['Latest Style Inspiration', 'View All Posts', '/blog'],
  ['Shop Recommended Products', 'View All Products', '/shop'],
] as const) {
  test(`2 Home: '${name}' leads to ${path}`, async () => {
    const { document, follow } = await openHome()
    expect(await follow(within(sectionOf(document, section) as HTMLElement).getByText(name, { selector: 'a' }))).toBe(
      path,
    )
  })
}

test("2 Home 'Shop Recommended Products': 4 products with image, name, price and 'Shop Now'", async () => {
  const { document } = await openHome()
  const section = sectionOf(document, 'Shop Recommended Products')
  expect(headingsOf(section)).toEqual([
    'Linnet Row Vitamin C Morning Serum',
    'Oatwhistle Everyday Oat Cream',
    'Saltlark Daily Sun Lotion SPF 30',
    'Hushmoss Soft Foam Cleanser',
  ])
  const products = section.querySelectorAll<HTMLElement>('article')
  for (const [i, price] of ['$28.50', '$19.00', '$16.50', '$14.50'].entries()) {
    within(products[i]!).getByText(price)
    const links = [...products[i]!.querySelectorAll('a')].filter((link) => textOf(link).startsWith('Shop Now'))
    expect(links).toHaveLength(1)
    expect(products[i]!.querySelectorAll('picture img')).toHaveLength(1)
  }
})

test('2 Home: the product section carries the affiliate disclosure', async () => {
  const { document } = await openHome()
  within(sectionOf(document, 'Shop Recommended Products') as HTMLElement).getByText(
    'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
  )
})

test('2 Home: newsletter signup form and contact form', async () => {
  const { document } = await openHome()
  const newsletter = within(formOf(document, 'Newsletter'))
  expect(newsletter.getAllByRole('textbox')).toHaveLength(2)
  expect(newsletter.getByLabelText('Email').matches('input[type=email]')).toBe(true)
  newsletter.getByText('Subscribe', { selector: 'button' })
  const contact = within(formOf(document, 'Contact'))
  for (const name of ['Name', 'Email', 'Subject', 'Message']) contact.getByLabelText(name)
  contact.getByText('Send Message', { selector: 'button' })
})

test('2 Home: featured posts', async () => {
  const { document } = await openHome()
  expect(headingsOf(sectionOf(document, 'Featured Posts'))).toEqual([
    'Retinol for Beginners: Start Slow, Stay Patient',
    'How Much Sunscreen Do You Really Need?',
    'Your First Skincare Routine, in Three Steps',
  ])
})

async function openHome() {
  const visitor = createVisitor()
  const { document } = await visitor.open('/')
  return {
    document,
    fetch: (path: string) => visitor.fetch(path),
    hero: document.querySelector('main h1')!.closest('section')!,
    /** The path of the page that a link leads to. */
    follow: async (link: Element) => new URL((await visitor.follow(link)).url).pathname,
  }
}

test("'Start here' leads to the first three routines and to the form that builds one", async () => {
  const { document } = await createVisitor().open('/')
  const links = sectionOf(document, 'Start here').querySelectorAll('a')
  expect([...links].map((link) => link.getAttribute('href')!.replace(/[^/]+$/, '…'))).toEqual([
    '/routines/…',
    '/routines/…',
    '/routines/…',
    '/routines/…',
  ])
  expect(links[0]!.textContent).toMatch(/steps? in the (?:morning|evening)/)
  expect(links[3]!.getAttribute('href')).toBe('/routines/build')
})
