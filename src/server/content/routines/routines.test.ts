import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { expectSentence } from '../../../../test/malicious-input.ts'
import { TEST_ORIGIN, type TestApp, testApp } from '../../../../test/test-app.ts'
import type { BuiltRoutine, OwnerRoutine, RoutineDetails, RoutineSummary } from '../../../contract/content/routines.ts'
import type { Conflict } from '../../../contract/platform/row-endpoints.ts'
import { createReadCache } from '../../platform/http/read-cache.ts'
import { findRoutinesByIds } from './routines.repo.ts'

const input = {
  name: 'A calm evening',
  summary: 'Three steps before bed.',
  forWhom: 'For whoever is tired.',
  skinTypes: ['dry'],
  concerns: ['Redness'],
  imageUrl: 'https://pictures.example/calm.jpg',
  imageAlt: 'A towel',
}
const step = { time: 'evening', kind: 'Cleanser', amount: 'A coin', often: 'Daily', wait: '', why: 'It is mild.' }

async function create({ asOwner }: TestApp, over: object = {}): Promise<OwnerRoutine> {
  const response = await asOwner('/api/routines', { json: { ...input, ...over } })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerRoutine
}

function save({ asOwner }: TestApp, id: number, over: object, headers: Record<string, string> = {}): Promise<Response> {
  return asOwner(`/api/routines/${id}`, { method: 'PUT', json: { ...input, ...over }, headers })
}

async function post({ asOwner }: TestApp, path: string, json?: unknown): Promise<void> {
  const response = await asOwner(`/api/routines${path}`, { method: 'POST', json })
  expect(response.status, await response.clone().text()).toBe(200)
}

async function read({ request }: TestApp, slug: string): Promise<RoutineDetails | undefined> {
  const response = await request(`/api/routines/${encodeURIComponent(slug)}`)
  return response.status === 404 ? undefined : ((await response.json()) as RoutineDetails)
}

async function names({ request }: TestApp): Promise<string[]> {
  return ((await (await request('/api/routines')).json()) as RoutineSummary[]).map(({ name }) => name)
}

/** The names in the owner's order, whose positions count from 1. */
async function order({ asOwner }: TestApp): Promise<string[]> {
  const rows = (await (await asOwner('/api/routines?status=all')).json()) as OwnerRoutine[]
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
  return rows.map(({ name }) => name)
}

test('a routine is created at the end, read with its products, saved and shown to readers', async () => {
  const app = await testApp()
  await create(app, { name: 'First' })
  const cleanser = await makeProduct(app.db, { name: 'Oat wash', price_minor: 1250, slug: 'oat-wash' })
  const milk = await makeProduct(app.db, { name: 'Oat milk', price_minor: 900 })
  const cream = await makeProduct(app.db, { price_minor: 2000, currency: 'EUR' })
  const steps = [
    { ...step, time: 'morning', productId: cleanser, swapProductId: milk, swap: 'The milk' },
    { ...step, productId: cleanser },
    { ...step, kind: 'Cream', productId: cream },
    { ...step, kind: 'Wait', productId: null },
  ]
  const routine = await create(app, { steps })
  expect(routine).toMatchObject({ ...input, slug: 'a-calm-evening', position: 2, version: 1, isActive: true })
  expect(await names(app)).toEqual(['First', 'A calm evening'])
  const shown = await read(app, 'a-calm-evening')
  expect(shown).toMatchObject({
    ...input,
    posts: [],
    totals: [
      { currency: 'USD', price: '12.50' },
      { currency: 'EUR', price: '20.00' },
    ],
  })
  expect(shown!.steps.map((each) => [each.kind, each.product?.name ?? null, each.swapProduct?.name ?? null])).toEqual([
    ['Cleanser', 'Oat wash', 'Oat milk'],
    ['Cleanser', 'Oat wash', null],
    ['Cream', expect.stringMatching(/^Product/), null],
    ['Wait', null, null],
  ])
  expect(shown!.steps[0]!.product).toMatchObject({ slug: 'oat-wash', price: '12.50' })
  const stored = await app.db.selectFrom('routine_products').selectAll().where('routine_id', '=', routine.id).execute()
  expect(stored.map(({ product_id }) => product_id).sort()).toEqual([cleanser, milk, cream])

  const saved = await save(app, routine.id, { name: 'A calmer evening', steps: [] })
  expect(saved.headers.get('etag')).toBe('"2"')
  expect(await saved.json()).toMatchObject({ name: 'A calmer evening', slug: 'a-calm-evening', version: 2, steps: [] })
  expect(await app.db.selectFrom('routine_products').selectAll().execute()).toEqual([])
  expect(app.purged).toEqual([['routines', 'settings'], ['routines'], ['routines']])
  expect(await (await app.asOwner('/api/audit?area=routines&limit=2')).json()).toMatchObject([
    { text: 'Changed routine “A calmer evening”' },
    { text: 'Created routine “A calm evening”' },
  ])
  expect((await save(app, 999, {})).status).toBe(404)
})

