import { useQueryClient } from '@tanstack/react-query'
import type { OwnerImage } from '../../../contract/images.ts'
import { submission } from '../../data/mutations.ts'
import { restoreImage, useDeleteImage, usesOf } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ownerCopy } from '../kit/owner-copy.ts'
import { sentenceOf } from '../kit/refusals.ts'
import { undoToast } from '../kit/undo-toast.ts'
import { nameOf } from './image-tile.tsx'
import { ImageUses } from './image-uses.tsx'

type DeleteImageDialogProps = { image: OwnerImage; onDeleted: () => void; onClose: () => void }

/** Asks, deletes, and offers to undo it; an image that is shown somewhere stays, with the list of those places. */
export function DeleteImageDialog({ image, onDeleted, onClose }: DeleteImageDialogProps) {
  const queryClient = useQueryClient()
  const remove = useDeleteImage()
  const uses = usesOf(remove.error)

  const undo = () =>
    restoreImage(image.id).then(
      () => {
        toast(ownerCopy.imageRestored)
        void queryClient.invalidateQueries()
      },
      (error: Error) => toast(ownerCopy.actionFailed(sentenceOf(error))),
    )
  const confirm = () =>
    remove.mutate(submission({ id: image.id }), {
      onSuccess: () => {
        onDeleted()
        undoToast(ownerCopy.imageDeleted, () => void undo())
      },
      onError: () => toast(ownerCopy.imageDeletionFailed),
    })

  return (
    <ConfirmDialog
      isOpen
      title="Delete this image?"
      confirmLabel="Delete"
      isBusy={remove.isPending || uses.length > 0}
      error={
        remove.error && (
          <>
            <p>{sentenceOf(remove.error)}</p>
            {uses.length > 0 && <ImageUses uses={uses} />}
          </>
        )
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>“{nameOf(image)}” leaves the library. You can undo it right afterwards; its files are kept for 30 days.</p>
    </ConfirmDialog>
  )
}
