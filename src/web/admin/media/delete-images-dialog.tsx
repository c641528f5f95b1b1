import type { ImageInUse } from '../../../contract/content/images.ts'
import { ApiError } from '../../data/api.ts'
import { removeImages, undeleteImages } from '../../data/owner/images.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import type { Chosen } from '../kit/use-selection.ts'
import { useChosenDeletion } from '../kit/use-undoable-deletion.ts'
import { ImageUses } from './image-uses.tsx'

type DeleteImagesDialogProps = {
  /** Undefined: closed. */
  chosen: Chosen | undefined
  /** The name of a single one. */
  name: string
  onDeleted: () => void
  onClose: () => void
}

/** Confirms the deletion of images; shows their uses if these prevent it. */
export function DeleteImagesDialog({ chosen, name, onDeleted, onClose }: DeleteImagesDialogProps) {
  const isOne = chosen?.count === 1
  const deletion = useChosenDeletion({
    remove: removeImages,
    restore: undeleteImages,
    deleted: (count) => (count === 1 ? adminMessages.imageDeleted : adminMessages.imagesDeleted(count)),
    restored: adminMessages.imagesRestored,
    failed: adminMessages.deletionFailed,
  })
  const close = () => {
    deletion.reset()
    onClose()
  }
  const handleConfirm = () => {
    if (deletion.isPending || !chosen) return
    deletion.removeChosen(chosen, () => {
      close()
      onDeleted()
    })
  }
  return (
    <ConfirmDialog
      isOpen={chosen !== undefined}
      title={isOne ? 'Delete this image?' : `Delete ${chosen?.count.toLocaleString('en-US')} images?`}
      confirmLabel="Delete"
      isBusy={deletion.isPending}
      onConfirm={handleConfirm}
      onClose={close}
      error={deletion.error ? <DeletionError error={deletion.error} /> : undefined}
    >
      <p className="wrap-anywhere">
        {isOne ? <strong>{name}</strong> : 'They'} will be gone from the library.{' '}
        {isOne
          ? 'An image that is still in use is not deleted: you are shown where it is used.'
          : 'If one of them is still in use, none is deleted: you are shown where it is used.'}
      </p>
    </ConfirmDialog>
  )
}

function DeletionError({ error }: { error: Error }) {
  const { uses = [] } = error instanceof ApiError ? (error.body as Partial<ImageInUse>) : {}
  return (
    <>
      <p>{messageOf(error)}</p>
      {uses.length > 0 && (
        <div className="mt-2">
          <ImageUses uses={uses} />
        </div>
      )}
    </>
  )
}
