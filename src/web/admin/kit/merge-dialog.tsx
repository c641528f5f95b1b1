import { type ReactNode, useState } from 'react'
import { nearestName } from '../../../contract/platform/nearest-name.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { SelectField } from './form-fields.tsx'
import { messageOf } from './server-errors.ts'

type MergeDialogProps<Other extends { name: string }> = {
  thing: 'category' | 'concern' | 'keyword'
  /** The name of the one that is merged. */
  name: string
  others: readonly Other[]
  merge: { isPending: boolean; error: Error | null }
  onMerge: (into: Other) => void
  onClose: () => void
  /** Stands first, as a field that chooses the one to merge. */
  choice?: ReactNode
  /** Sentences that say which things follow. */
  children: ReactNode
}

/** Chooses the name that another one becomes a part of, and confirms it. The one of nearly the same name is chosen first. */
export function MergeDialog<Other extends { name: string }>({
  thing,
  name,
  others,
  merge,
  onMerge,
  onClose,
  choice,
  children,
}: MergeDialogProps<Other>) {
  const names = others.map((other) => other.name)
  const [picked, setPicked] = useState<{ for: string; into: string }>()
  const chosen = picked?.for === name ? picked.into : (nearestName(name, names) ?? '')
  const [problem, setProblem] = useState<string>()
  const confirm = () => {
    const into = others.find((other) => other.name === chosen)
    if (into) onMerge(into)
    else setProblem(`Please choose a ${thing}`)
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Merge this ${thing}?`}
      confirmLabel="Merge"
      isBusy={merge.isPending}
      error={merge.error && messageOf(merge.error)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {choice}
      <SelectField
        optional={false}
        label="Merge it into"
        error={problem}
        value={chosen}
        onChange={(event) => {
          setProblem(undefined)
          setPicked({ for: name, into: event.target.value })
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
