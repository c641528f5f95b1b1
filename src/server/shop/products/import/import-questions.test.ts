import { expect, test } from 'vitest'
import { makeProduct } from '../../../../../test/factories.ts'
import { allProducts, planOf, refusalOf, runImport, sendImport } from '../../../../../test/import-products.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'

const LINK = 'https://shop.example'
const OTHER = 'https://other.example'

/** A shop with three products, and a file of another program whose ids happen to be the same. */
async function shopAndFile(): Promise<{ app: TestApp; csv: string; ids: number[] }> {
  const app = await testApp()
  const ids: number[] = []
  for (const name of ['Oat cream', 'Birch toner', 'Clay mask'])
    ids.push(await makeProduct(app.db, { name, affiliate_link: `${LINK}/${ids.length}`, position: ids.length + 1 }))
  const rows = ids.map((id) => `${id},Lipstick ${id},lipstick,7.50,${OTHER}/${id},2017-12-23T20:51:17.460Z`)
  return { app, csv: `id,name,category,price,product_link,created_at\n${rows.join('\n')}\n`, ids }
}

const names = async (app: TestApp) => (await allProducts(app)).map((product) => product.name)

test('an id that only happens to be the same is a question, and nothing is imported before it is decided', async () => {
  const { app, csv, ids } = await shopAndFile()
  const plan = await planOf(app, csv)
  expect(plan.counts).toEqual({ create: 0, update: 0, unchanged: 0, refused: 0, pending: 3 })
  expect(plan.questions).toEqual([{ kind: 'id', rows: 3, open: 3 }])
  expect(plan.rows[0]).toEqual({
    row: 2,
    outcome: 'pending',
    name: `Lipstick ${ids[0]}`,
    productId: null,
    reasons: [`The id ${ids[0]} belongs to “Oat cream” here; neither the name nor the link agrees`],
    candidate: { id: ids[0], name: 'Oat cream' },
    changes: [],
  })
  for (const skipRefused of ['false', 'true'])
    expect(await refusalOf(await sendImport(app, csv, { plan: plan.plan, skipRefused }))).toEqual([
      422,
      '3 rows need a decision. Nothing was imported.',
    ])
  expect(await names(app)).toEqual(['Oat cream', 'Birch toner', 'Clay mask'])
})

test('one decision for all rows creates, updates or skips, with exceptions by row; a second run changes nothing', async () => {
  for (const [decisions, counts, after] of [
    [{ ids: 'create' }, { create: 3 }, ['Oat cream', 'Birch toner', 'Clay mask', 'Lipstick', 'Lipstick', 'Lipstick']],
    [{ ids: 'update' }, { update: 3 }, ['Lipstick', 'Lipstick', 'Lipstick']],
    [{ ids: 'skip' }, { skipped: 3 }, ['Oat cream', 'Birch toner', 'Clay mask']],
    [
      { ids: 'skip', idRows: { 2: 'update', 4: 'create' } },
      { create: 1, update: 1, skipped: 1 },
      ['Lipstick', 'Birch toner', 'Clay mask', 'Lipstick'],
    ],
  ] as const) {
    const { app, csv } = await shopAndFile()
    const expected = { create: 0, update: 0, unchanged: 0, refused: 0, ...counts }
    expect(await runImport(app, csv, { decisions })).toEqual(expected)
    const shown = async () => (await names(app)).map((name) => name.replace(/ \d+$/, ''))
    expect(await shown()).toEqual(after)
    const again = await planOf(app, csv, { decisions })
    expect(again.counts).toMatchObject({ create: 0, update: 0 })
    expect(again.counts.unchanged + (again.counts.skipped ?? 0)).toBe(3)
    await runImport(app, csv, { decisions })
    expect(await shown()).toEqual(after)
  }
})

test('the decisions are part of what is carried out: other ones than those of the plan are refused', async () => {
  const { app, csv } = await shopAndFile()
  const { plan } = await planOf(app, csv, { decisions: { ids: 'create' } })
  const response = await sendImport(app, csv, { plan, decisions: { ids: 'update' } })
  expect(response.status).toBe(409)
  for (const decisions of [{ ids: 'overwrite' }, { idRows: { x: 'skip' } }, { signs: { $: 'dollar' } }])
    expect((await sendImport(app, csv, { decisions }, '?dryRun=true')).status).toBe(400)
  expect(await names(app)).toEqual(['Oat cream', 'Birch toner', 'Clay mask'])
})

