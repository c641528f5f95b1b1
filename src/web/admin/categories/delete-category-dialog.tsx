import type { ReactNode } from 'react'
import type { CategoryInUse, OwnerCategory } from '../../../contract/categories.ts'
import { ApiError } from '../../data/api.ts'
import { submission } from '../../data/mutations.ts'
import { useDeleteCategory, useRestoreCategory } from '../../data/owner/categories.ts'
import { Link } from '../../lib/router.tsx'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'

/** Asks before a category is deleted; where posts stand in it, names them instead of deleting. */
export function DeleteCategoryDialog({ category, onClose }: { category: OwnerCategory; onClose: () => void }) {
  const remove = useDeleteCategory()
  const restore = useRestoreCategory()
  const { id, name } = category

  const undo = () =>
    restore.mutate(submission(id), {
      onSuccess: () => toast(adminMessages.categoryRestored(name)),
      onError: (error) => toast(adminMessages.actionFailed(messageOf(error))),
    })
  const handleConfirm = () =>
    remove.mutate(submission(id), {
      onSuccess: () => {
        undoToast(adminMessages.categoryDeleted(name), undo)
        onClose()
      },
    })

  return (
    <ConfirmDialog
      isOpen
      title="Delete this category?"
      confirmLabel="Delete"
      isBusy={remove.isPending}
      onConfirm={handleConfirm}
      onClose={onClose}
      error={remove.error && reasonOf(remove.error)}
    >
      <p className="wrap-anywhere">
        <strong>{name}</strong> will be gone from the home page, the footer and the editor.
      </p>
    </ConfirmDialog>
  )
}

function reasonOf(error: Error): ReactNode {
  const { posts, total } = error instanceof ApiError ? (error.body as Partial<CategoryInUse>) : {}
  if (!posts || total === undefined) return messageOf(error)
  return (
    <>
      <p className="wrap-anywhere">{messageOf(error)}</p>
      <ul className="mt-2 max-h-56 list-disc space-y-1 overflow-y-auto pl-5">
        {posts.map(({ id, title }) => (
          <li key={id} className="wrap-anywhere">
            <Link href={`/admin/posts/${id}`} className="underline underline-offset-4">
              {title}
            </Link>
          </li>
        ))}
      </ul>
      {total > posts.length && <p className="mt-2">and {(total - posts.length).toLocaleString('en-US')} more</p>}
    </>
  )
}
