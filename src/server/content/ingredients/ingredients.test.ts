import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { uploadPicture } from '../../../../test/upload-picture.ts'
import type {
  Ingredient,
  IngredientInput,
  IngredientSummary,
  IngredientUses,
  OwnerIngredient,
  RecognisedIngredients,
} from '../../../contract/content/ingredients.ts'
import type { EditablePost, Post } from '../../../contract/content/posts.ts'
import type { Conflict } from '../../../contract/platform/row-endpoints.ts'
import { storeDerivedRows } from '../../shop/products/derived-rows.repo.ts'

type Over = Partial<IngredientInput>

async function create({ asOwner }: TestApp, name: string, over: Over = {}): Promise<OwnerIngredient> {
  const response = await asOwner('/api/ingredients', { json: { name, ...over } })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerIngredient
}

function save({ asOwner }: TestApp, id: number, json: Over, headers: Record<string, string> = {}): Promise<Response> {
  return asOwner(`/api/ingredients/${id}`, { method: 'PUT', json, headers })
}

async function post({ asOwner }: TestApp, path: string, json?: unknown): Promise<void> {
  const response = await asOwner(`/api/ingredients${path}`, { method: 'POST', json })
  expect(response.status, await response.clone().text()).toBe(200)
}

async function read<T>({ request }: TestApp, path: string): Promise<T> {
  const response = await request(path)
  expect(response.status, path).toBe(200)
  return (await response.json()) as T
}

const find = (app: TestApp, slug: string) => read<Ingredient>(app, `/api/ingredients/${encodeURIComponent(slug)}`)
const list = async (app: TestApp) =>
  (await read<IngredientSummary[]>(app, '/api/ingredients')).map((ingredient) => ingredient.name)

/** A product with key ingredients, as a write of it stores them. */
async function makeProductWith({ db }: TestApp, names: string[], over: object = {}): Promise<number> {
  const id = await makeProduct(db, { ...over, facts: JSON.stringify({ keyIngredients: names }) })
  await storeDerivedRows(db, [id])
  return id
}

async function links({ db }: TestApp, productId: number): Promise<(number | null)[]> {
  const rows = await db
    .selectFrom('product_ingredients')
    .select('ingredient_id')
    .where('product_id', '=', productId)
    .orderBy('position')
    .execute()
  return rows.map((row) => row.ingredient_id)
}

const full: Over = {
  inci: 'Niacinamide',
  synonyms: ['Vitamin B3', 'Nicotinamide'],
  summary: 'A calm all-rounder.',
  whatItDoes: 'It evens the tone.\n\nIt helps the barrier.',
  evidence: 'Good, from several studies.',
  evidenceLevel: 'moderate',
  strengths: '2 to 5 %',
  startSlowly: 'Twice a week.',
  pregnancyNote: 'Ask your doctor.',
  goesWith: [{ name: 'ceramide np', note: 'both calm the skin' }],
  keepApart: [{ name: 'Vitamin C', note: '' }],
  sources: [{ title: 'A review', url: 'https://journal.example/1' }],
}

test('an ingredient is created, listed, shown with everything that was said, and saved', async () => {
  const app = await testApp()
  const partner = await create(app, 'Ceramides', { synonyms: ['Ceramide NP'] })
  const made = await create(app, 'Niacinamide', full)
  expect(made).toMatchObject({ ...full, slug: 'niacinamide', version: 1, isActive: true, isLinked: true })
  expect(await list(app)).toEqual(['Ceramides', 'Niacinamide'])
  const shown = await find(app, 'niacinamide')
  expect(shown).toMatchObject({
    ...{ name: 'Niacinamide', inci: 'Niacinamide', whatItDoes: full.whatItDoes, sources: full.sources },
    goesWith: [{ name: 'Ceramides', note: 'both calm the skin', slug: partner.slug }],
    keepApart: [{ name: 'Vitamin C', note: '', slug: null }],
    ...{ products: [], posts: [] },
  })
  const saved = (await (
    await save(app, made.id, { ...full, name: 'Niacinamide', summary: 'Calm.' })
  ).json()) as OwnerIngredient
  expect(saved).toMatchObject({ summary: 'Calm.', version: 2 })
  const same = (await (
    await save(app, made.id, { ...full, name: 'Niacinamide', summary: 'Calm.' })
  ).json()) as OwnerIngredient
  expect(same.version).toBe(2)
})

