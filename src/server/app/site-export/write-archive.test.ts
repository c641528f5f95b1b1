import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addPicture } from '../../../../test/add-picture.ts'
import { makePost, makeProduct, makeUser } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { flagColumns } from '../../platform/db/existing-tables.ts'
import { generatedColumns } from '../../platform/db/generated-columns.ts'
import { exportedTables } from './archive-tables.ts'
import { flagName } from './read-exported-rows.ts'
import { openArchive, textIn, verifyArchive } from './verify-archive.ts'
import { type ExportOptions, writeArchive } from './write-archive.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const signal = new AbortController().signal

async function exportOf(app: TestApp, options: Partial<ExportOptions> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'dewlight-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'site.zip')
  const db = app.openDb()
  const writing = writeArchive({ db, media: app.media, file, origin: 'https://new.example', now, signal, ...options })
  return { folder, file, written: await writing.finally(() => db.destroy()) }
}

/** All texts of an archive by name, pictures left out. */
async function contentsOf(file: string): Promise<Map<string, string>> {
  const archive = await openArchive(file)
  const texts = new Map<string, string>()
  for (const { name } of archive.manifest.files)
    if (!name.startsWith('media/')) texts.set(name, await textIn(await archive.read(name)))
  archive.close()
  return texts
}

test('an archive holds texts as Markdown and HTML, pictures by name, and rows as tables', async () => {
  const app = await testApp()
  const url = await addPicture(app, { fileName: 'My Jar.JPG', altText: '=1+1' })
  await addPicture(app, { fileName: 'my jar.png', colour: '#0a0' })
  await makePost(app.db, {
    slug: 'winter-toner',
    title: 'A toner: "calm"',
    cover_image: url,
    content: `<h2>Why</h2><p>It is <strong>calm</strong>.</p><p><img alt="A jar" loading="lazy" src="${url}" /></p><aside data-block="callout"><p>Tip</p></aside>`,
  })
  await makePost(app.db, { kind: 'page', slug: 'con', title: 'Console' })
  await makeProduct(app.db, { name: '=HYPERLINK("x")' })
  const { file, written } = await exportOf(app)
  const contents = await contentsOf(file)
  expect(contents.get('posts/winter-toner.md')).toMatch(/^---\ntitle: 'A toner: "calm"'\nslug: winter-toner\n/)
  expect(contents.get('posts/winter-toner.md')).toContain('cover: ../media/My-Jar.jpg')
  expect(contents.get('posts/winter-toner.md')).toContain(
    '## Why\n\nIt is **calm**.\n\n![A jar](../media/My-Jar.jpg)\n\n<aside data-block="callout"><p>Tip</p></aside>\n',
  )
  expect(contents.get('posts/winter-toner.html')).toContain('<img src="../media/My-Jar.jpg" width="64"')
  expect(contents.get('posts/winter-toner.html')).toContain(
    '<link rel="canonical" href="https://new.example/blog/winter-toner">',
  )
  expect([...contents.keys()]).toContain('pages/_con.md')
  expect(contents.get('data/products.csv')).toContain(`"'=HYPERLINK(""x"")"`)
  expect(JSON.parse(contents.get('data/products.json')!)).toMatchObject([
    { name: '=HYPERLINK("x")', is_active: true, facts: {} },
  ])
  expect(JSON.parse(contents.get('data/media.json')!)).toMatchObject([
    { file: 'My-Jar.jpg', url, alt_text: '=1+1', focal_x: 50, tags: [] },
    { file: 'my-jar-2.jpg' },
  ])
  expect(contents.get('README.md')).toContain('- `posts/` (1): the posts')
  expect(written).toMatchObject({ texts: { posts: 1, pages: 1 }, missing: [], rows: { media: 2, products: 1 } })
  for (const { file: name } of exportedTables.map(([, decision]) => decision))
    expect(contents.get('README.md'), name).toContain(`\`data/${name}.`)
})

