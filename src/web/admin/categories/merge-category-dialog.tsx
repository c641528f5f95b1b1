import { useState } from 'react'
import type { OwnerCategory } from '../../../contract/content/categories.ts'
import { nearestName } from '../../../contract/platform/nearest-name.ts'
import { submission } from '../../data/mutations.ts'
import { useMergeCategory } from '../../data/owner/categories.ts'
import { categoryHref } from '../../hrefs.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { SelectField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'

type MergeCategoryDialogProps = { category: OwnerCategory; others: OwnerCategory[]; onClose: () => void }

/** Chooses the category that another one becomes a part of, and confirms it. */
export function MergeCategoryDialog({ category, others, onClose }: MergeCategoryDialogProps) {
  const merge = useMergeCategory()
  const near = nearestName(
    category.name,
    others.map(({ name }) => name),
  )
  const [chosen, setChosen] = useState(others.find(({ name }) => name === near)?.id)
  const into = others.find(({ id }) => id === chosen)
  const [problem, setProblem] = useState<string>()
  const confirm = () => {
    if (!into) return setProblem('Please choose a category')
    merge.mutate(submission({ params: { id: category.id }, body: { into: into.id } }), {
      onSuccess: () => {
        toast(adminMessages.categoryMerged(into.name))
        onClose()
      },
    })
  }
  return (
    <ConfirmDialog
      isOpen
      title="Merge this category?"
      confirmLabel="Merge"
      isBusy={merge.isPending}
      error={merge.error && messageOf(merge.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      <SelectField
        label="Merge it into"
        error={problem}
        value={chosen ?? ''}
        onChange={(event) => {
          setProblem(undefined)
          setChosen(event.target.value === '' ? undefined : Number(event.target.value))
        }}
      >
        <option value="">Please choose</option>
        {others.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <p className="mt-4 wrap-anywhere">
        All posts of <strong>{category.name}</strong> ({category.postCount.toLocaleString('en-US')}) move there, menus
        follow, and {categoryHref(category.slug)} leads to its address. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}
