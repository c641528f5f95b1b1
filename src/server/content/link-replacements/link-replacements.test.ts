import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { LinkPlace, LinkReplacement, LinkSummary } from '../../../contract/shop/links.ts'
import { refreshLinks } from './find-links.repo.ts'

const from = 'https://shop.example/old?a=1&b=2'
const to = 'https://shop.example/new?c="3"'
const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
const anchor = '<a href="https://shop.example/old?a=1&amp;b=2">the cream</a>'

async function open() {
  const app = await testApp()
  const { db } = app
  const product = await makeProduct(db, {
    name: 'Oat cream',
    affiliate_link: from,
    facts: JSON.stringify({ otherShops: [{ name: 'Other', link: from, price: '', currency: 'USD', checkedOn: '' }] }),
  })
  const post = await makePost(db, { title: 'Dry skin', content: `${text}<p>${anchor} and ${anchor}</p>` })
  const draft = await makePost(db, { title: 'Later', published_at: null, content: `<p>${anchor}</p>` })
  await refreshLinks(db, { now: '2026-03-10T15:00:00.000Z' })
  const links = (await (await app.asOwner('/api/links')).json()) as LinkSummary[]
  return { app, product, post, draft, link: links.find(({ url }) => url === from)! }
}

async function preview({ asOwner }: TestApp, id: number): Promise<LinkPlace[]> {
  return (await (await asOwner(`/api/links/${id}/places`)).json()) as LinkPlace[]
}

function replace({ asOwner }: TestApp, id: number, places: Pick<LinkPlace, 'kind' | 'id' | 'version'>[], key?: string) {
  const json = { url: to, places: places.map(({ kind, id: row, version }) => ({ kind, id: row, version })) }
  return asOwner(`/api/links/${id}/replace`, { json, headers: key ? { 'idempotency-key': key } : {} })
}

async function undo({ asOwner }: TestApp, id: number): Promise<LinkReplacement> {
  const response = await asOwner(`/api/links/replacements/${id}/undo`, { method: 'POST' })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as LinkReplacement
}

async function stored({ db }: TestApp) {
  const products = await db.selectFrom('products').select(['id', 'affiliate_link', 'facts']).orderBy('id').execute()
  const posts = await db.selectFrom('posts').select(['id', 'content', 'published_at']).orderBy('id').execute()
  return { products, posts }
}

async function urls({ asOwner }: TestApp): Promise<[string, number][]> {
  const rows = (await (await asOwner('/api/links?sort=url')).json()) as LinkSummary[]
  return rows.map(({ url, uses }) => [url, uses])
}

test('a link is replaced everywhere as if each place had been saved, and an undo brings it back', async () => {
  const { app, product, post, draft, link } = await open()
  await app.db.updateTable('products').set({ slug: 'oat-cream' }).where('id', '=', product).execute()
  const before = await stored(app)
  const places = await preview(app, link.id)
  expect(places.map(({ kind, id, count, version, isHidden }) => [kind, id, count, version, isHidden])).toEqual([
    ['product', product, 2, 1, false],
    ['post', post, 2, 1, false],
    ['post', draft, 1, 1, true],
  ])
  app.purged.length = 0
  const response = await replace(app, link.id, places, 'replace-once')
  expect(response.status, await response.clone().text()).toBe(200)
  const replacement = (await response.json()) as LinkReplacement
  expect(replacement).toMatchObject({ from, to, changed: ['Oat cream', 'Dry skin', 'Later'], skipped: [] })
  expect(app.purged).toEqual([['products', 'posts', 'pages']])
  const after = await stored(app)
  expect(after.products[0]).toMatchObject({ affiliate_link: to })
  expect(JSON.parse(after.products[0]!.facts)).toMatchObject({ otherShops: [{ link: to }] })
  expect(JSON.stringify(after)).not.toContain('shop.example/old')
  expect(after.posts[0]!.content.match(/shop\.example\/new\?c=&quot;3&quot;/g)).toHaveLength(2)
  // The link of an active product is an affiliate link.
  expect(after.posts[0]!.content).toContain('rel="sponsored nofollow noopener"')
  expect(await urls(app)).toEqual([[to, 3]])
  const revisions = (path: string) => app.asOwner(path).then(async (each) => (await each.json()) as unknown[])
  expect(await revisions(`/api/products/${product}/revisions`)).toHaveLength(2)
  expect((await revisions(`/api/posts/${post}/revisions`)).length).toBeGreaterThanOrEqual(2)
  expect((await revisions(`/api/posts/${draft}/revisions`)).length).toBeGreaterThanOrEqual(1)

  // The same request again acts once.
  expect(await (await replace(app, link.id, places, 'replace-once')).json()).toEqual(replacement)
  expect(await app.db.selectFrom('link_replacements').select('id').execute()).toHaveLength(1)

  expect(await undo(app, replacement.id)).toMatchObject({ changed: ['Oat cream', 'Dry skin', 'Later'], skipped: [] })
  const undone = await stored(app)
  expect(undone.products).toEqual(before.products)
  expect(undone.posts.map(({ published_at }) => published_at)).toEqual(before.posts.map((row) => row.published_at))
  expect(JSON.stringify(undone)).not.toContain('shop.example/new')
  expect(await urls(app)).toEqual([[from, 3]])
  // A second undo finds nothing left.
  expect(await undo(app, replacement.id)).toMatchObject({ changed: [], skipped: [] })
  expect((await app.asOwner('/api/links/replacements/999/undo', { method: 'POST' })).status).toBe(404)
})