test('an id counts in a file that this site exported, whatever was changed in it', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Oat cream', affiliate_link: `${LINK}/oat` })
  const csv = await (await app.asOwner('/api/products.csv')).text()
  const changed = csv.replace('Oat cream', 'Barley balm').replace(`${LINK}/oat`, `${LINK}/barley`)
  expect(await runImport(app, changed)).toEqual({ create: 0, update: 1, unchanged: 0, refused: 0 })
  expect(await names(app)).toEqual(['Barley balm'])
})

test('the file of another site overwrites nothing, though its ids are taken here', async () => {
  const from = await testApp()
  await makeProduct(from.db, {
    name: 'Oat cream',
    affiliate_link: `${LINK}/oat`,
    created_at: '2025-05-05T05:05:05.000Z',
  })
  const csv = await (await from.asOwner('/api/products.csv')).text()
  const { app } = await shopAndFile()
  await app.db.updateTable('products').set({ name: 'Something else' }).where('name', '=', 'Oat cream').execute()
  expect((await planOf(app, csv)).counts).toMatchObject({ update: 0, pending: 1 })
})

test('an id alone, without name and link, is a question too', async () => {
  const { app, ids } = await shopAndFile()
  const csv = `id,price\n${ids[0]},3\n`
  expect((await planOf(app, csv)).counts).toMatchObject({ update: 0, pending: 1 })
  expect(await runImport(app, csv, { decisions: { ids: 'update' } })).toMatchObject({ update: 1 })
  expect((await allProducts(app))[0]).toMatchObject({ name: 'Oat cream', price: '3.00' })
})

test('the currency of a price is read from its sign or code', async () => {
  const app = await testApp()
  const cells = [
    '£5.20',
    '4 €',
    'EUR 12',
    'US$ 4',
    'CA$9',
    '7.50 USD',
    '12',
    '"1 234,50 zł"',
    "CHF 1'234.50",
    '"€ 12,-"',
  ]
  const rows = cells.map((cell, at) => `Cream ${at},Masks,${cell},${LINK}/${at}`)
  await runImport(app, `name,category,price,link\n${rows.join('\n')}\n`)
  expect((await allProducts(app)).map(({ price, currency }) => `${price} ${currency}`)).toEqual([
    '5.20 GBP',
    '4.00 EUR',
    '12.00 EUR',
    '4.00 USD',
    '9.00 CAD',
    '7.50 USD',
    '12.00 USD',
    '1234.50 PLN',
    '1234.50 CHF',
    '12.00 EUR',
  ])
})

test('the review says how many new prices name no currency, and which one they get', async () => {
  const app = await testApp({ settings: { currency: 'EUR' } })
  const head = 'name,category,price,link\n'
  const rowOf = (name: string, price: string) => `Cream ${name},Masks,${price},${LINK}/${name}\n`
  const plan = await planOf(app, head + rowOf('a', '12') + rowOf('b', '£5') + rowOf('c', '3') + rowOf('d', ''))
  expect(plan.withoutCurrency).toEqual({ count: 2, currency: 'EUR' })
  expect((await planOf(app, head + rowOf('b', '£5'))).withoutCurrency).toBeUndefined()
})

test('a new currency is shown in the plan, and an update changes it', async () => {
  const app = await testApp()
  await makeProduct(app.db, { name: 'Oat cream', category: 'Masks', price_minor: 520, affiliate_link: `${LINK}/oat` })
  const csv = `name,category,price,link\nOat cream,Masks,£5.20,${LINK}/oat\nBirch,Masks,£4,${LINK}/birch\n`
  const { rows } = await planOf(app, csv)
  expect(rows[0]?.changes).toEqual([{ field: 'currency', from: 'USD', to: 'GBP' }])
  expect(rows[1]?.notes).toEqual(['The price is in GBP'])
})

