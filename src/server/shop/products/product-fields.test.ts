import { expect, test } from 'vitest'
import { findProductId } from '../../../../test/find-product-id.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { productColumns } from '../../../contract/shop/product-columns.ts'
import { blankFacts, type ProductFacts, productFacts } from '../../../contract/shop/product-facts.ts'
import { type ProductInput, productFields } from '../../../contract/shop/product-fields.ts'
import type { ImportPlan } from '../../../contract/shop/product-import.ts'
import type { OwnerProduct, Product } from '../../../contract/shop/products.ts'

/** Two values of every field; the compiler requires those of a new one. */
const before: ProductInput = {
  name: 'Oat cream',
  category: 'Masks',
  price: '24.50',
  currency: 'USD',
  imageUrl: 'https://shop.example/oat.jpg',
  imageAlt: 'A jar of oat cream',
  affiliateLink: 'https://shop.example/oat',
  isActive: true,
}
const after: ProductInput = {
  name: 'Birch toner',
  category: 'Toners',
  price: '9.00',
  currency: 'EUR',
  imageUrl: '/media/birch/640.jpg',
  imageAlt: 'A bottle of birch toner',
  affiliateLink: 'https://shop.example/birch',
  isActive: false,
}
/** Two values of every fact; the compiler requires those of a new one. */
const factsBefore: ProductFacts = {
  brand: 'Birch; Oat | Co',
  sizeAmount: 50.5,
  sizeUnit: 'g',
  shopName: 'Oat Shop',
  priceCheckedOn: '2026-02-01',
  otherShops: [
    {
      name: 'A; B | C \\',
      link: 'https://other.example/a;b?c|d',
      price: '12.00',
      currency: 'EUR',
      checkedOn: '2026-01-31',
    },
    { name: 'Bare', link: 'https://bare.example/', price: '', currency: 'USD', checkedOn: '' },
  ],
  keyIngredients: ['Niacinamide', '1,2-Hexanediol', 'a | b', 'c \\| d\\'],
  skinTypes: ['sensitive', 'dry'],
  concerns: ['Redness', '=Formula'],
  texture: 'Gel',
  fragranceFree: true,
  alcoholFree: false,
  vegan: null,
  crueltyFree: true,
  spf: 50,
  comedogenicNote: 'n/a',
  rating: 4.5,
  verdict: '-',
  forWhom: 'Dry skin\nin winter',
  notForWhom: '=nobody',
  pros: ['Cheap', 'none'],
  cons: ['Jar'],
  testedWeeks: 6,
  obtained: 'gifted',
  moreImages: ['/media/oat/640.jpg', 'https://shop.example/2.jpg'],
  fallbackUrl: 'https://fallback.example/oat?a=1|b;c',
}
const factsAfter: ProductFacts = {
  ...blankFacts,
  sizeUnit: 'fl oz',
  alcoholFree: true,
  vegan: false,
  rating: 0,
  obtained: 'sponsored',
  concerns: ['Redness'],
}
const factNames = Object.keys(productFacts) as (keyof ProductFacts)[]
const fields = Object.keys(productFields) as (keyof ProductInput)[]

async function create({ asOwner }: TestApp): Promise<OwnerProduct> {
  const response = await asOwner('/api/products', { json: before })
  expect(response.status).toBe(201)
  return (await response.json()) as OwnerProduct
}

async function upload({ asOwner }: TestApp, csv: string, query: string, plan?: string): Promise<Response> {
  const body = new FormData()
  body.set('file', new File([csv], 'products.csv'))
  if (plan) body.set('plan', plan)
  return asOwner(`/api/products/import${query}`, { body, method: 'POST' })
}

async function exportCsv({ asOwner }: TestApp): Promise<string> {
  return (await asOwner('/api/products.csv')).text()
}

test('a product is returned with every field that was sent, to its owner and to readers', async () => {
  const app = await testApp()
  const created = await create(app)
  expect(created).toMatchObject(before)
  const [shown] = (await (await app.request('/api/products')).json()) as Product[]
  expect(shown).toMatchObject(before)
})

test.each(fields)('a save changes %s alone', async (field) => {
  const app = await testApp()
  const { id } = await create(app)
  const input = { ...before, [field]: after[field] }
  const response = await app.asOwner(`/api/products/${id}`, { method: 'PUT', json: input })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ ...input, version: 2 })
  expect(await (await app.asOwner(`/api/products/${id}/source`)).json()).toMatchObject({ ...input, version: 2 })
})

test('an exported file brings every field back, with each change in the plan', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const csv = await exportCsv(app)
  expect(csv.split('\n')[0]).toBe(Object.keys(productColumns).join(','))
  expect((await app.asOwner(`/api/products/${id}`, { method: 'PUT', json: after })).status).toBe(200)

  const planned = (await (await upload(app, csv, '?dryRun=true')).json()) as ImportPlan
  expect(planned.columns.map((column) => column.field)).toEqual(Object.keys(productColumns))
  expect(planned.rows[0]!.reasons).toEqual([])
  expect(planned.rows[0]!.changes.map((change) => change.field)).toEqual(fields)
  for (const { field, from, to } of planned.rows[0]!.changes) expect(from, field).not.toBe(to)
  expect((await upload(app, csv, '', planned.plan)).status).toBe(200)
  expect(await (await app.asOwner(`/api/products/${id}/source`)).json()).toMatchObject(before)
  expect(await exportCsv(app)).toBe(csv)
})

