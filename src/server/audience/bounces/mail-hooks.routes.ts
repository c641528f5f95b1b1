import * as contract from '../../../contract/audience/mail-hooks.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../platform/http/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { deleteHook, listHooks, saveHook } from './mail-hooks.repo.ts'

export function mailHookRoutes({ origin, secrets }: { origin: string; secrets: Secrets }) {
  return [
    bind(contract.listMailHooks, async ({ db }) => ({ body: await listHooks(db, secrets, origin) })),
    bindStaged(contract.saveMailHook, async ({ body, params: { provider }, now, transact }) => {
      const { label, key: keyLabel } = contract.hookProviders[provider]
      // A plain hash of the key in the stored request would make it quick to guess from a copy of the database.
      const input = secrets.hmac('mail hook', JSON.stringify([provider, body]))
      if (keyLabel && body.key !== '' && !contract.isSigningKey(provider, body.key)) {
        const message = contract.WRONG_KEY
        throw badRequest(message, [{ path: 'key', message }])
      }
      return transact(input, async (db) => {
        if (!(await saveHook(db, secrets, { ...body, provider, now }))) {
          const message = `Please enter the ${keyLabel?.replace(/^S/, 's')}`
          throw badRequest(message, [{ path: 'key', message }])
        }
        return { body: {}, subject: label }
      })
    }),
    bind(contract.deleteMailHook, async ({ db, params: { provider } }) =>
      (await deleteHook(db, provider)) ? { body: {}, subject: contract.hookProviders[provider].label } : undefined,
    ),
  ]
}