test('a sign that several currencies share is one question for all rows, unless the currency column says which', async () => {
  const app = await testApp()
  const csv = [
    'name,category,price,currency,link',
    `One,Masks,$5,,${LINK}/1`,
    `Two,Masks,$6,CAD,${LINK}/2`,
    `Three,Masks,7,$,${LINK}/3`,
    `Four,Masks,80 kr,,${LINK}/4`,
  ].join('\n')
  const plan = await planOf(app, csv)
  expect(plan.questions).toMatchObject([
    { kind: 'sign', sign: '$', rows: 2, open: 2 },
    { kind: 'sign', sign: 'kr', currencies: ['SEK', 'NOK', 'DKK', 'ISK'], rows: 1, open: 1 },
  ])
  expect(plan.rows.map((row) => row.outcome)).toEqual(['pending', 'create', 'pending', 'pending'])
  expect(plan.rows[3]?.reasons).toEqual(['“kr” may be SEK, NOK, DKK or another currency'])
  expect(await refusalOf(await sendImport(app, csv, { plan: plan.plan }))).toEqual([
    422,
    '3 rows need a decision. Nothing was imported.',
  ])
  const wrong = await planOf(app, csv, { decisions: { signs: { $: 'SEK', kr: 'NOK' } } })
  expect(wrong.counts.pending).toBe(2)
  await runImport(app, csv, { decisions: { signs: { $: 'AUD', kr: 'NOK' } } })
  expect((await allProducts(app)).map((product) => product.currency)).toEqual(['AUD', 'CAD', 'AUD', 'NOK'])
})

test('a price and a currency column that contradict each other are a question', async () => {
  const csv = `name,category,price,currency,link\nOne,Masks,£5,USD,${LINK}/1\nTwo,Masks,6,USD,${LINK}/2\n`
  for (const [conflicts, currencies] of [
    ['price', ['GBP', 'USD']],
    ['column', ['USD', 'USD']],
    ['skip', ['USD']],
  ] as const) {
    const app = await testApp()
    const plan = await planOf(app, csv)
    expect(plan.questions).toEqual([{ kind: 'conflict', rows: 1, open: 1 }])
    expect(plan.rows[0]?.reasons).toEqual(['The price is in GBP, but the currency is USD'])
    await runImport(app, csv, { decisions: { conflicts } })
    expect((await allProducts(app)).map((product) => product.currency)).toEqual(currencies)
  }
})

test('two currencies in one cell, and a word that is none, are refused', async () => {
  const app = await testApp()
  const row = (cell: string) => `Oat cream,Masks,"${cell}",${LINK}/oat\n`
  for (const [cell, reason] of [
    ['£5 EUR', 'Price: “£5 EUR” names two currencies'],
    ['5 each', 'Price: “each” in “5 each” is not a currency'],
    ['-£5', 'Price: A price cannot be negative'],
    ['£5 - £8', 'Price: Please enter a price such as 24.50'],
    ['1.234', 'Price: A price has at most two digits after the point'],
    ['¥1200', '“¥” may be JPY, CNY'],
    ['₩1200.50', 'Price: A price in KRW has no digits after the point'],
    ['KWD 4,250', 'Price: Please write 4,250 with a point or without separators: in KWD it could be either'],
  ]) {
    const { rows } = await planOf(app, `name,category,price,link\n${row(cell!)}`, {
      columns: ['name', 'category', 'price', 'affiliateLink'],
    })
    expect(rows[0]?.reasons, cell).toEqual([reason])
  }
})

test('one value holds for all rows', async () => {
  const app = await testApp()
  const csv = `name,category,price,link,status\nOne,,5,${LINK}/1,active\nTwo,Old,6,${LINK}/2,maybe\n`
  const decisions = { forAll: { category: 'Gifts', currency: 'eur', isActive: false } }
  expect(await runImport(app, csv, { decisions })).toMatchObject({ create: 2, refused: 0 })
  expect(await allProducts(app)).toMatchObject([
    { category: 'Gifts', currency: 'EUR', isActive: false },
    { category: 'Gifts', currency: 'EUR', isActive: false },
  ])
  expect((await planOf(app, csv, { decisions })).counts).toMatchObject({ unchanged: 2 })
  const pounds = csv.replace(',5,', ',£5,')
  expect((await planOf(app, pounds, { decisions })).questions).toEqual([{ kind: 'conflict', rows: 1, open: 1 }])
  for (const forAll of [{ category: '' }, { currency: 'YEN' }, { isActive: 'yes' }])
    expect((await sendImport(app, csv, { decisions: { forAll } }, '?dryRun=true')).status).toBe(400)
})

