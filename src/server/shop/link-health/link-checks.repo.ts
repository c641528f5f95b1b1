import { sql } from 'kysely'
import { isFailing, type LinkState } from '../../../contract/shop/links.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import type { Observation } from './check-link.ts'
import { calledHost } from './check-target.ts'
import { isShownByState } from './fallbacks.repo.ts'
import { isNightCounted, nextCheckDay, nextLinkState } from './next-link-state.ts'

export type LinkToCheck = Pick<
  Row<'links'>,
  'id' | 'url' | 'host' | 'state' | 'failed_days' | 'final_url' | 'etag' | 'last_modified' | 'checked_at'
>

const toCheck = [
  'id',
  'url',
  'host',
  'state',
  'failed_days',
  'final_url',
  'etag',
  'last_modified',
  'checked_at',
] as const

/** Results that are kept of each link. */
const CHECKS_MAX = 60
/** Links that work and are checked together with few others, to tell whether the internet can be reached. */
const CONTROLS = 5

/** Links whose check the owner has requested, first come first. */
export function listRequestedLinks(db: Db): Promise<LinkToCheck[]> {
  return db
    .selectFrom('links')
    .select(toCheck)
    .where('requested_at', 'is not', null)
    .orderBy('requested_at')
    .orderBy('id')
    .limit(100)
    .execute()
}

/** Links that are due on a day, those that have waited longest first, and some that work. */
export async function listDueLinks(db: Db, day: string, limit: number): Promise<LinkToCheck[]> {
  if (limit <= 0) return []
  const due = await db
    .selectFrom('links')
    .select(toCheck)
    .where('due_on', '<=', day)
    .where('unused_since', 'is', null)
    .orderBy('due_on')
    .orderBy('id')
    .limit(limit)
    .execute()
  if (due.length === 0) return []
  return [...due, ...(await listControls(db, day, due))]
}

async function listControls(db: Db, day: string, due: LinkToCheck[]): Promise<LinkToCheck[]> {
  const rows = await db
    .selectFrom('links')
    .select(toCheck)
    .where('due_on', '>', day)
    .where('unused_since', 'is', null)
    .where('state', 'in', ['ok', 'redirects'])
    // Checked on another day.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('link_checks')
            .select('id')
            .whereRef('link_id', '=', 'links.id')
            .where('link_checks.day', '=', day),
        ),
      ),
    )
    .orderBy('checked_at')
    .orderBy('id')
    .limit(100)
    .execute()
  const hosts = new Set(due.map(({ url }) => calledHost(url)))
  const controls: LinkToCheck[] = []
  for (const row of rows) {
    const host = calledHost(row.url)
    if (host === undefined || hosts.has(host) || controls.length === CONTROLS) continue
    hosts.add(host)
    controls.push(row)
  }
  return controls
}

