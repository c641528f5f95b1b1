import * as contract from '../../../contract/shop/conversions.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { createNetwork, listNetworks, revokeNetwork } from './networks.repo.ts'

export function networkRoutes() {
  return [
    bind(contract.listNetworks, async ({ db }) => ({ body: await listNetworks(db) })),
    bind(contract.createNetwork, async ({ db, body: { name }, now }) => ({
      body: await createNetwork(db, name, now),
      subject: name,
    })),
    bind(contract.revokeNetwork, async ({ db, params, now }) => {
      const name = await revokeNetwork(db, params.id, now)
      return name === undefined ? undefined : { body: {}, subject: name }
    }),
  ]
}
