import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { findByWords, hasWords } from '../src/server/platform/db/search-index.ts'
import { bothDatabases } from './both-databases.ts'
import { makePost, makeProduct } from './factories.ts'

const places = bothDatabases({ isForFile: true })

/** A text, and the spellings that people type to find it. */
const spellings: [written: string, ...typed: string[]][] = [
  // Apostrophes, hyphens, dots and other characters
  ['Sérums de L’Oréal', 'loreal', "l'oreal", 'L`Oréal', 'l oréal', 'l´oreal', 'LʼOreal serum', 'lor'],
  ["L'Occitane hand cream", 'loccitane', 'L’OCCITANE', 'loccitane creams'],
  ['Loréal without an apostrophe', "l'oréal without", 'l-oreal without'],
  ['Paula‘s Choice', 'paulas choice', "paula's choice"],
  ['It is non-comedogenic', 'noncomedogenic', 'non comedogenic', 'non–comedogenic', 'non‑comedogenic'],
  ['Noncomedogenic is one word', 'non-comedogenic is one', 'non comedogenic is one'],
  ['An anti‐aging cream', 'antiaging', 'anti-aging', 'antiaging creams'],
  ['Retin\u00adol esters', 'retinol', 'retinol ester'],
  ['Brushes by e.l.f. Cosmetics', 'elf', 'elf cosmetics', 'e.l.f', 'e l f'],
  ['Dr.Jart+ Cicapair', 'drjart', 'dr jart', 'Dr. Jart+'],
  ['Layering AHA+BHA', 'aha bha', 'aha/bha', 'AHA + BHA'],
  // Numbers and units
  ['SPF 50+ every day', 'spf50', 'spf50+', 'SPF-50', 'spf 50', 'spf 50 +'],
  ['LSF30 is not enough', 'lsf 30', 'LSF-30'],
  ['Urea 10 % lotion', '10%', 'urea10', '10 %', 'urea 10'],
  ['A bottle of 75ml', '75 ml', '75ml', '75-ml'],
  ['A tube of 1,250 mg', '1250mg', '1,250 mg'],
  ['Coenzyme Q10', 'q-10', 'q 10', 'coenzymes q10', 'coenzym'],
  ['Vitamin B₅', 'b5', 'vitamin b-5'],
  ['٥٠ مل من الماء', '50 مل'],
  // The Latin script
  ['Le contour de l’œil', 'oeil', 'œil', 'loeil', 'contour oeil'],
  ['Lanolin from Næstved', 'naestved', 'næstved'],
  ['Straße und Füße', 'strasse', 'STRASSE', 'fuesse', 'füsse', 'fusse'],
  ['Öl für reife Haut', 'oel', 'oel fuer', 'ol fur', 'öl'],
  ['Fuer muede Augen', 'für müde', 'fuer müde'],
  ['Smørkrem', 'smorkrem', 'smoerkrem', 'smørkrem'],
  ['Kırışık ışıltısı', 'kirisik', 'kırışık', 'KIRIŞIK', 'isilti'],
  ['İpek cilt', 'ipek', 'IPEK', 'İPEK'],
  ['Żel łagodzący', 'zel lagodzacy', 'łagodzący', 'lagodz'],
  ['Kem dưỡng ẩm cho da dầu', 'kem duong am', 'dưỡng ẩm', 'da dau'],
  ['Şampuan și săpun', 'sapun', 'sampuan si'],
  ['Îngrijire d’été', 'dete', 'ete', 'd ete'],
  ['Chanel N°5 and N° 19', 'nº5', 'n°5', 'n5', 'nº 19'],
  ['Üz üçün gündəlik qulluq kremi', 'gundelik', 'gündəlik', 'GÜNDƏLİK'],
  // British and American
  ['A rich moisturizer', 'moisturiser', 'moisturisers', 'rich moisturizer'],
  ['Moisturising, sterilised', 'moisturizing', 'sterilized'],
  ['Hydrolyzed collagen', 'hydrolysed', 'hydrolysed collagen'],
  ['The colour of odourless discolouration', 'color', 'colors', 'odorless', 'discoloration'],
  ['My favorite flavored balm', 'favourite', 'favourites', 'flavoured balm'],
  // Greek, Cyrillic
  ['Αντηλιακό για το πρόσωπο', 'αντηλιακο', 'ΑΝΤΗΛΙΑΚΟ', 'προσωπο'],
  ['Лёгкий крем', 'легкий', 'лёгкий', 'ЛЕГКИЙ крем', 'легкии'],
  ['Ґель для обличчя', 'гель', 'ГЕЛЬ', 'ґель'],
  ['М’яка олія', 'мяка', "м'яка"],
  // Scripts without spaces
  ['毎日の化粧水の選び方', '化粧水', '化粧', '選び方', '水'],
  ['ｾﾗﾐﾄﾞクリーム', 'セラミド', 'せらみど', 'セラミドクリーム', 'くりーむ'],
  ['ＳＰＦ５０の日焼け止め', 'spf50', '日焼け止め'],
  ['敏感肌适合的防晒霜', '防晒霜', '敏感肌', '防晒 敏感'],
  ['촉촉한수분크림을 바르다', '수분크림', '수분 크림', '크림'],
  ['ครีมกันแดดสำหรับผิวแพ้ง่าย', 'กันแดด', 'ผิว', 'ผิวแพ้ง่าย'],
  // Right to left, and India
  ['كِرِيمٌ لِلْبَشَرَةِ الجافّة', 'كريم', 'للبشره', 'الجافة', 'كريم للبشرة'],
  ['أفضل مُرطّب إلى الآن', 'افضل', 'مرطب', 'الى الان'],
  ['کرم مرطوب‌کننده', 'كرم', 'مرطوبکننده'],
  ['קְרֵם לַחוּת לפנים', 'קרם', 'לחות'],
  ['תכשיר לפָּנים יבשות', 'לפנים', 'לפנימ'],
  ['त्वचा की नमी के लिए ज़िंक', 'त्वचा', 'नमी', 'जिंक', 'त्वच'],
  ['आँखों की क्रीम', 'आंखों', 'आँखों'],
  ['हाइलूरोनिक एसिड', 'हाइलूरोनिक', 'एसिड हाइलू'],
]

