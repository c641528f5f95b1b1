import * as contract from '../../../contract/content/menus.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { searchDestinations } from './destinations.repo.ts'
import { readEditableMenus, saveMenus } from './menus.repo.ts'

export function menuRoutes() {
  return [
    bind(contract.findMenus, async ({ db, now }) => ({ body: await readEditableMenus(db, now) })),
    bind(contract.listMenuDestinations, async ({ db, now, query: { q = '' } }) => ({
      body: await searchDestinations(db, q, now),
    })),
    bindStaged(contract.saveMenus, async ({ db, body, version, now, transact }) => {
      try {
        return await transact({ body, version }, async (transaction) => {
          if ((await saveMenus(transaction, body, now, version)) === undefined) throw new OutdatedMenus()
          return { body: await readEditableMenus(transaction, now) }
        })
      } catch (error) {
        if (!(error instanceof OutdatedMenus)) throw error
        const message = 'The menus were changed elsewhere meanwhile'
        return { status: 409, body: { message, current: await readEditableMenus(db, now) } }
      }
    }),
  ]
}

/** Thrown so that the transaction is rolled back. */
class OutdatedMenus extends Error {}
