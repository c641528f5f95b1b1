import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { seedLarge } from '../demo/seed/seed-large.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest, migrations } from '../src/server/platform/db/migrate.ts'
import { findMove, saveMove } from '../src/server/platform/db/move-state.ts'
import type { Db } from '../src/server/platform/db/schema.ts'
import { allTables } from '../src/server/platform/db/schema-tables.ts'
import { faultOf } from '../src/server/platform/health/faults.ts'
import type { MovedTable } from '../src/server/platform/move/compare-table.ts'
import { MOVED, MOVING, MoveError, moveDatabase, undoMove } from '../src/server/platform/move/move-database.ts'
import { createFolderStorage } from '../src/server/platform/storage/folder-storage.ts'
import { createClicks } from '../src/server/shop/analytics/clicks.repo.ts'
import { addPageViews } from '../src/server/shop/analytics/page-views.repo.ts'
import { recordEvents } from '../src/server/shop/earnings/ledger/ledger.repo.ts'
import { toEvent } from '../src/server/shop/earnings/ledger/ledger-event.ts'
import type { ReportRow } from '../src/server/shop/earnings/reports/report-row.ts'
import { bothDatabases, type Place } from './both-databases.ts'
import { makePost, makeProduct } from './factories.ts'

const places = bothDatabases()
const today = new Date('2026-03-10T15:00:00.000Z')
const at = '2026-03-10T15:00:00.123Z'
const never = new AbortController().signal

const pairs = [
  ['SQLite', 'PostgreSQL'],
  ['PostgreSQL', 'SQLite'],
] as const

async function placeOf(kind: 'SQLite' | 'PostgreSQL'): Promise<Place> {
  return kind === 'SQLite' ? places.sqlite() : places.postgres()
}

function open(place: Place): Db {
  const db = connect(place)
  onTestFinished(() => db.destroy())
  return db
}

/** A seeded source with rows in every table, and an empty target. */
async function site(from: 'SQLite' | 'PostgreSQL', to: 'SQLite' | 'PostgreSQL') {
  const [here, there] = [await placeOf(from), await placeOf(to)]
  const [source, target] = [open(here), open(there)]
  await migrateToLatest(source)
  const media = createFolderStorage(`${here.dataDir}/media`)
  await seedLarge(source, { media, today, demoDir: 'demo', scale: 0.001, onStep: () => {} })
  await fillRest(source)
  return { here, there, source, target }
}

