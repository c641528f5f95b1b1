import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { addPicture } from '../../../../test/add-picture.ts'
import { makeCategory, makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'
import { cleanHtml } from '../../content/rich-text/clean-html.ts'
import { importArchive } from './import-archive.ts'
import { openArchive, textIn } from './verify-archive.ts'
import { writeArchive } from './write-archive.ts'
import { createZipWriter } from './zip-writer.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const at = now.toISOString()
const signal = new AbortController().signal

async function newFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dewlight-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return path.join(folder, 'site.zip')
}

async function exportOf(app: TestApp): Promise<string> {
  const file = await newFile()
  const db = app.openDb()
  await writeArchive({ db, media: app.media, file, origin: 'https://a.example', now, signal }).finally(() =>
    db.destroy(),
  )
  return file
}

/** The files of an archive by name, apart from the name of the account, which stays that of the site. */
async function filesOf(file: string) {
  const archive = await openArchive(file)
  archive.close()
  return archive.manifest.files.filter(({ name }) => !name.startsWith('data/authors') && name !== 'README.md')
}

/** Whatever a site may hold: the strings are of any characters. */
const sites = fc.record({
  posts: fc.array(
    fc.record({
      title: fc.string({ unit: 'binary', maxLength: 20 }),
      content: fc.constantFrom(
        '<p>One</p>',
        '<h2>Two &amp; <em>three</em></h2>\n<ul><li>x</li></ul>',
        '<div data-product-id="1"></div>',
        'bare',
      ),
      kind: fc.constantFrom('post', 'page', 'template', 'newsletter'),
      published_at: fc.constantFrom(null, '2026-01-01T12:00:00.000Z', '2027-01-01T12:00:00.000Z'),
      meta_title: fc.option(fc.string({ maxLength: 10 })),
      keywords: fc.constantFrom('', 'a, b'),
      is_featured: fc.boolean(),
      isDeleted: fc.boolean(),
    }),
    { minLength: 2, maxLength: 5 },
  ),
  products: fc.array(fc.record({ name: fc.string({ minLength: 1, maxLength: 9 }), price_minor: fc.nat(9999) }), {
    maxLength: 3,
  }),
  readers: fc.uniqueArray(fc.emailAddress(), { maxLength: 3 }),
  redirects: fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 3 }),
  brand: fc.string({ minLength: 1, maxLength: 20 }),
})

test('an archive that is imported into an empty site is exported again as it was', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(sites, async ({ posts, products, readers, redirects, brand }) => {
      const app = await testApp()
      const { db } = app
      const noNul = (text: string) => text.replaceAll('\0', '').toWellFormed()
      await saveSettings(db, { brand: noNul(brand) }, at)
      const category_id = await makeCategory(db)
      const cover_image = await addPicture(app)
      for (const [index, { isDeleted, title, meta_title, content, ...post }] of posts.entries()) {
        const post_id = await makePost(db, {
          ...post,
          kind: post.kind as 'post',
          title: noNul(title),
          meta_title: meta_title === null ? null : noNul(meta_title),
          slug: `text-${index}`,
          content: cleanHtml(content),
          category_id,
          cover_image,
          deleted_at: isDeleted ? at : null,
        })
        const comment = {
          post_id,
          author: noNul(title),
          content: cleanHtml(content),
          written_at: at,
          is_approved: true,
        }
        await db.insertInto('imported_comments').values(comment).execute()
      }
      for (const product of products) await makeProduct(db, { ...product, name: noNul(product.name) })
      for (const [index, email] of readers.entries())
        await db
          .insertInto('subscribers')
          .values({ email, is_active: index > 0, unsubscribe_token: `t${index}`, created_at: at })
          .execute()
      for (const each of redirects)
        await db
          .insertInto('own_redirects')
          .values({ from_address: `/${each}`, to_address: '/blog', created_at: at })
          .execute()
      const file = await exportOf(app)
      const other = await testApp()
      await importArchive(other.db, file, { media: other.media, now, signal })
      expect(await filesOf(await exportOf(other))).toEqual(await filesOf(file))
    }),
    { numRuns: 5 },
  )
})

test('an archive is imported into an empty site alone, and changes nothing where it fails', async () => {
  const app = await testApp()
  await makePost(app.db, { title: 'Hers' })
  const file = await exportOf(app)
  const options = { media: app.media, now, signal }
  await expect(importArchive(app.db, file, options)).rejects.toThrow('The site has content already.')
  const other = await testApp()
  const broken = await newFile()
  const zip = createZipWriter(broken, { now, signal })
  const archive = await openArchive(file)
  const files = []
  for (const { name } of archive.manifest.files)
    files.push(
      await zip.add(
        name,
        name === 'data/redirects.json' ? '[\n{"nonsense":1}\n]\n' : await textIn(await archive.read(name)),
      ),
    )
  await zip.add('manifest.json', JSON.stringify({ ...archive.manifest, files }))
  await zip.end()
  archive.close()
  await expect(importArchive(other.db, broken, { ...options, media: other.media })).rejects.toThrow()
  expect(await other.db.selectFrom('posts').select('id').execute()).toEqual([])
})

test('texts of an archive are sanitised, and its newsletters are not sent', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { kind: 'newsletter', content: '<p>Hi</p><script>alert(1)</script>' })
  const scheduled = { state: 'scheduled', scheduled_at: '2026-03-11T15:00:00.000Z' } as const
  await app.db.updateTable('newsletters').set(scheduled).where('post_id', '=', id).execute()
  const file = await exportOf(app)
  const other = await testApp()
  await importArchive(other.db, file, { media: other.media, now, signal })
  expect(await other.db.selectFrom('posts').select(['content', 'body_text']).execute()).toEqual([
    { content: '<p>Hi</p>', body_text: 'Hi' },
  ])
  expect(await other.db.selectFrom('newsletters').select(['state', 'scheduled_at']).execute()).toEqual([
    { state: 'draft', scheduled_at: null },
  ])
})
