import type { OwnerCategory } from '../../../contract/content/categories.ts'
import { submission } from '../../data/mutations.ts'
import { useMergeCategory } from '../../data/owner/categories.ts'
import { categoryHref } from '../../hrefs.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { MergeDialog } from '../kit/merge-dialog.tsx'

type MergeCategoryDialogProps = { category: OwnerCategory; others: OwnerCategory[]; onClose: () => void }

/** Merges a category of the blog into another one. */
export function MergeCategoryDialog({ category, others, onClose }: MergeCategoryDialogProps) {
  const merge = useMergeCategory()
  const handleMerge = (into: OwnerCategory) =>
    merge.mutate(submission({ params: { id: category.id }, body: { into: into.id } }), {
      onSuccess: () => {
        toast(adminMessages.categoryMerged({ what: 'posts', into: into.name }))
        onClose()
      },
    })
  return (
    <MergeDialog
      thing="category"
      name={category.name}
      others={others}
      merge={merge}
      onMerge={handleMerge}
      onClose={onClose}
    >
      All posts of <strong>{category.name}</strong> ({category.postCount.toLocaleString('en-US')}) move there, menus
      follow, and {categoryHref(category.slug)} leads to its address. This cannot be undone.
    </MergeDialog>
  )
}