test('only the chosen places change, and a place that was saved since the preview stops all of it', async () => {
  const { app, product, post, link } = await open()
  const places = await preview(app, link.id)
  const chosen = places.filter(({ id, kind }) => kind === 'post' && id === post)
  await app.db.updateTable('products').set({ version: 2 }).where('id', '=', product).execute()
  const before = await stored(app)
  const refused = await replace(app, link.id, places)
  expect(refused.status).toBe(409)
  expect(((await refused.json()) as { message: string }).message).toMatch(/^One of the places was saved or deleted/)
  expect(await stored(app)).toEqual(before)
  expect((await replace(app, link.id, chosen)).status).toBe(200)
  const after = await stored(app)
  expect(after.products).toEqual(before.products)
  expect(after.posts[1]).toEqual(before.posts[1])
  expect(after.posts[0]!.content).toContain('shop.example/new')
})

test('an undo leaves what was edited meanwhile, and says so', async () => {
  const { app, product, link } = await open()
  const replacement = (await (await replace(app, link.id, await preview(app, link.id))).json()) as LinkReplacement
  await app.db
    .updateTable('products')
    .set({ affiliate_link: 'https://third.example/', facts: '{}' })
    .where('id', '=', product)
    .execute()
  expect(await undo(app, replacement.id)).toMatchObject({ changed: ['Dry skin', 'Later'], skipped: ['Oat cream'] })
  expect((await stored(app)).products[0]).toMatchObject({ affiliate_link: 'https://third.example/' })
})

test('a working copy gets the new link too, so that publishing it does not bring the former one back', async () => {
  const { app, post, link } = await open()
  const source = (await (await app.asOwner(`/api/posts/${post}/source`)).json()) as Record<string, unknown>
  const { draft, version } = source as { draft?: object; version: number }
  const saved = await app.asOwner(`/api/posts/${post}/draft`, {
    method: 'PUT',
    json: { ...draft, ...pick(source), content: `${text}<p>Newer: ${anchor}</p>` },
    headers: { 'if-match': `"${version}"` },
  })
  expect(saved.status, await saved.clone().text()).toBe(200)
  const response = await replace(app, link.id, await preview(app, link.id))
  expect(response.status, await response.clone().text()).toBe(200)
  const [copy] = await app.db.selectFrom('post_drafts').select('draft').execute()
  expect(copy!.draft).toContain('Newer')
  expect(copy!.draft).toContain('shop.example/new')
  expect(copy!.draft).not.toContain('shop.example/old')
})

const pick = ({
  title,
  slug,
  excerpt,
  coverImage,
  imageAlt,
  keywords,
  categoryId,
  publishedAt,
}: Record<string, unknown>) => ({
  ...{ title, slug, excerpt, coverImage, imageAlt, keywords, categoryId, publishedAt },
})

test('a new link must be one, and a place must be chosen', async () => {
  const { app, link } = await open()
  const places = await preview(app, link.id)
  const send = (json: object) => app.asOwner(`/api/links/${link.id}/replace`, { json })
  const chosen = places.map(({ kind, id, version }) => ({ kind, id, version }))
  const invalid = await send({ url: 'javascript:alert(1)', places: chosen })
  expect(invalid.status).toBe(400)
  expect(await invalid.json()).toMatchObject({
    issues: [{ path: 'url', message: 'Please enter a link that begins with http:// or https://' }],
  })
  expect((await send({ url: to, places: [] })).status).toBe(400)
  expect((await send({ url: to, places: [{ kind: 'page', id: 1, version: 1 }] })).status).toBe(400)
  expect((await app.asOwner('/api/links/999/replace', { json: { url: to, places: chosen } })).status).toBe(404)
  expect((await app.asOwner('/api/links/999/places')).status).toBe(404)
})
