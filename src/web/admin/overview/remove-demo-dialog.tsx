import { useState } from 'react'
import type { EditedDemo } from '../../../contract/app/demo.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'

type RemoveDemoDialogProps = {
  isOpen: boolean
  edited: EditedDemo[]
  isBusy: boolean
  error: string | undefined
  onConfirm: (edited: 'keep' | 'remove') => void
  onClose: () => void
}

/** Names shown of what the owner has edited. */
const NAMES_MAX = 8

/** Confirms the removal, with a choice for what the owner has edited. */
export function RemoveDemoDialog({ isOpen, edited, isBusy, error, onConfirm, onClose }: RemoveDemoDialogProps) {
  const [choice, setChoice] = useState<'keep' | 'remove'>('keep')
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Remove the demo content?"
      confirmLabel={isBusy ? 'Removing...' : 'Remove demo content'}
      isBusy={isBusy}
      error={error}
      onConfirm={() => onConfirm(choice)}
      onClose={onClose}
    >
      <p>
        Its posts, products, ingredients, routines, categories, pictures, messages, newsletters, subscribers and numbers
        go at once. What you made yourself stays, with whatever of the demo it uses. You can undo this for a day.
      </p>
      {edited.length > 0 && (
        <fieldset>
          <legend className="font-semibold">You changed {edited.length} of them:</legend>
          <ul className="my-1 list-disc pl-5 wrap-anywhere">
            {edited.slice(0, NAMES_MAX).map(({ kind, id, title }) => (
              <li key={`${kind} ${id}`}>{title || 'Untitled'}</li>
            ))}
            {edited.length > NAMES_MAX && <li>and {edited.length - NAMES_MAX} more</li>}
          </ul>
          <Choice label="Keep them" isChosen={choice === 'keep'} onChoose={() => setChoice('keep')} />
          <Choice label="Remove them too" isChosen={choice === 'remove'} onChoose={() => setChoice('remove')} />
        </fieldset>
      )}
    </ConfirmDialog>
  )
}

function Choice({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label className="flex min-h-10 cursor-pointer items-center gap-3">
      <input
        type="radio"
        name="edited-demo"
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-accent-deep"
      />
      {label}
    </label>
  )
}
