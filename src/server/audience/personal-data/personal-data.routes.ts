import * as contract from '../../../contract/audience/personal-data.ts'
import type { Db } from '../../platform/db/schema.ts'
import { inSnapshot } from '../../platform/db/snapshot.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { erasePersonalData, findPersonalData } from './personal-data.repo.ts'

type PersonalDataOptions = {
  secrets: Secrets
  startJob(
    db: Db,
    name: 'finish-erasures',
    run: { now: string; isManual: boolean },
  ): Promise<{ afterCommit: () => void }>
}

/** Both writes have no audit subject: the audit trail outlives the erasure. */
export function personalDataRoutes({ secrets, startJob }: PersonalDataOptions) {
  return [
    bind(contract.exportPersonalData, async ({ db, body, now }) => ({
      body: await inSnapshot(db, (snapshot) => findPersonalData(snapshot, body.email, now)),
    })),
    bind(contract.erasePersonalData, async ({ db, body, now }) => ({
      body: await erasePersonalData(db, body.email, { secrets, now }),
      ...(await startJob(db, 'finish-erasures', { now, isManual: false })),
    })),
  ]
}
