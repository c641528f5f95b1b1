import * as contract from '../../../contract/content/routine-endpoints.ts'
import { listProductFacets } from '../../../contract/shop/product-endpoints.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import type { ReadCache } from '../../platform/http/read-cache.ts'
import { found, foundAt, listed } from '../../platform/http/replies.ts'
import { orderRoute, rowRoutes } from '../../platform/http/row-routes.ts'
import { listPublicPrices } from '../../shop/products/public-prices.repo.ts'
import { readBuiltRoutine } from './built-routine.repo.ts'
import { createRoutine, deleteRoutines, restoreRoutines, saveRoutine, setActive } from './routine-writes.repo.ts'
import { activeRoutines, findOwnerRoutine, findRoutine, findRoutinePreview, ownerRoutines } from './routines.repo.ts'

/** The prices are cached until a product changes: reading those of 5,000 takes 0.1 s, and a routine is built for each wish. */
export function routineRoutes({ readCache }: { readCache: ReadCache | undefined }) {
  const findPrices = (db: Db) => {
    const load = () => listPublicPrices(db)
    return readCache ? readCache.get('public prices', listProductFacets.dependsOn, load) : load()
  }
  return [
    ...rowRoutes(contract.routineRows, {
      noun: 'routine',
      table: 'routines',
      list: ownerRoutines,
      find: findOwnerRoutine,
      create: createRoutine,
      save: saveRoutine,
      remove: deleteRoutines,
      restore: restoreRoutines,
      setActive,
      isHidden: ({ isActive }) => !isActive,
    }),
    orderRoute(contract.reorderRoutines, { noun: 'routine', table: 'routines' }),
    bind(contract.listRoutines, ({ db, query }) => listed(activeRoutines.page(db, query))),
    bind(contract.buildRoutine, async ({ db, query }) => ({
      body: await readBuiltRoutine(db, query, await findPrices(db)),
    })),
    bind(contract.findRoutine, ({ db, params: { slug }, now }) =>
      foundAt('/routines', slug, findRoutine(db, slug, now)),
    ),
    bind(contract.previewRoutine, ({ db, params, now }) => found(findRoutinePreview(db, params.id, now))),
  ]
}
