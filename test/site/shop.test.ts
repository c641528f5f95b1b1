import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { textOf, textsOf as texts } from './elements.ts'
import { createVisitor, origin } from './visitor.ts'

test("2 Shop: 'Shop My Looks', and pills are 'All Products' plus each distinct product category", async () => {
  const { document } = await createVisitor().open('/shop')
  expect(texts(document.querySelectorAll('h1'))).toEqual(['Shop My Looks'])
  expect(texts(document.querySelectorAll('nav[aria-label="Product categories"] a'))).toEqual([
    'All Products',
    'Cleansers',
    'Masks & Exfoliants',
    'Moisturizers',
    'Serums',
    'Sunscreens',
    'Tools & Sets',
  ])
  expect(document.querySelector('main [aria-current=page]')!.textContent).toBe('All Products')
})

test('2 Shop: a category shows its products and no others', async () => {
  const visitor = createVisitor()
  const { document } = await visitor.open('/shop?category=Sunscreens')
  const names = texts(document.querySelectorAll('main article :is(h2, h3)'))
  const all = (await (await visitor.fetch('/api/products?limit=100')).json()) as { name: string; category: string }[]
  const expected = all.filter(({ category }) => category === 'Sunscreens').map(({ name }) => name)
  expect(expected.length).toBeGreaterThan(3)
  expect(names.toSorted()).toEqual(expected.toSorted())
})

test("2 Shop: a card has image, name, price with dollar sign and 'Shop Now'", async () => {
  const { document } = await createVisitor().open('/shop')
  const card = document.querySelector<HTMLElement>('main article')!
  expect(textOf(card.querySelector('h2, h3'))).toBe('Linnet Row Vitamin C Morning Serum')
  expect(within(card).getByText('$28.50')).toBeDefined()
  // The name leads to the page of the product, the button to the shop.
  const links = [...card.querySelectorAll('a')].filter((link) => !link.closest('[aria-hidden=true]'))
  expect(links).toHaveLength(2)
  expect(links.find(({ textContent }) => /^Shop Now/.test(textContent))!.href).toBe(
    'https://shop.example/linnet-row-vitamin-c-morning-serum?ref=dewlight',
  )
  expect(card.querySelector('picture img')).not.toBeNull()
})

test('2 Shop: every card has one link to its shop, and a price with a dollar sign that its program allows', async () => {
  const { document } = await createVisitor().open('/shop')
  const cards = [...document.querySelectorAll('main article')]
  expect(cards).toHaveLength(24)
  for (const card of cards) {
    const links = [...card.querySelectorAll('a')].filter(({ textContent }) =>
      /^(?:Shop Now|View on Amazon)/.test(textContent),
    )
    expect(links).toHaveLength(1)
    const isAmazon = links[0]!.textContent.startsWith('View on Amazon')
    // Awin's prices are shown for 30 days.
    expect(card.textContent).toMatch(isAmazon ? /See price at Amazon/ : /\$\d+\.\d\d|See price at Shelf & Sink/)
    if (isAmazon) expect(card.textContent).not.toMatch(/\$/)
  }
})

test("2 Shop: empty state 'No products found in this category.' with a 'View All Products' button", async () => {
  const visitor = createVisitor()
  const { screen } = await visitor.open('/shop?category=Nothing')
  expect(screen.getByText('No products found in this category.')).toBeDefined()
  const all = await visitor.follow(screen.getByText('View All Products', { selector: 'main a' }))
  expect(all.url).toBe(`${origin}/shop`)
  expect(all.document.querySelectorAll('main article')).toHaveLength(24)
})

test('2 Shop: all 40 active products are on its pages', async () => {
  const visitor = createVisitor()
  const first = await visitor.open('/shop')
  expect(first.document.querySelectorAll('main article')).toHaveLength(24)
  const next = within(first.document.querySelector('main')!).getByRole('link', { name: 'Next page', hidden: true })
  const second = await visitor.follow(next)
  expect(second.url).toBe(`${origin}/shop?page=2`)
  expect(second.document.querySelectorAll('main article')).toHaveLength(16)
})

test('5 Shop: the button of the filters counts what is set, and a chosen value keeps the name of its filter', async () => {
  const visitor = createVisitor()
  const summaryOf = async (path: string) =>
    (await visitor.open(path)).document.querySelector('main summary')!.textContent
  expect(await summaryOf('/shop')).toBe('Filter and sort')
  expect(await summaryOf('/shop?category=Serums')).toBe('Filter and sort')
  const path = '/shop?skin=combination&free=fragrance-free,vegan&rating=4&from=10&sort=price'
  expect(await summaryOf(path)).toBe('Filter and sort (6)')
  const { document } = await visitor.open(path)
  const options = texts(document.querySelectorAll('main form option')).map((text) => text.replace(/ \(\d+\)$/, ''))
  expect(options.filter((text) => text.includes(': '))).toEqual([
    'Skin type: Combination',
    'Rating: 4 and up',
    'Sort: my order',
    'Sort: Price, low to high',
  ])
  expect(texts(document.querySelectorAll('.filter-chosen li a'))).toEqual([
    'Remove filter: Skin type: Combination',
    'Remove filter: Fragrance-free',
    'Remove filter: Vegan',
    'Remove filter: From $10.00',
    'Remove filter: Rating: 4 and up',
    'Clear filters',
  ])
})
