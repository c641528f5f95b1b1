import { Hono } from 'hono'
import { Person } from '../../../contract/personal-data.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inSnapshot } from '../../platform/db/snapshot.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readBody } from '../../platform/http/validate.ts'
import { erasePersonalData, findPersonalData } from './personal-data.repo.ts'

export function personalDataRoutes({ db, clock, owner }: { db: Db; clock: () => Date; owner: OwnerGuard }) {
  // Neither write names the person in the audit trail, which outlives the deletion.
  return new Hono()
    .post('/personal-data/export', owner, async (c) => {
      const { email } = await readBody(c, Person)
      const now = clock().toISOString()
      return c.json(await inSnapshot(db, (snapshot) => findPersonalData(snapshot, email, now)))
    })
    .post('/personal-data/erase', owner, async (c) => {
      const person = await readBody(c, Person)
      return idempotent(c, db, person, async (transaction) => ({
        status: 200,
        body: await erasePersonalData(transaction, person.email),
      }))
    })
}
