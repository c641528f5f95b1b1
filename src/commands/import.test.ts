import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeProduct, makeUser } from '../../test/factories.ts'
import { emptyDatabase } from '../../test/test-database.ts'
import { migrateToLatest } from '../server/platform/db/migrate.ts'

/** Each test starts several processes, which takes long on a busy machine. */
const PROCESSES_MS = 90_000

/** `dewlight import` on a site of its own; `file` writes a CSV and returns its path. */
async function terminal({ isMigrated = true } = {}) {
  const { db, dataDir, databaseUrl } = await emptyDatabase()
  if (isMigrated) await migrateToLatest(db)
  const run = async (...args: string[]) => {
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', DEWLIGHT_COMMAND: 'dewlight' }
    return promisify(execFile)(process.execPath, [path.resolve('src/cli.ts'), 'import', ...args], { env }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, text: stdout + stderr }),
    )
  }
  const file = async (name: string, content: string | Uint8Array) => {
    const at = path.join(dataDir, name)
    await writeFile(at, content)
    return at
  }
  const names = async () =>
    (await db.selectFrom('products').select('name').orderBy('position').execute()).map(({ name }) => name)
  return { db, run, file, names }
}

const products = 'Name,Category,Price,Affiliate link,Colour\nOat cream,Masks,24.5,https://shop.example/oat,white\n'

test('products are shown first and imported with --apply, once', { timeout: PROCESSES_MS }, async () => {
  const { db, run, file, names } = await terminal()
  await makeUser(db)
  await makeProduct(db, { name: 'Clay mask' })
  const csv = await file('products.csv', products)
  const preview = await run('products', csv)
  expect(preview).toEqual({
    code: 0,
    text: [
      '1 row: 1 new.',
      'Columns: Name → name, Category → category, Price → price, Affiliate link → affiliateLink; ignored: Colour.',
      '',
      `Nothing was written. To import: dewlight import products ${csv} --apply`,
      '',
    ].join('\n'),
  })
  expect(await names()).toEqual(['Clay mask'])
  expect(await run('products', csv, '--apply')).toMatchObject({
    code: 0,
    text: expect.stringContaining('Imported: 1 new, 0 changed.'),
  })
  expect((await names()).sort()).toEqual(['Clay mask', 'Oat cream'])
  expect(await run('products', csv, '--apply')).toMatchObject({
    code: 0,
    text: expect.stringContaining('Imported: 0 new, 0 changed.'),
  })
  expect((await names()).sort()).toEqual(['Clay mask', 'Oat cream'])
  const audit = await db.selectFrom('audit_log').select(['path', 'subject']).execute()
  expect(audit[0]).toEqual({ path: '/products/import', subject: '1 row' })
})

test('open questions and refused rows stop an import of products until they are decided', {
  timeout: PROCESSES_MS,
}, async () => {
  const { run, file, names } = await terminal()
  const csv = await file(
    'list.csv',
    'Name,Category,Price,Affiliate link\nOat cream,Masks,$24.5,https://shop.example/oat\nBad,Masks,7,ftp://x\n',
  )
  const preview = await run('products', csv)
  expect(preview.text).toContain('2 rows: 1 refused, 1 to be decided.')
  expect(preview.text).toMatch(/row 3, “Bad”: .+/)
  expect(preview.text).toContain("1 row with a price in “$”: --sign '$=USD', or another of USD")
  expect(await run('products', csv, '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('1 row needs a decision. Nothing was imported.\n'),
  })
  expect(await run('products', csv, '--sign', '$=CAD', '--apply')).toMatchObject({
    code: 1,
    text: expect.stringContaining('1 row is refused. Nothing was imported.\n'),
  })
  expect(await names()).toEqual([])
  expect(await run('products', csv, '--sign', '$=CAD', '--skip-refused', '--apply')).toMatchObject({ code: 0 })
  expect(await names()).toEqual(['Oat cream'])
})

