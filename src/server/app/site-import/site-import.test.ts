import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { plainPicture } from '../../../../test/pictures.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { createImageStore } from '../../content/images/image-store.ts'
import { findOwnRedirect } from '../../content/redirects/redirects.repo.ts'
import { insertRows } from '../../platform/db/json-rows.ts'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import { createFolderStorage } from '../../platform/storage/folder-storage.ts'
import { cleanUp } from '../cleanup.ts'
import { type ApplyOptions, applyImport } from './apply-import.ts'
import { checkSitemap } from './check-sitemap.ts'
import { openExport, pictureKey } from './export-files.ts'
import { readSitemap } from './old-sitemap.ts'
import { planImport } from './plan-import.ts'
import { readExport } from './read-export.ts'
import { beginImport, findInterruptedImport, findLastImport, listItemLines, readImport } from './site-imports.repo.ts'
import { surveyImport } from './survey-import.ts'
import { undoImport } from './undo-import.ts'

const NOW = '2026-03-10T15:00:00.000Z'
const long = 'It stays calm through a whole winter, and that is what counts for a toner like this one.'

type Post = {
  id: number
  title: string
  slug?: string
  content?: string
  status?: string
  type?: string
  rest?: string
}

const item = ({
  id,
  title,
  slug = `text-${id}`,
  content = `<p>${long}</p>`,
  status = 'publish',
  type = 'post',
  rest = '',
}: Post) =>
  `<item><title>${title}</title><link>https://old.example/2019/05/${slug}/</link><wp:post_id>${id}</wp:post_id><wp:post_name>${slug}</wp:post_name>
  <wp:status>${status}</wp:status><wp:post_type>${type}</wp:post_type><wp:post_date_gmt>2019-05-03 08:00:00</wp:post_date_gmt>
  <wp:post_modified_gmt>2020-01-02 03:04:05</wp:post_modified_gmt><content:encoded><![CDATA[${content}]]></content:encoded>${rest}</item>`
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`
const picture = (id: number, name: string) =>
  `<item><title>${name}</title><link>https://old.example/${name}/</link><wp:post_id>${id}</wp:post_id><wp:post_type>attachment</wp:post_type>
  <wp:attachment_url>https://old.example/wp-content/uploads/${name}.jpg</wp:attachment_url>${meta('_wp_attachment_image_alt', `A ${name}`)}</item>`

const category =
  '<wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>winter</wp:category_nicename><wp:cat_name>Winter care</wp:cat_name></wp:category>'
const inCategory =
  '<category domain="category" nicename="winter">Winter care</category><category domain="post_tag" nicename="toner">Toner</category>'

const comment = (id: number, rest = '') =>
  `<wp:comment><wp:comment_id>${id}</wp:comment_id><wp:comment_author>Ada</wp:comment_author><wp:comment_author_email>ada@reader.example</wp:comment_author_email>
  <wp:comment_date_gmt>2019-06-01 10:00:00</wp:comment_date_gmt><wp:comment_content><![CDATA[So <b onclick="x()">calm</b> ${id}]]></wp:comment_content>
  <wp:comment_approved>1</wp:comment_approved>${rest}</wp:comment>`

const export1 = [
  category,
  picture(20, 'jar').replace('</item>', `${meta('bg_pos_desktop', '20% 80%')}</item>`),
  picture(21, 'lost'),
  item({
    id: 10,
    title: 'My toner',
    slug: 'my-toner',
    rest:
      inCategory +
      meta('_thumbnail_id', '20') +
      meta('_wp_old_slug', 'toner-2018') +
      comment(50) +
      comment(51, '<wp:comment_parent>50</wp:comment_parent>') +
      comment(52, '<wp:comment_parent>49</wp:comment_parent>'),
    content: `<p>${long} <a href="https://old.example/2019/05/serums/">Serums</a></p>`,
  }),
  item({
    id: 11,
    title: 'Serums',
    slug: 'serums',
    content: `${long}\n\n<img src="https://old.example/wp-content/uploads/jar-300x200.jpg" style="object-position:1% 1%"> <img src="https://old.example/wp-content/uploads/inside.jpg">`,
  }),
  item({ id: 12, title: 'Without a picture' }),
  item({ id: 13, title: 'Secret plans', status: 'private', rest: meta('_thumbnail_id', '20') }),
  item({ id: 14, title: 'About me', slug: 'about-me', type: 'page' }),
  item({ id: 15, title: 'The old shop', slug: 'shop', type: 'page' }),
  item({ id: 16, title: 'In the trash', status: 'trash', rest: comment(53) }),
]

