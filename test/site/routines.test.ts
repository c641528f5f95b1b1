import { within } from '@testing-library/dom'
import { beforeAll, expect, test } from 'vitest'
import type { OwnerRoutine } from '../../src/contract/content/routines.ts'
import type { Product } from '../../src/contract/shop/products.ts'
import { openIsolatedSite } from './isolated-site.ts'
import { sendJson } from './send-json.ts'
import { createVisitor, type SitePage } from './visitor.ts'

const site = openIsolatedSite()
const open = (path: string) => createVisitor().open(`${site.origin}${path}`)
const fetchPath = (path: string) => createVisitor().fetch(`${site.origin}${path}`, { redirect: 'manual' })
const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent)
const regionOf = ({ document }: SitePage, name: string) =>
  [...document.querySelectorAll('section')].find((section) => section.querySelector('h2')?.textContent === name)!

async function create(data: object): Promise<OwnerRoutine> {
  const response = await sendJson(site.owner, 'POST', `${site.origin}/api/routines`, data)
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerRoutine
}

let calm: OwnerRoutine
let products: Product[]

beforeAll(async () => {
  products = (await (await fetchPath('/api/products?limit=6')).json()) as Product[]
  const [one, two, three, four] = products.map(({ id }) => id)
  const words = { amount: 'A pea-sized amount', often: 'Every day', wait: 'One minute', why: 'It is mild and cheap.' }
  calm = await create({
    name: 'A calm routine for dry skin',
    summary: 'Six steps that I have kept for a year.',
    forWhom: 'For whoever feels tight after washing.',
    skinTypes: ['dry', 'sensitive'],
    concerns: ['Redness', 'Dryness'],
    steps: [
      { time: 'morning', kind: 'Cleanser', productId: one, ...words, swapProductId: two, swap: 'Use the milk.' },
      { time: 'morning', kind: 'Moisturizer', productId: three, ...words },
      { time: 'morning', kind: 'Sunscreen', productId: four, ...words },
      { time: 'evening', kind: 'Cleanser', productId: one, ...words },
      { time: 'evening', kind: 'A glass of water', ...words },
      { time: 'evening', kind: 'Moisturizer', productId: three, ...words },
    ],
  })
})

test('the list leads to a routine with morning and evening, and the disclosure before the first affiliate link', async () => {
  const visitor = createVisitor()
  const list = await visitor.open(`${site.origin}/routines`)
  expect(texts(list.document.querySelectorAll('h1'))).toEqual(['Routines'])
  const page = await visitor.open((list.screen.getByText(calm.name, { selector: 'a' }) as HTMLAnchorElement).href)
  expect(page.url).toBe(`${site.origin}/routines/${calm.slug}`)
  expect(texts(page.document.querySelectorAll('h1'))).toEqual([calm.name])
  expect(page.document.title).toMatch(/^A calm routine for dry skin \| /)
  expect(page.screen.getByText('For dry and sensitive skin · Redness, Dryness')).toBeDefined()
  for (const [time, kinds] of [
    ['Morning', ['Cleanser', 'Moisturizer', 'Sunscreen']],
    ['Evening', ['Cleanser', 'A glass of water', 'Moisturizer']],
  ] as const)
    expect(texts(regionOf(page, time).querySelectorAll('li h3'))).toEqual(kinds)
  const first = regionOf(page, 'Morning').querySelector('li')!
  const [cleanser] = products
  const name = within(first).getByText(cleanser!.name, { selector: 'a' })
  expect(name.getAttribute('href')).toBe(`/shop/${cleanser!.slug}`)
  const shop = within(first).getByText(/^Shop Now/, { selector: 'a' }) as HTMLAnchorElement
  expect(shop.getAttribute('href')).toBe(cleanser!.affiliateLink)
  expect(shop.rel).toMatch(/sponsored/)
  expect(first.querySelector('dd')!.textContent).toBe('A pea-sized amount')
  expect(first.textContent).toContain('For sensitive skin: Use the milk.')
  expect(page.document.querySelector('main')!.textContent).toMatch(/All products together: \$\d/)
  expect(page.html.indexOf('This page contains affiliate links.')).toBeGreaterThan(0)
  expect(page.html.indexOf('This page contains affiliate links.')).toBeLessThan(page.html.indexOf('rel="sponsored'))
})

