import type { ReactNode } from 'react'
import type { CategoryInUse, OwnerCategory } from '../../../contract/content/categories.ts'
import { ApiError } from '../../data/api.ts'
import { removeCategory, undeleteCategory } from '../../data/owner/categories.ts'
import { Link } from '../../lib/router.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'

/** Confirms the deletion of a category; shows its posts if they prevent it. */
export function DeleteCategoryDialog({ category, onClose }: { category: OwnerCategory; onClose: () => void }) {
  const { name } = category
  const deletion = useUndoableDeletion<OwnerCategory>(
    {
      remove: removeCategory,
      restore: undeleteCategory,
      deleted: () => adminMessages.categoryDeleted(name),
      restored: () => adminMessages.categoryRestored(name),
    },
    { showsError: true },
  )
  return (
    <ConfirmDialog
      isOpen
      title="Delete this category?"
      confirmLabel="Delete"
      isBusy={deletion.isPending}
      onConfirm={() => deletion.removeRows([category], onClose)}
      onClose={onClose}
      error={deletion.error && reasonOf(deletion.error)}
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
