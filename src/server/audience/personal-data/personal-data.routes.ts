import * as contract from '../../../contract/audience/personal-data.ts'
import { inSnapshot } from '../../platform/db/snapshot.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { erasePersonalData, findPersonalData } from './personal-data.repo.ts'

/** Both writes have no audit subject: the audit trail outlives the erasure. */
export function personalDataRoutes() {
  return [
    bind(contract.exportPersonalData, async ({ db, body, now }) => ({
      body: await inSnapshot(db, (snapshot) => findPersonalData(snapshot, body.email, now)),
    })),
    bind(contract.erasePersonalData, async ({ db, body }) => ({ body: await erasePersonalData(db, body.email) })),
  ]
}
