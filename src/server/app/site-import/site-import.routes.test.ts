import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { makeCategory } from '../../../../test/factories.ts'
import { plainPicture } from '../../../../test/pictures.ts'
import { type TestApp, type TestAppChoices, testApp } from '../../../../test/test-app.ts'
import { restPost, wordPressSite } from '../../../../test/wordpress-site.ts'
import {
  IMPORT_BYTES_MAX,
  type ImportChoices,
  type ImportSurvey,
  productDefaults,
  type SiteImport,
  type SiteImports,
} from '../../../contract/app/site-imports.ts'
import { createImageStore } from '../../content/images/image-store.ts'
import { readEditableMenus } from '../../content/menus/menus.repo.ts'
import { findOwnRedirect } from '../../content/redirects/redirects.repo.ts'
import { createGuardedRequest, type GuardedRequest } from '../../platform/http/guarded-request.ts'
import { runInProcess } from '../../platform/jobs/run-in-process.ts'
import { createLocalExclusive } from '../../platform/mutex.ts'
import { applyImport } from './apply-import.ts'
import type { ImportProcessData } from './import-step.ts'

const long = 'It stays calm through a whole winter, and that is what counts for a toner like this one.'

const category = (slug: string, name: string, id = 0) =>
  `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:cat_name>${name}</wp:cat_name></wp:category>`
const post = (id: number, title: string, category: string, content = `<p>${long}</p>`) =>
  `<item><title>${title}</title><link>https://old.example/2019/05/text-${id}/</link><wp:post_id>${id}</wp:post_id><wp:post_name>text-${id}</wp:post_name>
  <wp:status>publish</wp:status><wp:post_type>post</wp:post_type><wp:post_date_gmt>2019-05-03 08:00:00</wp:post_date_gmt>
  <dc:creator>Ada</dc:creator><category domain="category" nicename="${category}">${category}</category><content:encoded><![CDATA[${content}]]></content:encoded></item>`
