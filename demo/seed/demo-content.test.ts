import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import type { DemoContent } from '../../src/contract/app/demo.ts'
import { saveSettings } from '../../src/server/accounts/settings/settings.repo.ts'
import { createReply } from '../../src/server/audience/contacts/replies.repo.ts'
import { createMail } from '../../src/server/audience/mail/mail.repo.ts'
import { nextPosition } from '../../src/server/platform/db/positions.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { makeCategory, makePost, makeProduct } from '../../test/factories.ts'
import { type TestApp, testApp } from '../../test/test-app.ts'
import { recognizeDemo } from './recognize-demo.ts'
import { prepareDemo, seedDemo } from './seed-demo.ts'

const today = new Date('2026-03-10T15:00:00.000Z')
const timeout = { timeout: 180_000 }

/** With SQLite, where the first test has kept the demo for the others: making it takes longer than most of them. */
let kept: string | undefined
afterAll(() => kept && rmSync(kept, { recursive: true, force: true }))

async function demoApp(): Promise<TestApp> {
  const app = await testApp({ copyOf: kept, prepareDemo: (options) => prepareDemo({ ...options, demoDir: 'demo' }) })
  if (kept) return app
  await seedDemo(app.db, { media: app.media, today, demoDir: 'demo' })
  if (inject('postgres')) return app
  kept = mkdtempSync(path.join(tmpdir(), 'dewlight-demo-'))
  await sql`vacuum into ${path.join(kept, 'dewlight.db')}`.execute(app.db)
  cpSync(app.mediaDir, path.join(kept, 'media'), { recursive: true })
  return app
}

/** What the lists of the API and the pages say. */
const lists = [
  ...['/api/posts', '/api/posts?featured=true', '/api/posts?status=all', '/api/categories', '/api/products'],
  ...['/api/products?status=all', '/api/images', '/api/contacts', '/api/contacts?folder=spam', '/api/subscribers'],
  ...['/api/analytics?startDate=2025-11-01&endDate=2026-03-10', '/api/search?q=cleanser', '/api/site', '/feed.xml'],
  ...['/api/ingredients', '/api/ingredients?status=all', '/api/ingredients/niacinamide', '/api/routines?status=all'],
  ...['/api/routines', '/api/routines/first-retinol', '/api/programs', '/api/earnings/rules'],
  ...['/api/earnings?startDate=2025-12-01&endDate=2026-03-10', '/api/earnings/unattributed'],
  ...['/api/analytics/summary?startDate=2025-11-01&endDate=2026-03-10', '/sitemap.xml', '/api/posts/how-to-patch-test'],
  ...['/api/newsletters', '/api/automatic-newsletters', '/api/newsletter-pages', '/api/suppressions'],
]

async function readLists({ asOwner }: TestApp): Promise<string[]> {
  const bodies: string[] = []
  for (const address of lists) bodies.push(`${address} ${await (await asOwner(address)).text()}`)
  return bodies
}

async function countDemoTables(db: Db): Promise<number[]> {
  const tables = [
    ...['posts', 'products', 'categories', 'subscribers', 'consents', 'contacts', 'link_clicks', 'conversions'],
    ...['daily_totals', 'monthly_totals', 'daily_site_totals', 'daily_filtered_totals', 'daily_post_totals'],
    ...[
      'page_views',
      'monthly_post_totals',
      'post_revisions',
      'product_revisions',
      'redirects',
      'ingredients',
      'routines',
    ],
    ...['product_terms', 'product_ingredients', 'routine_products', 'post_references'],
    ...['newsletters', 'newsletter_recipients', 'newsletter_links', 'newsletter_click_sums', 'suppressions'],
    ...['programs', 'program_tracking_ids', 'earning_rules', 'earning_events', 'earning_sales'],
  ]
  const counts: number[] = []
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
    counts.push(Number(rows[0]!.count))
  }
  return counts
}

const call = async ({ asOwner }: TestApp, method: string, path = '/api/demo', key?: string) => {
  const response = await asOwner(path, { method, headers: key ? { 'idempotency-key': key } : {} })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as DemoContent
}

