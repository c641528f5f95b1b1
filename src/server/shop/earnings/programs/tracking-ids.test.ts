import { expect, test } from 'vitest'
import { makeCategory, makePost, makeProduct } from '../../../../../test/factories.ts'
import { amazonReport, importReport } from '../../../../../test/import-report.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { UnattributedGroup } from '../../../../contract/shop/earning-rules.ts'
import type { EarningsSummary, Sale } from '../../../../contract/shop/earnings.ts'
import type { Program } from '../../../../contract/shop/programs.ts'

const march = 'startDate=2026-03-01&endDate=2026-03-31'
const amazon = (tag: string) => `https://www.amazon.com/dp/B000?tag=${tag}&th=1`
const linkTo = (url: string) => `<p><a href="${url.replaceAll('&', '&amp;')}">Cream</a></p>`

async function recognise(app: TestApp): Promise<void> {
  await app.asOwner('/api/jobs/recognise-programs/run', { method: 'POST' })
  await app.jobs.runDueJobs()
}

async function findProgram(app: TestApp): Promise<Program> {
  const programs = (await (await app.asOwner('/api/programs')).json()) as Program[]
  return programs.find(({ network }) => network === 'amazon')!
}

/** Saves the program as the form does, and runs the job that this makes due. */
async function save(app: TestApp, over: Partial<Program>): Promise<Program> {
  const {
    id,
    network: _n,
    productLinks: _p,
    postLinks: _q,
    isEdited: _e,
    version: _v,
    updatedAt: _u,
    ...input
  } = {
    ...(await findProgram(app)),
    ...over,
  }
  const json = { ...input, assignments: input.assignments.map(({ name: _, ...one }) => one) }
  const response = await app.asOwner(`/api/programs/${id}`, { method: 'PUT', json })
  expect(response.status).toBe(200)
  await app.jobs.settled()
  await app.jobs.runDueJobs()
  return findProgram(app)
}

const given = ({ assignments }: Program) =>
  assignments.map(({ name, trackingId, isAutomatic }) => [name, trackingId, isAutomatic])

async function clicks(app: TestApp, post_id: number, count: number): Promise<void> {
  await app.db.insertInto('daily_post_totals').values({ day: '2026-03-08', post_id, clicks: count }).execute()
}

async function readBody(app: TestApp, slug: string): Promise<string> {
  return ((await (await app.request(`/api/posts/${slug}`)).json()) as { content: string }).content
}

async function readPlaces(app: TestApp): Promise<[string, number][]> {
  const summary = (await (await app.asOwner(`/api/earnings?${march}&currency=USD`)).json()) as EarningsSummary
  return summary.groups.place.flatMap(({ name, earned, sales }) => (sales > 0 ? [[name, earned]] : []))
}

async function readUnattributed(app: TestApp): Promise<UnattributedGroup[]> {
  return (await (await app.asOwner('/api/earnings/unattributed')).json()) as UnattributedGroup[]
}

const noName = (id: number) => ({ kind: 'post' as const, id, name: '', isAutomatic: false })

