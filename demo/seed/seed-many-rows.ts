import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { storeSource } from '../../src/server/content/images/image-variants.ts'
import { createImage } from '../../src/server/content/images/images.repo.ts'
import { textOf } from '../../src/server/content/rich-text/clean-html.ts'
import type { Db, NewRow, Row } from '../../src/server/platform/db/schema.ts'
import { HOUR_MS } from '../../src/server/platform/durations.ts'
import { insertRows } from './insert-rows.ts'
import { pick } from './pick.ts'
import type { SeedOptions } from './seed-demo.ts'
import { seededRandom } from './seeded-random.ts'

type Filled = 'posts' | 'products' | 'subscribers' | 'contacts' | 'images'

/** Target counts, rows of the demo included. */
export type RowCounts = Record<Filled | 'auditEntries', number>

export type Demo = {
  posts: Row<'posts'>[]
  products: Row<'products'>[]
  userId: number
  /** Paragraphs of the demo's articles, with their words. */
  paragraphs: { html: string; text: string }[]
}

/** Reads the rows of the demo that the generated rows are derived from. */
export async function readDemo(db: Db): Promise<Demo> {
  const posts = await db.selectFrom('posts').selectAll().orderBy('id').execute()
  const products = await db.selectFrom('products').selectAll().orderBy('id').execute()
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const paragraphs = posts
    .flatMap((post) => post.content.match(/<p>(?:(?!<div|<a ).)*?<\/p>/gs) ?? [])
    .map((html) => ({ html, text: textOf(html) }))
  return { posts, products, userId, paragraphs }
}

/** Inserts rows up to `counts`, rows of the demo included. Returns the ids that clicks can refer to. */
export async function seedManyRows(
  db: Db,
  demo: Demo,
  counts: RowCounts,
  { media, today }: SeedOptions,
): Promise<{ productIds: number[]; postIds: number[] }> {
  const random = seededRandom(19_700_101)
  const generation = { demo, random, today }
  const missing = async (table: Filled, count: number) => count - (await countRows(db, table))
  await insertRows(db, 'posts', makePosts(generation, await missing('posts', counts.posts)))
  await insertRows(db, 'products', makeProducts(generation, await missing('products', counts.products)))
  await insertRows(db, 'subscribers', makeSubscribers(generation, await missing('subscribers', counts.subscribers)))
  await insertRows(db, 'contacts', makeContacts(generation, await missing('contacts', counts.contacts)))
  await insertRows(db, 'audit_log', makeAuditEntries(generation, counts.auditEntries))
  const swatches = await missing('images', counts.images)
  for (let number = 1; number <= swatches; number++) {
    const file = await swatch(random)
    const image = {
      stored: await storeSource(media, file),
      altText: `A plain color, number ${number}`,
      fileName: `swatch-${number}.png`,
      format: 'png' as const,
      bytes: file.byteLength,
    }
    await createImage(db, image, ago(today, number * 3))
  }
  const ids = async (table: 'posts' | 'products') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map((row) => row.id)
  return { postIds: await ids('posts'), productIds: await ids('products') }
}

async function countRows(db: Db, table: Filled): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

type Generation = { demo: Demo; random: () => number; today: Date }

const openings = [
  'A Beginner’s Guide to',
  'What I Learned About',
  'The Gentle Way to',
  'Notes on',
  'A Month of',
  'Rethinking',
]
const subjects = [
  'Cleansing',
  'Sunscreen',
  'Retinol',
  'Barrier Repair',
  'Niacinamide',
  'Night Creams',
  'Toners',
  'Oils',
]
const places = [
  'in Winter',
  'for Dry Skin',
  'on a Budget',
  'While Traveling',
  'After Thirty',
  'in Ten Minutes',
  'at Home',
]

function* makePosts({ demo, random, today }: Generation, count: number): Generator<NewRow<'posts'>> {
  for (let number = 1; number <= count; number++) {
    const model = pick(demo.posts, random)
    const title = `${pick(openings, random)} ${pick(subjects, random)} ${pick(places, random)}, Part ${number}`
    const paragraphs = Array.from({ length: 8 + Math.floor(random() * 10) }, () => pick(demo.paragraphs, random))
    const publishedAt = random() < 0.03 ? null : ago(today, 24 + (count - number) * 12)
    const touchedAt = publishedAt ?? ago(today, Math.floor(random() * 2000))
    yield {
      title,
      slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      excerpt: pick(demo.posts, random).excerpt,
      content: paragraphs.map(({ html }) => html).join('\n'),
      body_text: paragraphs.map(({ text }) => text).join(' '),
      cover_image: model.cover_image,
      image_alt: model.image_alt,
      is_pin_optimized: true,
      pin_text: null,
      meta_title: null,
      meta_description: null,
      keywords: model.keywords,
      category_id: model.category_id,
      is_featured: false,
      published_at: publishedAt,
      created_at: touchedAt,
      updated_at: touchedAt,
    }
  }
}