test('the demo content goes as a whole and comes back as it was', timeout, async () => {
  const app = await demoApp()
  const before = await readLists(app)
  const counts = await countDemoTables(app.db)
  expect(await call(app, 'GET')).toMatchObject({ isPresent: true, edited: [], undoUntil: null })

  const removed = await call(app, 'DELETE')
  expect(removed).toMatchObject({ isPresent: false, edited: [], undoUntil: '2026-03-11T15:00:00.000Z' })
  expect(await countDemoTables(app.db)).toEqual(counts.map(() => 0))
  for (const path of ['/api/posts', '/api/categories', '/api/products', '/api/images', '/api/subscribers'])
    expect(await (await app.asOwner(path)).json(), path).toEqual([])
  expect(await (await app.asOwner('/api/site')).json()).toMatchObject({ heroImage: '', aboutPicture: null })
  expect(
    JSON.stringify(await app.db.selectFrom('users').select(['name', 'bio']).orderBy('id').execute()),
  ).not.toContain('Ellery","bio":"Hi')

  expect(await call(app, 'POST', '/api/demo/undo')).toMatchObject({ isPresent: true, edited: [], undoUntil: null })
  expect(await readLists(app)).toEqual(before)
  expect(await countDemoTables(app.db)).toEqual(counts)
  // Once more, from the state after an undo.
  await call(app, 'DELETE')
  await call(app, 'POST', '/api/demo/undo')
  expect(await readLists(app)).toEqual(before)
})

test(
  'a removal is complete after the owner has changed a setting and her profile and deleted rows of the demo',
  timeout,
  async () => {
    const app = await demoApp()
    await saveSettings(app.db, { email: 'me@example.com' }, today.toISOString())
    await app.db.updateTable('users').set({ bio: 'I write this.' }).execute()
    const { id } = await app.db.selectFrom('contacts').select('id').orderBy('id').executeTakeFirstOrThrow()
    await app.db.deleteFrom('contacts').where('id', '=', id).execute()
    const before = await readLists(app)
    expect(await call(app, 'DELETE')).toMatchObject({ isPresent: false, undoUntil: '2026-03-11T15:00:00.000Z' })
    expect(await (await app.asOwner('/api/site')).json()).toMatchObject({ email: 'me@example.com' })
    expect(await call(app, 'POST', '/api/demo/undo')).toMatchObject({ isPresent: true, undoUntil: null })
    expect(await readLists(app)).toEqual(before)
  },
)

test('a removal or an undo that is sent twice, or for nothing, acts once', timeout, async () => {
  const app = await demoApp()
  const before = await readLists(app)
  const twice = async (method: string, path: string) => {
    const key = `a-key-for-${method}-${path.length}-and-more`
    expect(await call(app, method, path, key)).toEqual(await call(app, method, path, key))
    await call(app, method, path)
  }
  await call(app, 'POST', '/api/demo/undo')
  await twice('DELETE', '/api/demo')
  await twice('POST', '/api/demo/undo')
  expect(await readLists(app)).toEqual(before)
  await twice('POST', '/api/demo')
  expect(await readLists(app)).toEqual(before)
})

test('a removal or an undo that is cut off changes nothing, and two at once act once', timeout, async () => {
  const app = await demoApp()
  const before = await readLists(app)
  const cutOff = async (method: string, path: string) => {
    await app.db.schema.alterTable('product_revisions').renameTo('elsewhere').execute()
    expect((await app.asOwner(path, { method })).status).toBe(500)
    await app.db.schema.alterTable('elsewhere').renameTo('product_revisions').execute()
  }
  const { id } = await app.db.selectFrom('products').select('id').orderBy('id').executeTakeFirstOrThrow()
  const revision = { product_id: id, version: 1, product: '{}', created_at: today.toISOString() }
  await app.db.insertInto('product_revisions').values(revision).execute()
  await cutOff('DELETE', '/api/demo')
  expect(await readLists(app)).toEqual(before)
  await makeProduct(app.db, { position: await nextPosition(app.db, 'products') })
  const withOwn = await readLists(app)
  await Promise.all([call(app, 'DELETE'), call(app, 'DELETE')])
  const removed = await readLists(app)
  await cutOff('POST', '/api/demo/undo')
  expect(await readLists(app)).toEqual(removed)
  await Promise.all([call(app, 'POST', '/api/demo/undo'), call(app, 'POST', '/api/demo')])
  expect(await readLists(app)).toEqual(withOwn)
})