const entry = (menu: string, order: number, title: string, meta: Record<string, string>) =>
  `<item><title>${title}</title><wp:post_id>${menu}-${order}</wp:post_id><wp:menu_order>${order}</wp:menu_order><wp:status>publish</wp:status>
  <wp:post_type>nav_menu_item</wp:post_type><category domain="nav_menu" nicename="${menu}">Menu ${menu}</category>${Object.entries(
    meta,
  )
    .map(
      ([key, value]) =>
        `<wp:postmeta><wp:meta_key>_menu_item_${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`,
    )
    .join('')}</item>`
const wxr = (items: string[]) =>
  `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"
  xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
  <title>Old</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>${items.join('')}</channel></rss>`

const posts = Array.from({ length: 12 }, (_, at) =>
  post(at + 1, `Text ${at + 1}`, ['winter', 'summer', 'news'][at % 3]!),
)
// One has all categories.
posts[3] = posts[3]!.replace(
  '<content:encoded>',
  '<category domain="category" nicename="news">news</category><category domain="category" nicename="summer">summer</category>$&',
)
const oldSite = Buffer.from(
  wxr([category('winter', 'Winter'), category('summer', 'Summer'), category('news', 'News'), ...posts]),
)

type Owner = Pick<TestApp, 'asOwner'>

async function list({ asOwner }: Owner): Promise<SiteImports> {
  return (await (await asOwner('/api/site-imports')).json()) as SiteImports
}

const begin = ({ asOwner }: Owner, name: string, size: number) =>
  asOwner('/api/site-imports/uploads', { json: { name, size } })

async function sendPart({ asOwner }: Owner, id: string, offset: number, bytes: Uint8Array) {
  const form = new FormData()
  form.set('part', new File([new Uint8Array(bytes)], 'part'))
  return asOwner(`/api/site-imports/uploads/${id}?offset=${offset}`, { method: 'POST', body: form })
}

async function upload(app: Owner, name: string, file: Buffer) {
  const { id } = (await (await begin(app, name, file.length)).json()) as { id: string }
  await sendPart(app, id, 0, file)
  return app.asOwner(`/api/site-imports/uploads/${id}/finish`, { json: { name } })
}

const survey = ({ asOwner }: Owner, folder: string | null = null, sitemap = '') =>
  asOwner('/api/site-imports', { json: { folder, siteUrl: '', sitemap } })
const act = ({ asOwner }: Owner, id: number, action: 'confirm' | 'cancel' | 'undo') =>
  asOwner(`/api/site-imports/${id}/${action}`, { method: 'POST' })

/** Surveys the files of an export, which wait for the decisions then. */
async function surveyed(
  file = oldSite,
  { hookRequest, sitemap = '' }: { hookRequest?: GuardedRequest; sitemap?: string } = {},
): Promise<TestApp & { id: number }> {
  const app = await testApp({ ...(hookRequest && { hookRequest }) })
  await upload(app, 'old.xml', file)
  const { id } = (await (await survey(app, null, sitemap)).json()) as SiteImport
  await app.jobs.settled()
  return { ...app, id }
}

/** The embedded PostgreSQL serves one connection. */
const isEmbedded = inject('postgres')?.template === undefined && inject('databaseUrl') !== undefined

const inProcess =
  (onStart: () => void): TestAppChoices['threads'] =>
  (database) => ({
    importSales: async () => {},
    checkMailbox: async () => {},
    importSite(work, run) {
      onStart()
      const media = { mediaDir: path.join(database.dataDir, 'media'), mediaBucket: undefined }
      const cache = { mediaCacheDir: '', mediaCacheBytes: 0 }
      const config = { ...database, ...media, ...cache, databaseListenUrl: undefined, origin: '', logLevel: 'error' }
      const file = path.resolve(import.meta.dirname, '../../../site-import-process.ts')
      return runInProcess(file, { config, work } satisfies ImportProcessData, {
        ...run,
        exclusive: createLocalExclusive(),
      })
    },
  })

const titles = async ({ db }: TestApp) =>
  (await db.selectFrom('posts').select('title').where('deleted_at', 'is', null).orderBy('id').execute()).map(
    ({ title }) => title,
  )
const audit = async ({ db }: TestApp) =>
  (await db.selectFrom('audit_log').select(['method', 'path']).orderBy('id').execute())
    .map(({ method, path }) => `${method} ${path}`)
    .filter((line) => line.includes('/site-imports/') && !line.includes('uploads'))

test('a file arrives in parts: one that is repeated or out of order changes nothing, and an upload that is started again goes on', async () => {
  const app = await testApp()
  const { id } = (await (await begin(app, 'old.xml', 10)).json()) as { id: string }
  expect(await (await sendPart(app, id, 5, Buffer.from('56789'))).json()).toEqual({ received: 0 })
  for (let i = 0; i < 2; i++)
    expect(await (await sendPart(app, id, 0, Buffer.from('01234'))).json()).toEqual({ received: 5 })
  expect((await app.asOwner(`/api/site-imports/uploads/${id}/finish`, { json: { name: 'old.xml' } })).status).toBe(409)
  expect(await (await begin(app, 'old.xml', 10)).json()).toEqual({ id, received: 5 })
  expect((await sendPart(app, id, 5, Buffer.from('56789 and more'))).status).toBe(413)
  await sendPart(app, id, 5, Buffer.from('56789'))
  expect((await app.asOwner(`/api/site-imports/uploads/${id}/finish`, { json: { name: 'other.xml' } })).status).toBe(
    404,
  )
  expect((await app.asOwner(`/api/site-imports/uploads/${id}/finish`, { json: { name: 'old.xml' } })).status).toBe(201)
  expect((await list(app)).files).toEqual([{ name: 'old.xml', size: 10 }])
  expect((await app.asOwner('/api/site-imports/files/old.xml', { method: 'DELETE' })).status).toBe(200)
  expect((await list(app)).files).toEqual([])
})

test('an upload is cancelled, and files that are too large together, too many or of another kind are refused', async () => {
  const app = await testApp()
  expect((await begin(app, 'photo.exe', 10)).status).toBe(400)
  expect((await begin(app, '../old.xml', 10)).status).toBe(400)
  expect((await begin(app, 'old.zip', IMPORT_BYTES_MAX + 1)).status).toBe(413)
  const half = await begin(app, 'half.zip', IMPORT_BYTES_MAX / 2)
  const refused = await begin(app, 'other.zip', IMPORT_BYTES_MAX / 2 + 1)
  expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
    413,
    expect.stringContaining('2 GB together at most'),
  ])
  const { id } = (await half.json()) as { id: string }
  expect((await app.asOwner(`/api/site-imports/uploads/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner(`/api/site-imports/uploads/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await begin(app, 'other.zip', IMPORT_BYTES_MAX / 2 + 1)).status).toBe(201)
  expect((await survey(app)).status).toBe(422)
})

