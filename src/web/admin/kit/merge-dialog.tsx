import { type ReactNode, useState } from 'react'
import { nearestName } from '../../../contract/platform/nearest-name.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { SelectField } from './form-fields.tsx'
import { messageOf } from './server-errors.ts'

type MergeDialogProps<Other extends { name: string }> = {
  /** The name of the category that is merged. */
  name: string
  others: readonly Other[]
  merge: { isPending: boolean; error: Error | null }
  onMerge: (into: Other) => void
  onClose: () => void
  /** Sentences that say which things follow. */
  children: ReactNode
}

/** Chooses the category that another one becomes a part of, and confirms it. The one of nearly the same name is chosen first. */
export function MergeDialog<Other extends { name: string }>({
  name,
  others,
  merge,
  onMerge,
  onClose,
  children,
}: MergeDialogProps<Other>) {
  const names = others.map((other) => other.name)
  const [chosen, setChosen] = useState(() => nearestName(name, names) ?? '')
  const [problem, setProblem] = useState<string>()
  const confirm = () => {
    const into = others.find((other) => other.name === chosen)
    if (into) onMerge(into)
    else setProblem('Please choose a category')
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
        value={chosen}
        onChange={(event) => {
          setProblem(undefined)
          setChosen(event.target.value)
        }}
      >
        <option value="">Please choose</option>
        {names.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </SelectField>
      <p className="mt-4 wrap-anywhere">{children}</p>
    </ConfirmDialog>
  )
}
