import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import { type ProductFacts, sizeUnits, skinTypes } from '../../../../contract/shop/product-facts.ts'
import type { ImportPlan } from '../../../../contract/shop/product-import.ts'
import type { OwnerProduct } from '../../../../contract/shop/products.ts'
import { escapeFormula, unescapeFormula } from '../product-cells.ts'

/** Texts that spreadsheets, separators and encodings trip over. */
const trap = fc.constantFrom(
  '=HYPERLINK("https://evil.example","x")',
  '+1 free',
  '-50%',
  '@home',
  "'=quoted",
  "''=twice",
  "'Tis the season",
  '\ttabbed',
  '\r=return',
  '＝wide',
  'a, b; c\td',
  'say "hello"',
  'two\nlines',
  'two\r\nlines',
  '🧴🧖‍♀️',
  '"',
  "'",
  '\ufeffmark',
)
const anyText = fc.oneof(
  trap,
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.tuple(trap, fc.string({ maxLength: 5 })).map((parts) => parts.join('')),
)
const stored = anyText.map((text) => text.replaceAll('\0', ''))

const line = (max: number) => stored.map((text) => text.toWellFormed().trim().slice(0, max).toWellFormed().trim())
const item = (max: number) => line(max).filter((text) => text !== '')
const known = fc.constantFrom(true, false, null)
const day = fc.constantFrom('', '2026-01-31', '1999-12-01')
const facts: fc.Arbitrary<Partial<ProductFacts>> = fc.record(
  {
    brand: line(100),
    sizeAmount: fc.option(fc.double({ min: 0.01, max: 100_000, noNaN: true })),
    sizeUnit: fc.constantFrom(...sizeUnits),
    shopName: line(80),
    priceCheckedOn: day,
    otherShops: fc.array(
      fc.record({
        name: item(80),
        link: fc.webUrl({ withQueryParameters: true, withFragments: true }),
        price: fc.constantFrom('', '0.00', '1234.50'),
        currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
        checkedOn: day,
      }),
      { maxLength: 3 },
    ),
    keyIngredients: fc.array(item(100), { maxLength: 4 }),
    skinTypes: fc.subarray([...skinTypes]),
    concerns: fc.array(item(40), { maxLength: 3 }),
    texture: line(60),
    fragranceFree: known,
    alcoholFree: known,
    vegan: known,
    crueltyFree: known,
    spf: fc.option(fc.integer({ min: 1, max: 100 })),
    comedogenicNote: line(200),
    rating: fc.option(fc.integer({ min: 0, max: 10 }).map((halves) => halves / 2)),
    verdict: line(160),
    forWhom: line(300),
    notForWhom: line(300),
    pros: fc.array(item(160), { maxLength: 3 }),
    cons: fc.array(item(160), { maxLength: 3 }),
    testedWeeks: fc.option(fc.integer({ min: 1, max: 520 })),
    obtained: fc.constantFrom('', 'bought', 'gifted', 'sponsored'),
    moreImages: fc.array(fc.constantFrom('/media/a/640.jpg', 'https://x.example/a|b;c.jpg'), { maxLength: 2 }),
    fallbackUrl: fc.constantFrom('', 'https://x.example/a|b;c'),
  },
  { requiredKeys: [] },
)

/** As a row may have come into the database by any way, not only by the form. */
const product = fc.record({
  name: stored,
  category: stored,
  price_minor: fc.integer({ min: 0, max: 100_000_000 }),
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD'),
  image_url: fc.oneof(fc.constant(''), fc.webUrl()),
  image_alt: stored,
  affiliate_link: fc.oneof(fc.webUrl(), fc.constant('https://shop.example/same'), stored),
  is_active: fc.boolean(),
  position: fc.integer({ min: 1, max: 9 }),
  facts: facts.map((stated) => JSON.stringify(stated)),
})

async function file({ asOwner }: TestApp): Promise<ArrayBuffer> {
  const response = await asOwner('/api/products.csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="products.csv"')
  return response.arrayBuffer()
}

async function send({ asOwner }: TestApp, csv: ArrayBuffer, query: string, plan?: string): Promise<Response> {
  const body = new FormData()
  body.set('file', new File([csv], 'products.csv'))
  if (plan) body.set('plan', plan)
  return asOwner(`/api/products/import${query}`, { body, method: 'POST' })
}

async function plan(app: TestApp, csv: ArrayBuffer): Promise<ImportPlan> {
  const response = await send(app, csv, '?dryRun=true')
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as ImportPlan
}

async function all({ asOwner }: TestApp): Promise<OwnerProduct[]> {
  return (await (await asOwner('/api/products?status=all')).json()) as OwnerProduct[]
}

test('a defused cell begins like no formula, and undoing it gives back every text exactly', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
      expect(escapeFormula(text)).not.toMatch(/^[=+\-@\t\r＝＋－＠]/)
    }),
  )
})

test('whatever the products are, importing the file of them changes nothing', async () => {
  const app = await testApp()
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 8 }), async (products) => {
      await app.db.deleteFrom('products').execute()
      for (const row of products) await makeProduct(app.db, row)
      const before = await all(app)
      const csv = await file(app)
      const { counts, rows, plan: shown } = await plan(app, csv)
      expect(rows.flatMap((row) => [...row.reasons, ...row.changes])).toEqual([])
      expect(counts).toEqual({ create: 0, update: 0, unchanged: products.length, refused: 0 })
      expect((await send(app, csv, '', shown)).status).toBe(200)
      const positions = (rows: OwnerProduct[]) => rows.map(({ position: _, ...row }) => row)
      expect(positions(await all(app))).toEqual(positions(before))
      expect(
        Buffer.from(await file(app))
          .toString()
          .split('\n').length,
      ).toBe(Buffer.from(csv).toString().split('\n').length)
    }),
    { numRuns: 40 },
  )
})

test('a shop moves to another site by its file, in its order, and a second time nothing happens', async () => {
  const app = await testApp()
  for (const [index, name] of ['=One', 'Two, and "three"', "'+Four", '🧴 Five'].entries())
    await makeProduct(app.db, {
      name,
      category: '-Masks',
      currency: 'EUR',
      position: 9 - index,
      is_active: index !== 2,
      affiliate_link: 'https://shop.example/same',
    })
  const before = await all(app)
  const csv = await file(app)
  // The other site: empty, and its next ids are others.
  await app.db.deleteFrom('products').execute()
  const { counts, plan: shown } = await plan(app, csv)
  expect(counts).toEqual({ create: 4, update: 0, unchanged: 0, refused: 0 })
  expect((await send(app, csv, '', shown)).status).toBe(200)
  const moved = (rows: OwnerProduct[]) =>
    rows.map(({ name, category, price, currency, isActive }) => ({ name, category, price, currency, isActive }))
  expect(moved(await all(app))).toEqual(moved(before))
  expect((await plan(app, csv)).counts).toEqual({ create: 0, update: 0, unchanged: 4, refused: 0 })
})