test('neither the trash nor a secret is in an archive', async () => {
  const app = await testApp()
  const { db } = app
  const deleted_at = now.toISOString()
  const gone = await makePost(db, { title: 'TRASHED post', slug: 'trashed-post', deleted_at })
  await db
    .insertInto('post_drafts')
    .values({ post_id: gone, title: 'TRASHED', draft: '{"x":"TRASHED"}', updated_at: deleted_at })
    .execute()
  await db
    .insertInto('redirects')
    .values({ kind: 'posts', from_slug: 'TRASHED-slug', target_id: gone, created_at: deleted_at })
    .execute()
  await makeProduct(db, { name: 'TRASHED product', deleted_at })
  const reader = { created_at: deleted_at, unsubscribe_token: 'SECRET-token', sign_up_network: 'SECRET-network' }
  await db
    .insertInto('subscribers')
    .values([
      { email: 'nora@example.com', is_active: true, ...reader },
      { email: 'TRASHED@example.com', is_active: true, deleted_at, ...reader, unsubscribe_token: 'SECRET-2' },
    ])
    .execute()
  const trashed = await db
    .selectFrom('subscribers')
    .select('id')
    .where('deleted_at', 'is not', null)
    .executeTakeFirstOrThrow()
  await db.insertInto('subscriber_tags').values({ subscriber_id: trashed.id, tag: 'TRASHED' }).execute()
  await makeUser(db, { password_hash: 'SECRET-hash', username: 'SECRET-name' })
  await db
    .insertInto('settings')
    .values({ key: '#mail', value: '{"password":"SECRET-mail"}', updated_at: deleted_at })
    .execute()
  const { file } = await exportOf(app)
  const contents = await contentsOf(file)
  for (const [name, text] of contents) expect(text, name).not.toMatch(/TRASHED|SECRET/)
  expect(contents.get('data/subscribers.csv')).toContain('nora@example.com')
})

/** Hashes of what the row holds itself. */
const ofContent = ['earning_events.content_hash', 'links.url_hash', 'policy_versions.hash']

test('no exported table has a column with a secret, and booleans are known', async () => {
  const { db } = await testApp()
  const tables = await db.introspection.getTables()
  for (const [table, { without = [], hidden = [], json = [] }] of exportedTables) {
    const columns = tables.find(({ name }) => name === table)!.columns.map(({ name }) => name)
    const shown = columns.filter((name) => !without.includes(name) && !generatedColumns.includes(name))
    const suspicious = shown.filter((name) => /hash|token|secret|password|sealed|lease/.test(name))
    expect(suspicious.filter((name) => !ofContent.includes(`${table}.${name}`))).toEqual([])
    for (const name of [...without, ...hidden, ...json]) expect(columns, table).toContain(name)
    for (const name of await flagColumns(db, table)) expect(name).toMatch(flagName)
  }
})

test('an archive that was damaged is noticed', async () => {
  const app = await testApp()
  await addPicture(app)
  const { file } = await exportOf(app)
  expect((await verifyArchive(file, { signal })).files.length).toBeGreaterThan(50)
  const bytes = await readFile(file)
  const at = bytes.indexOf('media/jar.jpg') + 200
  bytes[at] = bytes[at]! ^ 1
  await writeFile(file, bytes)
  await expect(verifyArchive(file, { signal })).rejects.toThrow('media/jar.jpg in the archive is damaged.')
  await writeFile(file, bytes.subarray(0, bytes.length / 2))
  await expect(verifyArchive(file, { signal })).rejects.toThrow('This is not a ZIP file, or it is damaged.')
})

test('an export that is stopped or fails leaves no file, and replaces none', async () => {
  const app = await testApp()
  await addPicture(app)
  const { file, folder } = await exportOf(app)
  const before = await readFile(file)
  const left = path.join(folder, '.dewlight-export-killed')
  await mkdir(left)
  await utimes(left, new Date('2026-03-01'), new Date('2026-03-01'))
  const stopping = new AbortController()
  const onProgress = ({ step }: { step: string }) => step === 'pictures' && stopping.abort(new Error('stopped'))
  await expect(exportOf(app, { file, signal: stopping.signal, onProgress })).rejects.toThrow('stopped')
  const broken = { ...app.media, copySource: () => Promise.reject(new Error('unreachable')) }
  await expect(exportOf(app, { file, media: broken })).rejects.toThrow('unreachable')
  expect(await readdir(folder)).toEqual(['site.zip'])
  expect(await readFile(file)).toEqual(before)
})

test('a picture whose file is missing is named, and the rest is exported', async () => {
  const app = await testApp()
  await addPicture(app)
  const { written } = await exportOf(app, { media: { ...app.media, copySource: async () => undefined } })
  expect(written.missing).toEqual(['jar.jpg'])
})