const wxr = (items: string[]) =>
  `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
  <title>Old</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>${items.join('')}</channel></rss>`

/** A site, and imports into it from a folder with two of the pictures. */
async function oldSite() {
  const app = await testApp()
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'))
  await mkdir(path.join(folder, 'uploads'))
  await writeFile(path.join(folder, 'uploads', 'jar.jpg'), await plainPicture().jpeg().toBuffer())
  const images = createImageStore(createFolderStorage(path.join(folder, 'media')))
  const signal = new AbortController().signal
  async function plan(items: string[]) {
    await writeFile(path.join(folder, 'export.xml'), wxr(items))
    const files = await openExport([path.join(folder, 'export.xml')])
    const importId = await beginImport(app.db, 'export.xml', NOW)
    await readExport(app.db, { importId, files, signal })
    await planImport(app.db, { importId, coverOfOthers: '', signal })
    return importId
  }
  async function run(items: string[], options: Partial<ApplyOptions> = {}) {
    const open = await findInterruptedImport(app.db, 'export.xml')
    const importId = open?.id ?? (await plan(items))
    const files = await openExport([path.join(folder, 'export.xml'), path.join(folder, 'uploads')])
    const given = { files: files.pictures, images, request: undefined, clock: () => new Date(NOW), coverOfOthers: '' }
    await applyImport(app.db, { importId, signal, ...given, ...options })
    return importId
  }
  return {
    app,
    folder,
    plan,
    run,
    undo: (id: number) => undoImport(app.db, id, { now: NOW, signal }),
  }
}

const texts = ({ db }: TestApp) =>
  db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select([
      'posts.title',
      'posts.slug',
      'posts.kind',
      'posts.published_at',
      'posts.updated_at',
      'posts.content',
      'posts.cover_image',
      'posts.image_alt',
      'posts.keywords',
      'categories.name',
    ])
    .where('posts.deleted_at', 'is', null)
    .orderBy('posts.id')
    .execute()

const comments = ({ db }: TestApp) => db.selectFrom('imported_comments').selectAll().orderBy('id').execute()

const redirect = async ({ db }: TestApp, address: string) =>
  (await findOwnRedirect(db, new URL(address, 'https://new.example')))?.to_address

const notes = async ({ db }: TestApp, id: number) =>
  Object.fromEntries(
    (await listItemLines(db, id))
      .filter(({ notes }) => notes.length > 0)
      .map(({ name, notes }) => [name, notes.join(' ')]),
  )

const focalPoints = ({ db }: TestApp) => db.selectFrom('images').select(['focal_x', 'focal_y']).execute()

test('a picture that was here keeps its focal point', async () => {
  const { app, run } = await oldSite()
  await run([picture(20, 'jar')])
  expect(await focalPoints(app)).toEqual([{ focal_x: 50, focal_y: 50 }])
  await run(export1)
  expect(await focalPoints(app)).toEqual([{ focal_x: 50, focal_y: 50 }])
})