test('what the owner has edited stays with what it needs, unless she says otherwise', timeout, async () => {
  const app = await demoApp()
  const post = await app.db
    .selectFrom('posts')
    .selectAll()
    .where('content', 'like', '%data-product-id%')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('posts').set({ title: 'My own title' }).where('id', '=', post.id).execute()
  const { id: productId } = await app.db
    .selectFrom('products')
    .select('id')
    .where(
      'id',
      'not in',
      [...post.content.matchAll(/data-product-id="(\d+)"/g)].map(([, id]) => Number(id)),
    )
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('products').set({ name: 'My own product' }).where('id', '=', productId).execute()
  expect((await call(app, 'GET')).edited).toEqual([
    { kind: 'posts', id: post.id, title: 'My own title' },
    { kind: 'products', id: productId, title: 'My own product' },
  ])
  const before = await readLists(app)
  await call(app, 'DELETE')
  expect(await app.db.selectFrom('posts').select(['title', 'category_id']).execute()).toEqual([
    { title: 'My own title', category_id: post.category_id },
  ])
  expect(await app.db.selectFrom('categories').select('id').execute()).toEqual([{ id: post.category_id }])
  const products = await app.db
    .selectFrom('products')
    .select(['id', 'image_url', 'position'])
    .orderBy('position')
    .execute()
  expect(products.length).toBe(new Set(post.content.match(/data-product-id="\d+"/g)).size + 1)
  expect(products.map(({ position }) => position)).toEqual(products.map((_, index) => index + 1))
  const images = await app.db.selectFrom('images').select('url').where('deleted_at', 'is', null).execute()
  for (const url of [post.cover_image, ...products.map((product) => product.image_url)])
    expect(images.map((image) => image.url)).toContain(url)
  await call(app, 'POST', '/api/demo/undo')
  expect(await readLists(app)).toEqual(before)

  await call(app, 'DELETE', '/api/demo?edited=remove')
  expect((await countDemoTables(app.db)).slice(0, 3)).toEqual([0, 0, 0])
  await call(app, 'POST', '/api/demo/undo')
  expect(await readLists(app)).toEqual(before)
})

test('demo products in a block of several stay with the post that shows them', timeout, async () => {
  const app = await demoApp()
  const products = await app.db.selectFrom('products').select('id').orderBy('id').limit(2).execute()
  const list = products.map(({ id }) => id).join(',')
  const content = `<p>Mine</p><div data-block="products" data-product-ids="${list}"></div>`
  await makePost(app.db, { title: 'Mine', slug: 'mine', content })
  await call(app, 'DELETE')
  expect(await app.db.selectFrom('products').select('id').orderBy('id').execute()).toEqual(products)
})