test('search engines get an ordered list, a breadcrumb and the pin', async () => {
  const { document, screen } = await open(`/routines/${calm.slug}`)
  const data = texts(document.querySelectorAll('script[type="application/ld+json"]')).map(
    (text) => JSON.parse(text) as Record<string, unknown>,
  )
  const list = data.find((each) => each['@type'] === 'ItemList')!
  expect(list).toMatchObject({ name: calm.name, numberOfItems: 6 })
  expect(list.itemListElement).toMatchObject([
    { position: 1, name: `Cleanser: ${products[0]!.name}`, url: expect.stringContaining('/shop/') },
    ...Array.from({ length: 3 }, (_, i) => ({ position: i + 2 })),
    { position: 5, name: 'A glass of water' },
    { position: 6 },
  ])
  expect(data.some((each) => each['@type'] === 'BreadcrumbList')).toBe(true)
  expect(document.querySelector<HTMLLinkElement>('link[rel=canonical]')!.href).toMatch(
    new RegExp(`/routines/${calm.slug}$`),
  )
  const pin = document.querySelector('meta[property="og:image"]')!.getAttribute('content')!
  const sizeOf = (name: string) => document.querySelector(`meta[property="og:image:${name}"]`)!.getAttribute('content')
  expect([sizeOf('width'), sizeOf('height')]).toEqual(['1000', '1500'])
  expect((await fetchPath(new URL(pin).pathname)).headers.get('content-type')).toBe('image/png')
  expect(screen.getByText(/^Save to Pinterest/, { selector: 'a' }).getAttribute('href')).toMatch(/share%2Froutines/)
})

test('a missing routine is a 404, and a former address redirects', async () => {
  expect((await fetchPath('/routines/nothing')).status).toBe(404)
  const { id } = await create({ name: 'Moved' })
  await sendJson(site.owner, 'PUT', `${site.origin}/api/routines/${id}`, { name: 'Moved', slug: 'has-moved' })
  const moved = await fetchPath('/routines/moved')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/routines/has-moved'])
  expect((await fetchPath('/routines/has-moved')).status).toBe(200)
  await site.owner.fetch(`${site.origin}/api/routines/${id}`, { method: 'DELETE' })
  expect((await fetchPath('/routines/has-moved')).status).toBe(404)
  expect((await fetchPath('/routines?page=9')).status).toBe(404)
})

test('a budget that is too small leaves steps out and says so', async () => {
  const { screen, document } = await open('/routines/build?skin=dry&budget=1')
  expect(screen.getAllByText('Left out: nothing of mine for this step fits your budget.').length).toBeGreaterThan(0)
  expect(screen.getByText(/No product stands in this routine\. Left out: .*Cleanser/)).toBeDefined()
  expect(document.body.textContent).not.toContain('This page contains affiliate links.')
})

test('no combination of choices is cached, and other parameters change nothing', async () => {
  const response = await fetchPath('/routines/build?budget=050&skin=dry&concern=redness&concern=nope&utm=x&skin=oily')
  expect(response.headers.get('cache-control')).toBe('private, no-cache')
  expect(await response.text()).toMatch(/Dry skin, redness, up to \$50\.00/i)
  const plain = await fetchPath('/routines/build?skin=purple&budget=-3&concern=~~~')
  expect(plain.status).toBe(200)
  expect(await plain.text()).not.toContain('id="routine-result"')
})

test('without JavaScript a routine is complete, and one can be built', async () => {
  const visitor = createVisitor()
  const routine = await visitor.open(`${site.origin}/routines/${calm.slug}`)
  expect(regionOf(routine, 'Evening').querySelectorAll('li')).toHaveLength(3)
  const page = await visitor.open(`${site.origin}/routines/build`)
  const check = (name: string) => page.screen.getByLabelText(name).click()
  for (const name of ['Sensitive', 'redness', 'dryness']) check(name)
  const built = await visitor.submit(page.screen.getByText('Build my routine', { selector: 'button' }).closest('form')!)
  expect(built.url).toMatch(/skin=sensitive&concern=dryness&concern=redness&budget=$/)
  expect(built.document.body.textContent).toMatch(/Sensitive skin, dryness, redness/i)
  expect(built.document.body.textContent).toContain('My swap for sensitive skin.')
  expect(built.document.body.textContent).not.toContain('Your choices are kept')
})

test('without routines the pages say so and are not indexed', async () => {
  const { owner, origin } = site
  const ids = ((await (await owner.fetch(`${origin}/api/routines`)).json()) as OwnerRoutine[]).map(({ id }) => id)
  await sendJson(owner, 'POST', `${origin}/api/routines/deactivate`, { ids })
  const { screen, document } = await open('/routines')
  expect(screen.getByText('No routines yet. Check back soon!')).toBeDefined()
  expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex')
  const build = await open('/routines/build?skin=dry')
  expect(build.screen.getByText('There is no routine to build from yet. Check back soon!')).toBeDefined()
  await sendJson(owner, 'POST', `${origin}/api/routines/activate`, { ids })
})