test('a site moves in with its texts, pictures, categories, dates and addresses', async () => {
  const { app, run } = await oldSite()
  const id = await run(export1)
  // An import that counts as done has the notes about what became of its items.
  expect((await readImport(app.db, id)).note_groups).toContain('its address')
  const [toner, serums, bare, secret, about, shop, ...more] = await texts(app)
  expect(more).toEqual([])
  expect(toner).toMatchObject({
    title: 'My toner',
    slug: 'my-toner',
    published_at: '2019-05-03T08:00:00.000Z',
    updated_at: '2020-01-02T03:04:05.000Z',
    name: 'Winter care',
    keywords: 'Toner',
    image_alt: 'A jar',
  })
  expect(toner?.cover_image).toMatch(/^\/media\//)
  expect(await focalPoints(app)).toEqual([{ focal_x: 20, focal_y: 80 }])
  expect(toner?.content).toContain('<a href="/blog/serums">Serums</a>')
  expect(serums?.content).toContain(`<img alt="A jar" loading="lazy" src="${toner?.cover_image}" />`)
  expect(serums?.content).toContain('src="https://old.example/wp-content/uploads/inside.jpg"')
  expect(bare).toMatchObject({ published_at: null, slug: 'text-12' })
  expect(secret).toMatchObject({ published_at: null })
  expect(about).toMatchObject({ kind: 'page', slug: 'about-me', published_at: '2019-05-03T08:00:00.000Z' })
  expect(shop).toMatchObject({ kind: 'page', published_at: null })
  expect(await notes(app, id)).toEqual({
    'lost.jpg': 'https://old.example/wp-content/uploads/lost.jpg: The picture is not in the folder.',
    'inside.jpg': 'https://old.example/wp-content/uploads/inside.jpg: The picture is not in the folder.',
    Serums: 'A picture stays at its address on another site: https://old.example/wp-content/uploads/inside.jpg',
    'Without a picture':
      'It becomes a draft. Cover image URL is required. Its old address leads to it as soon as it is published.',
    'Secret plans': 'It was private and becomes a draft.',
    'The old shop': 'It becomes a draft. The address /shop belongs to the site itself.',
    'In the trash': 'It was in the trash.',
    'Comment 52': 'The comment that it replies to is not kept.',
    'Comment 53': 'Its text is not imported.',
  })
  const [first, ...replies] = await comments(app)
  expect(first).toMatchObject({ author: 'Ada', content: 'So <b>calm</b> 50', written_at: '2019-06-01T10:00:00.000Z' })
  expect(replies).toMatchObject([{ parent_id: first!.id }, { parent_id: null }])
  for (const [from, to] of [
    ['/2019/05/my-toner/', '/blog/my-toner'],
    ['/2019/05/toner-2018', '/blog/my-toner'],
    ['/?p=10', '/blog/my-toner'],
    ['/?cat=3', '/blog/category/winter'],
    ['/category/winter/', '/blog/category/winter'],
    ['/tag/toner/', '/search?q=Toner'],
    ['/jar/', toner!.cover_image],
    ['/2019/05/about-me/', '/about-me'],
    ['/2019/05/', '/blog'],
  ])
    expect(await redirect(app, from!), from).toBe(to)
  expect(await redirect(app, '/2019/05/text-13/')).toBeUndefined()
})

test('an import that is repeated changes nothing, and takes over what is new', async () => {
  const { app, plan, run } = await oldSite()
  await run(export1)
  const before = { texts: await texts(app), comments: await comments(app) }
  const again = await run(export1)
  expect({ texts: await texts(app), comments: await comments(app) }).toEqual(before)
  expect((await listItemLines(app.db, again)).filter(({ type }) => type === 'text').map(({ state }) => state)).toEqual(
    Array(6).fill('unchanged'),
  )
  await app.db.updateTable('posts').set({ title: 'Mine', version: 2 }).where('slug', '=', 'serums').execute()
  const changed = export1.map((each) =>
    each.replace('<title>My toner', '<title>My new toner').replace('<title>Serums', '<title>Other serums'),
  )
  const importId = await plan(changed)
  const { signal } = new AbortController()
  const { repeated } = await surveyImport(app.db, { importId, siteUrl: 'https://old.example', signal })
  expect(repeated).toEqual({ unchanged: 4, changed: 1, edited: 1, deleted: 0 })
  expect(await notes(app, importId)).toMatchObject({
    'My new toner': expect.stringMatching(/^It has changed on the old site since it was imported\./),
  })
  const kept = await run(changed, { takesChanges: false })
  expect((await texts(app))[0]?.title).toBe('My toner')
  expect(await notes(app, kept)).toMatchObject({
    'My new toner': 'It has changed on the old site: the text here stays, as you chose.',
  })
  const third = await run([...changed, item({ id: 30, title: 'Brand new', rest: meta('_thumbnail_id', '20') })])
  expect((await texts(app)).map(({ title }) => title)).toEqual([
    'My new toner',
    'Mine',
    'Without a picture',
    'Secret plans',
    'About me',
    'The old shop',
    'Brand new',
  ])
  expect(await notes(app, third)).toMatchObject({
    'Other serums': 'It has changed on the old site and was edited here: the text here stays.',
  })
})

test('a lost picture that is in the folder of a repeated import comes into its text, unless that was edited here', async () => {
  const { app, folder, run } = await oldSite()
  const lost = (id: number, slug: string) =>
    item({
      id,
      title: slug,
      slug,
      content: `<p>${long}</p><img src="https://old.example/wp-content/uploads/inside.jpg">`,
    })
  const items = [picture(20, 'jar'), lost(10, 'one-text'), lost(11, 'other-text')]
  await run(items, { coverOfOthers: '' })
  await app.db.updateTable('posts').set({ version: 2 }).where('slug', '=', 'other-text').execute()
  await writeFile(path.join(folder, 'uploads', 'inside.jpg'), await plainPicture(40).jpeg().toBuffer())
  const again = await run(items)
  expect(await texts(app)).toMatchObject([
    { slug: 'one-text', content: expect.stringContaining('src="/media/'), updated_at: '2020-01-02T03:04:05.000Z' },
    { slug: 'other-text', content: expect.stringContaining('https://old.example/wp-content/uploads/inside.jpg') },
  ])
  const lines = await listItemLines(app.db, again)
  expect(lines.filter(({ type }) => type === 'text').map(({ state }) => state)).toEqual(['done', 'unchanged'])
  await run(items)
  expect(await app.db.selectFrom('posts').select('version').where('slug', '=', 'one-text').execute()).toEqual([
    { version: 2 },
  ])
})

test('an import that is interrupted anywhere goes on to the same end', async () => {
  const whole = await oldSite()
  await whole.run(export1)
  const { app, run } = await oldSite()
  for (const stops of [1, 1, 2, 1, 3]) {
    const stopping = new AbortController()
    let steps = 0
    const interrupted = run(export1, {
      signal: stopping.signal,
      onProgress: () => {
        steps += 1
        if (steps === stops) stopping.abort(new Error('stopped'))
      },
    })
    await expect(interrupted).rejects.toThrow('stopped')
  }
  await run(export1)
  const named = async (site: TestApp) =>
    (await texts(site)).map((text) => ({ ...text, slug: text.slug.startsWith('~') ? 'not free' : text.slug }))
  expect(await named(app)).toEqual(await named(whole.app))
  expect(await comments(app)).toEqual(await comments(whole.app))
  const count = async ({ db }: TestApp) =>
    (await db.selectFrom('own_redirects').select(['from_address', 'to_address']).orderBy('from_address').execute())
      .length
  expect(await count(app)).toBe(await count(whole.app))
  expect(await app.db.selectFrom('images').select('id').execute()).toHaveLength(1)
})

test('an import is taken back as a whole', async () => {
  const { app, run, undo } = await oldSite()
  const before = await texts(app)
  const id = await run(export1)
  await undo(id)
  expect(await texts(app)).toEqual(before)
  expect(await redirect(app, '/2019/05/my-toner/')).toBeUndefined()
  expect(await comments(app)).toEqual([])
  const left = async (table: 'images' | 'categories') =>
    app.db.selectFrom(table).select('id').where('deleted_at', 'is', null).execute()
  expect([await left('images'), await left('categories')]).toEqual([[], []])
  // The texts wait in the trash.
  expect(await app.db.selectFrom('posts').select('id').where('deleted_at', 'is not', null).execute()).toHaveLength(6)
  await run(export1)
  expect((await texts(app)).map(({ slug }) => slug)).toContain('my-toner')
})

test('a text that a repeated import changed is as it was before when that is undone, unless it was edited since', async () => {
  const { app, run, undo } = await oldSite()
  await run(export1)
  const before = await texts(app)
  const changed = export1.map((each) =>
    each.replace('<title>My toner', '<title>My new toner').replace('<title>Serums', '<title>Other serums'),
  )
  const id = await run(changed)
  expect((await texts(app)).map(({ title }) => title)).toEqual(expect.arrayContaining(['My new toner', 'Other serums']))
  await app.db.updateTable('posts').set({ title: 'Mine', version: 3 }).where('slug', '=', 'serums').execute()
  await undo(id)
  const mine = before.map((text) => (text.slug === 'serums' ? { ...text, title: 'Mine' } : text))
  expect(await texts(app)).toEqual(mine)
  expect(await notes(app, id)).toMatchObject({
    'Other serums': 'It was edited here since, and stays as it is.',
  })
  expect(await findLastImport(app.db)).toMatchObject({ id: id - 1 })
  // The first import counts as the one that wrote it.
  await run(changed)
  expect((await texts(app))[0]).toMatchObject({ title: 'My new toner' })
  await cleanUp(app.db, new Date('2026-04-10T15:00:00.000Z'))
  const replaced = app.db.selectFrom('site_import_items').select('id').where('replaced', 'is not', null)
  expect(await replaced.execute()).toEqual([])
})

test('a picture that cannot be read while the next one is looked up fails the import, not the process', async () => {
  const { app, run } = await oldSite()
  const open = () => {
    throw new Error('The disk is gone')
  }
  const file = { name: 'jar.jpg', bytes: 1, open }
  const files = new Map([[pictureKey('https://old.example/wp-content/uploads/jar.jpg'), file]])
  await expect(run([picture(20, 'jar'), picture(21, 'lost')], { files })).rejects.toThrow('The disk is gone')
  expect((await findInterruptedImport(app.db, 'export.xml'))?.state).toBe('importing')
})

test('texts and names that cannot be stored as they are have a line each, and the import goes on', async () => {
  const { app, run } = await oldSite()
  const id = await run([
    '<wp:category><wp:category_nicename>%00winter</wp:category_nicename><wp:cat_name>Winter</wp:cat_name></wp:category>',
    '<wp:category><wp:category_nicename>2019</wp:category_nicename><wp:cat_name>2019</wp:cat_name></wp:category>',
    item({ id: 1, title: 'Far too long', content: `<p>${'word '.repeat(220_000)}</p>` }),
    item({ id: 2, title: `${'x'.repeat(299)}🧴 long title` }),
    item({ id: 3, title: 'Relative picture', content: `<img src="/wp-content/uploads/gone.jpg"> ${long}` }),
    item({
      id: 4,
      title: 'Malformed link',
      content: `<a href="/\\[">A link</a> <iframe src="//x.amazon-adsystem.com/e/cm?o=constructor"></iframe> ${long}`,
    }),
  ])
  expect((await texts(app)).map(({ title }) => title.slice(0, 8))).toEqual(['xxxxxxxx', 'Relative', 'Malforme'])
  expect(await notes(app, id)).toMatchObject({
    'Far too long': 'It is longer than a text can be here, and is left out.',
    'gone.jpg': 'https://old.example/wp-content/uploads/gone.jpg: The picture is not in the folder.',
    2019: expect.stringContaining('A slug needs at least one letter'),
  })
})

test('addresses of an import do not count towards those by hand', async () => {
  const app = await testApp({ pageStatus: (path) => (path === '/blog' ? 200 : 404) })
  const rows = Array.from({ length: 5000 }, (_, at) => ({
    from_address: `/old-${at}`,
    to_address: '/blog',
    created_at: NOW,
    import_id: 1,
  }))
  await insertRows(app.db, 'own_redirects', ['from_address', 'to_address', 'created_at', 'import_id'], rows).execute(
    app.db,
  )
  const added = await app.asOwner('/api/redirects', { json: { from: '/mine', to: '/blog' } })
  expect(added.status).toBe(201)
  await app.db.updateTable('own_redirects').set({ import_id: null }).execute()
  expect((await app.asOwner('/api/redirects', { json: { from: '/other', to: '/blog' } })).status).toBe(422)
})

test('the clean-up removes a plan that was never carried out, and keeps imports', async () => {
  const { app, run } = await oldSite()
  const done = await run(export1)
  await beginImport(app.db, 'abandoned.xml', NOW)
  const left = async () => (await app.db.selectFrom('site_imports').select('id').execute()).map(({ id }) => id)
  await cleanUp(app.db, new Date('2026-03-11T14:00:00.000Z'))
  expect(await left()).toHaveLength(2)
  await cleanUp(app.db, new Date('2026-03-11T16:00:00.000Z'))
  expect(await left()).toEqual([done])
})

test('a link that the export does not list leads where the old site redirects it, and its address, too', async () => {
  const { app, run } = await oldSite()
  const link = (address: string) => `<p>${long} <a href="https://old.example${address}">here</a></p>`
  const items = [
    item({ id: 10, title: 'Linked', content: link('/go/serum/') + link('/go/gone') + link('/go/serum?x=1') }),
    item({ id: 11, title: 'Known', content: link('/2019/05/text-10/') + link('/2019/') + link('/shop') }),
  ]
  const requested: string[] = []
  const id = await run(items, {
    request: async (address) => {
      requested.push(address)
      const location = address.includes('serum') ? 'https://shop.example/serum?tag=me-20' : undefined
      return { status: location ? 307 : 404, headers: { location }, body: '' }
    },
  })
  expect(requested.sort()).toEqual(
    ['/go/gone', '/go/serum', '/go/serum?x=1'].map((path) => `https://old.example${path}`),
  )
  const [linked] = await texts(app)
  expect(linked?.content.match(/href="[^"]+"/g)).toEqual([
    'href="https://shop.example/serum?tag=me-20"',
    'href="https://old.example/go/gone"',
    'href="https://shop.example/serum?tag=me-20"',
  ])
  expect(await redirect(app, '/go/serum')).toBe('https://shop.example/serum?tag=me-20')
  expect(await redirect(app, '/go/gone')).toBeUndefined()
  expect(await notes(app, id)).toMatchObject({
    '/go/gone': 'Texts link to it, but the old site responded with 404 and not with a redirect.',
  })
})

