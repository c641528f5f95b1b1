import { type ReactNode, useState } from 'react'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { keptInTrash } from '../kit/trash.tsx'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'
import type { EditorKind } from './editor-kind.ts'

type DeletablePost = { id: number; title: string }

/** The rows of an undo of posts of any kind, as the toasts name them. */
export const keysOfPosts = (ids: number[]) => ids.map((id) => `posts/${id}`)

/** Deletes texts of a kind after a confirmation. `onDeleted` is called with their ids. */
export function usePostDeletion(
  { noun, deletedFrom, remove, restore }: EditorKind,
  onDeleted?: (ids: number[]) => void,
): {
  confirmDeletion: (posts: DeletablePost[]) => void
  dialog: ReactNode
} {
  const [toDelete, setToDelete] = useState<DeletablePost[]>([])
  const deletion = useUndoableDeletion<DeletablePost>(
    {
      remove,
      restore,
      keysOf: keysOfPosts,
      deleted: (posts) => adminMessages.postsDeleted(nameOf(posts, noun)),
      restored: (posts) => adminMessages.restored(nameOf(posts, noun)),
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
      title={toDelete.length === 1 ? `Delete this ${noun}?` : `Delete ${toDelete.length} ${noun}s?`}
      confirmLabel="Delete"
      onConfirm={handleConfirm}
      onClose={close}
      isBusy={deletion.isPending}
      error={deletion.error?.message}
    >
      <p>
        <strong dir="auto" className="wrap-anywhere">
          {nameOf(toDelete, noun)}
        </strong>{' '}
        will no longer be {deletedFrom}. {keptInTrash(toDelete.length)}
      </p>
    </ConfirmDialog>
  )
  return { confirmDeletion: setToDelete, dialog }
}

function nameOf(posts: DeletablePost[], noun: string): string {
  return posts.length === 1 ? posts[0]!.title || `Untitled ${noun}` : `${posts.length} ${noun}s`
}
