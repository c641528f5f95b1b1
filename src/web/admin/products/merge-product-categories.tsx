import { useState } from 'react'
import { submission } from '../../data/mutations.ts'
import { useMergeProductCategories } from '../../data/owner/products.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { MergeDialog } from '../kit/merge-dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'

type MergeProductCategoriesProps = { name: string; categories: readonly string[]; onMerged: (into: string) => void }

/** A button that merges the chosen category of products into another one; absent without another one. */
export function MergeProductCategories({ name, categories, onMerged }: MergeProductCategoriesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const merge = useMergeProductCategories()
  const others = categories.filter((each) => each !== name).map((each) => ({ name: each }))
  if (!categories.includes(name) || others.length === 0) return null
  const close = () => {
    setIsOpen(false)
    merge.reset()
  }
  const handleMerge = (into: { name: string }) =>
    merge.mutate(submission({ body: { from: name, into: into.name } }), {
      onSuccess: () => {
        toast(adminMessages.categoryMerged({ what: 'products', into: into.name }))
        close()
        onMerged(into.name)
      },
    })
  return (
    <>
      <ToolButton onClick={() => setIsOpen(true)}>Merge category</ToolButton>
      {isOpen && (
        <MergeDialog thing="category" name={name} others={others} merge={merge} onMerge={handleMerge} onClose={close}>
          All products of <strong>{name}</strong> move there, and menus follow. Each product keeps its earlier version,
          but addresses of the shop with the name <strong>{name}</strong> find nothing then.
        </MergeDialog>
      )}
    </>
  )
}
