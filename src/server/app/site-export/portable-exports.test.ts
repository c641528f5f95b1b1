import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addPicture } from '../../../../test/add-picture.ts'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { importExport } from '../../../../test/import-export.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { ExportFile } from '../site-import/export-file.ts'
import { pictureKey } from '../site-import/export-files.ts'
import { blockMarkup } from './block-markup.ts'
import { isSame } from './markdown-body.ts'
import { ghostCompanions, writeGhost } from './write-ghost.ts'
import { writeWordpress } from './write-wordpress.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const signal = new AbortController().signal
const origin = 'https://old.example'

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dewlight-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A site with what the formats can carry, and what they cannot. */
async function site(): Promise<TestApp> {
  const app = await testApp({ settings: { brand: 'Dew & light', authorName: 'Nora' } })
  const url = await addPicture(app, { fileName: 'My jar.jpg', altText: 'A jar' })
  const category_id = await makeCategory(app.db, { slug: 'winter', name: 'Winter care' })
  const text = '<p>It stays calm ]]&gt; through a whole winter &amp; that is what counts for me.</p>'
  const id = await makePost(app.db, {
    slug: 'winter-toner',
    title: 'Toner & care <3',
    category_id,
    keywords: 'toner, dry skin',
    cover_image: url,
    image_alt: 'A jar',
    excerpt: 'Short & honest ]]> text.',
    meta_title: 'Toner for winter',
    meta_description: 'All about toner',
    is_featured: true,
    content: `${text}<h2>Why</h2><ul><li>one<ul><li>two</li></ul></li></ul><figure><img alt="A jar" loading="lazy" src="${url}" /><figcaption>Mine</figcaption></figure><aside data-block="callout"><p>Tip</p></aside><p><a href="/blog/second-text">Second</a></p>`,
  })
  await app.db
    .insertInto('redirects')
    .values({ kind: 'posts', from_slug: 'toner-2018', target_id: id, created_at: now.toISOString() })
    .execute()
  const comment = { post_id: id, author: 'Ada <3', content: 'So <em>calm</em>', written_at: now.toISOString() }
  const { id: parent_id } = await app.db
    .insertInto('imported_comments')
    .values({ ...comment, is_approved: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('imported_comments')
    .values({ ...comment, parent_id, is_approved: false })
    .execute()
  await makePost(app.db, {
    slug: 'second-text',
    title: 'Second text',
    keywords: '',
    image_alt: 'A jar',
    cover_image: url,
    content: text,
    published_at: '2026-05-01T10:00:00.000Z',
  })
  await makePost(app.db, {
    slug: 'drafted',
    title: 'A draft',
    keywords: '',
    image_alt: 'A jar',
    cover_image: url,
    content: text,
    published_at: null,
  })
  await makePost(app.db, {
    kind: 'page',
    slug: 'about-her',
    title: 'About her',
    keywords: '',
    cover_image: '',
    content: text,
  })
  await makePost(app.db, { kind: 'newsletter', slug: 'a-newsletter', title: 'A newsletter', content: text })
  return app
}

/** The texts of a site, and the pictures that it sends: on PostgreSQL the next site of a test takes its place. */
async function stateOf(app: TestApp) {
  const pictures = new Map<string, ExportFile>()
  for (const { key, url } of await app.db.selectFrom('images').select(['key', 'url']).execute()) {
    const source = await readFile((await app.media.find(key, 'source'))!)
    const open = async function* () {
      yield source
    }
    pictures.set(pictureKey(origin + url), { name: 'jar.jpg', bytes: source.length, open })
  }
  return { texts: await textsOf(app), comments: await commentsOf(app), pictures }
}

/** Imports an export into an empty site, with pictures that its old site would send. */
async function imported(file: string, { pictures: ofSite }: { pictures: ReadonlyMap<string, ExportFile> }) {
  const app = await testApp()
  const lines = await importExport(app.db, file, {
    siteUrl: origin,
    media: app.media,
    picturesFrom: (found) => new Map([...found, ...ofSite]),
    now,
  })
  return { app, lines }
}

const commentsOf = (app: TestApp) =>
  app.db
    .selectFrom('imported_comments')
    .innerJoin('posts', 'posts.id', 'post_id')
    .select([
      'slug',
      'imported_comments.id',
      'parent_id',
      'author',
      'imported_comments.content',
      'written_at',
      'is_approved',
    ])
    .orderBy('imported_comments.id')
    .execute()

const textsOf = (app: TestApp) =>
  app.db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select(['posts.title', 'posts.slug', 'posts.kind', 'posts.published_at', 'posts.updated_at', 'posts.excerpt'])
    .select(['posts.keywords', 'posts.meta_title', 'posts.meta_description', 'posts.is_featured', 'posts.cover_image'])
    .select(['posts.image_alt', 'posts.content', 'categories.slug as category'])
    .where('posts.kind', 'in', ['post', 'page'])
    .orderBy('posts.id')
    .execute()

/** A picture is encoded again, so its key is another one. */
async function expectSameTexts(app: TestApp, texts: Awaited<ReturnType<typeof textsOf>>): Promise<void> {
  const [found, wanted] = [await textsOf(app), texts].map((rows) =>
    rows.map((row) => ({
      ...row,
      cover_image: row.cover_image.replace(KEY, ''),
      content: row.content.replace(KEY, ''),
    })),
  )
  for (const [at, row] of wanted!.entries()) {
    const { content, ...fields } = found![at]!
    expect(fields).toEqual({ ...row, content: undefined })
    if (!isSame(content, row.content)) expect(content).toBe(row.content)
  }
  expect(found).toHaveLength(wanted!.length)
}

const KEY = /(?<=\/media\/)[\da-f]+/g

test('an export for WordPress is read back with its texts, dates, terms, pictures and addresses', async () => {
  const app = await site()
  const state = await stateOf(app)
  const folder = await newFolder()
  const file = path.join(folder, 'site.xml')
  expect(await writeWordpress({ db: app.openDb(), file, origin, now, signal })).toEqual({ texts: 4, pictures: 1 })
  expect(await readdir(folder)).toEqual(['site.xml'])
  const { app: other, lines } = await imported(file, state)
  expect(lines.flatMap(({ notes }) => notes)).toEqual([])
  await expectSameTexts(other, state.texts)
  expect(await commentsOf(other)).toEqual(state.comments)
  const from = await other.db.selectFrom('own_redirects').select(['from_address', 'to_address']).execute()
  expect(from).toContainEqual({ from_address: '/blog/toner-2018', to_address: '/blog/winter-toner' })
})

test('an export for Ghost is read back, and its redirects and members are next to it', async () => {
  const app = await site()
  const state = await stateOf(app)
  const reader = { is_active: true, created_at: now.toISOString() }
  await app.db
    .insertInto('subscribers')
    .values([
      { email: 'ann@example.com', unsubscribe_token: 'a', ...reader },
      { email: 'left@example.com', unsubscribe_token: 'b', ...reader, is_active: false },
      { email: 'new@example.com', unsubscribe_token: 'c', ...reader, unconfirmed_at: now.toISOString() },
    ])
    .execute()
  const folder = await newFolder()
  const file = path.join(folder, 'ghost.zip')
  const counts = await writeGhost({ db: app.openDb(), media: app.media, file, origin, now, signal })
  expect(counts).toEqual({ texts: 4, pictures: 1 })
  expect((await readdir(folder)).sort()).toEqual(['ghost.zip', ...Object.values(ghostCompanions)].sort())
  // Its pictures are in the file.
  const { app: other, lines } = await imported(file, { pictures: new Map() })
  expect(lines.flatMap(({ notes }) => notes)).toEqual([])
  await expectSameTexts(other, state.texts)
  const members = await readFile(path.join(folder, 'members.csv'), 'utf8')
  expect(
    members
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(',').filter((_, at) => [0, 3].includes(at))),
  ).toEqual([
    ['ann@example.com', 'true'],
    ['left@example.com', 'false'],
  ])
  expect(JSON.parse(await readFile(path.join(folder, 'redirects.json'), 'utf8'))[0]).toEqual({
    from: '^/blog/toner-2018$',
    to: '/winter-toner/',
    permanent: true,
  })
})

test.each([
  ['<p>Text</p>', '<!-- wp:paragraph -->\n<p>Text</p>\n<!-- /wp:paragraph -->'],
  [
    '<h3 id="x">Head</h3>',
    '<!-- wp:heading {"level":3} -->\n<h3 class="wp-block-heading">Head</h3>\n<!-- /wp:heading -->',
  ],
  [
    '<img src="https://a.example/j.jpg" alt="A" width="3">',
    '<!-- wp:image {"id":7,"sizeSlug":"full","linkDestination":"none"} -->\n<figure class="wp-block-image size-full"><img src="https://a.example/j.jpg" alt="A" class="wp-image-7"/></figure>\n<!-- /wp:image -->',
  ],
  [
    '<ol start="3"><li>a</li></ol>',
    '<!-- wp:list {"ordered":true,"start":3} -->\n<ol start="3" class="wp-block-list"><!-- wp:list-item -->\n<li>a</li>\n<!-- /wp:list-item --></ol>\n<!-- /wp:list -->',
  ],
  [
    '<aside data-block="callout"><p>x</p></aside>',
    '<!-- wp:html -->\n<aside data-block="callout"><p>x</p></aside>\n<!-- /wp:html -->',
  ],
])('%s has the block comments of WordPress', (html, markup) => {
  expect(blockMarkup(html, new Map([['https://a.example/j.jpg', 7]]))).toBe(markup)
})