test('each field is refused with its sentence, and nothing is stored', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const before = await countRows(app.db)
  for (const [field, value, message, path = field] of [
    ['name', 'A', 'Name must be at least 2 characters'],
    ['name', 'a'.repeat(121), 'Please keep this under 120 characters'],
    ['slug', 'Not a slug', 'Use lowercase letters, digits and single hyphens'],
    ['summary', 'a'.repeat(201), 'Please keep this under 200 characters'],
    ['forWhom', 'a'.repeat(601), 'Please keep this under 600 characters'],
    ['concerns', Array.from({ length: 13 }, String), 'Please choose at most 12'],
    ['imageUrl', 'javascript:alert(1)', 'Use an image of the media library or an address with https://'],
    ['steps', Array.from({ length: 25 }, () => step), 'Please keep a routine to 24 steps at most'],
    ['steps', [{ ...step, kind: ' ' }], 'Please say what kind of step this is', 'steps.0.kind'],
    ['steps', [{ ...step, why: 'a'.repeat(401) }], 'Please keep this under 400 characters', 'steps.0.why'],
  ] as const) {
    for (const response of [
      await app.asOwner('/api/routines', { json: { ...input, [field]: value } }),
      await save(app, id, { [field]: value }),
    ]) {
      expect(response.status, field).toBe(400)
      expect(await response.json()).toEqual({ message, issues: [{ path, message }] })
    }
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('a routine with the largest steps fits into a request', async () => {
  const app = await testApp()
  const words = { amount: 'ä'.repeat(120), often: 'ä'.repeat(120), wait: 'ä'.repeat(120), why: 'ä'.repeat(400) }
  await create(app, { steps: Array.from({ length: 24 }, () => ({ ...step, ...words, swap: 'ä'.repeat(300) })) })
})

test('a step whose product is hidden, deleted or never existed keeps its kind and words', async () => {
  const app = await testApp()
  const ids = [await makeProduct(app.db), await makeProduct(app.db), 4711]
  await create(app, { steps: ids.map((productId) => ({ ...step, productId, swapProductId: productId })) })
  expect((await read(app, 'a-calm-evening'))!.steps[0]!.product).not.toBeNull()
  await app.asOwner('/api/products/deactivate', { json: { ids: [ids[0]] } })
  await app.asOwner(`/api/products/${ids[1]}`, { method: 'DELETE' })
  const { steps, totals } = (await read(app, 'a-calm-evening'))!
  expect(steps).toEqual(ids.map(() => ({ ...step, swap: '', product: null, swapProduct: null })))
  expect(totals).toEqual([])
})

test('a slug is made of the name, and a taken one gets a number', async () => {
  const app = await testApp()
  for (const [name, slug] of [
    ['Crème & Öl', 'creme-ol'],
    ['Creme, Ol!', 'creme-ol-2'],
    ['スキンケア', 'スキンケア'],
    ['…!?', 'routine'],
    ['Build', 'build-2'],
  ])
    expect((await create(app, { name })).slug, name).toBe(slug)
  expect((await create(app, { slug: 'my-own' })).slug).toBe('my-own')
  const message = 'Another page has this slug. Please choose another one.'
  for (const slug of ['my-own', 'build']) {
    const taken = await app.asOwner('/api/routines', { json: { ...input, slug } })
    expect(taken.status).toBe(422)
    expect(await taken.json()).toEqual({ message, issues: [{ path: 'slug', message }] })
  }
})

test('a former slug finds the routine until another takes it', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await save(app, id, { slug: 'calm' })
  const moved = await app.request('/api/routines/a-calm-evening')
  expect(moved.headers.get('content-location')).toBe('/api/routines/calm')
  expect(await moved.json()).toMatchObject({ id, slug: 'calm' })
  expect((await read(app, 'calm'))?.id).toBe(id)
  await save(app, id, { slug: '' })
  expect((await read(app, 'calm'))?.slug).toBe('a-calm-evening')
  await save(app, id, { slug: 'calm' })
  const other = await create(app)
  expect(other.slug).toBe('a-calm-evening')
  expect((await read(app, 'a-calm-evening'))?.id).toBe(other.id)
  await app.asOwner(`/api/routines/${other.id}`, { method: 'DELETE' })
  expect(await read(app, 'a-calm-evening')).toBeUndefined()
})

test('two tabs that edit one routine do not overwrite each other', async () => {
  const app = await testApp()
  const { id } = await create(app)
  expect((await save(app, id, { name: 'Mine' }, { 'if-match': '"1"' })).status).toBe(200)
  const second = await save(app, id, { name: 'Yours' }, { 'if-match': '"1"' })
  expect(second.status).toBe(409)
  const { message, current } = (await second.json()) as Conflict<OwnerRoutine>
  expect(message).toBe('This routine was saved elsewhere in the meantime')
  expect(current).toMatchObject({ name: 'Mine', version: 2 })
})

test('a save that changes nothing makes no version', async () => {
  const app = await testApp()
  const steps = [step, { ...step, time: 'morning', kind: 'Tonic' }]
  const { id, updatedAt, ...stored } = await create(app, { steps })
  expect(stored.steps.map(({ kind }) => kind)).toEqual(['Tonic', 'Cleanser'])
  app.setNow('2026-03-11T15:00:00.000Z')
  expect(await (await save(app, id, { steps })).json()).toMatchObject({ version: 1, updatedAt })
})

test('the same create twice makes one routine, and many at once stand one after another', async () => {
  const app = await testApp()
  const send = () => app.asOwner('/api/routines', { json: input, headers: { 'idempotency-key': 'key-of-calm-1' } })
  const both = await Promise.all([send(), send()])
  const [first, second] = await Promise.all(both.map((each) => each.json()))
  expect(first).toEqual(second)
  expect(await order(app)).toHaveLength(1)
  await Promise.all(Array.from({ length: 6 }, () => create(app)))
  expect(await order(app)).toHaveLength(7)
})

test('a deleted routine is nowhere, and undoing brings it back to its place and address', async () => {
  const app = await testApp()
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await create(app, { name })).id)
  expect((await app.asOwner(`/api/routines/${ids[1]}`, { method: 'DELETE' })).status).toBe(200)
  expect(await order(app)).toEqual(['One', 'Three'])
  expect(await names(app)).toEqual(['One', 'Three'])
  expect(await read(app, 'two')).toBeUndefined()
  for (const path of ['/source', '/preview'])
    expect((await app.asOwner(`/api/routines/${ids[1]}${path}`)).status).toBe(404)
  expect((await save(app, ids[1]!, {})).status).toBe(404)
  expect((await app.asOwner(`/api/routines/${ids[1]}`, { method: 'DELETE' })).status).toBe(404)
  await post(app, `/${ids[1]}/restore`)
  expect(await order(app)).toEqual(['One', 'Two', 'Three'])
  expect((await read(app, 'two'))?.id).toBe(ids[1])
  expect((await app.asOwner(`/api/routines/${ids[1]}/restore`, { method: 'POST' })).status).toBe(404)

  await post(app, '/delete', { ids: [ids[0], ids[1]] })
  await create(app, { name: 'Two' })
  await post(app, '/restore', { ids: [ids[1], ids[0]] })
  expect(await order(app)).toEqual(['One', 'Two', 'Three', 'Two'])
  expect((await read(app, 'two-2'))?.id).toBe(ids[1])
})