test('subscribers are counted first and added with --consent and --apply, once', {
  timeout: PROCESSES_MS,
}, async () => {
  const { db, run, file } = await terminal()
  const csv = await file('readers.csv', 'email,name\nIda@Example.com,Ida\nnora@example.com,\nnobody,Nobody\n')
  const preview = await run('subscribers', csv)
  expect(preview).toMatchObject({ code: 0, text: expect.stringContaining('2 new subscribers.\n') })
  expect(preview.text).toContain('1 row without a valid address:\n  line 4: nobody, Nobody\n')
  expect(preview.text).toContain('Nothing was written.')
  const without = await run('subscribers', csv, '--apply')
  expect(without).toMatchObject({
    code: 1,
    text: expect.stringMatching(/^--consent: Please say how they agreed to get the newsletter\n/),
  })
  const apply = ['subscribers', csv, '--consent', 'Signed up at the market', '--apply']
  expect(await run(...apply)).toMatchObject({ code: 0, text: expect.stringContaining('2 new subscribers added.\n') })
  expect(await run(...apply)).toMatchObject({
    code: 0,
    text: expect.stringContaining('0 new subscribers added.\n2 there already, 0 unsubscribed before'),
  })
  const added = await db.selectFrom('subscribers').select('email').orderBy('email').execute()
  expect(added.map(({ email }) => email)).toEqual(['ida@example.com', 'nora@example.com'])
})

test('files of subscribers are read in the encodings in which Excel saves them', {
  timeout: PROCESSES_MS,
}, async () => {
  const { db, run, file } = await terminal()
  const encodings = ['latin1', 'utf16le', 'utf8'] as const
  for (const encoding of encodings) {
    const csv = await file(`${encoding}.csv`, Buffer.from(`email,name\n${encoding}@example.com,Zoë\n`, encoding))
    const done = await run('subscribers', csv, '--consent', 'Signed up at the market', '--apply')
    expect(done).toMatchObject({ code: 0 })
  }
  const added = await db.selectFrom('subscribers').select('name').execute()
  expect(added).toEqual(encodings.map(() => ({ name: 'Zoë' })))
})

test('a status that is not understood stops an import of subscribers until it is decided', {
  timeout: PROCESSES_MS,
}, async () => {
  const { db, run, file } = await terminal()
  const csv = await file('readers.csv', 'Email,Global status\nida@example.com,Paused\nnora@example.com,Unsubscribed\n')
  expect((await run('subscribers', csv)).text).toContain(
    "1 reader to be decided:\n  1 reader with Global status = Paused: --means 'Global status=Paused=subscribed' if they get the newsletter, --means 'Global status=Paused=left' if not\n",
  )
  const apply = ['subscribers', csv, '--consent', 'Signed up at the market', '--apply']
  expect(await run(...apply)).toEqual({
    code: 1,
    text: 'Please say first what Global status = Paused means. Nothing was imported.\n',
  })
  expect((await run(...apply, '--means', 'Global status=Paused')).text).toMatch(/^--means: Please write /)
  expect(await run(...apply, '--means', 'Global status=Paused=subscribed')).toMatchObject({
    code: 0,
    text: expect.stringContaining('1 new subscriber added.\n'),
  })
  const added = await db.selectFrom('subscribers').select(['email', 'is_active']).orderBy('email').execute()
  expect(added.map(({ email, is_active }) => [email, Boolean(is_active)])).toEqual([
    ['ida@example.com', true],
    ['nora@example.com', false],
  ])
})

