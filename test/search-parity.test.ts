import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { findByWords, findSimilar } from '../src/server/platform/db/search-index.ts'
import { bothDatabases } from './both-databases.ts'
import { makePost } from './factories.ts'

const places = bothDatabases({ isForFile: true })

/** Posts by name: title, keywords, excerpt and text. */
const posts = {
  routine: [
    'The Morning Routine',
    'routine, skincare',
    'What goes on first and last',
    'Cleanse, moisturize and then wear sunscreen.',
  ],
  moisturizer: [
    'Moisturizing Creams for Dry Skin',
    'moisturizer',
    'Creams that last',
    'Moisturizers and a moisturising balm.',
  ],
  retinol: [
    'Retinol at Night',
    'retinol, vitamin A',
    'How to begin',
    'It is not for us all. Begin with 0.3% twice a week.',
  ],
  spf: ['SPF 50 in the City', 'spf50, sun care', 'UV-A and UV-B', 'Apply 2mg/cm² every 2 hours; SPF30 is the least.'],
  creme: ['Crème de la Mer — Worth It?', 'crème, luxury', 'Un soin très naïf', 'À côté du thé: l’été, the façade.'],
  german: ['Hautpflege für jeden Tag', 'Öl, Größe', 'Straße und Übung', 'Fußcreme schützt die Füße.'],
  turkish: ['İstanbul’da Güneş', 'ışık, cilt', 'Kadın ve cilt bakımı', 'IŞIK ve GÜNEŞ kremi.'],
  greek: ['Το Καλοκαίρι ΗΛΙΟΣ', 'ήλιος', 'Ελληνικά', 'ΣΑΠΟΥΝΙ και νερό.'],
  russian: ['Уход за Кожей', 'КРЕМ', 'Лёгкий крем', 'Вода и мыло.'],
  chinese: ['护肤 入门', '防晒霜', '每天早晚', '用水洗脸。'],
  korean: ['한국 스킨케어', '세럼', '아침', '물과 크림'],
  emoji: ['Sun🌞Screen ☀️ Love', 'summer 🧴', 'bottle☀️bag', 'Glow✨up'],
  science: [
    'Dermatology and Cosmetology',
    'biology, technologies',
    'Possibly horribly sensible',
    'Trekking, revving and methodologies of assembly.',
  ],
  hyphen: [
    'Anti-aging, Eye-Cream & Co.',
    'anti-aging',
    'A well-known e-mail: hello@shop.example',
    'See https://shop.example/path?q=1 and C++ or AC/DC.',
  ],
  code: [
    'Version 2.0 of v2 and B5',
    'b12, q10, 3-in-1',
    '1,500 ml or 10ml',
    'H2O 007 1e5 0x1F snake_case don’t O’Reilly',
  ],
  latin: ['Søren Łukasz Đorđe', 'æther, œuvre', 'Þór', 'ﬁne µg'],
  stop: ['To Be or Not to Be', '', 'The who', 'That is the question; as we all do by our own.'],
  fields: ['Alpha Beta', 'gamma delta', 'epsilon zeta', 'eta theta'],
} as const

type Name = keyof typeof posts
const names = Object.keys(posts) as Name[]