const brands = ['Linnet Row', 'Oatwhistle', 'Marlow Fen', 'Petal & Pine', 'Quiet Harbor', 'Dune Sister', 'Sallow Wood']
const manners = ['Everyday', 'Gentle', 'Featherlight', 'Overnight', 'Barrier', 'Calming', 'Daily', 'Cloud']
const kinds = ['Cleanser', 'Serum', 'Cream', 'Sunscreen', 'Toner', 'Balm', 'Mask', 'Face Oil']

function* makeProducts({ demo, random, today }: Generation, count: number): Generator<NewRow<'products'>> {
  const changedAt = ago(today, 24)
  for (let number = 1; number <= count; number++) {
    const model = pick(demo.products, random)
    yield {
      name: `${pick(brands, random)} ${pick(manners, random)} ${pick(kinds, random)} No. ${number}`,
      category: model.category,
      price_minor: 600 + Math.floor(random() * 6000),
      currency: 'USD',
      image_url: model.image_url,
      image_alt: model.image_alt,
      affiliate_link: `https://shop.example/item-${number}?ref=dewlight`,
      is_active: random() < 0.92,
      position: demo.products.length + number,
      created_at: changedAt,
      updated_at: changedAt,
    }
  }
}

const firstNames = ['Ann', 'Mia', 'Noor', 'Grace', 'Lena', 'Ruth', 'Yuki', 'Ines', 'Tess', 'Olga', 'Maya', 'Zoe']
const lastNames = ['Lee', 'Brook', 'Haddad', 'Moreno', 'Novak', 'Park', 'Quinn', 'Silva', 'Tran', 'Weber']

function* makeSubscribers({ random, today }: Generation, count: number): Generator<NewRow<'subscribers'>> {
  for (let number = 1; number <= count; number++) {
    const isActive = random() < 0.88
    const createdAt = ago(today, (count - number) * 0.9)
    yield {
      email: `reader-${number}@mail-${number % 40}.example`,
      name: random() < 0.4 ? null : nameOf(random),
      is_active: isActive,
      created_at: createdAt,
      unsubscribed_at: isActive ? null : createdAt,
      unsubscribe_token: createHash('sha256').update(`reader-${number}`).digest('base64url'),
    }
  }
}

function* makeContacts({ demo, random, today }: Generation, count: number): Generator<NewRow<'contacts'>> {
  for (let number = 1; number <= count; number++) {
    const isSpam = random() < 0.1
    yield {
      name: nameOf(random),
      email: `writer-${number}@mail-${number % 40}.example`,
      subject: `A question about ${pick(subjects, random).toLowerCase()}`,
      message: pick(demo.paragraphs, random).text,
      is_read: random() < 0.8,
      is_spam: isSpam,
      created_at: ago(today, (count - number) * 6),
      spam_reason: isSpam ? 'links' : null,
    }
  }
}

function* makeAuditEntries({ demo, random, today }: Generation, count: number): Generator<NewRow<'audit_log'>> {
  for (let number = 1; number <= count; number++) {
    const { id, title } = pick(demo.posts, random)
    yield {
      user_id: demo.userId,
      method: 'PUT',
      path: `/posts/${id}`,
      subject: title,
      at: ago(today, (count - number) * 3),
    }
  }
}

/** A small single-color image, so that the library has real files. */
function swatch(random: () => number): Promise<Buffer> {
  const background = { r: Math.floor(random() * 256), g: Math.floor(random() * 256), b: Math.floor(random() * 256) }
  return sharp({ create: { width: 32, height: 32, channels: 3, background } })
    .png()
    .toBuffer()
}

function nameOf(random: () => number): string {
  return `${pick(firstNames, random)} ${pick(lastNames, random)}`
}

/** The time `hours` before `today`. */
function ago(today: Date, hours: number): string {
  return new Date(today.getTime() - hours * HOUR_MS).toISOString()
}