test('a hidden routine is for the owner alone', async () => {
  const app = await testApp()
  const { id } = await create(app)
  await post(app, '/deactivate', { ids: [id] })
  expect(await names(app)).toEqual([])
  expect(await read(app, 'a-calm-evening')).toBeUndefined()
  expect(await (await app.asOwner(`/api/routines/${id}/preview`)).json()).toMatchObject({ name: input.name })
  expect(await (await app.asOwner('/api/routines?status=inactive')).json()).toMatchObject([{ id, version: 2 }])
  await post(app, '/activate', { ids: [id] })
  expect(await names(app)).toEqual(['A calm evening'])
  for (const path of [`/${id}/source`, `/${id}/preview`, '?status=all'])
    expect((await app.request(`/api/routines${path}`)).status, path).toBe(401)
})

test('routines are moved to a place, searched, sorted and paged', async () => {
  const app = await testApp()
  const ids: number[] = []
  for (const name of ['One', 'Two', 'Three']) ids.push((await create(app, { name, summary: `${name} of 100%` })).id)
  const put = (json: object) => app.asOwner('/api/routines/order', { method: 'PUT', json })
  expect((await put({ ids: [ids[2]], position: 1 })).status).toBe(200)
  expect(await order(app)).toEqual(['Three', 'One', 'Two'])
  expect((await put({ ids })).status).toBe(200)
  expect(await order(app)).toEqual(['One', 'Two', 'Three'])
  const gone = await put({ ids: [ids[0], 999], position: 1 })
  expect(gone.status).toBe(409)
  await expectSentence(gone)
  const at = async (query: string) =>
    ((await (await app.asOwner(`/api/routines?status=all&${query}`)).json()) as OwnerRoutine[]).map(({ name }) => name)
  expect(await at('q=thre')).toEqual(['Three'])
  expect(await at('q=two of 100%25')).toEqual(['Two'])
  expect(await at('sort=name&direction=desc&limit=2')).toEqual(['Two', 'Three'])
  const page = await app.request('/api/routines?limit=2&page=2')
  expect(page.headers.get('x-total-count')).toBe('3')
  expect(await page.json()).toMatchObject([{ name: 'Three' }])
})

