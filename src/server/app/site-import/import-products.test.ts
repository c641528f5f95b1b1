import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { type ProductChoices, productDefaults } from '../../../contract/app/site-imports.ts'
import { createImageStore } from '../../content/images/image-store.ts'
import { createFolderStorage } from '../../platform/storage/folder-storage.ts'
import { type ApplyOptions, applyImport } from './apply-import.ts'
import { type ExportFiles, openExport } from './export-files.ts'
import { planImport } from './plan-import.ts'
import { readExport } from './read-export.ts'
import { beginImport, findInterruptedImport, listItemLines } from './site-imports.repo.ts'
import { undoImport } from './undo-import.ts'

const NOW = '2026-03-10T15:00:00.000Z'
const long = 'It stays calm through a whole winter, and that is what counts for a toner like this one.'

const post = (id: number, content: string) =>
  `<item><title>Text number ${id}</title><link>https://old.example/text-${id}/</link><wp:post_id>${id}</wp:post_id><wp:post_name>text-${id}</wp:post_name>
  <wp:status>publish</wp:status><wp:post_type>page</wp:post_type><wp:post_date_gmt>2019-05-03 08:00:00</wp:post_date_gmt>
  <content:encoded><![CDATA[<p>${long}</p>${content}]]></content:encoded></item>`
const short = (id: number, name: string, url: string, [type, key] = ['thirstylink', '_ta_destination_url']) =>
  `<item><title>${name}</title><link>https://old.example/recommends/${id}/</link><wp:post_id>${id}</wp:post_id><wp:post_type>${type}</wp:post_type>
  <wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${url}</wp:meta_value></wp:postmeta></item>`

const items = [
  short(70, 'My channel', 'https://www.youtube.com/@old'),
  short(60, 'Moss balm', 'https://shop.example/moss?variant=2', ['lasso-urls', 'lasso_custom_redirect']),
  short(50, 'Calm serum', 'https://shop.example/serum?utm_source=blog'),
  post(1, '<p>[amazon box="B00ABCDEFG" title="Oat toner"]</p>'),
  post(2, '<p><a href="https://www.amazon.de/Oat-Toner/dp/B00ABCDEFG/?tag=calm-21">here</a></p>'),
  post(3, '<p><a href="https://old.example/recommends/50/">it</a> <a href="https://elsewhere.example/">there</a></p>'),
  post(6, '<p><a href="https://old.example/recommends/70/">my channel</a></p>'),
  post(5, '[lasso ref="moss-balm" id="60"][lasso id="61" ref="gone"]'),
  post(4, '<p><a href="/go/cream/">Birch cream</a></p>[lasso link="https://old.example/go/cream"]'),
]

/** A site, and imports of the same export into it. */
async function oldSite() {
  const app = await testApp()
  const folder = await mkdtemp(path.join(tmpdir(), 'export-'))
  const xml = path.join(folder, 'export.xml')
  await writeFile(
    xml,
    `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel>
    <title>Old</title><link>https://old.example</link><wp:base_blog_url>https://old.example</wp:base_blog_url>${items.join('')}</channel></rss>`,
  )
  const signal = new AbortController().signal
  async function plan(files: ExportFiles) {
    const importId = await beginImport(app.db, 'export.xml', NOW)
    await readExport(app.db, { importId, files, signal })
    await planImport(app.db, { importId, coverOfOthers: '', signal })
    return importId
  }
  async function run(choices: Partial<ProductChoices> = {}, options: Partial<ApplyOptions> = {}) {
    const files = await openExport([xml])
    const importId = (await findInterruptedImport(app.db, 'export.xml'))?.id ?? (await plan(files))
    await applyImport(app.db, {
      importId,
      signal,
      images: createImageStore(createFolderStorage(path.join(folder, 'media'))),
      request: async (address) => ({
        status: 302,
        headers: { location: address.endsWith('/go/cream') ? 'https://shop.example/cream' : '/' },
        body: '',
        bytes: Buffer.alloc(0),
      }),
      files: files.pictures,
      coverOfOthers: '',
      products: { ...productDefaults, ...choices },
      clock: () => new Date(NOW),
      ...options,
    })
    return importId
  }
  return { app, run, undo: (id: number) => undoImport(app.db, id, { now: NOW, signal }) }
}