test('notes that differ by an address, a name or a number are one group, whose items are found', async () => {
  const gallery = (id: number) =>
    post(id, `Gallery ${id}`, 'winter').replace('<![CDATA[', `<![CDATA[[gallery ids="${id + 700}"]`)
  const app = await surveyed(Buffer.from(wxr([gallery(1), gallery(2)])))
  const text = 'A picture was left out: number … is not in the export.'
  expect((await list(app)).current!.notes).toContainEqual({ text, count: 2, isLoss: false })
  const items = await app.asOwner(`/api/site-imports/${app.id}/items?note=${encodeURIComponent(text)}`)
  expect(((await items.json()) as { name: string }[]).map(({ name }) => name)).toEqual(['Gallery 1', 'Gallery 2'])
})

test('an item that an export has twice is imported once, with a line if the two differ', async () => {
  const app = await surveyed(Buffer.from(wxr([post(1, 'One', 'news'), post(1, 'One', 'news'), post(1, 'Two', 'news')])))
  const { current } = (await (await app.asOwner('/api/site-imports')).json()) as SiteImports
  expect(current!.counts).toContainEqual({ type: 'text', state: 'waiting', count: 1 })
  expect(current!.notes).toContainEqual(
    expect.objectContaining({ text: expect.stringMatching(/^The export has it twice/), count: 1 }),
  )
})

test('products in boxes and links are counted, and become what was decided', async () => {
  const text = post(1, 'One', 'news').replace(
    '<![CDATA[',
    `<![CDATA[[amazon box="B00ABCDEFG" title="Oat toner"]<p><a href="https://www.amazon.de/Moss-Balm/dp/B00ABCDEFH?tag=x-21">here</a></p>`,
  )
  const app = await surveyed(Buffer.from(wxr([text])))
  const { products, samples } = (await (await app.asOwner(`/api/site-imports/${app.id}/survey`)).json()) as ImportSurvey
  expect(products).toEqual({ boxes: 1, links: 1, names: ['Oat toner', 'Moss Balm'] })
  expect(samples[0]!.html).toContain(
    '<aside data-block="note" data-product-id="1"><p><strong>Oat toner</strong></p></aside>',
  )
  const { choices } = (await list(app)).current!
  const decided = { ...choices, productBoxes: 'links', affiliateLinks: 'products', productCategory: ' Balms ' }
  const save = (json: unknown) => app.asOwner(`/api/site-imports/${app.id}/choices`, { method: 'PUT', json })
  expect((await save({ ...decided, productBoxes: 'pictures' })).status).toBe(400)
  expect((await save(decided)).status).toBe(200)
  await act(app, app.id, 'confirm')
  await app.jobs.settled()
  expect(await app.db.selectFrom('products').select(['name', 'category']).execute()).toEqual([
    { name: 'Oat toner', category: 'Balms' },
    { name: 'Moss Balm', category: 'Balms' },
  ])
  expect((await list(app)).current!.counts).toContainEqual({ type: 'product', state: 'done', count: 2 })
})

test('the old sitemap is checked with the survey; one that cannot be read is a note', async () => {
  const urls = ['/2019/05/text-1/', '/2019/05/lost/'].map((each) => `<url><loc>https://old.example${each}</loc></url>`)
  const hookRequest: GuardedRequest = async (address) => {
    const isThere = address.endsWith('/sitemap.xml')
    const bytes = Buffer.from(`<urlset>${urls.join('')}</urlset>`)
    return { status: isThere ? 200 : 404, headers: {}, body: '', bytes }
  }
  const checked = await surveyed(oldSite, { hookRequest, sitemap: 'https://old.example/sitemap.xml' })
  expect((await list(checked)).current!.notes[0]).toEqual({
    text: 'It is in the sitemap of the old site, and nothing of the import has this address.',
    count: 1,
    isLoss: true,
  })
  const failed = await surveyed(oldSite, { hookRequest, sitemap: 'https://old.example/none.xml' })
  expect((await list(failed)).current).toMatchObject({
    state: 'planned',
    notes: expect.arrayContaining([
      { text: 'The sitemap … could not be fetched: the site responded with 404.', count: 1, isLoss: true },
    ]),
  })
})

