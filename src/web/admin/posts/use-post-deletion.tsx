import { type ReactNode, useState } from 'react'
import { bringBackPosts, removePosts } from '../../data/owner/posts.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'

type DeletablePost = { id: number; title: string }

/** Deletes posts after a confirmation. `onDeleted` is called with their ids. */
export function usePostDeletion(onDeleted?: (ids: number[]) => void): {
  confirmDeletion: (posts: DeletablePost[]) => void
  dialog: ReactNode
} {
  const [toDelete, setToDelete] = useState<DeletablePost[]>([])
  const deletion = useUndoableDeletion<DeletablePost>(
    {
      remove: removePosts,
      restore: bringBackPosts,
      deleted: (posts) => adminMessages.postsDeleted(nameOf(posts)),
      restored: (posts) => adminMessages.postsRestored(nameOf(posts)),
    },
    { showsError: true },
  )
  const close = () => {
    setToDelete([])
    deletion.reset()
  }
  const handleConfirm = () =>
    deletion.removeRows(toDelete, (ids) => {
      close()
      onDeleted?.(ids)
    })

  const dialog = (
    <ConfirmDialog
      isOpen={toDelete.length > 0}
      title={toDelete.length === 1 ? 'Delete this post?' : `Delete ${toDelete.length} posts?`}
      confirmLabel="Delete"
      onConfirm={handleConfirm}
      onClose={close}
      isBusy={deletion.isPending}
      error={deletion.error?.message}
    >
      <p>
        <strong dir="auto" className="wrap-anywhere">
          {nameOf(toDelete)}
        </strong>{' '}
        will no longer be on your site. You can undo this right afterwards.
      </p>
    </ConfirmDialog>
  )
  return { confirmDeletion: setToDelete, dialog }
}

function nameOf(posts: DeletablePost[]): string {
  return posts.length === 1 ? posts[0]!.title : `${posts.length} posts`
}
