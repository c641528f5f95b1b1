import type { Suppression, SuppressionQuery } from '../../../contract/audience/suppressions.ts'
import * as contract from '../../../contract/audience/suppressions.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type Cell, csvDownload } from '../../platform/http/csv.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { listed } from '../../platform/http/replies.ts'
import { addSuppressions, listSuppressions, removeSuppression, walkSuppressions } from './suppressions.repo.ts'

/** Subjects are counts, because the audit trail outlives the erasure of an address. */
export function suppressionRoutes() {
  return [
    bind(contract.listSuppressions, ({ db, query }) => listed(listSuppressions(db, query))),
    bind(contract.exportSuppressions, async ({ db, query }) =>
      csvDownload('suppressed-addresses.csv', csvHeader, csvPages(db, query)),
    ),
    bind(contract.addSuppressions, async ({ db, body, now }) => {
      const emails = [...new Set(body.emails.map((email) => email.toLowerCase()))]
      const added = await addSuppressions(
        db,
        emails.map((email) => ({ email, reason: 'owner', source: 'owner', created_at: now })),
      )
      return { body: { added, alreadyThere: emails.length - added }, subject: addresses(added) }
    }),
    bind(contract.removeSuppression, async ({ db, body }) => {
      const row = await removeSuppression(db, body.key)
      if (!row) return undefined
      const { email: key, reason, source, detail, created_at: createdAt } = row
      return { body: { key, reason, source, detail, createdAt }, subject: addresses(1) }
    }),
    bind(contract.restoreSuppression, async ({ db, body: { key, createdAt, ...row } }) => {
      await addSuppressions(db, [{ ...row, email: key, created_at: createdAt }])
      return { body: {}, subject: addresses(1) }
    }),
  ]
}

const addresses = (count: number) => (count === 1 ? '1 address' : `${count} addresses`)

const csvHeader = ['email', 'reason', 'source', 'detail', 'date']

async function* csvPages(db: Db, query: SuppressionQuery): AsyncGenerator<Cell[][]> {
  for await (const page of walkSuppressions(db, query)) yield page.map(toCells)
}

function toCells({ email, reason, source, detail, createdAt }: Suppression): Cell[] {
  return [email ?? '(erased)', reason, source, detail, createdAt]
}
