import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDemoData, type IsolatedSite, startIsolatedSite } from '../browser/isolated-site.ts'
import { freePort } from '../postgres.ts'
import { createVisitor } from './visitor.ts'

// A German site: each text of the owner contains `ß`, which no text of the product does.
const MARK = ' ß'
let site: IsolatedSite
const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-german-site-'))

beforeAll(async () => {
  copyDemoData(dataDir)
  writeInGerman(path.join(dataDir, 'dewlight.db'))
  site = await startIsolatedSite(await freePort(), { isEmpty: true, env: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await site.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const shown = ['/', '/blog', '/blog/retinol-for-beginners', '/newsletter', '/letters', '/routines']

test.each([
  ...shown,
  '/ingredients',
  '/shop',
  '/shop/linnet-row-vitamin-c-morning-serum',
  '/privacy-policy',
  '/no-such-page',
])('%s says in which language each of its texts is: the owner’s in hers, the product’s in English', async (path) => {
  const { document } = await createVisitor().open(site.origin + path)
  expect(document.documentElement.lang).toBe('de')
  const wrong = textsOf(document).flatMap(({ text, language, place }) => {
    const expected = text.includes('ß') || place.startsWith('time') ? 'de' : 'en'
    return language === expected ? [] : [`${place}: ${text} (${language})`]
  })
  expect(wrong).toEqual([])
})

test('an article is in the language of the owner, a text of the law that the product wrote in English', async () => {
  const languageOf = async (path: string) =>
    (await createVisitor().open(site.origin + path)).document
      .querySelector('.prose-dew')!
      .closest('[lang]')!
      .getAttribute('lang')
  expect(await languageOf('/blog/retinol-for-beginners')).toBe('de')
  expect(await languageOf('/privacy-policy')).toBe('en')
})

test('a site in English has no mark of a language but that of the page', async () => {
  const english = await createVisitor().open('/')
  expect(english.html.match(/ lang="/g)).toHaveLength(1)
})

/** Names, and lines that join words of the owner with words of the product, as blocks of products in an article do. */
const inNoLanguage =
  'script, style, option, small, .prose-dew *, .update-note, .story .sr-only, .product-card .sr-only, .product-page .sr-only, .routine-audience, .ingredients-inci'

/** The words of a page with the language that they are declared in. */
function textsOf(document: Document) {
  const found: { text: string; language: string; place: string }[] = []
  const walker = document.createTreeWalker(document.body, 4)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement!
    const text = node.textContent!.replace(/\s+/g, ' ').trim()
    if (!/[a-z]{3}/.test(text) || element.closest(inNoLanguage)) continue
    const language = element.closest('[lang]')!.getAttribute('lang')!
    found.push({ text, language, place: `${element.tagName.toLowerCase()}.${element.className}` })
  }
  return found
}

/** Appends the mark to the texts that the owner wrote. */
function writeInGerman(file: string): void {
  const db = new DatabaseSync(file)
  const edit = (table: string, columns: readonly string[], write: (value: string, column: string) => string) => {
    for (const row of db.prepare(`select rowid as row, ${columns.join(', ')} from ${table}`).all()) {
      for (const column of columns) {
        if (!row[column]) continue
        db.prepare(`update ${table} set ${column} = ? where rowid = ?`).run(
          write(String(row[column]), column),
          row.row!,
        )
      }
    }
  }
  const append = (value: string) => value + MARK
  edit('posts', ['title', 'excerpt', 'update_note'], append)
  edit('posts', ['keywords'], (keywords) => keywords.split(',').map(append).join(','))
  edit('posts', ['content'], inHtml)
  edit('newsletters', ['sent_subject', 'sent_preview'], append)
  edit('newsletters', ['sent_content'], inHtml)
  edit('categories', ['name', 'description'], append)
  edit('products', ['name', 'category'], append)
  edit('products', ['facts'], inJson)
  edit('product_ingredients', ['name'], append)
  edit('ingredients', ['name', 'summary'], append)
  edit('ingredients', ['details'], inJson)
  edit('routines', ['name'], append)
  edit('routines', ['details'], inJson)
  const insert = db.prepare('insert into settings (key, value, updated_at) values (?, ?, ?)')
  for (const [key, value] of Object.entries({ language: 'de', tagline: 'Gut gepflegt', heroText: 'Einfach erklärt' }))
    insert.run(key, JSON.stringify(value), '2026-11-28T00:00:00.000Z')
  for (const { key, value } of db.prepare('select key, value from settings').all()) {
    if (!/Heading|heroT|Text|Bio|tagline|description|disclosure/.test(String(key))) continue
    db.prepare('update settings set value = ? where key = ?').run(inJson(String(value)), key!)
  }
  db.close()
}

/** Marks the texts between tags. */
const inHtml = (html: string) => html.replace(/>([^<]*[a-z]{3}[^<]*)</g, `>$1${MARK}<`)

/** Marks the strings that are sentences, and leaves addresses, days and names of choices. */
const inJson = (json: string) =>
  JSON.stringify(JSON.parse(json, (_key, value) => (isSentence(value) ? value + MARK : value)))

const isSentence = (value: unknown) => typeof value === 'string' && /\s/.test(value) && !/^https?:|^\//.test(value)
