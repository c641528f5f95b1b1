import { beforeEach, expect, test } from 'vitest'
import type { OwnerIngredient } from '../../src/contract/content/ingredients.ts'
import { createFixturePost } from './fixture-posts.ts'
import { openIsolatedSite } from './isolated-site.ts'
import { sendJson } from './send-json.ts'
import { createVisitor } from './visitor.ts'

const site = openIsolatedSite()
const open = (path: string) => createVisitor().open(`${site.origin}${path}`)
const fetchPath = (path: string) => createVisitor().fetch(`${site.origin}${path}`, { redirect: 'manual' })
const texts = (elements: Iterable<Element>) => [...elements].map(({ textContent }) => textContent)

async function make(data: object): Promise<OwnerIngredient> {
  const response = await sendJson(site.owner, 'POST', `${site.origin}/api/ingredients`, data)
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerIngredient
}

beforeEach(async () => {
  const { owner, origin } = site
  const rows = (await (await owner.fetch(`${origin}/api/ingredients?status=all`)).json()) as OwnerIngredient[]
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  expect((await sendJson(owner, 'POST', `${origin}/api/ingredients/delete`, { ids })).status).toBe(200)
})

const retinol = {
  name: 'Zeta retinol',
  inci: 'Retinol Zeta',
  synonyms: ['Zeta vitamin A'],
  summary: 'Speeds up renewal, slowly.',
  whatItDoes: 'It tells the skin to renew itself.\n\nThat takes weeks.',
  keepApart: [{ name: 'Something else', note: 'too much at once' }],
}

test('without ingredients the page says so, and search engines leave it out', async () => {
  const { document, screen } = await open('/ingredients')
  expect(texts(document.querySelectorAll('h1'))).toEqual(['Ingredients'])
  expect(screen.getByText('No ingredients have been written about yet.')).toBeDefined()
  expect(document.querySelectorAll('[aria-label="Search ingredients"]')).toHaveLength(0)
  expect(document.querySelector('meta[name=robots]')!.getAttribute('content')).toBe('noindex')
})

test('the page of an ingredient is structured data', async () => {
  await make(retinol)
  const { document } = await open('/ingredients/zeta-retinol')
  const data = texts(document.querySelectorAll('script[type="application/ld+json"]')).map(
    (json) => JSON.parse(json) as Record<string, unknown>,
  )
  expect(data.map((each) => each['@type'])).toEqual(['DefinedTerm', 'BreadcrumbList'])
  expect(data[0]).toMatchObject({
    name: 'Zeta retinol',
    alternateName: ['Retinol Zeta', 'Zeta vitamin A'],
    inDefinedTermSet: { '@type': 'DefinedTermSet' },
  })
})

test('a renamed ingredient moves in articles and in its address, and a hidden one is nowhere', async () => {
  const { owner, origin } = site
  const { id } = await make({ name: 'Zeta retinol' })
  const content = '<p>I use zeta retinol each evening, and zeta retinol stays in my routine.</p>'
  const post = await createFixturePost(owner, { content }, origin)
  const linkIn = async () =>
    /href="(\/ingredients\/[^"]+)"/.exec(await (await owner.fetch(`${origin}/blog/${post.slug}`)).text())?.[1]
  expect(await linkIn()).toBe('/ingredients/zeta-retinol')
  const renamed = await sendJson(owner, 'PUT', `${origin}/api/ingredients/${id}`, { name: 'Zeta retinal' })
  expect(renamed.status).toBe(200)
  expect(await linkIn()).toBe('/ingredients/zeta-retinal')
  const moved = await fetchPath('/ingredients/zeta-retinol')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/ingredients/zeta-retinal'])
  const page = await open('/ingredients/zeta-retinol')
  expect(page.document.querySelector('h1')!.textContent).toBe('Zeta retinal')
  expect((await sendJson(owner, 'POST', `${origin}/api/ingredients/deactivate`, { ids: [id] })).status).toBe(200)
  expect(await linkIn()).toBeUndefined()
  expect((await fetchPath('/ingredients/zeta-retinal')).status).toBe(404)
})

test('without JavaScript the list, its search and a page work', async () => {
  await make(retinol)
  await make({ name: 'Alpha arbutin' })
  const visitor = createVisitor()
  const list = await visitor.open(`${site.origin}/ingredients`)
  const form = list.document.querySelector('input[aria-label="Search ingredients"]')!.closest('form')!
  const found = await visitor.submit(form, { q: 'vitamin' })
  expect(found.url).toBe(`${site.origin}/ingredients?q=vitamin`)
  const link = found.document.querySelector<HTMLAnchorElement>('main h3 a')!
  expect(link.textContent).toBe('Zeta retinol')
  const page = await visitor.open(link.href)
  expect(page.screen.getByText('Keep apart', { selector: 'h2' })).toBeDefined()
})
