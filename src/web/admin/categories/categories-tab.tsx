import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CategoryInUse, OwnerCategory } from '../../../contract/content/categories.ts'
import { ApiError } from '../../data/api.ts'
import { ownerCategoriesQuery, removeCategory, undeleteCategory } from '../../data/owner/categories.ts'
import { Link, useParams, useRouter } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ListedRow } from '../kit/rows/opened-row.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { useUndoableDeletion } from '../kit/use-undoable-deletion.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryList } from './category-list.tsx'
import { MergeCategoryDialog } from './merge-category-dialog.tsx'
import { MergeKeywords } from './merge-keywords.tsx'

/** The categories of the blog; the one in the URL is open in a dialog. */
export function CategoriesTab() {
  const { id } = useParams()
  const { navigate } = useRouter()
  const [toDelete, setToDelete] = useState<OwnerCategory>()
  const [toMerge, setToMerge] = useState<OwnerCategory>()
  const open = (which?: number | 'new') =>
    navigate(which === undefined ? '/admin/categories' : `/admin/categories/${which}`, { stay: true })
  const categories = useQuery(ownerCategoriesQuery())
  const { data, isPending } = categories
  return (
    <>
      <TabHeader
        title="Categories"
        description="They order the blog, in the footer, on the home page and in the editor."
        more={
          <>
            <ToolLink href="/admin/posts">Blog Posts</ToolLink>
            <MergeKeywords />
          </>
        }
      >
        <ToolButton tone="primary" onClick={() => open('new')}>
          <Plus aria-hidden="true" className="size-4" />
          New Category
        </ToolButton>
      </TabHeader>
      {isPending && <ListSkeleton />}
      <LoadFailure query={categories}>Failed to load categories</LoadFailure>
      {data?.length === 0 && <NoCategories onCreate={() => open('new')} />}
      {data && data.length > 0 && (
        <CategoryList
          categories={data}
          onEdit={(category) => open(category.id)}
          onMerge={setToMerge}
          onDelete={setToDelete}
        />
      )}
      {id !== undefined && data && (
        <ListedRow key={id} one="category" id={id} rows={data} onClose={() => open()}>
          {(category) => <CategoryDialog category={category} onClose={() => open()} onOpen={open} />}
        </ListedRow>
      )}
      {toMerge && data && (
        <MergeCategoryDialog
          key={toMerge.id}
          category={toMerge}
          others={data.filter(({ id: other }) => other !== toMerge.id)}
          onClose={() => setToMerge(undefined)}
        />
      )}
      {toDelete && (
        <DeleteCategoryDialog key={toDelete.id} category={toDelete} onClose={() => setToDelete(undefined)} />
      )}
    </>
  )
}

function NoCategories({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="rounded-card border border-dashed border-ink-faint/40 bg-white px-6 py-14 text-center text-ink-soft">
      <p className="font-display text-xl text-ink">No categories yet</p>
      <p className="mt-2">A category gathers posts about one thing under an address of its own.</p>
      <ToolButton tone="primary" className="mt-5" onClick={onCreate}>
        New Category
      </ToolButton>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">Loading the categories…</span>
      {['one', 'two', 'three', 'four'].map((row) => (
        <Skeleton key={row} className="h-22 w-full rounded-card" />
      ))}
    </div>
  )
}

/** Confirms the deletion of a category; shows its posts if they prevent it. */
function DeleteCategoryDialog({ category, onClose }: { category: OwnerCategory; onClose: () => void }) {
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