test('addresses of the old sitemap that lead to nothing are listed, each with the most similar page', async () => {
  const { app, folder, plan } = await oldSite()
  const importId = await plan([category, ...export1])
  const urls = ['/2019/05/my-toner/', '/', '/tag/toner', '/2019/05/03/', '/shop', '/my-best-toners/', '/xyzzy/?a=1']
  const secret = path.join(folder, 'secret.xml')
  await writeFile(secret, '<urlset><url><loc>https://old.example/secret</loc></url></urlset>')
  const index = (names: string[]) =>
    `<sitemapindex>${names.map((name) => `<sitemap><loc>${name}</loc></sitemap>`).join('')}</sitemapindex>`
  await writeFile(
    path.join(folder, 'index.xml'),
    index(['https://old.example/posts.xml.gz', 'https://old.example/index.xml', secret]),
  )
  const urlset = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((each) => `<url><loc>https://www.old.example${each}</loc></url>`)
    .join('')}<url><loc>https://other.example/x</loc></url></urlset>`
  const signal = new AbortController().signal
  const request: GuardedRequest = async (address) => ({
    status: 200,
    headers: {},
    body: '',
    bytes: address.endsWith('.gz') ? gzipSync(urlset) : Buffer.from(index(['https://old.example/posts.xml.gz'])),
  })
  const addresses = readSitemap(path.join(folder, 'index.xml'), { request, signal })
  expect(await checkSitemap(app.db, { importId, addresses, now: NOW, signal })).toEqual({ addresses: 7, missing: 2 })
  const intro = 'It is in the sitemap of the old site, and nothing of the import has this address.'
  expect(await notes(app, importId)).toMatchObject({
    '/my-best-toners': `${intro} Perhaps it is /blog/my-toner now.`,
    '/xyzzy?a=1': intro,
  })
  const broken = readSitemap(path.join(folder, 'none.xml'), { request, signal })
  await expect(Array.fromAsync(broken)).rejects.toThrow(/none\.xml cannot be read \(ENOENT\)\.$/)
  await writeFile(path.join(folder, 'page.xml'), '<html><body>Not found</body></html>')
  const page = readSitemap(path.join(folder, 'page.xml'), { request, signal })
  await expect(Array.fromAsync(page)).rejects.toThrow(/^There is no address in the sitemap/)
})