test('what cannot be imported is said in a sentence', { timeout: PROCESSES_MS }, async () => {
  const { run, file } = await terminal()
  expect((await run('posts', 'x')).text).toMatch(
    /^"posts" cannot be imported: there are products, subscribers, archive, wordpress, ghost, substack and markdown\.\n/,
  )
  expect((await run('products')).text).toMatch(/^Please name one file\.\n/)
  expect((await run('products', 'none.csv')).text).toBe('"none.csv" cannot be read (ENOENT).\n')
  expect((await run('products', await file('a.csv', 'x'), '--frob')).text).toMatch(/^Unknown option '--frob'/)
  expect((await run('products', await file('b.csv', products), '--ids', 'maybe')).text).toMatch(/^--ids: /)
  expect((await run('products', await file('c.csv', ''))).text).toBe('The file is empty.\n')
  expect((await run('products', await file('d.csv', new Uint8Array(6 * 1024 * 1024)))).text).toMatch(
    /is larger than 5 MB\. Please split it\.\n$/,
  )
  const binary = await file('e.csv', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 0x81, 0]))
  expect((await run('subscribers', binary)).text).toBe(
    'The file is not plain text in UTF-8. Please save it as “CSV UTF-8”.\n',
  )
  const fresh = await terminal({ isMigrated: false })
  expect((await fresh.run('products', await fresh.file('f.csv', products))).text).toBe(
    'The database is not migrated. Start the site once with this version.\n',
  )
})

const wordpress = `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Old</title><wp:base_blog_url>https://old.example</wp:base_blog_url>
<item><title>About my skin</title><link>https://old.example/about-my-skin/</link><wp:post_id>1</wp:post_id><wp:post_name>about-my-skin</wp:post_name>
<wp:post_type>page</wp:post_type><wp:status>publish</wp:status><wp:post_date_gmt>2019-05-03 08:00:00</wp:post_date_gmt>
<content:encoded><![CDATA[<p>It is dry in winter and calm in summer, and this page says why that is.</p>[poll id="1"]]]></content:encoded></item>
<item><title>Menu</title><wp:post_id>2</wp:post_id><wp:post_type>nav_menu_item</wp:post_type></item></channel></rss>`

test('a site from WordPress is surveyed, imported, repeated and taken back', { timeout: PROCESSES_MS }, async () => {
  const { db, run, file } = await terminal()
  const xml = await file('export.xml', wordpress)
  const titles = async () =>
    (await db.selectFrom('posts').select('title').where('deleted_at', 'is', null).execute()).map(({ title }) => title)
  expect(await run('wordpress', xml, '--dry-run')).toEqual({
    code: 0,
    text: [
      'Posts and pages: 1 to import',
      'Other items and faults: 1 left out',
      '  The shortcode [poll] stays as text.',
      '    “About my skin”',
      '  Entries of menus are not imported.',
      '    “Menu”',
      '',
      `Nothing was written. To import, leave out --dry-run: dewlight import wordpress ${xml}`,
      '',
    ].join('\n'),
  })
  expect(await titles()).toEqual([])
  expect(await db.selectFrom('site_imports').selectAll().execute()).toEqual([])
  const report = `${xml}.csv`
  const imported = await run('wordpress', xml, '--no-fetch', '--report', report)
  expect(imported).toMatchObject({ code: 0, text: expect.stringContaining('Posts and pages: 1 imported') })
  expect(await titles()).toEqual(['About my skin'])
  expect(await readFile(report, 'utf8')).toContain(
    'text,About my skin,done,/about-my-skin,The shortcode [poll] stays as text.',
  )
  expect(await run('wordpress', xml)).toMatchObject({ text: expect.stringContaining('Posts and pages: 1 unchanged') })
  expect(await titles()).toEqual(['About my skin'])
  expect(await run('wordpress', '--undo')).toMatchObject({ code: 0 })
  expect(await titles()).toEqual([])
  expect(await run('wordpress', '--undo')).toMatchObject({ code: 1, text: 'There is no import to take back.\n' })
  expect(await run('ghost', xml)).toMatchObject({
    code: 1,
    text: `This is an export of WordPress. To import it: dewlight import wordpress ${xml}\n`,
  })
  expect((await run('ghost', xml, '--site', 'old')).text).toMatch(/^--site: Please write the address of the old site/)
  const csv = await file('x.csv', products)
  expect(await run('wordpress', csv)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no export in'),
  })
  expect(await run('wordpress')).toMatchObject({
    code: 1,
    text: expect.stringContaining('Please name the file or the folder'),
  })
})