test('a routine, an ingredient and products stay with what the owner wrote about them', timeout, async () => {
  const app = await demoApp()
  const ids = async (table: 'products' | 'ingredients' | 'routines') =>
    (await app.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  const [routine, other] = await ids('routines')
  const [ingredient] = await ids('ingredients')
  const blocks = `<div data-block="routine" data-routine-id="${routine}"></div><div data-block="ingredient" data-ingredient-id="${ingredient}"></div>`
  const { cover_image: pin_image } = await app.db
    .selectFrom('posts')
    .select('cover_image')
    .where('slug', '=', 'how-to-patch-test')
    .executeTakeFirstOrThrow()
  await makePost(app.db, { title: 'Mine', slug: 'mine', content: blocks, pin_image })
  await app.db.updateTable('routines').set({ name: 'My own routine' }).where('id', '=', other!).execute()
  expect((await call(app, 'GET')).edited).toEqual([{ kind: 'routines', id: other, title: 'My own routine' }])
  const used = await app.db
    .selectFrom('routine_products')
    .select('product_id')
    .where('routine_id', 'in', [routine!, other!])
    .distinct()
    .orderBy('product_id')
    .execute()
  const before = await readLists(app)
  await call(app, 'DELETE')
  expect(await ids('routines')).toEqual([routine, other])
  expect(await ids('ingredients')).toEqual([ingredient])
  expect(await ids('products')).toEqual(used.map(({ product_id }) => product_id))
  const { image_url } = await app.db
    .selectFrom('routines')
    .select('image_url')
    .where('id', '=', routine!)
    .executeTakeFirstOrThrow()
  const images = await app.db.selectFrom('images').select('url').where('deleted_at', 'is', null).execute()
  for (const url of [image_url, pin_image]) expect(images.map((image) => image.url)).toContain(url)
  await call(app, 'POST', '/api/demo/undo')
  expect(await readLists(app)).toEqual(before)
})

test('a product of the owner has its key ingredient again after the undo, unless she changed it', timeout, async () => {
  const app = await demoApp()
  const { id: ingredient } = await app.db
    .selectFrom('ingredients')
    .select('id')
    .where('slug', '=', 'niacinamide')
    .executeTakeFirstOrThrow()
  const [kept, changed] = [await makeProduct(app.db, { position: 100 }), await makeProduct(app.db, { position: 101 })]
  const row = { position: 0, name: 'Niacinamide', key: 'niacinamide', ingredient_id: ingredient }
  for (const product_id of [kept, changed])
    await app.db
      .insertInto('product_ingredients')
      .values({ ...row, product_id })
      .execute()
  await call(app, 'DELETE')
  const read = () =>
    app.db
      .selectFrom('product_ingredients')
      .select(['product_id', 'key', 'ingredient_id'])
      .where('product_id', 'in', [kept, changed])
      .orderBy('product_id')
      .execute()
  expect((await read()).map(({ ingredient_id }) => ingredient_id)).toEqual([null, null])
  await app.db
    .updateTable('product_ingredients')
    .set({ name: 'Silk', key: 'silk' })
    .where('product_id', '=', changed)
    .execute()
  await call(app, 'POST', '/api/demo/undo')
  expect(await read()).toEqual([
    { product_id: kept, key: 'niacinamide', ingredient_id: ingredient },
    { product_id: changed, key: 'silk', ingredient_id: null },
  ])
})

test('demo products of a version without facts are not edited', timeout, async () => {
  const app = await demoApp()
  const id = await makeProduct(app.db, { name: 'Oat Cream', position: 1 })
  await app.db.updateTable('products').set({ slug: 'oat-cream' }).where('id', '=', id).execute()
  const columns = ['name', 'category', 'price_minor', 'currency', 'image_url', 'image_alt', 'affiliate_link'] as const
  const row = await app.db
    .selectFrom('products')
    .select([...columns, 'is_active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const plain = [...columns.map((column) => row[column]), Number(row.is_active)]
  const hash = createHash('sha256').update(JSON.stringify(plain)).digest('base64url')
  await app.db
    .insertInto('demo_rows')
    .values({ table_name: 'products', row_key: String(id), hash })
    .execute()
  expect((await call(app, 'GET')).edited).toEqual([])
  await app.db.updateTable('products').set({ facts: '{"rating":4}' }).where('id', '=', id).execute()
  expect((await call(app, 'GET')).edited).toEqual([{ kind: 'products', id, title: 'Oat Cream' }])
})

test('replies to demo messages go and come back with them', timeout, async () => {
  const app = await demoApp()
  const { id } = await app.db.selectFrom('contacts').select('id').orderBy('id').executeTakeFirstOrThrow()
  const replyId = await createReply(app.db, id, 'Thank you', today.toISOString())
  const body = { text: 'Thank you', html: '' }
  const mail = { kind: 'reply' as const, to: 'a@example.com', subject: 'Re', body, contactId: id, replyId }
  await createMail(app.db, mail, today.toISOString())
  const read = async () => [
    await app.db.selectFrom('contact_replies').selectAll().execute(),
    await app.db.selectFrom('mails').select(['id', 'contact_id', 'reply_id']).execute(),
  ]
  const before = await read()
  await call(app, 'DELETE')
  expect(await read()).toEqual([[], []])
  await call(app, 'POST', '/api/demo/undo')
  expect(await read()).toEqual(before)
})

test('a demo picture whose file she replaced is hers', timeout, async () => {
  const app = await demoApp()
  const { id } = await app.db.selectFrom('images').select('id').orderBy('id').executeTakeFirstOrThrow()
  await app.db.updateTable('images').set({ key: 'another-file' }).where('id', '=', id).execute()
  expect((await call(app, 'GET')).edited).toMatchObject([{ kind: 'images', id }])
})

test('a working copy makes a demo post hers, with what only the copy uses', timeout, async () => {
  const app = await demoApp()
  const { id } = await app.db
    .selectFrom('posts')
    .select('id')
    .where('published_at', '<', today.toISOString())
    .where('content', 'not like', '%data-product-id%')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const product = await app.db.selectFrom('products').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const draft = { content: `<div data-product-id="${product.id}"></div>`, categoryId: null }
  await app.db
    .insertInto('post_drafts')
    .values({ post_id: id, title: 'Mine', draft: JSON.stringify(draft), updated_at: today.toISOString() })
    .execute()
  expect((await call(app, 'GET')).edited.map((edited) => edited.id)).toEqual([id])
  await call(app, 'DELETE')
  expect(await app.db.selectFrom('products').select('id').execute()).toEqual([product])
  await call(app, 'POST', '/api/demo/undo')
  await call(app, 'DELETE', '/api/demo?edited=remove')
  expect(await app.db.selectFrom('post_drafts').select('post_id').execute()).toEqual([])
  await call(app, 'POST', '/api/demo/undo')
  expect(await app.db.selectFrom('post_drafts').select(['post_id', 'title']).execute()).toEqual([
    { post_id: id, title: 'Mine' },
  ])
})

test('what the owner makes before, between and after stays hers', timeout, async () => {
  const app = await demoApp()
  const demoPost = await app.db
    .selectFrom('posts')
    .select(['slug', 'cover_image'])
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const own = await makePost(app.db, { title: 'Mine before', slug: 'mine-before', cover_image: demoPost.cover_image })
  const ownProduct = await makeProduct(app.db, { name: 'My product', position: 500 })
  await call(app, 'DELETE')
  // The picture is in use.
  expect(await app.db.selectFrom('images').select('url').where('deleted_at', 'is', null).execute()).toEqual([
    { url: demoPost.cover_image },
  ])
  await makePost(app.db, { title: 'Mine between', slug: demoPost.slug })
  await makeCategory(app.db, { name: 'My category', slug: 'cleansing' })
  await app.db
    .insertInto('settings')
    .values({ key: 'heroImage', value: '"/media/mine/320.jpg"', updated_at: today.toISOString() })
    .execute()
  await call(app, 'POST', '/api/demo')
  const slugs = (await app.db.selectFrom('posts').select('slug').execute()).map(({ slug }) => slug)
  expect(slugs).toEqual(expect.arrayContaining([demoPost.slug, `${demoPost.slug}-demo`, 'mine-before']))
  expect(await (await app.request('/api/categories/cleansing')).json()).toMatchObject({ name: 'My category' })
  expect(await (await app.request('/api/site')).json()).toMatchObject({ heroImage: '/media/mine/320.jpg' })
  await call(app, 'DELETE', '/api/demo?edited=remove')
  expect(
    (await app.db.selectFrom('posts').select('title').orderBy('title').execute()).map(({ title }) => title),
  ).toEqual(['Mine before', 'Mine between'])
  expect(await app.db.selectFrom('products').select(['id', 'position']).execute()).toEqual([
    { id: ownProduct, position: 1 },
  ])
  expect(own).toBeGreaterThan(0)
})

test(
  'clicks of readers on demo products stay counted, and have their product again after the undo',
  timeout,
  async () => {
    const app = await demoApp()
    const { id } = await app.db
      .selectFrom('products')
      .select('id')
      .where('is_active', '=', true)
      .executeTakeFirstOrThrow()
    const click = {
      link_id: 'shop',
      product_id: id,
      post_id: null,
      clicked_at: today.toISOString(),
      filtered_reason: null,
    }
    await app.db.insertInto('link_clicks').values(click).execute()
    const read = () =>
      app.db.selectFrom('link_clicks').select('product_id').where('clicked_at', '=', today.toISOString()).execute()
    await call(app, 'DELETE')
    expect(await read()).toEqual([{ product_id: null }])
    await call(app, 'POST', '/api/demo/undo')
    expect(await read()).toEqual([{ product_id: id }])
  },
)

test('after a day the removal is final, the files are gone, and the demo can be added again', timeout, async () => {
  const app = await demoApp()
  const { key } = await app.db.selectFrom('images').select('key').executeTakeFirstOrThrow()
  await call(app, 'DELETE')
  const clean = async (now: string) => {
    app.setNow(now)
    await app.jobs.runDueJobs()
  }
  await clean('2026-03-11T14:00:00.000Z')
  expect(await app.media.hasSource(key)).toBe(true)
  await clean('2026-03-11T16:30:00.000Z')
  expect(await app.media.hasSource(key)).toBe(false)
  expect(await app.db.selectFrom('images').select('id').execute()).toEqual([])
  expect(await app.db.selectFrom('demo_rows').selectAll().execute()).toEqual([])
  expect(await call(app, 'POST', '/api/demo/undo')).toMatchObject({ isPresent: false, undoUntil: null })
  const added = await call(app, 'POST', '/api/demo')
  expect(added.isPresent).toBe(true)
  expect(added.counts.posts).toBeGreaterThan(12)
  expect(await app.media.hasSource(key)).toBe(true)
  expect((await app.asOwner('/api/posts')).headers.get('x-total-count')).not.toBe('0')
})

test('the demo that is added before an old removal was cleaned up stays whole', timeout, async () => {
  const app = await demoApp()
  const { counts } = await call(app, 'GET')
  await call(app, 'DELETE')
  app.setNow('2026-03-11T16:30:00.000Z')
  expect((await call(app, 'POST')).counts).toEqual(counts)
  await app.jobs.runDueJobs()
  expect((await call(app, 'GET')).counts).toEqual(counts)
  for (const { key } of await app.db.selectFrom('images').select('key').execute())
    expect(await app.media.hasSource(key)).toBe(true)
})

test('the demo comes into a site with content of its own, and goes without it', timeout, async () => {
  const app = await testApp({ prepareDemo: (options) => prepareDemo({ ...options, demoDir: 'demo' }) })
  await makePost(app.db, { title: 'Mine', slug: 'how-to-patch-test' })
  await makeProduct(app.db, { name: 'My product', position: 1 })
  const before = await readLists(app)
  const { counts } = await call(app, 'POST')
  expect(counts.posts).toBeGreaterThan(12)
  expect(await app.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'nora' }])
  expect(await (await app.request('/api/posts/how-to-patch-test')).json()).toMatchObject({ title: 'Mine' })
  await call(app, 'DELETE')
  expect(await readLists(app)).toEqual(before)
})

test('the demo content of an earlier version is recognised, and what was edited in it', timeout, async () => {
  const app = await demoApp()
  // An earlier version has no newsletters.
  const newsletters = await app.db.deleteFrom('posts').where('kind', '=', 'newsletter').returning('id').execute()
  await app.db.deleteFrom('suppressions').execute()
  const recorded = await app.db
    .selectFrom('demo_rows')
    .selectAll()
    // Nor a ledger and programs.
    .where('table_name', 'not in', ['earning_events', 'earning_rules', 'programs', 'newsletters', 'suppressions'])
    .where(({ not, and, eb }) =>
      not(
        and([
          eb('table_name', '=', 'posts'),
          eb(
            'row_key',
            'in',
            newsletters.map(({ id }) => String(id)),
          ),
        ]),
      ),
    )
    .orderBy('table_name')
    .orderBy('row_key')
    .execute()
  await app.db.deleteFrom('demo_rows').execute()
  // The click of a reader, which is not part of the demo.
  const click = { link_id: 'shop', product_id: null, post_id: null, filtered_reason: null }
  await app.db
    .insertInto('link_clicks')
    .values({ ...click, clicked_at: '2026-03-10T16:00:00.000Z' })
    .execute()
  await recognizeDemo(app.db)
  expect(await app.db.selectFrom('demo_rows').selectAll().orderBy('table_name').orderBy('row_key').execute()).toEqual(
    recorded,
  )

  await app.db.deleteFrom('demo_rows').execute()
  await app.db.deleteFrom('settings').where('key', 'like', '#demo%').execute()
  const { id } = await app.db
    .selectFrom('posts')
    .select('id')
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('posts')
    .set({ title: 'Mine', updated_at: '2026-03-10T18:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  await recognizeDemo(app.db)
  expect((await call(app, 'GET')).edited).toEqual([{ kind: 'posts', id, title: 'Mine' }])
  // Once is enough: what is released later is not recognised again.
  await app.db.deleteFrom('demo_rows').execute()
  await recognizeDemo(app.db)
  expect(await call(app, 'GET')).toMatchObject({ isPresent: false })
})

test('a site without the demo has none to add, and nothing to remove', async () => {
  const app = await testApp()
  expect(await call(app, 'DELETE')).toMatchObject({ isPresent: false, undoUntil: null })
  const response = await app.asOwner('/api/demo', { method: 'POST' })
  expect(response.status).toBe(409)
})
