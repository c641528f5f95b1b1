import { createHash } from 'node:crypto'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db, Row } from '../../platform/db/schema.ts'

type PolicyPage = Row<'policy_versions'>['page']
type PolicyText = { title: string; content: string }

/** The day since which it holds, such as `2026-11-27`; a second one of a day ends in `-2`. */
export type PolicyVersion = { version: string; hash: string }

/** The day of the default texts. */
export const DEFAULT_VERSION = '2024-06-14'

/** Versions of a page that are kept. */
const VERSIONS_MAX = 200

/** The versions of a page, newest first. */
export function listPolicyVersions(db: Db, page: PolicyPage): Promise<PolicyVersion[]> {
  return db
    .selectFrom('policy_versions')
    .select(['version', 'hash'])
    .where('page', '=', page)
    .orderBy('id', 'desc')
    .limit(VERSIONS_MAX)
    .execute()
}

export function findPolicyVersion(db: Db, page: PolicyPage, version: string): Promise<PolicyText | undefined> {
  return db
    .selectFrom('policy_versions')
    .select(['title', 'content'])
    .where('page', '=', page)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** The version of the privacy policy that readers see. */
export async function policyVersion(db: Db): Promise<string> {
  const [latest] = await listPolicyVersions(db, 'privacy-policy')
  return latest?.version ?? DEFAULT_VERSION
}

export function policyHash({ title, content }: PolicyText): string {
  return createHash('sha256').update(`${title}\n${content}`).digest('base64url')
}

/** Makes transactions that record versions wait for each other; before anything is read that they store. */
export function lockPolicyVersions(db: Db): Promise<void> {
  return lockTable(db, 'policy versions')
}

/** Stores a text as the newest version, unless it is that already. Must run in a transaction that has locked the versions. */
export async function recordPolicyVersion(
  db: Db,
  page: PolicyPage,
  { day, now, ...text }: PolicyText & { day: string; now: string },
): Promise<void> {
  const hash = policyHash(text)
  const known = await listPolicyVersions(db, page)
  if (known[0]?.hash === hash) return
  const version = nextVersion(
    day,
    known.map((each) => each.version),
  )
  const { title, content } = text
  await db.insertInto('policy_versions').values({ page, version, hash, title, content, created_at: now }).execute()
  await deleteOldest(db, page)
}

function nextVersion(day: string, known: string[]): string {
  for (let number = 1; ; number += 1) {
    const version = number === 1 ? day : `${day}-${number}`
    if (!known.includes(version)) return version
  }
}

async function deleteOldest(db: Db, page: PolicyPage): Promise<void> {
  const kept = db
    .selectFrom('policy_versions')
    .select('id')
    .where('page', '=', page)
    .orderBy('id', 'desc')
    .limit(VERSIONS_MAX)
  await db
    .deleteFrom('policy_versions')
    .where('page', '=', page)
    .where('id', 'not in', (eb) => eb.selectFrom(kept.as('kept')).select('kept.id'))
    .execute()
}
