import type { ImportReport } from '../../../contract/audience/subscriber-list.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findErased } from '../personal-data/erasures.repo.ts'
import { findSuppressed } from '../suppressions/suppressions.repo.ts'
import type { FileRow } from './decide-states.ts'
import { insertImported } from './insert-imported.repo.ts'
import { keepLeft } from './keep-left.repo.ts'
import type { SubscriberFile } from './read-subscriber-file.ts'
import { eraseSubscribers } from './subscribers.repo.ts'
import { insertTags } from './tags.repo.ts'

/** Rows per statement. */
const CHUNK = 500
/** Invalid rows in a report. */
const SHOWN = 20

/**
 * Adds the unknown addresses of a file as active subscribers, with the owner's note of how they agreed and what the file says of it.
 * Existing subscribers are unchanged, unsubscribed ones in particular. Addresses that are suppressed, were erased or whose state is open
 * are not added; those that have left as the file says are kept as just that.
 */
export async function importSubscribers(
  db: Db,
  { rows, invalid, questions }: SubscriberFile,
  { consent, isDryRun, now, secrets }: { consent: string; isDryRun: boolean; now: string; secrets: Secrets },
): Promise<ImportReport> {
  const countOf = (state: FileRow['state']) => rows.filter((row) => row.state === state).length
  const subscribed = rows.filter(({ state }) => state === 'subscribed')
  const stillActive = await countActive(
    db,
    rows.filter(({ state }) => state === 'left'),
  )
  const report: ImportReport = {
    isDryRun,
    new: 0,
    alreadyThere: 0,
    unsubscribedBefore: countOf('left') - stillActive,
    stillActive,
    suppressed: countOf('suppressed'),
    erased: 0,
    invalid: invalid.length,
    invalidRows: invalid.slice(0, SHOWN),
    open: countOf('open'),
    questions,
  }
  for (let from = 0; from < subscribed.length; from += CHUNK) {
    const chunk = subscribed.slice(from, from + CHUNK)
    const suppressed = await findSuppressed(
      db,
      chunk.map(({ email }) => email),
    )
    report.suppressed += suppressed.size
    const left = chunk.filter(({ email }) => !suppressed.has(email))
    const erased = await findErased(
      db,
      left.map(({ email }) => email),
      secrets,
    )
    report.erased += erased.size
    const allowed = left.filter(({ email }) => !erased.has(email))
    if (allowed.length === 0) continue
    const { known, erasable } = await findKnown(db, allowed)
    const fresh = allowed.filter(({ email }) => !known.has(email))
    report.new += fresh.length
    for (const hasLeft of known.values()) report[hasLeft ? 'unsubscribedBefore' : 'alreadyThere'] += 1
    if (isDryRun || fresh.length === 0) continue
    if (erasable.length > 0) await eraseSubscribers(db, erasable)
    await insert(db, fresh, consent, now)
  }
  if (isDryRun) return report
  const left = rows.filter(({ state }) => state === 'left' || state === 'suppressed')
  for (let from = 0; from < left.length; from += CHUNK)
    await keepLeft(db, left.slice(from, from + CHUNK), { now, secrets })
  return report
}

async function countActive(db: Db, rows: FileRow[]): Promise<number> {
  let count = 0
  for (let from = 0; from < rows.length; from += CHUNK) {
    const emails = rows.slice(from, from + CHUNK).map(({ email }) => email)
    const found = await db
      .selectFrom('subscribers')
      .select('id')
      .where('email', 'in', emails)
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .execute()
    count += found.length
  }
  return count
}

/** Existing addresses, with whether they have unsubscribed. A deleted one may be imported again unless it had unsubscribed. */
async function findKnown(db: Db, chunk: FileRow[]) {
  const found = await db
    .selectFrom('subscribers')
    .select(['id', 'email', 'is_active', 'unconfirmed_at', 'deleted_at'])
    .where(
      'email',
      'in',
      chunk.map(({ email }) => email),
    )
    .execute()
  const hasLeft = (row: (typeof found)[number]) => !row.is_active && row.unconfirmed_at === null
  const stays = (row: (typeof found)[number]) => row.deleted_at === null || hasLeft(row)
  return {
    known: new Map(found.filter(stays).map((row) => [row.email, hasLeft(row)])),
    erasable: found.filter((row) => !stays(row)),
  }
}

async function insert(db: Db, fresh: FileRow[], consent: string, now: string): Promise<void> {
  const added = await insertImported(
    db,
    fresh.map(({ email, name, frequency }) => ({ email, name, frequency })),
    { isActive: true, now },
  )
  if (added.length === 0) return
  const agreed = new Map(fresh.map((row) => [row.email, row.agreed]))
  const tags = new Map(fresh.map((row) => [row.email, row.tags]))
  const tagged = added.flatMap(({ id, email }) => (tags.get(email) ?? []).map((tag) => ({ subscriber_id: id, tag })))
  for (let from = 0; from < tagged.length; from += CHUNK) await insertTags(db, tagged.slice(from, from + CHUNK))
  await db
    .insertInto('consents')
    .values(
      added.map(({ id, email }) => ({
        subscriber_id: id,
        act: 'imported' as const,
        source: 'File of the owner',
        text: [consent, ...(agreed.get(email) ?? [])].join('\n'),
        at: now,
      })),
    )
    .execute()
}
