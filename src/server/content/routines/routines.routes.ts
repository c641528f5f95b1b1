import * as contract from '../../../contract/content/routine-endpoints.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { found, listed } from '../../platform/http/replies.ts'
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
    bind(contract.findRoutine, async ({ db, params: { slug }, now }) => {
      const routine = await findRoutine(db, slug, now)
      if (!routine) return undefined
      // A former slug: the response belongs to the current URL (RFC 9110, 8.7).
      const moved = routine.slug !== slug && {
        'content-location': `/api/routines/${encodeURIComponent(routine.slug)}`,
      }
      return { body: routine, headers: moved || undefined }
    }),
    bind(contract.previewRoutine, ({ db, params, now }) => found(findRoutinePreview(db, params.id, now))),
  ]
}