const cases: [term: string, expected: Name[]][] = [
  // One word, case, plurals and stems
  ['retinol', ['retinol']],
  ['RETINOL', ['retinol']],
  ['Moisturizer', ['routine', 'moisturizer']],
  ['moisturizers', ['routine', 'moisturizer']],
  ['moisturizing', ['routine', 'moisturizer']],
  ['moisturising', ['routine', 'moisturizer']],
  ['cream', ['moisturizer', 'hyphen']],
  ['creams', ['moisturizer', 'hyphen']],
  ['routines', ['routine']],
  ['cleansing', ['routine']],
  ['dermatologist', []],
  ['dermatology', ['science']],
  ['dermatological', ['science']],
  ['technology', ['science']],
  ['methodology', ['science']],
  ['possible', ['science']],
  ['sensibly', ['science']],
  ['horrible', ['science']],
  ['assemble', ['science']],
  ['trek', ['science']],
  ['trekked', ['science']],
  // Prefixes
  ['retin', ['retinol']],
  ['moist', ['routine', 'moisturizer']],
  ['r', ['routine', 'retinol', 'science', 'code']],
  ['sunscr', ['routine']],
  ['dermatolo', ['science']],
  // Several words, in any order and field
  ['morning routine', ['routine']],
  ['routine morning', ['routine']],
  ['dry creams last', ['moisturizer']],
  ['retinol week', ['retinol']],
  ['retinol sunscreen', []],
  ['  spaces   between ', []],
  // Stop words and short words
  ['the', ['routine', 'spf', 'creme', 'stop', 'fields']],
  ['the who', ['stop']],
  ['to be or not to be', ['stop']],
  ['is', ['retinol', 'spf', 'turkish', 'stop']],
  ['us', ['retinol']],
  ['as', ['stop', 'science']],
  ['by', ['stop']],
  ['it', ['retinol', 'creme']],
  ['and', ['routine', 'moisturizer', 'spf', 'science', 'hyphen', 'code']],
  ['not for us', ['retinol']],
  ['all', ['retinol', 'stop']],
  // Accents
  ['crème', ['creme']],
  ['creme', ['creme']],
  ['naif', ['creme']],
  ['très', ['creme', 'science']],
  ['facade', ['creme']],
  ['l’été', ['creme']],
  // Phrases: characters without a space between words
  ['anti-aging', ['hyphen']],
  ['anti aging', ['hyphen']],
  ['eye-cream', ['hyphen']],
  ['cream-eye', []],
  ['hello@shop.example', ['hyphen']],
  ['shop.example', ['hyphen']],
  ['beta-gamma', []],
  ['gamma-delta', ['fields']],
  ['beta gamma', ['fields']],
  ['uv-a', ['spf']],
  ['don’t', ['code']],
  ["don't", ['code']],
  ['snake_case', ['code']],
  ['c++', ['hyphen', 'creme', 'routine', 'moisturizer', 'science', 'code', 'turkish', 'spf']],
  ['ac/dc', ['hyphen']],
  // Digits
  ['spf 50', ['spf']],
  ['spf50', ['spf']],
  ['SPF30', ['spf']],
  ['0.3%', ['retinol']],
  ['1,500', ['code']],
  ['10ml', ['code']],
  ['10 ml', ['code']],
  ['2.0', ['code']],
  ['b5', ['code']],
  ['b12', ['code']],
  ['h2o', ['code']],
  ['007', ['code']],
  ['3-in-1', ['code']],
  ['1e5', ['code']],
  ['0x1f', ['code']],
  ['2', ['code', 'spf']],
  // Other languages and scripts
  ['straße', ['german']],
  ['fusscreme', ['german']],
  ['grosse', ['german']],
  ['größe', ['german']],
  ['ol', ['german']],
  ['ubung', ['german']],
  ['güneş', ['turkish']],
  ['istanbul', ['turkish']],
  ['ışık', ['turkish']],
  ['ηλιος', ['greek']],
  ['σαπουνι', ['greek']],
  ['крем', ['russian']],
  ['КОЖЕЙ', ['russian']],
  ['легкий', ['russian']],
  ['лёгкий', ['russian']],
  ['护肤', ['chinese']],
  ['防晒', ['chinese']],
  ['肤', ['chinese']],
  ['한국', ['korean']],
  ['하', []],
  ['søren', ['latin']],
  ['łukasz', ['latin']],
  ['µg', ['latin']],
  // Emoji, nothing, operators, length
  ['screen', ['emoji']],
  ['sun🌞screen', ['emoji']],
  ['🧴', []],
  ['', []],
  ['   ', []],
  ['?!', []],
  ['"', []],
  ["'; drop table posts; --", []],
  ['retinol | spf', []],
  ['retinol & night', ['retinol']],
  ['!retinol', ['retinol']],
  ['retinol:*', ['retinol']],
  ['title:retinol', []],
  ['retinol NOT night', ['retinol']],
  ['NEAR(retinol night)', []],
  ['<b>retinol</b>', []],
  ['retinol*', ['retinol']],
  ['a'.repeat(3000), []],
  ['x '.repeat(2000), ['code']],
  ['retinol '.repeat(500), ['retinol']],
]

const typos: [term: string, expected: Name[]][] = [
  ['retinal', ['retinol']],
  ['retnol', ['retinol']],
  ['moisturizng', ['moisturizer']],
  ['rutine', ['routine']],
  ['dermatolgy', ['science']],
  ['xyzzy', []],
  ['ab', []],
]

let databases: { name: string; db: Db; ids: Map<number, Name> }[] = []

beforeAll(async () => {
  const made = [
    { name: 'SQLite', db: connect(places.sqlite()) },
    { name: 'PostgreSQL', db: connect(await places.postgres()) },
  ]
  databases = []
  for (const { name, db } of made) {
    await migrateToLatest(db)
    const ids = new Map<number, Name>()
    for (const post of names) {
      const [title, keywords, excerpt, body_text] = posts[post]
      ids.set(await makePost(db, { title, keywords, excerpt, body_text, slug: post }), post)
    }
    databases.push({ name, db, ids })
  }
}, 60_000)

afterAll(async () => {
  for (const { db } of databases) await db.destroy()
})

const everything = { limit: 50, where: sql`true` }

/** The results on each database, in the order of the names. */
async function findEverywhere(find: typeof findByWords, term: string) {
  const found: Record<string, Name[]> = {}
  for (const { name, db, ids } of databases)
    found[name] = (await find(db, 'posts', term, everything)).map((id) => ids.get(id)!).sort()
  return found
}

test.each(cases)('%s finds the same posts on both databases', async (term, expected) => {
  const all = [...expected].sort()
  expect(await findEverywhere(findByWords, term)).toEqual({ SQLite: all, PostgreSQL: all })
})

test.each(typos)('the typo %s finds the same posts on both databases', async (term, expected) => {
  const all = [...expected].sort()
  expect(await findEverywhere(findSimilar, term)).toEqual({ SQLite: all, PostgreSQL: all })
})

test('a match in the title comes before one in the text on both databases', async () => {
  for (const { name, db, ids } of databases) {
    const first = async (term: string) => ids.get((await findByWords(db, 'posts', term, everything))[0]!)
    expect([await first('moisturizer'), await first('cream'), await first('routine')], name).toEqual([
      'moisturizer',
      'moisturizer',
      'routine',
    ])
  }
})

test('every word of every post is found in it on both databases', async () => {
  for (const post of names) {
    for (const word of posts[post].join(' ').split(/\s+/)) {
      const { SQLite, PostgreSQL } = await findEverywhere(findByWords, word)
      expect(PostgreSQL, word).toEqual(SQLite)
    }
  }
})

test('an edit is found, and what it replaced is not', async () => {
  for (const { name, db } of databases) {
    const id = await makePost(db, { title: 'Zinc oxide', body_text: '' })
    await db.updateTable('posts').set({ title: 'Titanium' }).where('id', '=', id).execute()
    expect(await findByWords(db, 'posts', 'titanium', everything), name).toEqual([id])
    expect(await findByWords(db, 'posts', 'zinc', everything), name).toEqual([])
    await db.deleteFrom('posts').where('id', '=', id).execute()
  }
})
