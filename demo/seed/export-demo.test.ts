import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { importArchive } from '../../src/server/app/site-export/import-archive.ts'
import { htmlOfMarkdown, isSame } from '../../src/server/app/site-export/markdown-body.ts'
import { openArchive, textIn } from '../../src/server/app/site-export/verify-archive.ts'
import { writeArchive } from '../../src/server/app/site-export/write-archive.ts'
import { writeWordpress } from '../../src/server/app/site-export/write-wordpress.ts'
import type { SourceText } from '../../src/server/app/site-import/source-records.ts'
import { readWxr } from '../../src/server/app/site-import/sources/wxr.ts'
import { textOf } from '../../src/server/content/rich-text/clean-html.ts'
import { testApp } from '../../test/test-app.ts'
import { seedDemo } from './seed-demo.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const signal = new AbortController().signal

test('the demo is read back from an export for WordPress', { timeout: 120_000 }, async () => {
  const app = await testApp()
  await seedDemo(app.db, { media: app.media, today: now, demoDir: 'demo' })
  const folder = await mkdtemp(path.join(tmpdir(), 'dewlight-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'site.xml')
  const db = app.openDb()
  await writeWordpress({ db, file, origin: 'https://a.example', now, signal })
  await db.destroy()
  const stored = await app.db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .select(['posts.title', 'posts.slug', 'posts.published_at', 'posts.content', 'posts.keywords', 'posts.excerpt'])
    .select('categories.slug as category')
    .where('kind', '=', 'post')
    .orderBy('posts.id')
    .execute()
  const read: SourceText[] = []
  for await (const record of readWxr(createReadStream(file), 'site.xml')) if (record.type === 'text') read.push(record)
  for (const [at, post] of stored.entries()) {
    const { title, slug, status, publishedAt, categories, tags, excerpt, content } = read[at]!
    expect({
      title,
      slug,
      publishedAt: status === 'draft' ? null : publishedAt,
      excerpt,
      categories: categories.map((each) => each.slug),
      tags: tags.map(({ name }) => name).join(', '),
    }).toEqual({
      title: post.title,
      slug: post.slug,
      publishedAt: post.published_at,
      excerpt: post.excerpt,
      categories: [post.category],
      tags: post.keywords,
    })
    // Product boxes and labels become text.
    const words = new Set(textOf(content).split(' '))
    expect(
      textOf(post.content)
        .split(' ')
        .filter((word) => !words.has(word)),
      slug,
    ).toEqual([])
  }
  expect(read).toHaveLength(stored.length)
})

test('the demo is imported from an archive as it was, and its texts are read back from the Markdown', {
  timeout: 120_000,
}, async () => {
  const app = await testApp()
  await seedDemo(app.db, { media: app.media, today: now, demoDir: 'demo' })
  const folder = await mkdtemp(path.join(tmpdir(), 'dewlight-export-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'site.zip')
  const db = app.openDb()
  const { texts, files, rows } = await writeArchive({
    db,
    media: app.media,
    file,
    origin: 'https://a.example',
    now,
    signal,
  })
  await db.destroy()
  const other = await testApp()
  await importArchive(other.db, file, { media: other.media, now, signal })
  const again = path.join(folder, 'again.zip')
  const otherDb = other.openDb()
  await writeArchive({ db: otherDb, media: other.media, file: again, origin: 'https://a.example', now, signal })
  await otherDb.destroy()
  const isOfAccount = ({ name }: { name: string }) => name.startsWith('data/authors') || name === 'README.md'
  expect((await contentsOf(again)).filter((each) => !isOfAccount(each))).toEqual(
    files.filter((each) => !isOfAccount(each)),
  )
  const archive = await openArchive(file)
  const read = async (name: string) => textIn(await archive.read(name))
  const urls = new Map<string, string>(
    (JSON.parse(await read('data/media.json')) as { file: string; url: string }[]).map(({ file, url }) => [file, url]),
  )
  const stored = await app.db
    .selectFrom('posts')
    .select(['id', 'content', 'title'])
    .where('deleted_at', 'is', null)
    .execute()
  let compared = 0
  for (const { name } of files.filter((each) => each.name.endsWith('.md') && each.name !== 'README.md')) {
    const [, head = '', body = ''] = /^---\n(.*?)\n---\n\n(.*)$/s.exec(await read(name)) ?? []
    const { id, title } = parse(head) as { id: number; title: string }
    const post = stored.find((row) => row.id === id)!
    const markdown = body.replace(
      /\.\.\/media\/([^)"\s]+)/g,
      (whole, each: string) => urls.get(decodeURIComponent(each)) ?? whole,
    )
    expect(title).toBe(post.title)
    expect(isSame(withoutWidths(htmlOfMarkdown(markdown)), withoutWidths(post.content)), name).toBe(true)
    compared += 1
  }
  archive.close()
  expect(compared).toBe(stored.length)
  expect(Object.values(texts).reduce((sum, count) => sum + count)).toBe(stored.length)
  expect(rows.subscribers).toBeGreaterThan(0)
})

/** The archive has each picture once. */
const withoutWidths = (html: string) => html.replace(/(?<=src="\/media\/[^/"]+\/)\d+\.\w+/g, '')

async function contentsOf(file: string) {
  const archive = await openArchive(file)
  archive.close()
  return archive.manifest.files
}
