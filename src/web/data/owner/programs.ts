import { deleteUnpaidHost, listLinkHosts, stateLinkHost } from '../../../contract/shop/link-hosts.ts'
import { stateMailRule } from '../../../contract/shop/mail-rules.ts'
import {
  createProgram,
  deleteProgram,
  listPrograms,
  type ProgramInput,
  saveProgram,
} from '../../../contract/shop/programs.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'
import type { RowSave } from './row-calls.ts'

export const programsQuery = () => ownerQuery(listPrograms)

/** Creates a program, or saves it where it is still of the version that the owner saw. */
export function useSaveProgram() {
  return useOwnerMutation(({ input: body, current }: RowSave<ProgramInput>, key) =>
    current
      ? ownerWrite(saveProgram, { params: { id: current.id }, body, version: current.version }, key)
      : ownerWrite(createProgram, { body }, key),
  )
}

export const useDeleteProgram = () => useOwnerWrite(deleteProgram, { showsError: true })

export const linkHostsQuery = () => ownerQuery(listLinkHosts)
export const useStateLinkHost = () => useOwnerWrite(stateLinkHost)
export const useDeleteUnpaidHost = () => useOwnerWrite(deleteUnpaidHost)

export const useStateMailRule = () => useOwnerWrite(stateMailRule)
