import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Suppression, SuppressionQuery, SuppressionReason } from '../../../contract/audience/suppressions.ts'
import type { Page } from '../../../contract/platform/paths.ts'
import { contains } from '../../platform/db/contains.ts'
import type { Db, NewRow, Row } from '../../platform/db/schema.ts'

/** Rows per statement. */
const CHUNK = 500
const DETAIL_MAX = 500
/** Which reasons each one replaces: those after bounces end when the reader confirms the address. */
const REPLACED: Record<SuppressionReason, SuppressionReason[]> = {
  complaint: ['owner', 'hard-bounce', 'soft-bounces'],
  owner: ['hard-bounce', 'soft-bounces'],
  'hard-bounce': [],
  'soft-bounces': [],
}

/** Why an address gets no newsletters; undefined if it may get them. */
export async function isSuppressed(db: Db, email: string): Promise<SuppressionReason | undefined> {
  return (await findSuppressed(db, [email])).get(email.toLowerCase())
}

/** Those of the addresses that are suppressed, in lower case, with the reason; erased ones are found by their hash. */
export async function findSuppressed(db: Db, emails: string[]): Promise<Map<string, SuppressionReason>> {
  const found = new Map<string, SuppressionReason>()
  for (let from = 0; from < emails.length; from += CHUNK) {
    const byKey = new Map(
      emails.slice(from, from + CHUNK).flatMap((address) => {
        const email = address.toLowerCase()
        return [[email, email] as const, [hashOf(email), email] as const]
      }),
    )
    const rows = await db
      .selectFrom('suppressions')
      .select(['email', 'reason'])
      .where('email', 'in', [...byKey.keys()])
      .execute()
    for (const { email: key, reason } of rows) {
      const email = byKey.get(key)
      if (email !== undefined) found.set(email, reason)
    }
  }
  return found
}

/** The suppression of an address, also of an erased one. */
export async function findSuppression(db: Db, email: string): Promise<Suppression | undefined> {
  const address = email.toLowerCase()
  const row = await db
    .selectFrom('suppressions')
    .selectAll()
    .where('email', 'in', [address, hashOf(address)])
    .executeTakeFirst()
  return row && toSuppression(row)
}

/** Suppresses addresses; returns how many are new. A complaint replaces every other reason, the owner's those after bounces. */
export async function addSuppressions(db: Db, rows: NewRow<'suppressions'>[]): Promise<number> {
  const unique = [...new Map(rows.map((row) => [row.email.toLowerCase(), row])).entries()]
  await revealSuppressions(
    db,
    unique.map(([email]) => email),
  )
  return insertSuppressions(
    db,
    unique.map(([email, row]) => ({ ...row, email, detail: row.detail?.slice(0, DETAIL_MAX) ?? '' })),
  )
}

async function insertSuppressions(db: Db, rows: NewRow<'suppressions'>[]): Promise<number> {
  let added = 0
  for (let from = 0; from < rows.length; from += CHUNK) {
    const values = rows.slice(from, from + CHUNK)
    const inserted = await db
      .insertInto('suppressions')
      .values(values)
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('email')
      .execute()
    added += inserted.length
    const isNew = new Set(inserted.map(({ email }) => email))
    for (const { email, reason, source, detail, created_at } of values) {
      if (isNew.has(email) || REPLACED[reason].length === 0) continue
      await db
        .updateTable('suppressions')
        .set({ reason, source, detail, created_at })
        .where('email', '=', email)
        .where('reason', 'in', REPLACED[reason])
        .execute()
    }
  }
  return added
}

/** Removes a suppression by its key; undefined if there is none. */
export async function removeSuppression(db: Db, key: string): Promise<Row<'suppressions'> | undefined> {
  const keys = key.startsWith('#') ? [key] : [key.toLowerCase(), hashOf(key.toLowerCase())]
  return db.deleteFrom('suppressions').where('email', 'in', keys).returningAll().executeTakeFirst()
}

/** Removes a suppression after bounces, but neither after a complaint nor by the owner. Returns its reason. */
export async function removeBounceSuppression(db: Db, email: string): Promise<SuppressionReason | undefined> {
  const row = await db
    .deleteFrom('suppressions')
    .where('email', '=', email.toLowerCase())
    .where('reason', 'in', ['hard-bounce', 'soft-bounces'])
    .returning('reason')
    .executeTakeFirst()
  return row?.reason
}

