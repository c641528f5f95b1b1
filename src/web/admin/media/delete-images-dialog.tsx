import type { ImageInUse, OwnerImage } from '../../../contract/images.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useDeleteImages, useRestoreImages } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { nameOf } from './image-labels.ts'
import { ImageUses } from './image-uses.tsx'

type DeleteImagesDialogProps = {
  /** None: closed. */
  images: OwnerImage[]
  onDeleted: (images: OwnerImage[]) => void
  onClose: () => void
}

/** Asks before images are deleted, and says where they are shown if that is why they cannot be. */
export function DeleteImagesDialog({ images, onDeleted, onClose }: DeleteImagesDialogProps) {
  const remove = useDeleteImages()
  const restore = useRestoreImages()
  const [first] = images
  const isOne = images.length === 1
  const close = () => {
    remove.reset()
    onClose()
  }
  // Promises, since the dialog may be gone before they are settled.
  const undo = (ids: number[]) =>
    restore.mutateAsync(submission(ids)).then(
      () => toast(adminMessages.imagesRestored(ids.length)),
      (error: Error) => toast(adminMessages.actionFailed(messageOf(error))),
    )
  const handleConfirm = () => {
    if (remove.isPending) return
    const ids = images.map(({ id }) => id)
    remove.mutateAsync(submission(ids)).then(
      () => {
        close()
        onDeleted(images)
        undoToast(isOne ? adminMessages.imageDeleted : adminMessages.imagesDeleted(ids.length), () => void undo(ids))
      },
      () => toast(adminMessages.deletionFailed),
    )
  }
  return (
    <ConfirmDialog
      isOpen={first !== undefined}
      title={isOne ? 'Delete this image?' : `Delete ${images.length} images?`}
      confirmLabel="Delete"
      isBusy={remove.isPending}
      onConfirm={handleConfirm}
      onClose={close}
      error={remove.isError ? <DeletionError error={remove.error} /> : undefined}
    >
      <p className="wrap-anywhere">
        {isOne ? <strong>{first && nameOf(first)}</strong> : 'They'} will be gone from the library. What is shown in a
        post, on a product or on a page is not deleted.
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