/** Texts found only because no text has the typed spelling. */
const fallbacks: [written: string, ...typed: string[]][] = [
  ['La Roche-Posay Toleriane', 'larocheposay', 'laroche posay', 'larocheposay toleriane'],
  ['A non greasy oil', 'nongreasy'],
  ['Sun screen under make up', 'sunscreen', 'sunscreens'],
  ['The Ordinary, by Deciem', 'theordinary'],
  ['Drunk Elephant', 'drunkelephant'],
  ['Estée Lauder', 'esteelauder'],
  ["L'Oréal Paris Age Perfect", 'lorealparis', 'lorealparis age'],
  ['Hyaluron Säure im Gesicht', 'hyaluronsäure'],
  ['Anti wrinkle serum', 'antiwrinkle'],
  ['Dr. Barbara Sturm', 'drbarbara', 'drbarbara sturm'],
  ['Bath & Body Works', 'bath and body works'],
  ['Johnson & Johnson', 'johnson und johnson', 'johnson et johnson'],
]

/** Similar words of another meaning. */
const others: [written: string, typed: string][] = [
  ['The poem of the day', 'pomegranate'],
  ['ผัวของฉัน', 'ผิว'],
  ['水の化粧', '化粧水'],
  ['Version 1.5', '15'],
  ['Use it 2-3 times', '23'],
  ['Blush for all', 'blue'],
  ['Shower gel', 'shoe'],
  ['की', 'को'],
  ['End. Or', 'endor'],
  ['Glow the after', 'afterglow'],
  ['Four pores', 'pour'],
  ['Horizon', 'hour'],
  ['Masks and hand', 'mask and soap'],
]

let databases: { name: string; db: Db; ids: Map<number, string> }[] = []

