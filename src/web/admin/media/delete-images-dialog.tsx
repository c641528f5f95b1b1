import type { ImageInUse, OwnerImage } from '../../../contract/content/images.ts'
import { ApiError } from '../../data/api.ts'
import { removeImages, undeleteImages } from '../../data/owner/images.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'
import { nameOf } from './image-labels.ts'
import { ImageUses } from './image-uses.tsx'

type DeleteImagesDialogProps = {
  /** Empty: closed. */
  images: OwnerImage[]
  onDeleted: (images: OwnerImage[]) => void
  onClose: () => void
}

/** Confirms the deletion of images; shows their uses if these prevent it. */
export function DeleteImagesDialog({ images, onDeleted, onClose }: DeleteImagesDialogProps) {
  const [first] = images
  const isOne = images.length === 1
  const deletion = useUndoableDeletion<OwnerImage>({
    remove: removeImages,
    restore: undeleteImages,
    deleted: (rows) => (rows.length === 1 ? adminMessages.imageDeleted : adminMessages.imagesDeleted(rows.length)),
    restored: (rows) => adminMessages.imagesRestored(rows.length),
    failed: adminMessages.deletionFailed,
  })
  const close = () => {
    deletion.reset()
    onClose()
  }
  const handleConfirm = () => {
    if (deletion.isPending) return
    deletion.removeRows(images, () => {
      close()
      onDeleted(images)
    })
  }
  return (
    <ConfirmDialog
      isOpen={first !== undefined}
      title={isOne ? 'Delete this image?' : `Delete ${images.length} images?`}
      confirmLabel="Delete"
      isBusy={deletion.isPending}
      onConfirm={handleConfirm}
      onClose={close}
      error={deletion.error ? <DeletionError error={deletion.error} /> : undefined}
    >
      <p className="wrap-anywhere">
        {isOne ? <strong>{first && nameOf(first)}</strong> : 'They'} will be gone from the library.{' '}
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
