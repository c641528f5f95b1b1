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
import type { RoutineInput } from '../../../contract/content/routines.ts'
import { type OwnerReadInput, ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

type RoutineListState = OwnerReadInput<typeof listOwnerRoutines>['query']

export const ownerRoutinesQuery = (state: RoutineListState = {}) =>
  ownerQuery(listOwnerRoutines, { query: { ...state, status: state.status ?? 'all' } })

/** One routine to edit, never from the cache. */
export const ownerRoutineQuery = (id: number) => ({
  ...ownerQuery(findOwnerRoutine, { params: { id } }),
  staleTime: 0,
  gcTime: 0,
})

export type RoutineSave = { input: RoutineInput; current?: { id: number; version: number } | undefined }

/** Creates a routine, or saves it where it is still of the version that the owner saw. */
export function useSaveRoutine() {
  return useOwnerMutation(({ input: body, current }: RoutineSave, key) =>
    current
      ? ownerWrite(saveRoutine, { params: { id: current.id }, body, version: current.version }, key)
      : ownerWrite(createRoutine, { body }, key),
  )
}

const actions = {
  delete: deleteRoutines,
  restore: restoreRoutines,
  activate: activateRoutines,
  deactivate: deactivateRoutines,
}

export type RoutinesAction = { action: keyof typeof actions; ids: number[] }

export function useChangeRoutines() {
  return useOwnerMutation(({ action, ids }: RoutinesAction, key) => ownerWrite(actions[action], { body: { ids } }, key))
}

export const useReorderRoutines = () => useOwnerWrite(reorderRoutines)