beforeAll(async () => {
  databases = [
    { name: 'SQLite', db: connect(places.sqlite()), ids: new Map() },
    { name: 'PostgreSQL', db: connect(await places.postgres()), ids: new Map() },
  ]
  for (const { db, ids } of databases) {
    await migrateToLatest(db)
    for (const [written] of [...spellings, ...fallbacks, ...others])
      ids.set(
        await makePost(db, { title: 'Nothing', keywords: '', excerpt: '', body_text: `Here: ${written}; there.` }),
        written,
      )
  }
}, 60_000)

afterAll(async () => {
  for (const { db } of databases) await db.destroy()
})

const everything = { limit: 100, where: sql`true` }

async function findEverywhere(typed: string): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name, db, ids } of databases) {
    found[name] = (await findByWords(db, 'posts', typed, everything)).map((id) => ids.get(id)!).sort()
    const { rows } = await sql<{ id: number }>`select id from posts where ${hasWords(db, 'posts', typed)}`.execute(db)
    expect(rows.map(({ id }) => ids.get(id)!).sort(), `${name}, list of the admin`).toEqual(found[name])
  }
  return found
}

test.each(spellings.flatMap(([written, ...typed]) => typed.map((each) => [each, written] as const)))(
  '%s finds “%s” on both databases',
  async (typed, written) => {
    const { SQLite, PostgreSQL } = await findEverywhere(typed)
    expect(SQLite).toContain(written)
    expect(PostgreSQL).toEqual(SQLite)
  },
)

test.each(fallbacks.flatMap(([written, ...typed]) => typed.map((each) => [each, written] as const)))(
  '%s, which is nowhere, finds “%s” on both databases',
  async (typed, written) => {
    for (const { name, db, ids } of databases)
      expect(
        (await findByWords(db, 'posts', typed, everything)).map((id) => ids.get(id)),
        name,
      ).toEqual([written])
  },
)

test.each(others)('“%s” is not found by %s', async (written, typed) => {
  const found = await findEverywhere(typed)
  expect(found.SQLite).not.toContain(written)
  expect(found.PostgreSQL).toEqual(found.SQLite)
})

test('what is written as it was typed comes before other spellings, wherever it is written', async () => {
  for (const { name, db } of databases) {
    const folded = await makePost(db, { title: 'Zinkoxid-Größen', keywords: '', excerpt: '', body_text: '' })
    const exact = await makePost(db, { title: 'Nothing', keywords: '', excerpt: '', body_text: 'All Zinkoxid Grossen' })
    expect(await findByWords(db, 'posts', 'zinkoxid grossen', everything), name).toEqual([exact, folded])
    expect(await findByWords(db, 'posts', 'zinkoxid grossen', { ...everything, limit: 1 }), name).toEqual([exact])
  }
})

test('products are found by other spellings of what the owner says of them', async () => {
  for (const { name, db } of databases) {
    const facts = JSON.stringify({ brand: "L'Oréal", keyIngredients: ['Pro-Xylane'], verdict: 'Für jeden Tag' })
    const id = await makeProduct(db, { name: 'Rosé-Crème', facts })
    for (const typed of ['loreal', 'proxylane', 'fuer jeden', 'rosecreme', 'loreal rosé'])
      expect(await findByWords(db, 'products', typed, everything), `${name} ${typed}`).toEqual([id])
    await db.updateTable('products').set({ facts: '{}' }).where('id', '=', id).execute()
    expect(await findByWords(db, 'products', 'loreal', everything), name).toEqual([])
    await db.deleteFrom('products').where('id', '=', id).execute()
    expect(await findByWords(db, 'products', 'rosecreme', everything), name).toEqual([])
  }
})

test('an edit is found by other spellings, and what it replaced is not', async () => {
  for (const { name, db } of databases) {
    const id = await makePost(db, { title: 'Bio-Oil', body_text: '' })
    expect(await findByWords(db, 'posts', 'biooil', everything), name).toEqual([id])
    await db.updateTable('posts').set({ title: 'Kukui-Oil' }).where('id', '=', id).execute()
    expect(await findByWords(db, 'posts', 'kukuioil', everything), name).toEqual([id])
    expect(await findByWords(db, 'posts', 'biooil', everything), name).toEqual([])
    await db.deleteFrom('posts').where('id', '=', id).execute()
    expect(await findByWords(db, 'posts', 'kukuioil', everything), name).toEqual([])
  }
})