test('names are listed as in a dictionary, whatever their case and accents', async () => {
  const app = await testApp()
  for (const name of ['zinc', 'Äpfelsäure', 'Azelaic acid', 'retinol', 'Niacinamide']) await create(app, name)
  expect(await list(app)).toEqual(['Äpfelsäure', 'Azelaic acid', 'Niacinamide', 'retinol', 'zinc'])
})

test.each([
  ['Crème de la mer!', 'creme-de-la-mer'],
  ['1,2-Hexanediol', '1-2-hexanediol'],
  ['ビタミンC', 'ビタミンc'],
  ['Масло ши', 'масло-ши'],
  ['α-Tocopherol', 'α-tocopherol'],
])('the slug of %s is made from its name', async (name, slug) => {
  const app = await testApp()
  expect((await create(app, name)).slug).toBe(slug)
  expect((await find(app, slug)).name).toBe(name)
})

test('two names with one slug get two', async () => {
  const app = await testApp()
  expect((await create(app, 'Vitamin C')).slug).toBe('vitamin-c')
  expect((await create(app, 'Vitamin-C')).slug).toBe('vitamin-c-2')
})

test('a name of another ingredient is rejected at its field, whatever its case', async () => {
  const app = await testApp()
  await create(app, 'Retinol')
  const other = await create(app, 'Retinal')
  const created = await app.asOwner('/api/ingredients', { json: { name: ' RETINOL ' } })
  const renamed = await save(app, other.id, { name: 'retinol' })
  for (const response of [created, renamed]) {
    expect(response.status).toBe(422)
    const message = 'Another ingredient has this name. Please choose another one.'
    expect(await response.json()).toMatchObject({ message, issues: [{ path: 'name', message }] })
  }
})

test.each([
  [{ name: 'x' }, 'Name must be at least 2 characters'],
  [{ name: '123' }, 'A name needs at least one letter'],
  [{ name: 'x'.repeat(101) }, 'Please keep this under 100 characters'],
  [{ name: 'Zinc', synonyms: Array.from({ length: 21 }, (_, i) => `z${i}`) }, 'Please choose at most 20'],
  [{ name: 'Zinc', sources: [{ title: '', url: '' }] }, 'Please name the source'],
  [
    { name: 'Zinc', sources: [{ title: 'A', url: 'javascript:alert(1)' }] },
    'Please enter a link that begins with http:// or https://',
  ],
])('%j is rejected with its sentence', async (json, sentence) => {
  const app = await testApp()
  const response = await app.asOwner('/api/ingredients', { json })
  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toContain(sentence)
})

test('a renamed ingredient redirects its former slugs, and keeps its former name as a synonym', async () => {
  const app = await testApp()
  const { id } = await create(app, 'Vitamin B3', { summary: 'Calm.' })
  const productId = await makeProductWith(app, ['vitamin b3'])
  const renamed = (await (await save(app, id, { name: 'Niacinamide' })).json()) as OwnerIngredient
  expect(renamed).toMatchObject({ slug: 'niacinamide', synonyms: ['Vitamin B3'] })
  const moved = await app.request('/api/ingredients/vitamin-b3')
  expect(moved.headers.get('content-location')).toBe('/api/ingredients/niacinamide')
  expect(((await moved.json()) as Ingredient).slug).toBe('niacinamide')
  expect(await links(app, productId)).toEqual([id])
  await save(app, id, { name: 'Nicotinamide', synonyms: renamed.synonyms })
  for (const slug of ['vitamin-b3', 'niacinamide', 'nicotinamide'])
    expect((await find(app, slug)).slug).toBe('nicotinamide')
  const again = await create(app, 'Niacinamide')
  expect(again.slug).toBe('niacinamide')
  expect((await find(app, 'niacinamide')).id).toBe(again.id)
})

