import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { nearestName } from '../../../contract/platform/nearest-name.ts'
import { type Submission, submission } from '../../data/mutations.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from './admin-messages.ts'
import { SelectField } from './form-fields.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { ToolButton } from './tool-button.tsx'

type Merge = {
  isPending: boolean
  error: Error | null
  reset: () => void
  mutate: (
    sent: Submission<{ body: { from: string; into: string } }>,
    options: { onSuccess: (merged: { moved: number }) => void },
  ) => void
}

const COMPARED_MAX = 100

type MergeNamesProps = {
  thing: 'concern' | 'keyword'
  /** The things that have such names. */
  owners: 'products' | 'posts'
  names: readonly string[]
  merge: Merge
  /** Sentences that say which things follow. */
  children: (name: string) => ReactNode
}

/** A button that merges one of the names into another one; absent with fewer than two. Two that are nearly the same are chosen first. */
export function MergeNames({ thing, owners, names, merge, children }: MergeNamesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<string>()
  if (names.length < 2) return null
  const othersOf = (name: string) => names.filter((each) => each !== name)
  const name = names.find((each) => each === chosen) ?? names[0]!
  const open = () => {
    // Comparing each with each takes a tenth of a second for so many.
    const compared = names.slice(0, COMPARED_MAX)
    setChosen(compared.find((each) => nearestName(each, othersOf(each)) !== undefined))
    setIsOpen(true)
  }
  const close = () => {
    setIsOpen(false)
    setChosen(undefined)
    merge.reset()
  }
  const handleMerge = (into: { name: string }) =>
    merge.mutate(submission({ body: { from: name, into: into.name } }), {
      onSuccess: ({ moved }) => {
        toast(adminMessages.namesMerged({ thing, owners, moved, into: into.name }))
        close()
      },
    })
  return (
    <>
      <ToolButton onClick={open}>Merge {thing}s</ToolButton>
      {isOpen &&
        createPortal(
          <MergeDialog
            thing={thing}
            name={name}
            others={othersOf(name).map((each) => ({ name: each }))}
            merge={merge}
            onMerge={handleMerge}
            onClose={close}
            choice={
              <div className="mb-4">
                <SelectField
                  optional={false}
                  label={thing === 'concern' ? 'Concern' : 'Keyword'}
                  value={name}
                  onChange={(event) => {
                    merge.reset()
                    setChosen(event.target.value)
                  }}
                >
                  {names.map((each) => (
                    <option key={each} value={each}>
                      {each}
                    </option>
                  ))}
                </SelectField>
              </div>
            }
          >
            {children(name)}
          </MergeDialog>,
          document.body,
        )}
    </>
  )
}