test('a WordPress is imported by its address, and its export goes on with the same texts', async () => {
  const site = wordPressSite({
    posts: [restPost(1, 'Text 1', { content: { rendered: `<p>${long}</p>` } }), restPost(2, 'Text 2')],
    pages: [],
  })
  const app = await testApp({ hookRequest: site.request })
  await upload(app, 'old.xml', oldSite)
  const wordpress = 'https://old.example'
  expect((await app.asOwner('/api/site-imports', { json: { folder: null, siteUrl: '', wordpress } })).status).toBe(202)
  await app.jobs.settled()
  const { current } = await list(app)
  expect(current).toMatchObject({ state: 'planned', fileName: wordpress, siteName: 'Old', siteUrl: wordpress })
  await act(app, current!.id, 'confirm')
  await app.jobs.settled()
  expect(await list(app)).toMatchObject({ current: { state: 'done' }, files: [{ name: 'old.xml' }] })
  expect(await titles(app)).toEqual(['Text 1', 'Text 2'])
  const { id } = (await (await survey(app)).json()) as SiteImport
  await app.jobs.settled()
  await act(app, id, 'confirm')
  await app.jobs.settled()
  expect(await titles(app)).toHaveLength(12)
  // Imports are undone from the last one back, those of the command too.
  await app.db.updateTable('site_imports').set({ source: null }).where('id', '=', current!.id).execute()
  expect((await act(app, current!.id, 'undo')).status).toBe(404)
  expect((await act(app, id, 'undo')).status).toBe(202)
  await app.jobs.settled()
  expect(await list(app)).toMatchObject({
    current: { id, state: 'undone', canUndo: false },
    undoable: { id: current!.id, canUndo: true },
  })
  expect((await act(app, current!.id, 'undo')).status).toBe(202)
  await app.jobs.settled()
  expect(await list(app)).toMatchObject({ current: { id }, undoable: null })
  expect(await titles(app)).toEqual([])
})

test('an export is surveyed without a change, and one at a time', async () => {
  const app = await surveyed(Buffer.from(wxr([...posts, '<item><wp:post_type>nav_menu_item</wp:post_type></item>'])))
  const { current } = await list(app)
  expect(current).toMatchObject({ state: 'planned', siteName: 'Old', siteUrl: 'https://old.example', canUndo: false })
  expect(current?.counts).toContainEqual({ type: 'text', state: 'waiting', count: 12 })
  const [first] = current!.notes
  expect(current!.notes).toContainEqual({
    text: 'It becomes a draft. Cover image URL is required.',
    count: 12,
    isLoss: false,
  })
  expect(first?.isLoss).toBe(true)
  const found = await (await app.asOwner(`/api/site-imports/${app.id}/survey`)).json()
  expect(found).toMatchObject({ posts: 12, pages: 0, authors: [{ name: 'Ada', texts: 12 }] })
  expect((found as { samples: unknown[] }).samples[0]).toMatchObject({
    before: long,
    html: expect.stringContaining(`<p>${long}</p>`),
  })
  expect(await titles(app)).toEqual([])
  expect((await survey(app)).status).toBe(409)
  expect((await begin(app, 'more.xml', 10)).status).toBe(409)
  const items = await app.asOwner(
    `/api/site-imports/${app.id}/items?limit=5&page=3&note=${encodeURIComponent('It becomes a draft. Cover image URL is required.')}`,
  )
  expect(items.headers.get('x-total-count')).toBe('12')
  expect(((await items.json()) as { name: string }[]).map(({ name }) => name)).toEqual(['Text 11', 'Text 12'])
  await act(app, app.id, 'cancel')
  expect(await list(app)).toMatchObject({ current: null, files: [{ name: 'old.xml' }] })
  expect((await survey(app)).status).toBe(202)
})