test('every field is created from a file', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const csv = await exportCsv(app)
  await app.db.deleteFrom('products').where('id', '=', id).execute()
  const planned = (await (await upload(app, csv, '?dryRun=true')).json()) as ImportPlan
  expect(planned.counts).toEqual({ create: 1, update: 0, unchanged: 0, refused: 0 })
  expect((await upload(app, csv, '', planned.plan)).status).toBe(200)
  const [created] = (await (await app.request('/api/products')).json()) as Product[]
  expect(created).toMatchObject(before)
})

test('an exported file brings every fact back, with each change in the plan as the old and the new cell', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const put = async (over: object) => {
    const response = await app.asOwner(`/api/products/${id}`, { method: 'PUT', json: { ...before, ...over } })
    expect(response.status, await response.clone().text()).toBe(200)
    return (await response.json()) as OwnerProduct
  }
  expect((await put({ facts: factsBefore, slug: 'first-slug' })).facts).toEqual(factsBefore)
  const csv = await exportCsv(app)
  expect((await put({ facts: factsAfter, slug: 'second-slug' })).facts).toEqual(factsAfter)

  const planned = (await (await upload(app, csv, '?dryRun=true')).json()) as ImportPlan
  expect(planned.rows[0]!.reasons).toEqual([])
  expect(planned.rows[0]!.changes.map((change) => change.field)).toEqual(['slug', ...factNames])
  const change = (name: string) => planned.rows[0]!.changes.find(({ field }) => field === name)
  expect(change('slug')).toMatchObject({ from: 'second-slug', to: 'first-slug' })
  expect(change('vegan')).toMatchObject({ from: 'no', to: '' })
  expect(change('pros')).toMatchObject({ from: '', to: 'Cheap | none' })
  expect(change('rating')).toMatchObject({ from: '0', to: '4.5' })
  expect((await upload(app, csv, '', planned.plan)).status).toBe(200)
  expect(await (await app.asOwner(`/api/products/${id}/source`)).json()).toMatchObject({
    facts: factsBefore,
    slug: 'first-slug',
  })
  expect(await exportCsv(app)).toBe(csv)
  expect(await findProductId(app.db, 'second-slug')).toBe(id)

  await app.db.deleteFrom('products').execute()
  const again = (await (await upload(app, csv, '?dryRun=true')).json()) as ImportPlan
  expect(again.rows[0]!.changes).toContainEqual({ field: 'brand', from: '', to: factsBefore.brand })
  expect((await upload(app, csv, '', again.plan)).status).toBe(200)
  const [created] = (await (await app.request('/api/products')).json()) as Product[]
  expect(created).toMatchObject({ facts: factsBefore, slug: 'first-slug' })
  const terms = await app.db.selectFrom('product_terms').select('kind').where('product_id', '=', created!.id).execute()
  expect(terms.length).toBeGreaterThan(0)
})

test('a file without columns for facts keeps them, and one of an older version is known by its header', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await app.asOwner(`/api/products/${id}`, { method: 'PUT', json: { ...before, facts: factsBefore } })
  const older = (await exportCsv(app))
    .replaceAll('\nin winter', '')
    .split('\n')
    .map((line) => line.split(',').slice(0, 11).join(','))
    .join('\n')
  const planned = (await (await upload(app, older, '?dryRun=true')).json()) as ImportPlan
  expect(planned.columns.map((column) => column.field)).toEqual(Object.keys(productColumns).slice(0, 11))
  expect(planned.counts).toEqual({ create: 0, update: 0, unchanged: 1, refused: 0 })
})

test('each faulty cell of a fact is refused with its own sentence', async () => {
  const app = await testApp()
  const cells: Partial<Record<keyof ProductFacts, string>> = {
    sizeAmount: '50 ml',
    sizeUnit: 'cups',
    priceCheckedOn: '31/12/2026',
    otherShops: 'Bare',
    skinTypes: 'dry, shiny',
    vegan: 'partly',
    spf: 'high',
    rating: '4.25',
    testedWeeks: '2.5',
    obtained: 'stolen',
    moreImages: 'picture',
    fallbackUrl: 'nowhere',
  }
  const names = Object.keys(cells) as (keyof ProductFacts)[]
  const header = ['name', 'category', 'price', 'affiliateLink', ...names].join(',')
  const rows = names.map((name) =>
    [
      'Oat',
      'Masks',
      '5',
      `https://shop.example/${name}`,
      ...names.map((each) => (each === name ? `"${cells[each]}"` : '')),
    ].join(','),
  )
  const body = new FormData()
  body.set('file', new File([[header, ...rows].join('\n')], 'products.csv'))
  body.set('columns', JSON.stringify(header.split(',')))
  const response = await app.asOwner('/api/products/import?dryRun=true', { body, method: 'POST' })
  const planned = (await response.json()) as ImportPlan
  expect(Object.fromEntries(planned.rows.map(({ reasons }, at) => [names[at], reasons]))).toEqual({
    sizeAmount: ['Size: “50 ml” is not a number'],
    sizeUnit: ['Unit: “cups” is none of ml, g, oz, fl oz, pieces'],
    priceCheckedOn: ['Price checked on: “31/12/2026” is not a date like 2026-01-31'],
    otherShops: ['Other shops: “Bare” is not a shop like “Name; https://shop.example; 12.00; USD; 2026-01-31”'],
    skinTypes: ['Skin types: “shiny” is none of dry, oily, combination, normal, sensitive'],
    vegan: ['Vegan: “partly” is neither yes nor no'],
    spf: ['SPF: “high” is not a number'],
    rating: ['Your rating: Please use steps of 0.5'],
    testedWeeks: ['Tested for (weeks): Please use steps of 1'],
    obtained: ['Disclosed as: “stolen” is none of bought, gifted, sponsored'],
    moreImages: ['More pictures: Use an image of the media library or an address with https://'],
    fallbackUrl: ['Fallback link: Please enter a link that begins with http:// or https://'],
  })
})

