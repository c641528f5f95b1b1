import type { OwnerRoutine } from '../../../contract/content/routines.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'

type DeleteRoutinesDialogProps = {
  routines: OwnerRoutine[]
  onDelete: (routines: OwnerRoutine[]) => void
  onClose: () => void
}

export function DeleteRoutinesDialog({ routines, onDelete, onClose }: DeleteRoutinesDialogProps) {
  const [first] = routines
  const isOne = routines.length === 1
  return (
    <ConfirmDialog
      isOpen={first !== undefined}
      title={isOne ? 'Delete this routine?' : `Delete ${routines.length} routines?`}
      confirmLabel="Delete"
      onConfirm={() => onDelete(routines)}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {isOne ? <strong>{first?.name}</strong> : 'They'} will be gone from the site and every article that shows{' '}
        {isOne ? 'it' : 'them'}.
      </p>
    </ConfirmDialog>
  )
}