test('a routine names the published posts that embed it', async () => {
  const app = await testApp()
  const { id } = await create(app)
  const past = await makePost(app.db, { slug: 'past', title: 'Past' })
  const later = await makePost(app.db, { slug: 'later', title: 'Later', published_at: '2026-03-12T15:00:00.000Z' })
  const draft = await makePost(app.db, { published_at: null })
  await app.db
    .insertInto('post_references')
    .values([past, later, draft].map((post_id) => ({ post_id, kind: 'routine', ref_id: id })))
    .execute()
  expect((await read(app, 'a-calm-evening'))!.posts).toEqual([{ slug: 'past', title: 'Past' }])
  app.setNow('2026-03-13T15:00:00.000Z')
  expect((await read(app, 'a-calm-evening'))!.posts).toEqual([
    { slug: 'later', title: 'Later' },
    { slug: 'past', title: 'Past' },
  ])
})

async function build({ request }: TestApp, query: string): Promise<BuiltRoutine> {
  const response = await request(`/api/routines/build?${query}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as BuiltRoutine
}

test('a reader gets the routine for her skin, with products that suit it and the budget', async () => {
  const app = await testApp()
  const facts = (skinTypes: string[]) => JSON.stringify({ skinTypes })
  const wash = await makeProduct(app.db, { price_minor: 3000, facts: facts(['oily']) })
  const cheap = await makeProduct(app.db, { price_minor: 700 })
  await makeProduct(app.db, { price_minor: 300, is_active: false })
  await makeProduct(app.db, { price_minor: 200, category: 'Sunscreens' })
  await create(app, { name: 'Dry' })
  await create(app, { name: 'Oily', skinTypes: ['oily'], concerns: ['Acne'], steps: [{ ...step, productId: wash }] })
  await create(app, { name: 'Hidden', skinTypes: ['oily'], concerns: ['Acne', 'Secret'], isActive: false })

  expect(await build(app, '')).toEqual({
    hasRoutines: true,
    concerns: [
      { key: 'acne', label: 'Acne' },
      { key: 'redness', label: 'Redness' },
    ],
    currency: 'USD',
    result: null,
  })
  const { result } = await build(app, 'skin=oily&concern=acne,redness,secret')
  expect(result).toMatchObject({
    routine: { name: 'Oily', slug: 'oily' },
    suitsSkin: true,
    missedConcerns: ['Redness'],
    steps: [{ choice: 'owner', product: { id: wash } }],
    totals: [{ currency: 'USD', price: '30.00' }],
  })
  expect((await build(app, 'skin=oily&budget=10')).result).toMatchObject({
    steps: [{ choice: 'alternative', reason: 'budget', product: { id: cheap } }],
    totals: [{ price: '7.00' }],
  })
  expect((await build(app, 'skin=oily&budget=5')).result).toMatchObject({
    steps: [{ kind: 'Cleanser', choice: 'none', reason: 'budget', product: null }],
    totals: [],
  })
  expect((await build(app, 'skin=normal')).result).toMatchObject({ routine: { name: 'Dry' }, suitsSkin: false })
  for (const query of ['skin=blue', 'budget=0', 'budget=1.5', 'budget=999999999', `concern=${'a'.repeat(601)}`])
    expect((await app.request(`/api/routines/build?${query}`)).status, query).toBe(400)
})

test('the prices for built routines are read again only after a change of products', async () => {
  const clock = () => new Date('2026-03-10T15:00:00.000Z')
  const readCache = createReadCache({ clock, loadNextChange: async () => undefined })
  const app = await testApp({ readCache })
  const id = await makeProduct(app.db, { price_minor: 3000 })
  await create(app, { name: 'Calm', steps: [{ ...step, productId: id }] })
  const hasReadPrices = async () => {
    app.queries.clear()
    expect((await build(app, 'budget=40')).result).toMatchObject({ steps: [{ product: { id } }] })
    return [...app.queries.keys()].some((query) => query.includes('"price_minor" >'))
  }
  expect([await hasReadPrices(), await hasReadPrices()]).toEqual([true, false])
  readCache.purge({ tag: 'products' })
  expect(await hasReadPrices()).toBe(true)
})

test('without routines and products there is nothing to build', async () => {
  const app = await testApp()
  expect(await build(app, 'skin=dry&budget=20')).toEqual({
    hasRoutines: false,
    concerns: [],
    currency: 'USD',
    result: null,
  })
  expect(await names(app)).toEqual([])
})

test('the sitemap lists active routines, and their list only if there are any', async () => {
  const app = await testApp()
  const sitemap = async () => (await app.request('/sitemap.xml')).text()
  expect(await sitemap()).not.toContain('/routines')
  const { id } = await create(app)
  for (const path of ['/routines', '/routines/build', '/routines/a-calm-evening'])
    expect(await sitemap()).toContain(`<loc>${TEST_ORIGIN}${path}</loc>`)
  await post(app, '/deactivate', { ids: [id] })
  expect(await sitemap()).not.toContain('/routines')
})

test('blocks find active routines in their order', async () => {
  const app = await testApp()
  const [one, two, three] = [await create(app, { name: 'One' }), await create(app, { name: 'Two' }), await create(app)]
  await post(app, '/deactivate', { ids: [three.id] })
  const found = await findRoutinesByIds(app.db, [two.id, 999, three.id, one.id])
  expect(found.map(({ name }) => name)).toEqual(['Two', 'One'])
  expect(await findRoutinesByIds(app.db, [])).toEqual([])
})

test('a damaged detail of a routine is left out, and the rest is shown', async () => {
  const app = await testApp()
  const { id } = await create(app, { steps: [step] })
  const details = JSON.stringify({ summary: 'Kept', skinTypes: ['blue'], steps: 7 })
  await app.db.updateTable('routines').set({ details }).where('id', '=', id).execute()
  expect(await read(app, 'a-calm-evening')).toMatchObject({ summary: 'Kept', skinTypes: [], steps: [] })
})

test('an undo of a deletion gives a routine its slug back, with its accents', async () => {
  const app = await testApp()
  const { id, slug } = await create(app, { slug: 'crème-de-nuit' })
  const other = await create(app, { slug: 'soirée' })
  await post(app, '/delete', { ids: [id, other.id] })
  await create(app, { name: 'In its place', slug: 'soirée' })
  await post(app, '/restore', { ids: [id, other.id] })
  expect((await read(app, slug))?.id).toBe(id)
  expect((await read(app, 'soiree'))?.id).toBe(other.id)
})

test('a budget is kept in a currency without decimals', async () => {
  const app = await testApp()
  const wash = await makeProduct(app.db, { price_minor: 3000, currency: 'KRW' })
  const cheap = await makeProduct(app.db, { price_minor: 700, currency: 'KRW' })
  await create(app, { steps: [{ ...step, productId: wash }] })
  const totals = async (budget: number) => (await build(app, `budget=${budget}`)).result?.totals
  expect(await totals(3_000)).toEqual([{ currency: 'KRW', price: '3000' }])
  expect(await totals(2_999)).toEqual([{ currency: 'KRW', price: '700' }])
  expect(await totals(699)).toEqual([])
  expect(cheap).toBeGreaterThan(wash)
})