test('cells as other programs and spreadsheets write them are understood', async () => {
  const app = await testApp()
  const csv = [
    'Product,Type,Price,URL,Vendor,Skin type,Ingredients,Cruelty-free,Price date,Disclosure,Retailers,Concerns',
    'Oat,Masks,5,https://shop.example/oat,Birch,"Dry, Oily skin",Niacinamide | Zinc,TRUE,1/31/2026,Gifted,Boots; https://boots.example/a,Redness',
  ].join('\n')
  const planned = (await (await upload(app, csv, '?dryRun=true')).json()) as ImportPlan
  expect(planned.rows[0]!.reasons).toEqual([])
  expect((await upload(app, csv, '', planned.plan)).status).toBe(200)
  const [created] = (await (await app.request('/api/products')).json()) as Product[]
  expect(created!.facts).toEqual({
    ...blankFacts,
    brand: 'Birch',
    skinTypes: ['dry', 'oily'],
    keyIngredients: ['Niacinamide', 'Zinc'],
    crueltyFree: true,
    priceCheckedOn: '2026-01-31',
    obtained: 'gifted',
    otherShops: [{ name: 'Boots', link: 'https://boots.example/a', price: '', currency: 'USD', checkedOn: '' }],
    concerns: ['Redness'],
  })
})

test('a slug of another product is refused for a known product, and a new one gets its own', async () => {
  const app = await testApp()
  const one = await create(app)
  const two = await (
    await app.asOwner('/api/products', { json: { ...before, name: 'Two', affiliateLink: 'https://shop.example/two' } })
  ).json()
  expect(one.slug).toBe('oat-cream')
  expect(two).toMatchObject({ slug: 'two' })
  const csv = [
    'name,category,price,affiliateLink,slug',
    'Two,Masks,24.50,https://shop.example/two,oat-cream',
    'New,Masks,5,https://shop.example/new,oat-cream',
    'Newer,Masks,5,https://shop.example/newer,free-slug',
    'Newest,Masks,5,https://shop.example/newest,free-slug',
  ].join('\n')
  const planned = (await (await upload(app, csv, '?dryRun=true')).json()) as ImportPlan
  expect(planned.rows.map(({ reasons, notes = [] }) => [...reasons, ...notes])).toEqual([
    ['Slug: “oat-cream” belongs to “Oat cream”'],
    ['Slug: “oat-cream” belongs to “Oat cream”; this one gets a slug of its own'],
    [],
    ['Slug: “free-slug” belongs to “Newer”; this one gets a slug of its own'],
  ])
  const body = new FormData()
  body.set('file', new File([csv], 'products.csv'))
  body.set('plan', planned.plan)
  body.set('skipRefused', 'true')
  expect((await app.asOwner('/api/products/import', { body, method: 'POST' })).status).toBe(200)
  const products = (await (await app.request('/api/products')).json()) as Product[]
  expect(products.map(({ slug }) => slug)).toEqual(['oat-cream', 'two', 'new', 'free-slug', 'newest'])
})

test('no header belongs to two columns', () => {
  const headers = Object.values(productColumns).flatMap((column) => column.headers)
  expect(headers.filter((header, index) => headers.indexOf(header) !== index)).toEqual([])
})

test('texts are stored composed, and addresses as they are', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const given = {
    ...before,
    name: 'Cre\u0300me',
    category: 'Cre\u0300mes',
    affiliateLink: 'https://shop.example/cre\u0300me',
    imageUrl: 'https://pictures.example/cre\u0300me.jpg',
  }
  expect((await app.asOwner(`/api/products/${id}`, { method: 'PUT', json: given })).status).toBe(200)
  const { affiliateLink, imageUrl } = given
  expect(await (await app.asOwner(`/api/products/${id}/source`)).json()).toMatchObject({
    name: 'Cr\u00e8me',
    category: 'Cr\u00e8mes',
    affiliateLink,
    imageUrl,
  })
})
