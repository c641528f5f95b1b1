import * as contract from '../../../../contract/shop/earning-accounts.ts'
import { networks } from '../../../../contract/shop/networks.ts'
import { bind } from '../../../platform/http/endpoint-handler.ts'
import { badRequest } from '../../../platform/http/errors.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { deleteAccount, listAccounts, saveAccount } from './accounts.repo.ts'

export function earningAccountRoutes({ secrets }: { secrets: Secrets }) {
  return [
    bind(contract.listEarningAccounts, async ({ db }) => ({ body: await listAccounts(db) })),
    bind(contract.saveEarningAccount, async ({ db, params: { network }, body, now }) => {
      const account = await saveAccount(db, secrets, { ...body, network, now })
      if (!account) throw badRequest('Please enter the token', [{ path: 'token', message: 'Please enter the token' }])
      return { body: account, subject: networks[network].label }
    }),
    bind(contract.deleteEarningAccount, async ({ db, params: { network } }) =>
      (await deleteAccount(db, network)) ? { body: {}, subject: networks[network].label } : undefined,
    ),
  ]
}
