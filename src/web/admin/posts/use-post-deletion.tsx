import { type ReactNode, useState } from 'react'
import { submission } from '../../data/mutations.ts'
import { useOwnerMutation } from '../../data/owner/owner-mutation.ts'
import { deletePosts, restorePosts } from '../../data/owner/posts.ts'
import { toast } from '../../lib/toast.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { ownerCopy } from '../kit/owner-copy.ts'
import { undoToast } from '../kit/undo-toast.ts'

type Doomed = { id: number; title: string }

/** Asks, deletes, and offers to undo it. `onDeleted` hears of the ids that are gone. */
export function usePostDeletion(onDeleted?: (ids: number[]) => void): {
  askToDelete: (posts: Doomed[]) => void
  dialog: ReactNode
} {
  const [doomed, setDoomed] = useState<Doomed[]>([])
  const deletion = useOwnerMutation(deletePosts)
  const restoration = useOwnerMutation(restorePosts)
  const close = () => {
    setDoomed([])
    deletion.reset()
  }

  const restore = (ids: number[], what: string) =>
    restoration.mutate(submission(ids), {
      onSuccess: () => toast(ownerCopy.postsRestored(what)),
      onError: (error) => toast(ownerCopy.actionFailed(error.message)),
    })

  const handleConfirm = () => {
    const ids = doomed.map((post) => post.id)
    const what = nameOf(doomed)
    deletion.mutate(submission(ids), {
      onSuccess: () => {
        close()
        onDeleted?.(ids)
        undoToast(ownerCopy.postsDeleted(what), () => restore(ids, what))
      },
    })
  }

  const dialog = (
    <ConfirmDialog
      isOpen={doomed.length > 0}
      title={doomed.length === 1 ? 'Delete this post?' : `Delete ${doomed.length} posts?`}
      confirmLabel="Delete"
      onConfirm={handleConfirm}
      onClose={close}
      isBusy={deletion.isPending}
      error={deletion.isError && deletion.error.message}
    >
      <p>
        <strong className="break-words">{nameOf(doomed)}</strong> will no longer be on your site. You can undo this
        right afterwards.
      </p>
    </ConfirmDialog>
  )
  return { askToDelete: setDoomed, dialog }
}

function nameOf(posts: Doomed[]): string {
  return posts.length === 1 ? posts[0]!.title : `${posts.length} posts`
}
