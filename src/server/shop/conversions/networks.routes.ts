import * as contract from '../../../contract/shop/conversions.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { one } from '../../platform/http/replies.ts'
import { createNetwork, listNetworks, revokeNetwork } from './networks.repo.ts'

export function networkRoutes() {
  return [
    bind(contract.listNetworks, async ({ db }) => ({ body: await listNetworks(db) })),
    bind(contract.createNetwork, async ({ db, body: { name }, now }) => ({
      body: await createNetwork(db, name, now),
      subject: name,
    })),
    bind(contract.revokeNetwork, ({ db, params, now }) => one(revokeNetwork(db, params.id, now))),
  ]
}