test('a save of an older version changes nothing and names the current state', async () => {
  const app = await testApp()
  const { id } = await create(app, 'Retinol')
  await save(app, id, { name: 'Retinol', summary: 'Mine.' }, { 'if-match': '"1"' })
  const stale = await save(app, id, { name: 'Retinol', summary: 'Yours.' }, { 'if-match': '"1"' })
  expect(stale.status).toBe(409)
  expect(((await stale.json()) as Conflict<OwnerIngredient>).current).toMatchObject({ summary: 'Mine.', version: 2 })
  const source = await app.asOwner(`/api/ingredients/${id}/source`)
  expect(source.headers.get('etag')).toBe('"2"')
})

test('sent twice under one key, an ingredient is created once', async () => {
  const app = await testApp()
  const send = () =>
    app.asOwner('/api/ingredients', {
      json: { name: 'Retinol' },
      headers: { 'idempotency-key': 'one-key-of-a-form-0001' },
    })
  const [first, second] = [await send(), await send()]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(await list(app)).toEqual(['Retinol'])
})

test('two creations of one name at once make one ingredient', async () => {
  const app = await testApp()
  const send = () => app.asOwner('/api/ingredients', { json: { name: 'Retinol' } })
  const statuses = (await Promise.all([send(), send(), send()])).map((response) => response.status)
  expect(statuses.sort()).toEqual([201, 422, 422])
})

