import { type ReactNode, useState } from 'react'
import { submission } from '../../data/mutations.ts'
import { useOwnerMutation } from '../../data/owner/owner-mutation.ts'
import { deletePosts, restorePosts } from '../../data/owner/posts.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { undoToast } from '../kit/undo-toast.ts'

type DeletablePost = { id: number; title: string }

/** Asks, deletes, and offers to undo it. `onDeleted` hears of the ids that are gone. */
export function usePostDeletion(onDeleted?: (ids: number[]) => void): {
  askToDelete: (posts: DeletablePost[]) => void
  dialog: ReactNode
} {
  const [toDelete, setToDelete] = useState<DeletablePost[]>([])
  const deletion = useOwnerMutation(deletePosts)
  const restoration = useOwnerMutation(restorePosts)
  const close = () => {
    setToDelete([])
    deletion.reset()
  }

  const restore = (ids: number[], what: string) =>
    restoration.mutate(submission(ids), {
      onSuccess: () => toast(adminMessages.postsRestored(what)),
      onError: (error) => toast(adminMessages.actionFailed(error.message)),
    })

  const handleConfirm = () => {
    const ids = toDelete.map((post) => post.id)
    const what = nameOf(toDelete)
    deletion.mutate(submission(ids), {
      onSuccess: () => {
        close()
        onDeleted?.(ids)
        undoToast(adminMessages.postsDeleted(what), () => restore(ids, what))
      },
    })
  }

  const dialog = (
    <ConfirmDialog
      isOpen={toDelete.length > 0}
      title={toDelete.length === 1 ? 'Delete this post?' : `Delete ${toDelete.length} posts?`}
      confirmLabel="Delete"
      onConfirm={handleConfirm}
      onClose={close}
      isBusy={deletion.isPending}
      error={deletion.isError && deletion.error.message}
    >
      <p>
        <strong className="break-words">{nameOf(toDelete)}</strong> will no longer be on your site. You can undo this
        right afterwards.
      </p>
    </ConfirmDialog>
  )
  return { askToDelete: setToDelete, dialog }
}

function nameOf(posts: DeletablePost[]): string {
  return posts.length === 1 ? posts[0]!.title : `${posts.length} posts`
}
