import type { Db } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findErased } from '../personal-data/erasures.repo.ts'
import { addSuppressions, findSuppressed } from '../suppressions/suppressions.repo.ts'
import type { FileRow } from './decide-states.ts'
import { insertImported } from './insert-imported.repo.ts'

/** They never agreed, so nothing of them is stored. */
const neverAgreed =
  /unconfirm|unverif|unactivat|pending|awaiting|validating|(?:not|non|never)[ -]?(?:confirm|subscrib|activat)|transactional|unbestätigt|nichtbestätigt|ausstehend|onbevestigd|non ?confirm/i
const ofBounces = /bounc|clean|undeliver|rebot|rimbalz/i
const ofComplaints = /complain|spam|abuse|junk/i

/**
 * Stores who left or bounced elsewhere, or was suppressed there, and is unknown here as just that, so that no other file subscribes them: readers who
 * unsubscribed as unsubscribed ones, the others as suppressed addresses.
 */
export async function keepLeft(
  db: Db,
  rows: readonly FileRow[],
  { now, secrets }: { now: string; secrets: Secrets },
): Promise<void> {
  const emails = rows.map(({ email }) => email)
  if (emails.length === 0) return
  const known = await db.selectFrom('subscribers').select('email').where('email', 'in', emails).execute()
  const [suppressed, erased] = [await findSuppressed(db, emails), await findErased(db, emails, secrets)]
  const taken = new Set([...known.map(({ email }) => email), ...suppressed.keys(), ...erased])
  const fresh = rows.filter(({ email, said }) => !taken.has(email) && !neverAgreed.test(said.join('\n')))
  const reasonOf = ({ said, state }: FileRow) => {
    const text = said.join('\n')
    if (ofComplaints.test(text)) return 'complaint'
    if (ofBounces.test(text)) return 'hard-bounce'
    return state === 'suppressed' ? 'owner' : undefined
  }
  await addSuppressions(
    db,
    fresh.flatMap((row) => {
      const reason = reasonOf(row)
      const detail = `In the imported file: ${row.said.join(', ')}`
      return reason ? [{ email: row.email, reason, source: 'owner' as const, detail, created_at: now }] : []
    }),
  )
  const left = fresh.filter((row) => reasonOf(row) === undefined)
  if (left.length === 0) return
  const added = await insertImported(
    db,
    left.map(({ email, name }) => ({ email, name })),
    { isActive: false, now },
  )
  const said = new Map(left.map((row) => [row.email, row.said.join(', ')]))
  if (added.length === 0) return
  await db
    .insertInto('consents')
    .values(
      added.map(({ id, email }) => ({
        subscriber_id: id,
        act: 'unsubscribed' as const,
        source: 'File of the owner',
        text: said.get(email)!.slice(0, 500),
        at: now,
      })),
    )
    .execute()
}
