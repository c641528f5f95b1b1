import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { staticRoutes } from '../src/server/app/site-export/static/static-routes.ts'
import { writeStaticSite } from '../src/server/app/site-export/static/write-static-site.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { addRedirect } from '../src/server/platform/db/redirects.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { openStaticSource } from '../src/server.ts'
import { routes } from '../src/web/routes.ts'
import { makeCategory, makePost, makeProduct } from './factories.ts'
import { migratedDatabase } from './test-database.ts'

const origin = 'https://blog.example.org'
const now = '2026-01-01T00:00:00.000Z'

/** A site with these rows, and a folder for its files. */
async function siteToExport(rows: (db: Db) => Promise<void>) {
  const { db, dataDir, databaseUrl } = await migratedDatabase()
  await rows(db)
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SITE_URL: origin })
  const assets = { start: '/s.js', entry: '/c.js', chunksOf: () => [], stylesOf: () => [], fileOf: () => undefined }
  const dir = mkdtempSync(path.join(tmpdir(), 'dewlight-static-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  const folder = path.join(dir, 'site')
  return {
    db,
    dir,
    folder,
    async write(signal = new AbortController().signal) {
      const source = await openStaticSource({ config, log: pino({ level: 'silent' }), assets, clientDir: undefined })
      return writeStaticSite({ ...source, folder, signal }).finally(source.close)
    },
    read: (file: string) => readFileSync(path.join(folder, file), 'utf8'),
    has: (file: string) => existsSync(path.join(folder, file)),
  }
}

async function redirect(db: Db, from_address: string, to_address: string): Promise<void> {
  await db.insertInto('own_redirects').values({ from_address, to_address, created_at: now }).execute()
}

test('every route of the site is exported or left out by decision', () => {
  expect(Object.keys(staticRoutes).toSorted()).toEqual([...new Set(routes.map(({ pattern }) => pattern))].toSorted())
})

test('links of a text lead to files, to where redirects lead, or become words', async () => {
  const { write, read, has } = await siteToExport(async (db) => {
    const serums = await makeCategory(db, { slug: 'serums', name: 'Serums' })
    const links = [
      '/blog/toner#use',
      '/blog/old-toner',
      `${origin}/blog/toner`,
      '/blog/draft',
      '/go/serum',
      '/login',
      '/?p=7',
    ]
    const content = `<p>${links.map((href, i) => `<a href="${href}">link ${i}</a>`).join(' ')}</p>`
    await makePost(db, { slug: 'guide', category_id: serums, content })
    const toner = await makePost(db, { slug: 'toner', title: 'Toner', category_id: serums })
    await makePost(db, { slug: 'draft', published_at: null })
    await addRedirect(db, { kind: 'posts', slug: 'old-toner', targetId: toner, now })
    await redirect(db, '/go/serum', 'https://shop.example/serum?tag=me-20')
    await redirect(db, '/?p=7', '/blog/toner')
  })
  await write()
  for (const feed of ['feed.xml', 'feed.json']) {
    expect(read(feed)).toMatch(/href=\\?"https:\/\/shop.example\/serum\?tag=me-20/)
    expect(read(feed)).not.toContain('/go/serum')
  }
  const html = read('blog/guide/index.html')
  expect(html).toContain('<a href="../toner/#use">link 0</a>')
  expect(html).toContain('<a href="../toner/">link 1</a>')
  expect(html).toContain('<a href="../toner/">link 2</a>')
  expect(html).toMatch(
    /<a [^>]*href="https:\/\/shop.example\/serum\?tag=me-20"[^>]*rel="[^"]*sponsored nofollow[^"]*"[^>]*>link 4/,
  )
  expect(html).toMatch(/ link 3 /)
  expect(html).toMatch(/ link 5 <a href="..\/toner\/">link 6<\/a>/)
  expect(html).toContain(`<link rel="canonical" href="${origin}/blog/guide"/>`)
  expect(has('blog/draft')).toBe(false)
  expect(read('sitemap.xml')).toContain(`<loc>${origin}/blog/guide</loc>`)
  expect(read('404.html')).toContain('href="/blog/"')
  expect(read('index.html')).toContain('href="blog/"')
})

test('redirects are written for hosts of files and for nginx, except where a page is', async () => {
  const { write, read } = await siteToExport(async (db) => {
    const toner = await makePost(db, { slug: 'toner' })
    await makeProduct(db, { slug: 'oat-cream' })
    await addRedirect(db, { kind: 'posts', slug: 'old-toner', targetId: toner, now })
    await redirect(db, '/go/serum', 'https://shop.example/a b?x=$1')
    await redirect(db, '/?p=7', '/shop/oat-cream')
    await redirect(db, '/hübsch', '/blog/old-toner')
    await redirect(db, '/blog/toner', '/shop')
    await redirect(db, '/gone', '/blog/nothing')
  })
  expect(await write()).toMatchObject({ redirects: 4, lost: 1 })
  const lines = read('_redirects').split('\n')
  expect(lines).toContain('/go/serum https://shop.example/a%20b?x=$1 301')
  expect(lines).toContain('/ p=7 /shop/oat-cream/ 301')
  expect(lines).toContain('/h%C3%BCbsch /blog/toner/ 301')
  expect(lines).toContain('/blog/old-toner /blog/toner/ 301')
  expect(lines.filter((line) => line.startsWith('/blog/toner') || line.startsWith('/gone'))).toEqual([])
  const map = read('redirects.nginx.map').split('\n')
  expect(map).toContain('"/go/serum" "https://shop.example/a%20b?x=%241";')
  expect(map).toContain('"/?p=7" "/shop/oat-cream/";')
  expect(map).toContain('"/hübsch/" "/blog/toner/";')
})

test('an export replaces an earlier one, keeps it if it is stopped, and refuses any other folder', async () => {
  const { db, dir, folder, write, has } = await siteToExport(async (db) => {
    await makePost(db, { slug: 'first' })
  })
  await write()
  await db.updateTable('posts').set({ slug: 'second' }).where('slug', '=', 'first').execute()
  await expect(write(AbortSignal.abort(new Error('Stopped.')))).rejects.toThrow('Stopped.')
  expect(has('blog/first/index.html')).toBe(true)
  expect(readdirSync(dir)).toEqual(['site'])
  // Left by a process that was killed.
  mkdirSync(`${folder}.unfinished`)
  writeFileSync(path.join(`${folder}.unfinished`, '.dewlight-export.json'), '{"format":"dewlight-static"}')
  await write()
  expect([has('blog/first/index.html'), has('blog/second/index.html')]).toEqual([false, true])
  expect(readdirSync(dir)).toEqual(['site'])
  rmSync(path.join(folder, '.dewlight-export.json'))
  await expect(write()).rejects.toThrow(/is not empty and is not an earlier export/)
  expect(has('blog/second/index.html')).toBe(true)
})
