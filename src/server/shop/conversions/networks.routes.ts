import { Hono } from 'hono'
import { NetworkInput } from '../../../contract/conversions.ts'
import { Id } from '../../../contract/paths.ts'
import type { Db } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/http/errors.ts'
import { idempotent } from '../../platform/http/idempotency.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readBody, readParam } from '../../platform/http/validate.ts'
import { createNetwork, listNetworks, revokeNetwork } from './networks.repo.ts'

export function networkRoutes({ db, clock, owner }: { db: Db; clock: () => Date; owner: OwnerGuard }) {
  return new Hono()
    .get('/conversion-networks', owner, async (c) => c.json(await listNetworks(db)))
    .post('/conversion-networks', owner, async (c) => {
      const { name } = await readBody(c, NetworkInput)
      c.set('subject', name)
      // Not `once`: it would keep the answer, and with it the secret, in the database.
      return c.json(await createNetwork(db, name, clock().toISOString()), 201)
    })
    .delete('/conversion-networks/:id', owner, (c) => {
      const id = readParam(c, 'id', Id, 'Network not found')
      return idempotent(c, db, { id }, async (transaction) => {
        const name = await revokeNetwork(transaction, id, clock().toISOString())
        if (name === undefined) throw notFound('Network not found')
        c.set('subject', name)
        return { status: 200, body: {} }
      })
    })
}