test('the same import sent twice, at once and again with its key, is carried out once', async () => {
  const { app, csv } = await shopAndFile()
  const decisions = { ids: 'create' }
  const { plan } = await planOf(app, csv, { decisions })
  const key = 'import-of-lipsticks-0001'
  const send = () => sendImport(app, csv, { decisions, plan }, '', { 'idempotency-key': key })
  const responses = [...(await Promise.all([send(), sendImport(app, csv, { decisions, plan })])), await send()]
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await names(app)).toHaveLength(6)
  const other = await sendImport(app, csv, { decisions: { ids: 'update' }, plan }, '', { 'idempotency-key': key })
  expect(other.status).toBe(422)
})

test('an import that fails midway leaves neither products nor revisions', async () => {
  const { app, csv } = await shopAndFile()
  const decisions = { ids: 'create' }
  const { plan } = await planOf(app, csv, { decisions })
  await app.db.schema.dropTable('product_revisions').execute()
  expect((await sendImport(app, csv, { decisions, plan })).status).toBe(500)
  expect(await names(app)).toHaveLength(3)
})

test('ratings that come with links to Amazon are one question; those that the shop has are none', async () => {
  const csv =
    'name,category,price,link,rating,verdict\n' +
    'Oat cream,Creams,24,https://www.amazon.de/dp/B0?tag=rosa-21,4.5,Rich\n' +
    'Clay mask,Masks,9,https://amzn.to/abc,3,Dry\n' +
    'Birch toner,Toners,12,https://shop.example/birch,4,Calm\n'
  const open = await planOf(await testApp(), csv)
  expect(open.questions).toEqual([{ kind: 'ratings', rows: 2, open: 2 }])
  expect(open.rows.map(({ reasons }) => reasons)).toEqual([
    ['The rating of 4.5 comes with a link to Amazon'],
    ['The rating of 3 comes with a link to Amazon'],
    [],
  ])
  for (const [ratings, stored, again] of [
    ['keep', [4.5, 3, 4], []],
    ['leave-out', [null, null, 4], [{ kind: 'ratings', rows: 2, open: 0 }]],
  ] as const) {
    const app = await testApp()
    expect(await runImport(app, csv, { decisions: { ratings } })).toMatchObject({ create: 3 })
    const products = await allProducts(app)
    expect(products.map(({ facts }) => facts.rating)).toEqual(stored)
    expect(products.map(({ facts }) => facts.verdict)).toEqual(['Rich', 'Dry', 'Calm'])
    const second = await planOf(app, csv, { decisions: { ratings } })
    expect([second.questions, second.counts.unchanged]).toEqual([again, 3])
  }
})

test('a category near one of the shop is offered with the number of its rows, and taken where the owner says so', async () => {
  const app = await testApp()
  for (const category of ['Cleansers', 'SPF 30'])
    await makeProduct(app.db, { name: category, category, affiliate_link: `${LINK}/${category.length}` })
  const rows = ['Cleanser', ' cleanser ', 'Cleanser', 'Cleansers', 'SPF 50', 'Masks'].map(
    (category, index) => `Product ${index},"${category}",7.50,${OTHER}/${index}`,
  )
  const csv = `name,category,price,product_link\n${rows.join('\n')}\n`
  const suggestions = [
    { name: 'Cleanser', nearest: 'Cleansers', rows: 2 },
    { name: 'cleanser', nearest: 'Cleansers', rows: 1 },
  ]
  const kept = await planOf(app, csv)
  expect(kept).toMatchObject({ nearCategories: suggestions, counts: { create: 6 }, questions: [] })
  const decisions = { categories: { Cleanser: 'Cleansers' } }
  const taken = await planOf(app, csv, { decisions })
  expect(taken.nearCategories).toEqual(suggestions)
  expect(taken.rows[0]?.changes[0]).toEqual({ field: 'category', from: '', to: 'Cleansers' })
  expect((await sendImport(app, csv, { plan: kept.plan, decisions })).status).toBe(409)

  await runImport(app, csv, { decisions })
  const categories = (await allProducts(app)).map(({ category }) => category)
  expect(categories.slice(2)).toEqual(['Cleansers', 'cleanser', 'Cleansers', 'Cleansers', 'SPF 50', 'Masks'])
  expect((await planOf(app, csv, { decisions })).counts).toMatchObject({ create: 0, update: 0, unchanged: 6 })
  expect(await planOf(app, `name,category,price,product_link\nNew,Masks,1,${OTHER}/9\n`)).not.toHaveProperty(
    'nearCategories',
  )
})
