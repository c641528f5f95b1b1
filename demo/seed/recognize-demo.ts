import { type DemoTable, EXAMINED, isDemoExamined, recordDemoRows } from '../../src/server/app/demo/demo-rows.repo.ts'
import { MENUS_KEY } from '../../src/server/content/menus/menus.repo.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { demoImageFile, demoImages } from '../content/images.ts'
import { demoMessages } from '../content/messages.ts'
import { demoPosts } from '../content/posts.ts'
import { demoMenus, demoSettings } from '../content/settings.ts'
import { subscriberAddresses } from './seed-audience.ts'

/**
 * Records the demo content of a database that an earlier version has seeded. The seed writes all its rows with the time of
 * the seeding and nothing is older than it, so a row is the demo's by its time, and edited if it was saved since.
 */
export async function recognizeDemo(db: Db): Promise<void> {
  if (await isDemoExamined(db)) return
  await db.transaction().execute(async (transaction) => {
    const isRecorded = await transaction.selectFrom('demo_rows').select('row_key').limit(1).executeTakeFirst()
    if (!isRecorded) await record(transaction)
    const row = { key: EXAMINED, value: 'true', updated_at: new Date().toISOString() }
    await transaction
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .execute()
  })
}

async function record(db: Db): Promise<void> {
  const names = new Map(demoImages.map((image) => [demoImageFile(image).replace('/', '-'), image.alt]))
  // Earlier versions seeded a JPEG.
  names.set('hero.jpg', demoImages[0]!.alt)
  const images = await db
    .selectFrom('images')
    .select(['id', 'file_name', 'alt_text', 'created_at'])
    .where('file_name', 'in', [...names.keys()])
    .execute()
  const seededAt = images.find(({ file_name }) => file_name.startsWith('hero.'))?.created_at
  if (seededAt === undefined) return
  const seeded = images.filter(({ created_at }) => created_at === seededAt)
  const changedAlt = seeded.filter(({ file_name, alt_text }) => names.get(file_name) !== alt_text)
  await add(db, 'images', seeded, changedAlt)

  for (const table of ['categories', 'products', 'ingredients', 'routines'] as const) {
    const rows = await db.selectFrom(table).select(['id', 'updated_at']).where('created_at', '=', seededAt).execute()
    await add(
      db,
      table,
      rows,
      rows.filter(({ updated_at }) => updated_at !== seededAt),
    )
  }
  const slugs = demoPosts.map(({ slug }) => slug)
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'created_at', 'updated_at'])
    .where('created_at', '<=', seededAt)
    .where((eb) => eb.or([eb('slug', 'in', slugs), eb('deleted_slug', 'in', slugs)]))
    .execute()
  await add(
    db,
    'posts',
    posts,
    posts.filter(({ created_at, updated_at }) => updated_at !== created_at),
  )
  await recordAudience(db, seededAt)
  await recordSales(db, seededAt)
  const settings = await db
    .selectFrom('settings')
    .selectAll()
    .where((eb) => eb.or([eb('key', 'not like', '#%'), eb('key', '=', MENUS_KEY)]))
    .execute()
  const values = Object.entries({ ...demoSettings, [MENUS_KEY]: demoMenus })
  const invented = new Map(values.map(([key, value]) => [key, JSON.stringify(value)]))
  await recordDemoRows(
    db,
    'settings',
    settings
      .filter(({ key, value, updated_at }) => updated_at === seededAt || invented.get(key) === value)
      .map(({ key }) => key),
  )
  await add(db, 'users', await db.selectFrom('users').select('id').where('name', '=', 'Nora Ellery').execute())
}

async function recordAudience(db: Db, seededAt: string): Promise<void> {
  const emails = demoMessages.map(({ email }) => email)
  await add(
    db,
    'contacts',
    await db
      .selectFrom('contacts')
      .select('id')
      .where('created_at', '<', seededAt)
      .where('email', 'in', emails)
      .execute(),
  )
  await add(
    db,
    'subscribers',
    await db
      .selectFrom('subscribers')
      .select('id')
      .where('created_at', '<', seededAt)
      .where('email', 'in', subscriberAddresses())
      .execute(),
  )
}

/** Clicks from before the site existed can only be seeded. */
async function recordSales(db: Db, seededAt: string): Promise<void> {
  await add(
    db,
    'link_clicks',
    await db.selectFrom('link_clicks').select('id').where('clicked_at', '<', seededAt).execute(),
  )
  await add(
    db,
    'conversions',
    await db.selectFrom('conversions').select('id').where('converted_at', '<', seededAt).execute(),
  )
}

type WithId = { id: number }

async function add(db: Db, table: DemoTable, rows: WithId[], edited: WithId[] = []): Promise<void> {
  const keys = new Set(edited.map(({ id }) => String(id)))
  await recordDemoRows(
    db,
    table,
    rows.map(({ id }) => Number(id)),
    (key) => keys.has(key),
  )
}
