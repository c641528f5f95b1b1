import {
  activateRoutines,
  createRoutine,
  deactivateRoutines,
  deleteRoutines,
  findOwnerRoutine,
  listOwnerRoutines,
  reorderRoutines,
  restoreRoutines,
  saveRoutine,
} from '../../../contract/content/routine-endpoints.ts'
import { useOwnerWrite } from './owner-call.ts'
import { createRowCalls } from './row-calls.ts'

export const routineCalls = createRowCalls({
  list: listOwnerRoutines,
  find: findOwnerRoutine,
  create: createRoutine,
  save: saveRoutine,
  removeSome: deleteRoutines,
  restoreSome: restoreRoutines,
  activate: activateRoutines,
  deactivate: deactivateRoutines,
})

export const useReorderRoutines = () => useOwnerWrite(reorderRoutines)