test('a gallery without pictures of its own shows those of its text, and footnotes stand at the end', async () => {
  const { app, run } = await oldSite()
  const note = JSON.stringify([{ id: 'a1', content: 'By <em>weight</em>.' }])
  await run([
    picture(20, 'jar').replace('<wp:post_type>', '<wp:post_parent>10</wp:post_parent><wp:post_type>'),
    picture(21, 'lost').replace('<wp:post_type>', '<wp:post_parent>11</wp:post_parent><wp:post_type>'),
    item({
      id: 10,
      title: 'With both',
      content: `<!-- wp:paragraph --><p>${long}<sup data-fn="a1" class="fn"><a href="#a1">1</a></sup></p><!-- /wp:paragraph -->[gallery]<!-- wp:footnotes /-->`,
      rest: meta('footnotes', note),
    }),
    item({ id: 12, title: 'With neither', content: `<p>${long}</p>[gallery]` }),
  ])
  const [both, neither] = await texts(app)
  expect(both?.content).toMatch(
    /<sup>1<\/sup><\/p><figure><img alt="A jar" [^>]+ src="\/media\/[^>]+><\/figure><ol><li>By <em>weight<\/em>\.<\/li><\/ol>$/,
  )
  expect(neither?.content).toBe(`<p>${long}</p>`)
})

test('an export whose address is none is imported', async () => {
  const { app, plan } = await oldSite()
  const id = await plan(['<wp:base_blog_url>localhost:8080</wp:base_blog_url>', item({ id: 1, title: 'Toner' })])
  expect((await readImport(app.db, id)).site_url).toBe('')
})