test('what cannot be read fails with the reason, and another file can be chosen', async () => {
  const app = await surveyed(Buffer.from('<html>No export</html>'))
  const { current } = await list(app)
  expect(current).toMatchObject({ state: 'failed', error: expect.any(String) })
  await upload(app, 'old.xml', oldSite)
  expect((await survey(app)).status).toBe(202)
  await app.jobs.settled()
  expect((await list(app)).current?.state).toBe('planned')
})

test('decisions hold for the import, which is carried out, reported and undone as a whole', async () => {
  const app = await surveyed()
  const winter = await makeCategory(app.db, { name: 'Cold days' })
  const choices: ImportChoices = {
    categories: { winter, news: 'leave-out' },
    cover: 'https://pictures.example/cover.jpg',
    fetchesPictures: false,
    ...productDefaults,
    menu: '',
    takesChanges: true,
  }
  const save = (json: unknown) => app.asOwner(`/api/site-imports/${app.id}/choices`, { method: 'PUT', json })
  expect((await save({ ...choices, categories: { winter: 99_999 } })).status).toBe(422)
  expect((await save(choices)).status).toBe(200)
  expect((await act(app, app.id, 'undo')).status).toBe(409)
  expect((await act(app, app.id, 'confirm')).status).toBe(202)
  await app.jobs.settled()
  const { current, files } = await list(app)
  expect(current).toMatchObject({ state: 'done', choices, canUndo: true })
  expect(files).toEqual([])
  expect(app.purged).toContainEqual([''])
  const rows = await app.db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select(['title', 'categories.name', 'cover_image', 'published_at'])
    .orderBy('posts.id')
    .execute()
  expect(rows.slice(0, 3)).toEqual([
    { title: 'Text 1', name: 'Cold days', cover_image: choices.cover, published_at: '2019-05-03T08:00:00.000Z' },
    expect.objectContaining({ title: 'Text 2', name: 'Summer' }),
    expect.objectContaining({ title: 'Text 3', name: null }),
  ])
  const redirect = async (from: string) =>
    (await findOwnRedirect(app.db, new URL(from, 'https://new.example')))?.to_address
  expect(await redirect('/2019/05/text-1/')).toBe('/blog/text-1')
  const keywords = app.db.selectFrom('posts').select('keywords').where('title', '=', 'Text 4').executeTakeFirst()
  expect(await keywords).toEqual({ keywords: 'summer' })
  const report = await app.asOwner(`/api/site-imports/${app.id}/report`)
  expect((await report.text()).split('\n')).toContain('text,Text 1,done,/blog/text-1,')
  expect((await act(app, app.id, 'cancel')).status).toBe(409)
  expect((await act(app, app.id, 'undo')).status).toBe(202)
  await app.jobs.settled()
  expect(await titles(app)).toEqual([])
  expect(await redirect('/2019/05/text-1/')).toBeUndefined()
  expect(await list(app)).toMatchObject({ current: { state: 'undone', canUndo: false } })
  const categories = await app.db.selectFrom('categories').select('name').where('deleted_at', 'is', null).execute()
  expect(categories).toEqual([{ name: 'Cold days' }])
  expect(await audit(app)).toEqual([
    `PUT /site-imports/${app.id}/choices`,
    `POST /site-imports/${app.id}/confirm`,
    `GET /site-imports/${app.id}/report`,
    `POST /site-imports/${app.id}/undo`,
  ])
})

