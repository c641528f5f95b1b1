import * as contract from '../../../contract/content/routine-endpoints.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { readBuiltRoutine } from './built-routine.repo.ts'
import {
  deleteRoutines,
  orderRoutines,
  restoreRoutines,
  type SaveOutcome,
  setActive,
  writeNewRoutine,
  writeRoutine,
} from './routine-writes.repo.ts'
import { activeRoutines, findOwnerRoutine, findRoutine, findRoutinePreview, ownerRoutines } from './routines.repo.ts'

export function routineRoutes() {
  return [
    bind(contract.listRoutines, async ({ db, query }) => {
      const { items, total } = await activeRoutines.page(db, query)
      return { body: items, total }
    }),
    bind(contract.listOwnerRoutines, async ({ db, query }) => {
      const { items, total } = await ownerRoutines.page(db, query)
      return { body: items, total }
    }),
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
    bind(contract.findOwnerRoutine, async ({ db, params }) => {
      const routine = await findOwnerRoutine(db, params.id)
      return routine && { body: routine }
    }),
    bind(contract.previewRoutine, async ({ db, params, now }) => {
      const routine = await findRoutinePreview(db, params.id, now)
      return routine && { body: routine }
    }),
    bind(contract.createRoutine, async ({ db, body, now }) => {
      const outcome = await writeNewRoutine(db, body, now)
      if (outcome.kind === 'slug-taken') throw slugTaken()
      return { body: outcome.routine, subject: body.name }
    }),
    bind(contract.saveRoutine, async ({ db, params, body: input, version, now }) =>
      toSaveReply(await writeRoutine(db, params.id, { input, version, now })),
    ),
    bind(contract.reorderRoutines, async ({ db, body }) => {
      const names = await orderRoutines(db, body)
      if (!names)
        throw new HttpError(409, 'A routine of this order is not there any more. Please look at the list again.')
      return { body: {}, subject: names }
    }),
    bind(contract.deleteRoutine, ({ db, params, now }) => one(deleteRoutines(db, [params.id], now))),
    bind(contract.restoreRoutine, ({ db, params }) => one(restoreRoutines(db, [params.id]))),
    bind(contract.deleteRoutines, ({ db, body, now }) => several(deleteRoutines(db, body.ids, now))),
    bind(contract.restoreRoutines, ({ db, body }) => several(restoreRoutines(db, body.ids))),
    bind(contract.activateRoutines, ({ db, body, now }) => several(setActive(db, body.ids, true, now))),
    bind(contract.deactivateRoutines, ({ db, body, now }) => several(setActive(db, body.ids, false, now))),
  ]
}

function toSaveReply(outcome: SaveOutcome) {
  switch (outcome.kind) {
    case 'saved':
      return { body: outcome.routine, subject: outcome.routine.name, removes: !outcome.routine.isActive }
    case 'stale': {
      const message = 'This routine was saved elsewhere in the meantime'
      return { status: 409 as const, body: { message, current: outcome.current } }
    }
    case 'slug-taken':
      throw slugTaken()
    case 'missing':
      return undefined
  }
}

function slugTaken(): HttpError {
  const message = 'Another page has this slug. Please choose another one.'
  return new HttpError(422, message, { issues: [{ path: 'slug', message }] })
}

const several = async (changed: Promise<string[]>) => ({ body: {}, subject: await changed })

/** Undefined, a 404, where the row was not there. */
async function one(changed: Promise<string[]>) {
  const subject = await changed
  return subject.length > 0 ? { body: {}, subject } : undefined
}
