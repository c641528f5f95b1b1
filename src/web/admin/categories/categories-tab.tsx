import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { OwnerCategory } from '../../../contract/content/categories.ts'
import { ownerCategoriesQuery } from '../../data/owner/categories.ts'
import { useParams, useRouter } from '../../lib/router.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { TabHeader } from '../kit/panel.tsx'
import { ToolButton, ToolLink } from '../kit/tool-button.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryList } from './category-list.tsx'
import { DeleteCategoryDialog } from './delete-category-dialog.tsx'

/** The categories of the blog; the one in the URL is open in a dialog. */
export function CategoriesTab() {
  const { id } = useParams()
  const { navigate } = useRouter()
  const [toDelete, setToDelete] = useState<OwnerCategory>()
  const open = (which?: number | 'new') =>
    navigate(which === undefined ? '/admin/categories' : `/admin/categories/${which}`, { stay: true })
  const categories = useQuery(ownerCategoriesQuery())
  const { data, isPending } = categories
  return (
    <>
      <TabHeader
        title="Categories"
        description="They order the blog, in the footer, on the home page and in the editor."
      >
        <ToolLink href="/admin/posts">Blog Posts</ToolLink>
        <ToolButton tone="primary" onClick={() => open('new')}>
          <Plus aria-hidden="true" className="size-4" />
          New Category
        </ToolButton>
      </TabHeader>
      {isPending && <ListSkeleton />}
      <LoadFailure query={categories}>Failed to load categories</LoadFailure>
      {data?.length === 0 && <NoCategories onCreate={() => open('new')} />}
      {data && data.length > 0 && (
        <CategoryList categories={data} onEdit={(category) => open(category.id)} onDelete={setToDelete} />
      )}
      {id !== undefined && data && (
        <CategoryDialog
          key={id}
          isNew={id === 'new'}
          category={data.find((category) => String(category.id) === id)}
          onClose={() => open()}
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