/** The tables that no seed fills. */
async function fillRest(db: Db): Promise<void> {
  await db
    .insertInto('cdn_purges')
    .values({ tag: 'posts', version: 1, attempts: 0, next_at: at, is_repeat: false })
    .execute()
  const { id: user } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const { id: person } = await db.selectFrom('subscribers').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { id: contact } = await db.selectFrom('contacts').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { id: product } = await db.selectFrom('products').select('id').orderBy('id').executeTakeFirstOrThrow()
  const { id: post } = await db.selectFrom('posts').select('id').orderBy('id').executeTakeFirstOrThrow()
  const times = { created_at: at, expires_at: at }
  await db
    .insertInto('sessions')
    .values({ token_hash: 'h', user_id: user, device: 'Büro ☀️', last_seen_at: at, ...times })
    .execute()
  await db.insertInto('sign_in_attempts').values({ subject: 'Ä', count: 1, last_at: at, waits_until: at }).execute()
  await db
    .insertInto('two_factor')
    .values({ user_id: user, secret: 'sealed', confirmed_at: null, last_step: 58_000_000 })
    .execute()
  await db.insertInto('recovery_codes').values({ user_id: user, code_hash: 'c', used_at: null }).execute()
  await db
    .insertInto('policy_versions')
    .values({
      page: 'privacy-policy',
      version: '2026-03-10',
      hash: 'a hash',
      title: 'Privacy Policy',
      content: '<p>We keep nothing.</p>',
      created_at: '2026-03-10T15:00:00.000Z',
    })
    .execute()
  await db
    .insertInto('passkeys')
    .values({
      user_id: user,
      credential_id: 'c',
      public_key: 'k',
      counter: 4_294_967_295,
      transports: '[]',
      name: 'Key',
      created_at: at,
      host: 'old.example',
    })
    .execute()
  await db.insertInto('passkey_challenges').values({ challenge: 'c', purpose: 'sign-in', expires_at: at }).execute()
  await db.insertInto('setup_links').values({ token_hash: 't', expires_at: at }).execute()
  await db.insertInto('subscriber_tags').values({ subscriber_id: person, tag: 'büro' }).execute()
  await db
    .insertInto('confirmations')
    .values({ token_hash: 't', subscriber_id: person, name: null, ...times })
    .execute()
  await db
    .insertInto('mails')
    .values({
      kind: 'contact',
      to_address: 'a@example.com',
      subject: 'Subject',
      text: 'Text',
      html: '',
      state: 'queued',
      attempts: 0,
      next_at: at,
      created_at: at,
      contact_id: contact,
    } as never)
    .execute()
  await db.insertInto('newsletters').values({ post_id: post, created_at: at, updated_at: at }).execute()
  await db
    .insertInto('newsletter_recipients')
    .values({ newsletter_id: post, subscriber_id: person, email: 'é@example.com', state: 'accepted', next_at: at })
    .execute()
  await db
    .insertInto('suppressions')
    .values({ email: 'b@example.com', reason: 'hard-bounce', source: 'smtp', created_at: at })
    .execute()
  await db.insertInto('erasures').values({ hash: 'a', erased_at: at, ended_at: null }).execute()
  await db.insertInto('digests').values({ period: '2026-03-09', newsletter_id: post, posts_until: at }).execute()
  await db.insertInto('newsletter_links').values({ newsletter_id: post, key: 'k', url: 'https://é.example/' }).execute()
  await db
    .insertInto('newsletter_click_sums')
    .values({ newsletter_id: post, link_key: 'k', reason: 'burst', day: '2026-03-09', count: 2 })
    .execute()
  const { id: recipient } = await db.selectFrom('newsletter_recipients').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('newsletter_click_requests')
    .values({ recipient_id: recipient, link_key: 'k', reason: '', at })
    .execute()
  await db.insertInto('newsletter_attempts').values({ minute: at, count: 1, paced_until: at }).execute()
  await db.insertInto('delivery_reports').values({ source: 'ses', event_id: 'é', received_at: at }).execute()
  await db
    .insertInto('mail_hooks')
    .values({ provider: 'ses', secret_hash: 'h', secret_sealed: 's', created_at: at })
    .execute()
  for (const key of ['a', 'B', 'é', '\u{1f9f4}', '\ufffd'])
    await db
      .insertInto('idempotency_keys')
      .values({ key, request_hash: 'h', status: 201, body: '{"a":"\\n"}', created_at: at })
      .execute()
  await db.insertInto('jobs').values({ name: 'backup', next_at: at, is_asked: true, attempts: 0 }).execute()
  await db
    .insertInto('site_imports')
    .values({ id: 5, file_name: 'ü.xml', site_name: 'Old', site_url: '', state: 'done', created_at: at })
    .execute()
  const item = { import_id: 5, type: 'text', source_key: 'text 1', name: 'É', content_hash: 'h', data: '' } as const
  await db
    .insertInto('site_import_items')
    .values({ ...item, state: 'done', is_created: true, ref_id: post, notes: '["\\n"]' })
    .execute()
  await db
    .insertInto('imported_comments')
    .values({ post_id: post, author: 'Ådå', content: 'Hi', written_at: at, is_approved: true })
    .execute()
  await db
    .insertInto('own_redirects')
    .values({ from_address: '/2019/05/my-routine', to_address: '/blog/my-routine', hits: 3, created_at: at })
    .execute()
  await db
    .insertInto('missing_pages')
    .values({ address: '/verlören', hits: 2, first_at: at, last_at: at, referrer: 'https://other.example/a' })
    .execute()
  await db
    .insertInto('redirects')
    .values({ kind: 'posts', from_slug: 'old', target_id: post, created_at: at })
    .execute()
  await db
    .insertInto('product_revisions')
    .values({ product_id: product, version: 1, product: '{}', created_at: at })
    .execute()
  await db
    .insertInto('product_imports')
    .values({ id: 7, file_name: 'shop.csv', created: 0, updated: 1, imported_at: at })
    .execute()
  await db
    .insertInto('product_import_rows')
    .values({ import_id: 7, product_id: product, version: 1, former_slug: 'old' })
    .execute()
  await db
    .insertInto('post_revisions')
    .values({ post_id: post, version: 99, title: '', words: 0, post: '{}', created_at: at })
    .execute()
  await db.insertInto('post_drafts').values({ post_id: post, title: 'É', draft: '{}', updated_at: at }).execute()
  await db
    .insertInto('preview_links')
    .values({ token_hash: 't', post_id: post, ...times })
    .execute()
  const shown = { is_active: true, created_at: at, updated_at: at }
  const { id: ingredient } = await db
    .insertInto('ingredients')
    .values({
      slug: 'a-moved-urea',
      name: 'Urée',
      inci: 'UREA',
      synonyms: '[]',
      summary: 'é',
      details: '{}',
      is_linked: false,
      ...shown,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: routine } = await db
    .insertInto('routines')
    .values({ slug: 'a-short-routine', name: 'É', image_url: '', image_alt: '', details: '{}', position: 1, ...shown })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('routine_products').values({ routine_id: routine, product_id: product }).execute()
  await db.insertInto('post_references').values({ post_id: post, kind: 'product', ref_id: product }).execute()
  await db.insertInto('product_terms').values({ product_id: product, kind: 'brand', key: 'é', label: 'É' }).execute()
  await db
    .insertInto('product_ingredients')
    .values({ product_id: product, position: 99, name: 'Urée', key: 'urée', ingredient_id: ingredient })
    .execute()
  const { id: image } = await db.selectFrom('images').select('id').orderBy('id').executeTakeFirstOrThrow()
  await db
    .insertInto('image_versions')
    .values({
      image_id: image,
      key: 'k',
      url: '/media/k/640.jpg',
      width: 640,
      height: 480,
      widths: '[640]',
      placeholder: '',
      file_name: 'é.jpg',
      format: 'jpeg',
      bytes: 1,
      is_animated: false,
      replaced_at: at,
    })
    .execute()
  await db.insertInto('contact_replies').values({ contact_id: contact, text: 'Ä', created_at: at }).execute()
  await db.insertInto('saved_replies').values({ name: 'Hours', text: 'é', updated_at: at }).execute()
  const replacement = await db
    .insertInto('link_replacements')
    .values({ from_url: 'https://shop.example/ä', to_url: 'https://shop.example/b', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('link_replacement_places')
    .values({ replacement_id: replacement.id, kind: 'product', ref_id: product, spots: '{}' })
    .execute()
  await db
    .insertInto('spam_rules')
    .values({ reason: 'links', kind: 'sender', value: 'a@example.com', created_at: at })
    .execute()
  const view = { day: '2026-03-01', path: '/blog/é', kind: 'search', host: 'search.example', reason: '', views: 3 }
  await db.transaction().execute((transaction) => addPageViews(transaction, [{ ...view, is_demo: 0 }]))
  await db.insertInto('password_resets').values({ token_hash: 'r', user_id: user, expires_at: at }).execute()
  const { id: program } = await db
    .insertInto('programs')
    .values({
      network: 'amazon',
      key: 'amazon.de',
      name: 'É',
      advertiser: '',
      hosts: '["amazon.de"]',
      tracking_ids: '["a-21"]',
      sub_id_parameter: '',
      allows_sub_ids: false,
      currency: 'EUR',
      disclosure: 'É',
      hide_price_hours: 24,
      replaces_mail_links: true,
      is_edited: true,
      gives_tracking_ids: true,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('program_tracking_ids')
    .values({ program_id: program, tracking_id: 'a-21', kind: 'post', ref_id: post, is_automatic: true })
    .execute()
  await db
    .insertInto('postback_addresses')
    .values({ program_id: program, secret_hash: 'h', secret_sealed: 'x', created_at: at, used_at: null })
    .execute()
  await db
    .insertInto('earning_accounts')
    .values({
      network: 'awin',
      account_id: '7',
      token_sealed: 'x',
      created_at: at,
      tried_at: at,
      sales: 1,
      error: 'é',
    })
    .execute()
  const network = await db
    .insertInto('conversion_networks')
    .values({ name: 'N', secret_hash: 's', created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('conversions')
    .values({
      link_id: 'shop',
      product_id: product,
      revenue_minor: 420,
      converted_at: at,
      day: '2026-03-10',
      network_id: network.id,
      conversion_id: 'x',
    })
    .execute()
  await fillEarnings(db, at)
  await db
    .insertInto('audit_log')
    .values({ user_id: user, method: 'PUT', path: '/posts/1', subject: 'A', at, merge_key: 'm' })
    .execute()
}

async function fillEarnings(db: Db, at: string): Promise<void> {
  const imported = { file_name: 'awin.csv', file_size: 3, state: 'ready', created_at: at }
  for (let count = 0; count < 2; count++) await db.insertInto('earning_imports').values(imported).execute()
  await db.insertInto('earning_import_links').values({ import_id: 2, builds_on: 1 }).execute()
  await db.insertInto('earning_import_chunks').values({ import_id: 1, position: 0, data: 'YWJj' }).execute()
  const staged = { import_id: 1, position: 1, file_row: 2, external_id: 'a', content: '{}', reason: null }
  await db.insertInto('earning_import_rows').values(staged).execute()
  await db.insertInto('earning_mappings').values({ header: '["id"]', choices: '{}', updated_at: at }).execute()
  const rule = { kind: 'sku', network: 'awin', value: 's', post_id: null, product_id: 1, created_at: at } as const
  await db.insertInto('earning_rules').values(rule).execute()
  const row: ReportRow = {
    network: 'awin',
    externalId: 'a',
    hasOwnId: true,
    clickRef: null,
    trackingId: 't',
    advertiser: 'Glow',
    orderId: 'o',
    sku: 's',
    productName: 'Serum',
    clickedAt: null,
    orderedAt: at,
    postedAt: '2026-03-10',
    quantity: 1,
    saleMinor: 9_000_000_000,
    commissionMinor: -5,
    currency: 'USD',
    status: 'approved',
    originalExternalId: 'b',
    reason: 'Returned',
    promoCode: 'GLOW10',
    row: 2,
  }
  const event = toEvent(row, { occurrence: 1, origin: 'import', importId: 1, timeZone: 'UTC', now: at })
  await recordEvents(db, [event], 1)
}

type Hooks = {
  during?: () => Promise<void>
  onRows?: (table: string) => void
  holding?: () => void
  replaces?: boolean
  signal?: AbortSignal
  names?: { source: string; target: string }
}

function move(
  source: Db,
  target: Db,
  { during, onRows, holding = () => {}, replaces = false, signal = never, names }: Hooks = {},
) {
  let isFirst = true
  return moveDatabase({
    source,
    target,
    replaces,
    signal,
    names: names ?? { source: 'here', target: 'there' },
    report: {
      async table(_, table) {
        // Once, while the snapshot of the source is open.
        if (isFirst && table === 'link_clicks') {
          isFirst = false
          await during?.()
        }
        return () => onRows?.(table)
      },
      holding,
      verified: () => {},
    },
  })
}

/** Every row of every table, independent of the code that moves them. */
async function readAll(db: Db): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of allTables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
    all[table] = rows
      .map((row) =>
        JSON.stringify(
          Object.entries(row)
            .filter(([name]) => !name.startsWith('search_'))
            .sort()
            .map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
        ),
      )
      .sort()
  }
  return all
}

const click = (db: Db, productId: number | null = null) =>
  db
    .transaction()
    .execute((transaction) =>
      createClicks(transaction, [
        { input: { linkId: 'shop', productId, postId: null }, now: at, day: '2026-03-10', filteredReason: null },
      ]),
    )

test.each(pairs)(
  'every row of every table moves from %s to %s and is verified',
  { timeout: 120_000 },
  async (from, to) => {
    const { source, target } = await site(from, to)
    const before = await readAll(source)
    for (const [table, rows] of Object.entries(before)) expect(rows, table).not.toEqual([])
    const tables = await move(source, target)
    expect(tables.map(({ table }) => table)).toEqual(allTables)
    for (const { source: here, target: there } of tables) expect(there).toEqual(here)
    expect(await readAll(target)).toEqual(before)
    expect(await findMove(target)).toBeUndefined()
    // Ids go on after the highest that was ever given, and references are checked again.
    const highest = Math.max(...(await source.selectFrom('posts').select('id').execute()).map(({ id }) => id))
    expect(await makePost(target)).toBeGreaterThan(highest)
    await expect(makePost(target, { category_id: 99_999 })).rejects.toThrow()
  },
)

test.each(pairs)(
  'what is written while the rows are copied from %s to %s is not lost',
  { timeout: 120_000 },
  async (from, to) => {
    const { source, target, here } = await site(from, to)
    const other = open(here)
    const [first, second] = await source.selectFrom('posts').select(['id', 'slug']).orderBy('id').limit(2).execute()
    const tables = await move(source, target, {
      async during() {
        for (let i = 0; i < 30; i++) await click(other)
        await makeProduct(other, { name: 'New' })
        await other.deleteFrom('products').where('name', '=', 'New').execute()
        await other.deleteFrom('subscribers').where('id', '=', 1).execute()
        // Two rows exchange a unique value.
        for (const [id, slug] of [
          [first!.id, 'free'],
          [second!.id, first!.slug],
          [first!.id, second!.slug],
        ] as const)
          await other.updateTable('posts').set({ slug }).where('id', '=', id).execute()
        await other.deleteFrom('posts').where('id', '=', first!.id).execute()
      },
    })
    for (const { differences } of tables) expect(differences).toBe(0)
    expect(await readAll(target)).toEqual(await readAll(source))
  },
)

test.each(pairs)(
  'readers are served and no acknowledged write is lost while %s moves to %s',
  { tags: ['full'], timeout: 120_000 },
  async (from, to) => {
    const { source, target, here } = await site(from, to)
    const other = open(here)
    let isMoving = true
    let [reads, acknowledged, rejected] = [0, 0, 0]
    const before = (await source.selectFrom('link_clicks').select('id').execute()).length
    const reader = (async () => {
      while (isMoving) {
        await other.selectFrom('posts').select('title').limit(5).execute()
        reads += 1
        await setImmediate()
      }
    })()
    const writer = (async () => {
      while (isMoving) {
        await click(other).then(
          () => (acknowledged += 1),
          (error: unknown) => {
            expect(faultOf(error)).toMatchObject({ kind: 'moved', status: 503 })
            rejected += 1
          },
        )
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })()
    await move(source, target)
    isMoving = false
    await Promise.all([reader, writer])
    expect(reads).toBeGreaterThan(20)
    expect(acknowledged).toBeGreaterThan(0)
    expect(rejected).toBeGreaterThan(0)
    expect((await target.selectFrom('link_clicks').select('id').execute()).length).toBe(before + acknowledged)
    expect(await readAll(target)).toEqual(await readAll(source))
  },
)

test.each(pairs)(
  'a move from %s to %s that is cut off anywhere is repeated',
  { tags: ['full'], timeout: 120_000 },
  async (from, to) => {
    const { source, target } = await site(from, to)
    const before = await readAll(source)
    let steps = 0
    // Each run ends one step later, like a process that is killed: nothing is undone.
    for (let end = 0; ; end += 9) {
      let step = 0
      const result = await move(source, target, {
        onRows() {
          steps += 1
          if (step++ === end) throw new Error('killed')
        },
      }).catch((error: unknown) => error)
      if (Array.isArray(result)) break
      expect(result).toMatchObject({ message: 'killed' })
      expect(await findMove(target)).toMatchObject({ role: 'target', other: 'here' })
      // The error ends the hold; a killed process would leave it.
      if (end % 2 === 0) await saveMove(source, { role: 'source', other: 'there', isDone: false })
    }
    expect(steps).toBeGreaterThan(30)
    expect(await readAll(target)).toEqual(before)
    await expect(makePost(target, { category_id: 99_999 })).rejects.toThrow()
  },
)

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a moved %s shows its pages, rejects writes with a sentence until the move is undone',
  {
    timeout: 60_000,
  },
  async (kind) => {
    const { source, target, here } = await site(kind, kind === 'SQLite' ? 'PostgreSQL' : 'SQLite')
    const other = open(here)
    const sentence = (error: unknown) => faultOf(error)?.sentence
    let during: unknown
    await move(source, target, {
      onRows(table) {
        if (table === 'settings') during ??= makePost(other).catch(sentence)
      },
    })
    expect([MOVING, MOVED, expect.any(Number)]).toContainEqual(await during)
    expect(await makePost(other).catch(sentence)).toBe(MOVED)
    expect(await click(other).catch(sentence)).toBe(MOVED)
    expect(await other.deleteFrom('sessions').execute().catch(sentence)).toBe(MOVED)
    expect((await other.selectFrom('posts').select('id').execute()).length).toBeGreaterThan(1)
    await expect(move(source, target)).rejects.toThrow('has been moved to there already')
    expect(await undoMove(source)).toBe(true)
    expect(await undoMove(source)).toBe(false)
    expect(await makePost(other)).toBeGreaterThan(0)
  },
)

test('a target with content is left alone, and overwritten with --replace, in both directions', {
  tags: ['full'],
  timeout: 120_000,
}, async () => {
  const { source, target } = await site('SQLite', 'PostgreSQL')
  await migrateToLatest(target)
  await makePost(target, { title: 'Other' })
  const before = await readAll(target)
  await expect(move(source, target)).rejects.toThrow(
    'The target is not empty. Add --replace to overwrite what is in it.',
  )
  expect(await readAll(target)).toEqual(before)
  expect(await makePost(source)).toBeGreaterThan(0)
  await move(source, target, { replaces: true })
  await makePost(target, { title: 'Written there' })
  const names = { source: 'there', target: 'here' }
  await move(target, source, { replaces: true, names })
  expect(await readAll(source)).toEqual(await readAll(target))
  expect(await makePost(source)).toBeGreaterThan(0)
  await expect(makePost(target)).rejects.toThrow(MOVED)
})

test('a text that PostgreSQL cannot store stops the move with its place, and the site goes on', {
  timeout: 60_000,
}, async () => {
  const { source, target } = await site('SQLite', 'PostgreSQL')
  const id = await makePost(source, { excerpt: 'a\0b' })
  await expect(move(source, target)).rejects.toThrow(
    `Cannot move posts (${id}): its excerpt contains a NUL character, which PostgreSQL cannot store.`,
  )
  expect(await makePost(source)).toBeGreaterThan(id)
})

test('the same database is refused under another name, and left as it is', { timeout: 60_000 }, async () => {
  const place = await places.postgres()
  const [source, same] = [open(place), open(place)]
  await migrateToLatest(source)
  await makePost(source)
  const failure = await move(source, same, { replaces: true }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(MoveError)
  expect(await findMove(source)).toBeUndefined()
  expect(await makePost(source)).toBeGreaterThan(0)
  await expect(makePost(source, { category_id: 99_999 })).rejects.toThrow()
})

test('the checksum of a table is that of its rows in the order of their bytes', {
  tags: ['full'],
  timeout: 60_000,
}, async () => {
  const { source, target } = await site('PostgreSQL', 'SQLite')
  const keys = (tables: MovedTable[]) => tables.find(({ table }) => table === 'idempotency_keys')!
  const { source: here } = keys(await move(source, target))
  const rows = ['B', 'a', 'é', '\ufffd', '\u{1f9f4}'].map((key) => JSON.stringify(['{"a":"\\n"}', at, key, 'h', 201]))
  expect(here).toEqual({
    rows: 5,
    sha256: createHash('sha256')
      .update(`${rows.join('\n')}\n`)
      .digest('hex'),
  })
})

test.each(pairs)('a database that a newer version has changed is moved by that version: %s to %s', async (from, to) => {
  const [source, target] = [open(await placeOf(from)), open(await placeOf(to))]
  const up = (db: Db) => db.schema.createTable('notes').addColumn('text', 'text').execute()
  await migrateToLatest(source, { list: { ...migrations, '8000-notes': { phase: 'expand', up } } })
  await expect(move(source, target)).rejects.toThrow(
    new MoveError('A newer version of the program has changed the database. Move it with that version.'),
  )
  expect(await findMove(target)).toBeUndefined()
  await makePost(source)
})
