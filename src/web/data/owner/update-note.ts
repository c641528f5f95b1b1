import { saveUpdateNote } from '../../../contract/content/update-notes.ts'
import { ownerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export function useSaveUpdateNote(id: number) {
  return useOwnerMutation((note: string, key) => ownerWrite(saveUpdateNote, { params: { id }, body: { note } }, key), {
    showsError: true,
  })
}
