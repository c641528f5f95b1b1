import * as contract from '../../../contract/content/routine-endpoints.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found, foundAt, listed } from '../../platform/http/replies.ts'
import { orderRoute, rowRoutes } from '../../platform/http/row-routes.ts'
import { readBuiltRoutine } from './built-routine.repo.ts'
import { createRoutine, deleteRoutines, restoreRoutines, saveRoutine, setActive } from './routine-writes.repo.ts'
import { activeRoutines, findOwnerRoutine, findRoutine, findRoutinePreview, ownerRoutines } from './routines.repo.ts'

export function routineRoutes() {
  return [
    ...rowRoutes(contract.routineRows, {
      noun: 'routine',
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
    bind(contract.buildRoutine, async ({ db, query }) => ({ body: await readBuiltRoutine(db, query) })),
    bind(contract.findRoutine, ({ db, params: { slug }, now }) =>
      foundAt('/routines', slug, findRoutine(db, slug, now)),
    ),
    bind(contract.previewRoutine, ({ db, params, now }) => found(findRoutinePreview(db, params.id, now))),
  ]
}
