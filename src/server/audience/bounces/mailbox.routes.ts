import * as contract from '../../../contract/audience/bounce-mailbox.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { deleteMailbox, readMailbox, saveMailbox } from './mailbox.repo.ts'

export function mailboxRoutes({ secrets }: { secrets: Secrets }) {
  return [
    bind(contract.findBounceMailbox, async ({ db }) => ({ body: await readMailbox(db, secrets) })),
    bindStaged(contract.saveBounceMailbox, async ({ body, now, transact }) => {
      // A plain hash of the password in the stored request would make it quick to guess from a copy of the database.
      const input = secrets.hmac('bounce mailbox', JSON.stringify(body))
      return transact(input, async (db) => {
        if (!(await saveMailbox(db, secrets, body, now))) {
          const message = 'Please enter the password'
          throw badRequest(message, [{ path: 'password', message }])
        }
        return { body: await readMailbox(db, secrets), subject: `${body.host}:${body.port}` }
      })
    }),
    bind(contract.deleteBounceMailbox, async ({ db, now }) => {
      await deleteMailbox(db, now)
      return { body: await readMailbox(db, secrets) }
    }),
  ]
}