const products = ({ db }: TestApp) =>
  db
    .selectFrom('products')
    .select(['name', 'category', 'affiliate_link', 'slug'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

const texts = async ({ db }: TestApp) => {
  const rows = await db.selectFrom('posts').select('content').where('deleted_at', 'is', null).orderBy('slug').execute()
  return rows.map(({ content }) =>
    content
      .replace(`<p>${long}</p>`, '')
      .replaceAll(/>\n+</g, '><')
      .replaceAll(' target="_blank" rel="sponsored nofollow noopener"', ''),
  )
}

const lines = async ({ db }: TestApp, id: number) =>
  (await listItemLines(db, id))
    .filter(({ type }) => type === 'product')
    .map(({ name, state, target }) => [name, state, target])

test('boxes become products with notes, once per product, which a repeated import finds and an undo removes', async () => {
  const { app, run, undo } = await oldSite()
  const id = await run({ productCategory: 'Toners' })
  expect(await products(app)).toEqual([
    {
      name: 'Oat toner',
      category: 'Toners',
      affiliate_link: 'https://www.amazon.de/dp/B00ABCDEFG?tag=calm-21',
      slug: 'oat-toner',
    },
    { name: 'Moss balm', category: 'Toners', affiliate_link: 'https://shop.example/moss?variant=2', slug: 'moss-balm' },
    { name: 'Birch cream', category: 'Toners', affiliate_link: 'https://shop.example/cream', slug: 'birch-cream' },
  ])
  const [toner, moss, cream] = (await app.db.selectFrom('products').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )
  expect(await texts(app)).toEqual([
    `<aside data-block="note" data-product-id="${toner}"></aside>`,
    '<p><a href="https://www.amazon.de/Oat-Toner/dp/B00ABCDEFG/?tag=calm-21">here</a></p>',
    '<p><a href="https://shop.example/serum?utm_source=blog">it</a> <a href="https://elsewhere.example/">there</a></p>',
    `<p><a href="https://shop.example/cream">Birch cream</a></p><aside data-block="note" data-product-id="${cream}"></aside>`,
    `<aside data-block="note" data-product-id="${moss}"></aside>`,
    '<p><a href="https://www.youtube.com/@old">my channel</a></p>',
  ])
  expect(await lines(app, id)).toEqual([
    ['Oat toner', 'done', '/shop/oat-toner'],
    ['Moss balm', 'done', '/shop/moss-balm'],
    ['Birch cream', 'done', '/shop/birch-cream'],
  ])
  await app.db
    .updateTable('products')
    .set({ affiliate_link: 'https://new.example/' })
    .where('id', '=', cream!)
    .execute()
  const before = await texts(app)
  const again = await run()
  expect(await lines(app, again)).toEqual([
    ['Oat toner', 'unchanged', '/shop/oat-toner'],
    ['Moss balm', 'unchanged', '/shop/moss-balm'],
    ['Birch cream', 'unchanged', '/shop/birch-cream'],
  ])
  expect(await texts(app)).toEqual(before)
  // What the owner has edited stays.
  await app.db.updateTable('products').set({ version: 2 }).where('id', '=', cream!).execute()
  await undo(id)
  expect((await products(app)).map(({ name }) => name)).toEqual(['Birch cream'])
})

test('links become products on request, and a product that the shop has is used', async () => {
  const { app, run } = await oldSite()
  await makeProduct(app.db, {
    name: 'My oat toner',
    category: 'Face',
    affiliate_link: 'https://amazon.de/gp/product/B00ABCDEFG?tag=x-21',
  })
  const id = await run({ productBoxes: 'links', affiliateLinks: 'products' })
  expect((await products(app)).map(({ name, category }) => [name, category])).toEqual([
    ['My oat toner', 'Face'],
    ['Calm serum', 'Face'],
    ['Moss balm', 'Face'],
    ['Birch cream', 'Face'],
  ])
  expect((await lines(app, id)).map(([, state, target]) => [state, target])).toEqual([
    ['done', expect.stringMatching(/^\/shop\//)],
    ['done', '/shop/calm-serum'],
    ['done', '/shop/moss-balm'],
    ['done', '/shop/birch-cream'],
  ])
  expect(await texts(app)).toEqual([
    expect.stringMatching(/^<p><a href="\/shop\/[^"]+">Oat toner<\/a><\/p>$/),
    expect.stringMatching(/^<p><a href="\/shop\/[^"]+">here<\/a><\/p>$/),
    '<p><a href="/shop/calm-serum">it</a> <a href="https://elsewhere.example/">there</a></p>',
    '<p><a href="/shop/birch-cream">Birch cream</a></p><p><a href="/shop/birch-cream">See the product</a></p>',
    '<p><a href="/shop/moss-balm">See the product</a></p>',
    '<p><a href="https://www.youtube.com/@old">my channel</a></p>',
  ])
})

test('an import that is stopped between two products goes on without doubles', async () => {
  const { app, run } = await oldSite()
  const stopping = new AbortController()
  const onProgress = (step: string) => step === 'products' && stopping.abort(new Error('stopped'))
  await expect(run({}, { signal: stopping.signal, onProgress })).rejects.toThrow('stopped')
  expect(await products(app)).toHaveLength(1)
  await run()
  expect((await products(app)).map(({ name, category }) => [name, category])).toEqual([
    ['Oat toner', 'Favorites'],
    ['Moss balm', 'Favorites'],
    ['Birch cream', 'Favorites'],
  ])
})