test('key ingredients of products follow creation, deletion and restoring', async () => {
  const app = await testApp()
  const productId = await makeProductWith(app, ['Retinol', 'Squalane', 'vitamin a'])
  expect(await links(app, productId)).toEqual([null, null, null])
  const { id } = await create(app, 'Retinol', { synonyms: ['Vitamin A'] })
  expect(await links(app, productId)).toEqual([id, null, id])
  expect((await app.asOwner(`/api/ingredients/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await links(app, productId)).toEqual([null, null, null])
  const other = await create(app, 'Squalane', { synonyms: ['Vitamin A'] })
  expect(await links(app, productId)).toEqual([null, other.id, other.id])
  await post(app, `/${id}/restore`)
  // Of two that claim a synonym, the older one has it.
  expect(await links(app, productId)).toEqual([id, other.id, id])
})

test('the page shows the second picture of a product with it, and the covers of its articles', async () => {
  const app = await testApp()
  await create(app, 'Retinol')
  expect((await find(app, 'retinol')).texture).toBeNull()
  const [cover, texture] = [await uploadPicture(app, '#a03020'), await uploadPicture(app, '#204060')]
  await makeProductWith(app, ['Retinol'], { name: 'Without pictures' })
  const id = await makeProductWith(app, ['Retinol'])
  const facts = JSON.stringify({ keyIngredients: ['Retinol'], moreImages: [texture] })
  await app.db.updateTable('products').set({ facts }).where('id', '=', id).execute()
  await makePost(app.db, { content: '<p>All about retinol.</p>', cover_image: cover })
  const shown = await find(app, 'retinol')
  expect(texture).toContain(shown.texture!.key)
  expect(shown.posts.map(({ picture }) => cover.includes(picture!.key))).toEqual([true])
})

test('the page names active products with it and published posts that mention it as a word', async () => {
  const app = await testApp()
  const { id } = await create(app, 'Retinol', { synonyms: ['Vitamin A'] })
  await create(app, 'Retinol palmitate')
  const shownId = await makeProductWith(app, ['Retinol'], { name: 'Night cream' })
  await makeProductWith(app, ['Retinol'], { name: 'Hidden', is_active: false })
  await makeProductWith(app, ['Zinc'], { name: 'Other' })
  const at = (day: number) => ({ published_at: `2026-02-0${day}T12:00:00.000Z` })
  await makePost(app.db, { title: 'By name', content: '<p>All about RETINOL.</p>', ...at(1) })
  await makePost(app.db, { title: 'By synonym', content: '<p>Some vitamin A.</p>', ...at(2) })
  await makePost(app.db, { title: 'Part of a word', content: '<p>Retinolish.</p>' })
  await makePost(app.db, { title: 'Longer name', content: '<p>Retinol palmitate.</p>' })
  await makePost(app.db, { title: 'Draft', content: '<p>Retinol.</p>', published_at: null })
  await makePost(app.db, { title: 'Planned', content: '<p>Retinol.</p>', published_at: '2027-01-01T00:00:00.000Z' })
  const { products, posts } = await find(app, 'retinol')
  expect(products.map((product) => product.id)).toEqual([shownId])
  expect(posts.map((each) => each.title)).toEqual(['By synonym', 'By name'])
  const uses = (await (await app.asOwner(`/api/ingredients/${id}/uses`)).json()) as IngredientUses
  expect(uses).toMatchObject({ productTotal: 2, postTotal: 2 })
  expect(uses.products.map(({ title }) => title)).toEqual(['Hidden', 'Night cream'])
})

test('an article of a page names at most 12 articles, newest first', async () => {
  const app = await testApp()
  await create(app, 'Retinol')
  for (let day = 10; day < 25; day += 1)
    await makePost(app.db, {
      ...{ title: `Day ${day}`, content: '<p>Retinol.</p>', published_at: `2026-01-${day}T12:00:00.000Z` },
    })
  const { posts } = await find(app, 'retinol')
  expect(posts.map((each) => each.title)).toEqual(Array.from({ length: 12 }, (_, i) => `Day ${24 - i}`))
})

test('an inactive or deleted ingredient is nowhere, and comes back with its address', async () => {
  const app = await testApp()
  const { id } = await create(app, 'Retinol')
  await makePost(app.db, { slug: 'about-retinol', content: '<p>Retinol here.</p>' })
  const body = async () => (await read<Post>(app, '/api/posts/about-retinol')).content
  const linkedBody = `<p><a href="/ingredients/retinol" data-ingredient="${id}">Retinol</a> here.</p>`
  const isPublic = async () => {
    const inSitemap = (await (await app.request('/sitemap.xml')).text()).includes('/ingredients')
    const statuses = [
      (await app.request('/api/ingredients/retinol')).status === 200,
      (await list(app)).length > 0,
      inSitemap,
    ]
    const isLinked = (await body()) === linkedBody
    expect(new Set([...statuses, isLinked]).size).toBe(1)
    return isLinked
  }
  expect(await isPublic()).toBe(true)
  await post(app, '/deactivate', { ids: [id] })
  expect(await isPublic()).toBe(false)
  await post(app, '/activate', { ids: [id] })
  expect(await isPublic()).toBe(true)
  await post(app, '/delete', { ids: [id] })
  expect(await isPublic()).toBe(false)
  expect((await app.asOwner(`/api/ingredients/${id}/source`)).status).toBe(404)
  await post(app, '/restore', { ids: [id] })
  expect(await isPublic()).toBe(true)
})

test('an ingredient whose name was taken meanwhile cannot come back; one whose slug was taken gets another', async () => {
  const app = await testApp()
  const first = await create(app, 'Vitamin C')
  await post(app, '/delete', { ids: [first.id] })
  const second = await create(app, 'vitamin-c')
  expect(second.slug).toBe('vitamin-c')
  await post(app, `/${first.id}/restore`)
  expect((await find(app, 'vitamin-c-2')).id).toBe(first.id)
  await post(app, '/delete', { ids: [first.id] })
  await create(app, 'VITAMIN C')
  const response = await app.asOwner(`/api/ingredients/${first.id}/restore`, { method: 'POST' })
  expect(response.status).toBe(409)
  expect(((await response.json()) as { message: string }).message).toContain('“Vitamin C”')
})

test('every write purges what shows ingredients', async () => {
  const app = await testApp()
  await create(app, 'Urea')
  const { id } = await create(app, 'Retinol')
  await save(app, id, { name: 'Retinal' })
  await post(app, '/deactivate', { ids: [id] })
  await post(app, '/activate', { ids: [id] })
  await post(app, '/delete', { ids: [id] })
  await post(app, '/restore', { ids: [id] })
  expect(app.purged.slice(1)).toEqual(Array.from({ length: 6 }, () => ['ingredients']))
})

test('a post may keep its mentions unlinked, and an ingredient too', async () => {
  const app = await testApp()
  await create(app, 'Retinol')
  await create(app, 'Zinc', { isLinked: false })
  const content = '<p>Zinc and retinol, which is what this text of fifty characters is about.</p>'
  const input = { title: 'About retinol', slug: 'about-retinol', coverImage: '/media/none/640.jpg', content }
  const made = (await (
    await app.asOwner('/api/posts', { json: { ...input, publishedAt: '2026-01-01T00:00:00.000Z' } })
  ).json()) as EditablePost
  expect(made.linkIngredients).toBe(true)
  const body = async () => (await read<Post>(app, '/api/posts/about-retinol')).content
  expect(await body()).toContain('Zinc and <a href="/ingredients/retinol"')
  const json = { ...made, linkIngredients: false }
  expect((await app.asOwner(`/api/posts/${made.id}`, { method: 'PUT', json })).status).toBe(200)
  expect(await body()).toBe(content)
})

test('pages link ingredients, feeds with absolute addresses, and the stored text stays as it is', async () => {
  const app = await testApp()
  await create(app, 'Retinol')
  const content = '<p>Retinol, and more.</p>'
  await makePost(app.db, { slug: 'about-retinol', content })
  await makePost(app.db, { slug: 'my-page', kind: 'page', content })
  expect((await read<{ content: string }>(app, '/api/pages/my-page')).content).toContain('href="/ingredients/retinol"')
  expect(await (await app.request('/feed.json')).text()).toContain('http://localhost:3000/ingredients/retinol')
  const stored = await app.db.selectFrom('posts').select('content').execute()
  expect(stored.map((row) => row.content)).toEqual([content, content])
})

test('a pasted list is recognised, inactive ingredients too', async () => {
  const app = await testApp()
  const water = await create(app, 'Water', { inci: 'Aqua' })
  await create(app, 'Vitamin E', { inci: 'Tocopherol', isActive: false })
  const response = await app.asOwner('/api/ingredients/recognise', {
    json: { text: 'Ingredients: Aqua / Water*, Tocopherol (1%), Parfum. May contain: CI 77491' },
  })
  expect(response.status).toBe(200)
  const { names, isCut } = (await response.json()) as RecognisedIngredients
  expect(isCut).toBe(false)
  expect(names.map(({ text, ingredient }) => [text, ingredient?.name, ingredient?.isActive])).toEqual([
    ['Aqua / Water', 'Water', true],
    ['Tocopherol', 'Vitamin E', false],
    ['Parfum', undefined, undefined],
    ['CI 77491', undefined, undefined],
  ])
  expect(names[0]?.ingredient?.id).toBe(water.id)
  const long = await app.asOwner('/api/ingredients/recognise', { json: { text: 'x'.repeat(10_001) } })
  expect(long.status).toBe(400)
  expect(app.purged).toHaveLength(2)
})

test('the owner’s list is searched, filtered and sorted', async () => {
  const app = await testApp()
  await create(app, 'Retinol', { synonyms: ['Vitamin A'] })
  await create(app, 'zinc', { isActive: false })
  await create(app, 'Azelaic acid', { inci: 'Azelaic Acid' })
  const names = async (query: string) => {
    const response = await app.asOwner(`/api/ingredients?${query}`)
    expect(response.status, query).toBe(200)
    return ((await response.json()) as OwnerIngredient[]).map(({ name }) => name)
  }
  expect(await names('status=all')).toEqual(['Azelaic acid', 'Retinol', 'zinc'])
  expect(await names('status=all&direction=desc')).toEqual(['zinc', 'Retinol', 'Azelaic acid'])
  expect(await names('status=inactive')).toEqual(['zinc'])
  expect(await names('status=all&q=vitamin a')).toEqual(['Retinol'])
})