test('free tracking IDs go to the public posts with the most clicks, one each, and stay with them', async () => {
  const app = await testApp()
  const product = await makeProduct(app.db, { name: 'Birch oil', affiliate_link: amazon('site-20') })
  const quiet = await makePost(app.db, { title: 'Quiet', slug: 'quiet', content: linkTo(amazon('site-20')) })
  const busy = await makePost(app.db, { title: 'Busy', slug: 'busy', content: linkTo(amazon('site-20')) })
  const box = await makePost(app.db, {
    ...{ title: 'With a box', slug: 'box', content: `<p>Look.</p><div data-product-id="${product}"></div>` },
  })
  await app.db.deleteFrom('post_references').execute()
  await app.db.insertInto('post_references').values({ post_id: box, kind: 'product', ref_id: product }).execute()
  const draft = await makePost(app.db, { title: 'Draft', content: linkTo(amazon('site-20')), published_at: null })
  const plain = await makePost(app.db, { title: 'Plain' })
  for (const [post, count] of [
    [quiet, 1],
    [busy, 9],
    [box, 5],
    [draft, 20],
    [plain, 30],
  ] as const)
    await clicks(app, post, count)
  await recognise(app)
  expect((await findProgram(app)).givesTrackingIds).toBe(false)

  // Off by default, and the ID that links carry is never given.
  const pool = { trackingIds: ['site-20', 'a-20', 'b-20'] }
  expect(given(await save(app, pool))).toEqual([])
  app.purged.length = 0
  const on = await save(app, { givesTrackingIds: true })
  expect(given(on)).toEqual([
    ['Busy', 'a-20', true],
    ['With a box', 'b-20', true],
  ])
  expect(app.purged.flat()).toContain('posts')
  expect(await readBody(app, 'busy')).toContain('tag=a-20&amp;th=1')
  expect(await readBody(app, 'box')).toContain('tag=b-20')
  expect(await readBody(app, 'quiet')).toContain('tag=site-20')

  // More clicks elsewhere change nothing; a further ID goes to the next post.
  await app.db.updateTable('daily_post_totals').set({ clicks: 99 }).where('post_id', '=', quiet).execute()
  app.purged.length = 0
  await recognise(app)
  expect(given(await findProgram(app))).toEqual(given(on))
  expect(app.purged.flat()).not.toContain('posts')
  const more = await save(app, { trackingIds: [...pool.trackingIds, 'c-20'] })
  expect(given(more)).toEqual([...given(on), ['Quiet', 'c-20', true]])

  // Off again: what was given stays. The owner takes one over.
  const off = await save(app, {
    givesTrackingIds: false,
    assignments: more.assignments.map((one) => ({ ...one, isAutomatic: one.isAutomatic && one.name !== 'Busy' })),
  })
  expect(given(off)).toEqual([
    ['Busy', 'a-20', false],
    ['With a box', 'b-20', true],
    ['Quiet', 'c-20', true],
  ])
})

test('only Amazon without codes gives tracking IDs, and no request can pass an ID off as given automatically', async () => {
  const app = await testApp()
  const post = await makePost(app.db, { title: 'Mine', content: linkTo(amazon('site-20')) })
  await recognise(app)
  const saved = await save(app, {
    ...{ trackingIds: ['site-20', 'a-20'], givesTrackingIds: true, allowsSubIds: true },
    assignments: [{ ...noName(post), trackingId: 'a-20', isAutomatic: true }],
  })
  expect(saved.givesTrackingIds).toBe(false)
  expect(given(saved)).toEqual([['Mine', 'a-20', false]])
  const own = await app.asOwner('/api/programs', { json: { name: 'Own', givesTrackingIds: true } })
  expect(await own.json()).toMatchObject({ givesTrackingIds: false })
})

test('a post whose category has an ID keeps that one, and an ID with sales is never given to a post', async () => {
  const app = await testApp()
  const category = await makeCategory(app.db, { name: 'Serums' })
  const content = linkTo(amazon('site-20'))
  await makePost(app.db, { title: 'Of the category', slug: 'one', content, category_id: category })
  await makePost(app.db, { title: 'Other', slug: 'other', content })
  await recognise(app)
  await importReport(app, amazonReport([{ asin: 'B1', fee: '1.00', tag: 'sold-20' }]))
  const program = await save(app, {
    ...{ trackingIds: ['site-20', 'sold-20', 'serums-20', 'free-20'], givesTrackingIds: true },
    assignments: [{ trackingId: 'serums-20', kind: 'category', id: category, name: '', isAutomatic: false }],
  })
  expect(given(program)).toEqual([
    ['Serums', 'serums-20', false],
    ['Other', 'free-20', true],
  ])
  expect(await readBody(app, 'one')).toContain('tag=serums-20')
})

