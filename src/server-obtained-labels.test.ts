import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../test/factories.ts'
import { rendered } from '../test/rendered-newsletter.ts'
import { testApp } from '../test/test-app.ts'
import { testSite } from '../test/test-site.ts'
import type { ProductFacts } from './contract/shop/product-facts.ts'
import type { Db } from './server/platform/db/schema.ts'

const labels = [
  ['gifted', 'Gift from the brand'],
  ['sponsored', 'Sponsored'],
] as const

const product = (db: Db, name: string, facts: Partial<ProductFacts>) =>
  makeProduct(db, {
    name,
    slug: name.toLowerCase(),
    image_url: 'https://pics.example/a.jpg',
    facts: JSON.stringify(facts),
  })

/** Each block that shows products, of which the last two show both. */
const blocksOf = (id: number, other: number): Record<string, string> => ({
  box: `<div data-product-id="${id}"></div>`,
  products: `<div data-block="products" data-product-ids="${id}"></div>`,
  note: `<aside data-block="note" data-product-id="${id}"><p>Half a pump.</p></aside>`,
  pick: `<section data-block="picks"><section data-block="pick" data-product-id="${id}"><h3>Best</h3><p>Because.</p></section></section>`,
  review: `<section data-block="review" data-product-id="${id}"><p>Four weeks.</p></section>`,
  comparison: `<div data-block="comparison" data-product-ids="${id},${other}"></div>`,
  routine: '<div data-block="routine" data-routine-id="1"></div>',
})

async function fill(db: Db, obtained: 'gifted' | 'sponsored') {
  const id = await product(db, 'Oatcream', { obtained, keyIngredients: ['Oats'], concerns: ['Redness'] })
  const other = await product(db, 'Birchtoner', { obtained: 'bought', concerns: ['Redness'] })
  const at = '2026-01-01T00:00:00.000Z'
  const steps = [{ time: 'morning', kind: 'Cream', productId: id, swapProductId: null }]
  const swaps = [{ time: 'evening', kind: 'Toner', productId: other, swapProductId: id }]
  await db
    .insertInto('routines')
    .values({
      ...{ id: 1, name: 'Calm', slug: 'calm', image_url: '', image_alt: '', position: 1, created_at: at },
      ...{ updated_at: at, details: JSON.stringify({ steps: [...steps, ...swaps] }), is_active: true },
    })
    .execute()
  return { id, other }
}

/** The text that readers see, without the data of the page. */
const shown = (html: string) => html.replace(/<script[^>]*>.*?<\/script>/gs, '').replace(/<[^>]+>/g, '\n')

test.each(labels)('every page that shows a %s product says “%s” at its name', async (obtained, label) => {
  const site = await testSite({
    rows: async (db) => {
      const { id, other } = await fill(db, obtained)
      for (const [block, content] of Object.entries(blocksOf(id, other)))
        await makePost(db, { slug: block, title: `About ${block}`, content })
    },
  })
  const blocks = Object.keys(blocksOf(1, 2)).map((block) => `/blog/${block}`)
  const pages = ['/', '/shop', '/shop/oatcream', '/shop/birchtoner', '/search?q=oatcream', '/routines/calm']
  for (const path of [...pages, '/routines/build?skin=dry', ...blocks]) {
    const html = await (await site.get(path)).text()
    expect(shown(html), path).toMatch(new RegExp(`Oatcream\\s*(?:\\([^)]*\\)\\s*)?${label}`))
    expect(JSON.stringify(html.match(/<script type="application\/ld\+json">.*?<\/script>/gs)), path).not.toContain(
      label,
    )
  }
  for (const path of ['/feed.xml', '/feed.json']) {
    const feed = await (await site.get(path)).text()
    expect(feed.split(label).length - 1, path).toBeGreaterThanOrEqual(blocks.length)
  }
  const routine = await (await site.get('/routines/calm')).text()
  expect(routine).toContain(encodeURIComponent(`${label}: Oatcream. Calm`))
  expect(await (await site.get('/shop/oatcream')).text()).toContain(`data-pin-description="${label}: Oatcream"`)
  expect(shown(await (await site.get('/blog/comparison')).text())).toContain('How I got it')
})

test.each(labels)('a mail says of a %s product “%s”, in its HTML and in its text', async (obtained, label) => {
  const app = await testApp()
  const { id, other } = await fill(app.db, obtained)
  for (const [block, content] of Object.entries(blocksOf(id, other))) {
    const { html, text } = await rendered(app, content)
    expect(shown(html), block).toMatch(new RegExp(`Oatcream\\s*${label}`))
    expect(text, block).toContain(label)
  }
})

test('a product that was bought has no label', async () => {
  const app = await testApp()
  const id = await product(app.db, 'Oatcream', { obtained: 'bought' })
  const found = await (await app.request('/api/products')).json()
  expect(found).toEqual([expect.not.objectContaining({ obtainedLabel: expect.anything() })])
  expect((await rendered(app, `<div data-product-id="${id}"></div>`)).html).not.toMatch(/Gift from|Sponsored</)
})