test('the chosen menu of the old site becomes the menu of the header, until the import is undone', async () => {
  const app = await surveyed(
    Buffer.from(
      wxr([
        category('winter', 'Winter', 7),
        post(1, 'Toner', 'winter'),
        entry('main', 3, '', { type: 'post_type', object_id: '1' }),
        entry('main', 1, 'Start', { type: 'custom', url: 'https://old.example/' }),
        entry('main', 2, '', { type: 'taxonomy', object: 'category', object_id: '7' }),
        entry('main', 4, 'Gone', { type: 'post_type', object_id: '99' }),
        entry('main', 5, 'Photos', { type: 'custom', url: 'https://photos.example/me' }),
        entry('main', 6, 'Below', { type: 'custom', url: '/', menu_item_parent: '5' }),
        entry('main', 7, '', { type: 'custom', url: 'https://photos.example/' }),
        entry('social', 1, 'Mail', { type: 'custom', url: 'https://mail.example/' }),
      ]),
    ),
  )
  const found = await (await app.asOwner(`/api/site-imports/${app.id}/survey`)).json()
  expect(found).toMatchObject({
    menus: [
      {
        slug: 'main',
        name: 'Menu main',
        labels: ['Start', 'Winter', 'Toner', 'Gone', 'Photos', 'https://photos.example/'],
      },
      { slug: 'social', labels: ['Mail'] },
    ],
  })
  const header = async () => (await readEditableMenus(app.db, '2026-02-09T14:00:00.000Z')).menus.header
  const before = await header()
  const { current } = await list(app)
  const choices = { ...current!.choices, menu: 'main' }
  expect((await app.asOwner(`/api/site-imports/${app.id}/choices`, { method: 'PUT', json: choices })).status).toBe(200)
  await act(app, app.id, 'confirm')
  await app.jobs.settled()
  const text = await app.db.selectFrom('posts').select('id').executeTakeFirstOrThrow()
  const winter = await app.db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  expect((await header()).map(({ label, target }) => [label, target])).toEqual([
    ['Start', { kind: 'address', href: '/' }],
    ['Winter', { kind: 'category', id: winter.id }],
    ['Toner', { kind: 'post', id: text.id }],
    ['Photos', { kind: 'address', href: 'https://photos.example/me' }],
  ])
  expect((await list(app)).current?.notes.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/leads to nothing here/),
      'An entry without a name was left out.',
      'Entries below other entries were left out.',
    ]),
  )
  await act(app, app.id, 'undo')
  await app.jobs.settled()
  expect(await header()).toEqual(before)
})

test('while a job works on an import, what cannot be used meanwhile is not read', async () => {
  const app = await surveyed()
  const planned = await list(app)
  expect([planned.files, planned.current!.counts].map((each) => each.length > 0)).toEqual([true, true])
  await app.db.updateTable('site_imports').set({ state: 'importing' }).execute()
  expect(await list(app)).toMatchObject({ files: [], undoable: null, current: { state: 'importing', counts: [] } })
})

test('an import can be undone for 30 days', async () => {
  const app = await surveyed()
  await act(app, app.id, 'confirm')
  await app.jobs.settled()
  await app.db.updateTable('site_imports').set({ created_at: '2026-02-08T14:00:00.000Z' }).execute()
  expect((await list(app)).current?.canUndo).toBe(false)
  expect((await act(app, app.id, 'undo')).status).toBe(409)
})

test('an import that is cancelled keeps what it wrote, goes on when it is continued, and is undone', async () => {
  const app = await surveyed()
  await act(app, app.id, 'confirm')
  expect((await act(app, app.id, 'cancel')).status).toBe(200)
  await app.jobs.settled()
  expect((await list(app)).current?.state).toBe('stopped')
  expect((await titles(app)).length).toBeLessThan(12)
  // Its files are needed to go on.
  expect((await survey(app)).status).toBe(409)
  expect((await app.asOwner('/api/site-imports/files/old.xml', { method: 'DELETE' })).status).toBe(409)
  expect((await act(app, app.id, 'confirm')).status).toBe(202)
  await app.jobs.settled()
  expect((await list(app)).current?.state).toBe('done')
  expect(await titles(app)).toHaveLength(12)
})

test('another process goes on with an import whose process was killed', async () => {
  const app = await surveyed()
  await app.db.updateTable('site_imports').set({ state: 'importing' }).execute()
  const killed = new AbortController()
  let texts = 0
  const dying = applyImport(app.db, {
    importId: app.id,
    images: createImageStore(app.media),
    request: createGuardedRequest({ userAgent: 'test' }),
    files: new Map(),
    coverOfOthers: '',
    clock: () => new Date('2026-03-10T15:00:00.000Z'),
    signal: killed.signal,
    onProgress(step) {
      if (step === 'texts' && ++texts === 5) killed.abort(new Error('killed'))
    },
  })
  await expect(dying).rejects.toThrow('killed')
  expect(await titles(app)).toHaveLength(5)
  await app.db
    .updateTable('jobs')
    .set({ next_at: '2026-03-10T14:00:00.000Z' })
    .where('name', '=', 'site-import')
    .execute()
  await app.jobs.runDueJobs()
  expect((await list(app)).current?.state).toBe('done')
  expect(await titles(app)).toHaveLength(12)
})

