import {
  createProgram,
  deleteProgram,
  listPrograms,
  type ProgramInput,
  saveProgram,
} from '../../../contract/shop/programs.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const programsQuery = () => ownerQuery(listPrograms)

export type ProgramSave = { input: ProgramInput; current?: { id: number; version: number } | undefined }

/** Creates a program, or saves it where it is still of the version that the owner saw. */
export function useSaveProgram() {
  return useOwnerMutation(({ input: body, current }: ProgramSave, key) =>
    current
      ? ownerWrite(saveProgram, { params: { id: current.id }, body, version: current.version }, key)
      : ownerWrite(createProgram, { body }, key),
  )
}

export const useDeleteProgram = () => useOwnerWrite(deleteProgram)
