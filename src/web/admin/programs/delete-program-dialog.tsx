import type { Program } from '../../../contract/shop/programs.ts'
import { submission } from '../../data/mutations.ts'
import { useDeleteProgram } from '../../data/owner/programs.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'

export function DeleteProgramDialog({ program, onClose }: { program: Program; onClose: () => void }) {
  const mutation = useDeleteProgram()
  const handleConfirm = () =>
    mutation.mutate(submission({ params: { id: program.id } }), {
      onSuccess: () => {
        toast(adminMessages.programDeleted(program.name))
        onClose()
      },
    })
  return (
    <ConfirmDialog
      isOpen
      title={`Delete “${program.name}”?`}
      confirmLabel="Delete"
      isBusy={mutation.isPending}
      error={mutation.error && messageOf(mutation.error)}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>No link leads to it. Its rules and the tracking IDs that you gave to posts are lost.</p>
    </ConfirmDialog>
  )
}