test('a killed survey begins again', async () => {
  const app = await surveyed()
  await app.db.updateTable('site_imports').set({ state: 'reading' }).execute()
  await app.db
    .updateTable('jobs')
    .set({ next_at: '2026-03-10T14:00:00.000Z' })
    .where('name', '=', 'site-import')
    .execute()
  await app.jobs.runDueJobs()
  const { current } = await list(app)
  expect(current?.state).toBe('planned')
  expect(current?.counts).toContainEqual({ type: 'text', state: 'waiting', count: 12 })
})

test('a folder of the server is chosen by its name and never by a path, and imported in a process of its own', async () => {
  let started = 0
  const threads = isEmbedded ? undefined : inProcess(() => started++)
  const app = await testApp({ ...(threads && { threads }) })
  const place = path.join(app.dataDir, 'imports')
  mkdirSync(path.join(place, 'wordpress', 'uploads'), { recursive: true })
  writeFileSync(path.join(place, 'notes.txt'), '')
  writeFileSync(path.join(place, 'single.xml'), oldSite)
  const withPicture = post(
    1,
    'Text 1',
    'winter',
    `<p>${long}</p><img src="https://old.example/wp-content/uploads/jar.jpg">`,
  )
  writeFileSync(path.join(place, 'wordpress', 'export.xml'), wxr([withPicture]))
  writeFileSync(path.join(place, 'wordpress', 'uploads', 'jar.jpg'), await plainPicture().jpeg().toBuffer())
  expect(await list(app)).toMatchObject({ folders: ['single.xml', 'wordpress'], place })
  for (const folder of ['..', '../imports/wordpress', 'wordpress/uploads', '.uploads', 'gone', '/etc'])
    expect((await survey(app, folder)).status, folder).toBe(404)
  const { id } = (await (await survey(app, 'wordpress')).json()) as SiteImport
  await app.jobs.settled()
  await act(app, id, 'confirm')
  await app.jobs.settled()
  expect((await app.db.selectFrom('posts').select('cover_image').executeTakeFirstOrThrow()).cover_image).toMatch(
    /^\/media\//,
  )
  expect(started).toBe(isEmbedded ? 0 : 2)
  expect(app.purged).toContainEqual([''])
  // They are hers, and stay.
  expect(readdirSync(place)).toContain('wordpress')
})

test('visitors can neither see nor begin an import', async () => {
  const app = await testApp()
  expect((await app.request('/api/site-imports')).status).toBe(401)
  expect((await app.request('/api/site-imports', { json: { folder: null, siteUrl: '' } })).status).toBe(401)
  expect((await app.request('/api/site-imports/uploads', { json: { name: 'old.xml', size: 1 } })).status).toBe(401)
})

test('uploads and surveys that are left alone are removed after a week', async () => {
  const app = await surveyed()
  const run = async (name: 'tidy-up' | 'purge-images') => {
    await app.asOwner(`/api/jobs/${name}/run`, { method: 'POST' })
    await app.jobs.settled()
  }
  const madeAt = (created_at: string) => app.db.updateTable('site_imports').set({ created_at }).execute()
  await madeAt('2026-03-04T15:00:00.000Z')
  await run('tidy-up')
  expect((await list(app)).current).not.toBeNull()
  await madeAt('2026-03-03T14:00:00.000Z')
  await run('tidy-up')
  await run('purge-images')
  expect(await list(app)).toMatchObject({ current: null, files: [{ name: 'old.xml' }] })
  const old = new Date('2026-03-03T14:00:00.000Z')
  utimesSync(path.join(app.dataDir, 'imports', '.uploads', 'old.xml'), old, old)
  await run('purge-images')
  expect((await list(app)).files).toEqual([])
})
