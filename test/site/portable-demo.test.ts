import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { portableHtml } from '../../src/server/app/site-export/portable-html.ts'
import { walkTexts } from '../../src/server/app/site-export/walk-texts.ts'
import { writeGhost } from '../../src/server/app/site-export/write-ghost.ts'
import { portableKinds, writeWordpress } from '../../src/server/app/site-export/write-wordpress.ts'
import type { ExportFile } from '../../src/server/app/site-import/export-file.ts'
import { pictureKey } from '../../src/server/app/site-import/export-files.ts'
import { textOf } from '../../src/server/content/rich-text/clean-html.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../../src/server/platform/db/migrate.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { createFolderStorage } from '../../src/server/platform/storage/folder-storage.ts'
import { copyDemoData } from '../browser/isolated-site.ts'
import { importExport } from '../import-export.ts'
import { plainPicture } from '../pictures.ts'

const origin = 'https://old.example'
const now = new Date()
const { signal } = new AbortController()
const dir = mkdtempSync(path.join(tmpdir(), 'dewlight-portable-'))
const folderOf = (name: string) => path.join(dir, name)
let demo: Db

beforeAll(() => {
  copyDemoData(folderOf('demo'))
  demo = connect({ databaseUrl: undefined, dataDir: folderOf('demo') })
})

afterAll(async () => {
  await demo.destroy()
  rmSync(dir, { recursive: true, force: true })
})

/** Imports an export into a new site. A small picture stands for each, since decoding them all takes a minute. */
async function imported(name: string, file: string) {
  const db = connect({ databaseUrl: undefined, dataDir: folderOf(name) })
  await migrateToLatest(db)
  const jpeg = await plainPicture(64, 48).jpeg().toBuffer()
  const picture: ExportFile = {
    name: 'jar.jpg',
    bytes: jpeg.length,
    open: () =>
      (async function* () {
        yield jpeg
      })(),
  }
  const keys = (await demo.selectFrom('images').select('url').execute()).map(({ url }) => pictureKey(origin + url))
  const lines = await importExport(db, file, {
    siteUrl: origin,
    media: createFolderStorage(folderOf(`${name}-media`)),
    picturesFrom: (found) => new Map([...keys, ...found.keys()].map((key) => [key, picture])),
    now,
  })
  return { texts: await textsOf(db), lines }
}

async function textsOf(db: Db) {
  const texts = new Map<string, { fields: object; text: string }>()
  for await (const { kind, stored, rendered } of walkTexts(db, portableKinds)) {
    const { title, slug, excerpt, publishedAt, keywords, metaTitle, metaDescription, isFeatured, categoryName } = stored
    const fields = { kind, title, excerpt, publishedAt, keywords, metaTitle, metaDescription, isFeatured, categoryName }
    // A product box is written as feeds have it, without its closed facts.
    texts.set(slug, { fields, text: textOf(portableHtml(rendered.content, (address) => address, origin)) })
  }
  return texts
}

test.each([
  ['wordpress', (file: string) => writeWordpress({ db: demo, file, origin, now, signal })],
  [
    'ghost',
    (file: string) =>
      writeGhost({
        db: demo,
        media: createFolderStorage(path.join(folderOf('demo'), 'media')),
        file,
        origin,
        now,
        signal,
      }),
  ],
])(
  'the demo is exported for %s and read back with nothing lost without a line',
  { tags: ['full'] },
  async (name, write) => {
    const file = folderOf(`export-${name}`)
    const counts = await write(file)
    const before = await textsOf(demo)
    const { texts, lines } = await imported(name, file)
    expect(counts.texts).toBe(before.size)
    for (const [slug, { fields, text }] of before) {
      const found = texts.get(slug)
      expect(found?.fields, slug).toEqual(fields)
      // Boxes of products become text and pictures, with the sentence about affiliate links once more.
      const words = new Set(found!.text.split(' '))
      expect(
        text.split(' ').filter((word) => !words.has(word)),
        slug,
      ).toEqual([])
    }
    expect(lines.filter(({ state, notes }) => state !== 'done' && notes.length === 0)).toEqual([])
    expect(lines.filter(({ type, state }) => type === 'picture' && state !== 'done')).toEqual([])
  },
)