export async function listSuppressions(db: Db, query: SuppressionQuery): Promise<Page<Suppression>> {
  const { page = 1, limit = 100 } = query
  const matching = matchingRows(db, query)
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await sorted(matching.selectAll(), query)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { items: rows.map(toSuppression), total: Number(total) }
}

/** All matching rows by address, in batches. */
export async function* walkSuppressions(db: Db, query: SuppressionQuery): AsyncGenerator<Suppression[]> {
  for (let last = ''; ; ) {
    const rows = await matchingRows(db, query)
      .selectAll()
      .where('email', '>', last)
      .orderBy('email')
      .limit(CHUNK)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    yield rows.map(toSuppression)
    last = end.email
  }
}

/** Replaces erased addresses by hashes in suppressions, by ids among the recipients of newsletters, and by dots in notes. */
export async function eraseAddresses(db: Db, emails: string[]): Promise<void> {
  const addresses = [...new Set(emails.map((address) => address.toLowerCase()))]
  await eraseFromNotes(db, addresses)
  for (const email of addresses) {
    await db
      .updateTable('newsletter_recipients')
      .set({ email: sql<string>`'#' || cast(id as text)`, response: null })
      .where('email', '=', email)
      .execute()
    // A reply of a mail server usually names the address.
    await moveSuppression(db, email, { email: hashOf(email), detail: '' })
  }
}

/** Changes the key of a suppression. With one that has the new key already, as after an undo, it becomes one with the stronger reason. */
async function moveSuppression(db: Db, key: string, change: { email: string; detail?: string }): Promise<void> {
  const row = await db.selectFrom('suppressions').selectAll().where('email', '=', key).executeTakeFirst()
  if (!row) return
  await insertSuppressions(db, [{ ...row, ...change }])
  await db.deleteFrom('suppressions').where('email', '=', key).execute()
}

/** The reason of a pause quotes a reply of the mail server, which may name a recipient. */
async function eraseFromNotes(db: Db, addresses: string[]): Promise<void> {
  const rows = await db
    .selectFrom('newsletters')
    .select(['post_id', 'note'])
    .where(contains([sql.ref('newsletters.note')], '@'))
    .$narrowType<{ note: string }>()
    .execute()
  for (const { post_id, note } of rows) {
    const left = addresses.reduce((text, address) => text.replace(new RegExp(RegExp.escape(address), 'gi'), '…'), note)
    if (left !== note) await db.updateTable('newsletters').set({ note: left }).where('post_id', '=', post_id).execute()
  }
}

/** Restores the addresses of hashed suppressions, for addresses that are known again. */
export async function revealSuppressions(db: Db, emails: string[]): Promise<void> {
  for (let from = 0; from < emails.length; from += CHUNK) {
    const byHash = new Map(emails.slice(from, from + CHUNK).map((email) => [hashOf(email.toLowerCase()), email]))
    const rows = await db
      .selectFrom('suppressions')
      .select('email')
      .where('email', 'in', [...byHash.keys()])
      .execute()
    for (const { email: hash } of rows) {
      const email = byHash.get(hash)
      if (email !== undefined) await moveSuppression(db, hash, { email: email.toLowerCase() })
    }
  }
}

type Matching = Pick<SuppressionQuery, 'q' | 'reason'>

function matchingRows(db: Db, { q, reason }: Matching) {
  return db
    .selectFrom('suppressions')
    .$call((query) => (reason === undefined ? query : query.where('reason', '=', reason)))
    .$call((query) =>
      q
        ? query.where((eb) =>
            eb.or([
              contains([eb.ref('suppressions.email'), eb.ref('suppressions.detail')], q),
              eb('suppressions.email', '=', hashOf(q.toLowerCase())),
            ]),
          )
        : query,
    )
}

function sorted<Query extends ReturnType<ReturnType<typeof matchingRows>['selectAll']>>(
  rows: Query,
  { sort = 'createdAt', direction = sort === 'createdAt' ? 'desc' : 'asc' }: SuppressionQuery,
) {
  const column = sort === 'createdAt' ? 'created_at' : sort
  return rows.orderBy(column, direction).orderBy('email')
}

/** An address that only its owner's next appearance reveals. */
function hashOf(email: string): string {
  return `#${createHash('sha256').update(email).digest('hex')}`
}

function toSuppression({ email, reason, source, detail, created_at }: Row<'suppressions'>): Suppression {
  return { email: email.startsWith('#') ? null : email, key: email, reason, source, detail, createdAt: created_at }
}