/** How many links were checked on a day. */
export async function countChecks(db: Db, day: string): Promise<number> {
  const { count } = await db
    .selectFrom('link_checks')
    .select(sql<number>`count(distinct link_id)`.as('count'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Announces, in the transaction of a new state, that pages show another link of a product. */
export type AnnounceFallback = (db: Db) => Promise<void>

type When = { day: string; now: string; announce?: AnnounceFallback | undefined }

/**
 * Stores the result of a check. A failure without any response changes the state at the end of the night, in
 * `resolvePendingChecks`: only then is it known whether the machine was online. True if pages show another link from now on.
 */
export async function recordCheck(
  db: Db,
  id: number,
  observation: Observation,
  { day, now, announce }: When,
): Promise<boolean> {
  const { outcome, reason, status, chain, etag, lastModified } = observation
  const waits = outcome === 'broken' && status === null
  return inTransaction(db, async (transaction) => {
    const link = await lockLink(transaction, id)
    // Deleted meanwhile.
    if (!link) return false
    const next = waits ? undefined : nextLinkState(link, { ...observation, day, now })
    await transaction
      .updateTable('links')
      .set({
        status,
        chain: JSON.stringify(chain),
        checked_at: now,
        requested_at: null,
        due_on: nextCheckDay(next ?? { state: link.state, reason, failed_days: 1 }, day),
        ...(etag !== null || lastModified !== null || observation.finalUrl !== null
          ? { etag, last_modified: lastModified }
          : {}),
        ...next,
      })
      .where('id', '=', id)
      .execute()
    await transaction
      .insertInto('link_checks')
      .values({ link_id: id, at: now, day, outcome, reason, status, is_settled: !waits })
      .execute()
    await deleteOldChecks(transaction, id)
    return next !== undefined && changesPages(transaction, link, next.state, announce)
  })
}

/**
 * Resolves the pending failures, those without a response. Those of a day on which hardly any host responded do not count. Safe to
 * repeat: a run that was killed is completed by the next one. True if pages show another link from now on.
 */
export async function resolvePendingChecks(db: Db, now: string, announce?: AnnounceFallback): Promise<boolean> {
  let isChanged = false
  const waiting = await db
    .selectFrom('link_checks')
    .select(['id', 'link_id', 'day', 'outcome', 'reason'])
    .where('is_settled', '=', false)
    .orderBy('id')
    .limit(1000)
    .execute()
  const counted = new Map<string, boolean>()
  for (const { day } of waiting) if (!counted.has(day)) counted.set(day, isNightCounted(await countHosts(db, day)))
  for (const { id, link_id, day, outcome, reason } of waiting)
    await db.transaction().execute(async (transaction) => {
      const isCounted = counted.get(day)!
      const { numUpdatedRows } = await transaction
        .updateTable('link_checks')
        .set({ is_settled: true, is_counted: isCounted })
        .where('id', '=', id)
        .where('is_settled', '=', false)
        .executeTakeFirst()
      const link = numUpdatedRows > 0n && isCounted ? await lockLink(transaction, link_id) : undefined
      if (!link) return
      const next = nextLinkState(link, { outcome, reason, finalUrl: null, day, now })
      const values = { ...next, due_on: nextCheckDay(next, day) }
      await transaction.updateTable('links').set(values).where('id', '=', link_id).execute()
      if (await changesPages(transaction, link, next.state, announce)) isChanged = true
    })
  return isChanged
}

async function changesPages(
  db: Db,
  link: Row<'links'>,
  state: LinkState,
  announce?: AnnounceFallback,
): Promise<boolean> {
  if (isFailing(link.state) === isFailing(state) || !(await isShownByState(db, link))) return false
  await announce?.(db)
  return true
}

/** The hosts that were called on a day, those of destinations, and those of them that responded. */
async function countHosts(db: Db, day: string): Promise<{ hosts: number; responding: number }> {
  const rows = await db
    .selectFrom('link_checks')
    .innerJoin('links', 'links.id', 'link_checks.link_id')
    .select(['links.url', 'link_checks.status'])
    .where('link_checks.day', '=', day)
    .execute()
  const called = rows.flatMap(({ url, status }) => {
    const host = calledHost(url)
    return host === undefined ? [] : [{ host, responds: status !== null }]
  })
  const responding = called.flatMap(({ host, responds }) => (responds ? [host] : []))
  return { hosts: new Set(called.map(({ host }) => host)).size, responding: new Set(responding).size }
}

function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

function lockLink(db: Db, id: number): Promise<Row<'links'> | undefined> {
  return db
    .updateTable('links')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

async function deleteOldChecks(db: Db, linkId: number): Promise<void> {
  const oldest = await db
    .selectFrom('link_checks')
    .select('id')
    .where('link_id', '=', linkId)
    .orderBy('id', 'desc')
    .offset(CHECKS_MAX)
    .limit(1)
    .executeTakeFirst()
  if (oldest) await db.deleteFrom('link_checks').where('link_id', '=', linkId).where('id', '<=', oldest.id).execute()
}