test('reported sales belong to the post of their tracking ID, a rule comes first, and the rest is shared', async () => {
  const app = await testApp()
  const category = await makeCategory(app.db, { name: 'Serums' })
  const content = linkTo(amazon('site-20'))
  const post = await makePost(app.db, { title: 'Serums', slug: 'serums', content, category_id: category })
  const other = await makePost(app.db, { title: 'Other', content })
  await recognise(app)
  await save(app, {
    trackingIds: ['site-20', 'post-20', 'serums-20'],
    assignments: [
      { ...noName(post), trackingId: 'post-20' },
      { trackingId: 'serums-20', kind: 'category', id: category, name: '', isAutomatic: false },
    ],
  })
  // Its own tracking ID comes before that of its category.
  expect(await readBody(app, 'serums')).toContain('tag=post-20')
  const report = amazonReport([
    { asin: 'B1', fee: '1.00', tag: 'post-20' },
    { asin: 'B2', fee: '2.00', tag: 'serums-20' },
    { asin: 'B3', fee: '4.00', tag: 'site-20' },
    { asin: 'B4', fee: '8.00', tag: 'unknown-20' },
  ])
  const { plan } = await importReport(app, report)
  expect(plan?.totals[0]?.unattributed).toMatchObject({ rows: 3, commission: 1400 })
  expect(await readPlaces(app)).toEqual([
    ['Unattributed', 1400],
    ['Serums', 100],
  ])
  expect((await readUnattributed(app)).map(({ value, isShared }) => [value, isShared])).toEqual([
    ['unknown-20', false],
    ['site-20', true],
    ['serums-20', true],
  ])
  const sales = (await (await app.asOwner(`/api/earnings/sales?${march}&currency=USD`)).json()) as Sale[]
  expect(sales.map(({ trackingId, place, isAttributed }) => [trackingId, place, isAttributed]).toSorted()).toEqual([
    ['post-20', 'Serums', true],
    ['serums-20', 'Shared tracking ID', false],
    ['site-20', 'Shared tracking ID', false],
    ['unknown-20', 'Unattributed', false],
  ])

  const rule = { kind: 'tracking-id', network: 'amazon', value: 'post-20', postId: other }
  expect((await app.asOwner('/api/earnings/rules', { json: rule })).status).toBe(201)
  expect(await readPlaces(app)).toContainEqual(['Other', 100])
  expect((await readPlaces(app)).map(([name]) => name)).not.toContain('Serums')

  // Two posts with one ID: it says nothing about either.
  const both = [
    { ...noName(post), trackingId: 'post-20' },
    { ...noName(other), trackingId: 'post-20' },
  ]
  await app.asOwner('/api/earnings/rules/1', { method: 'DELETE' })
  await save(app, { assignments: both })
  expect(await readPlaces(app)).toEqual([['Unattributed', 1500]])
})

test('the ID of a purged post is free again only if no sale belongs to it', async () => {
  const app = await testApp()
  const content = linkTo(amazon('site-20'))
  const first = await makePost(app.db, { title: 'First', content })
  const second = await makePost(app.db, { title: 'Second', content })
  await clicks(app, first, 5)
  await recognise(app)
  expect(given(await save(app, { trackingIds: ['site-20', 'a-20', 'b-20'], givesTrackingIds: true }))).toEqual([
    ['First', 'a-20', true],
    ['Second', 'b-20', true],
  ])
  await importReport(app, amazonReport([{ asin: 'B1', fee: '1.00', tag: 'a-20' }]))
  await makePost(app.db, { title: 'Third', content })
  await makePost(app.db, { title: 'Fourth', content })
  // In the trash they keep their IDs.
  await app.asOwner('/api/posts/delete', { json: { ids: [first, second] } })
  await app.db
    .updateTable('posts')
    .set({ deleted_at: '2026-03-01T00:00:00.000Z' })
    .where('id', 'in', [first, second])
    .execute()
  await recognise(app)
  expect(given(await findProgram(app)).map(([name]) => name)).toEqual(['First', 'Second'])
  await app.db.deleteFrom('posts').where('id', 'in', [first, second]).execute()
  await recognise(app)
  expect(given(await findProgram(app))).toEqual([
    [`Deleted post ${first}`, 'a-20', true],
    ['Fourth', 'b-20', true],
  ])
  expect(await readPlaces(app)).toEqual([[`Post ${first}`, 100]])
})

test('a host that the owner gives to a program counts there, and its links get the tracking IDs of posts', async () => {
  const app = await testApp()
  await makeProduct(app.db, { affiliate_link: amazon('site-20') })
  const link = 'https://go.shop.example/x?tag=site-20'
  await makeProduct(app.db, { affiliate_link: link })
  await makePost(app.db, { title: 'Post', slug: 'post', content: linkTo(link) })
  await recognise(app)
  const program = await save(app, {
    ...{ hosts: ['www.amazon.com', 'go.shop.example'], trackingIds: ['site-20', 'a-20'], givesTrackingIds: true },
  })
  expect(program).toMatchObject({ productLinks: 2, postLinks: 1 })
  expect(given(program)).toEqual([['Post', 'a-20', true]])
  expect(await readBody(app, 'post')).toContain('https://go.shop.example/x?tag=a-20')
  expect(await (await app.asOwner('/api/programs')).json()).toHaveLength(1)
})
