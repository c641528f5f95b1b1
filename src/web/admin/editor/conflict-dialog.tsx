import { useMemo, useState } from 'react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { Dialog } from '../kit/dialog.tsx'
import { ToolButton } from '../kit/tool-button.tsx'
import { useDates } from '../kit/use-dates.ts'
import { FieldComparison } from './field-comparison.tsx'
import { type Choices, merge, type Side } from './merge.ts'
import { editedFields, type FieldName } from './post-fields.ts'
import type { PostEditing } from './use-post-editing.ts'

type ConflictDialogProps = {
  isOpen: boolean
  editing: PostEditing
  /** The server's version. */
  current: EditablePost
  /** Whether a save met the conflict, and not an autosave. */
  wasSave: boolean
  onClose: () => void
}

/** Resolves an edit conflict: the post was saved elsewhere since it was opened here. Both versions are kept. */
export function ConflictDialog({ isOpen, editing, current, wasSave, onClose }: ConflictDialogProps) {
  const [choices, setChoices] = useState<Choices>({})
  const [isChoosing, setIsChoosing] = useState(false)
  const dates = useDates()
  const theirs = useMemo(() => editedFields(current), [current])
  const mine = editing.form.getValues()

  const finish = (sides: Choices | Side, thenSave: boolean) => {
    editing.resolveConflict(merge(mine, theirs, sides), current)
    onClose()
    // An autosave decides nothing about publishing.
    if (thenSave) void (wasSave ? editing.save() : editing.flush())
    else toast(adminMessages.textSetAside)
  }

  return (
    <Dialog
      isOpen={isOpen}
      title="This post was saved elsewhere"
      onClose={onClose}
      size="large"
      footer={
        isChoosing ? (
          <>
            <ToolButton onClick={() => setIsChoosing(false)}>Back</ToolButton>
            <ToolButton tone="primary" onClick={() => finish(choices, true)}>
              Save this choice
            </ToolButton>
          </>
        ) : (
          <SideButtons onChooseFields={() => setIsChoosing(true)} onChoose={finish} />
        )
      }
    >
      <p className="mb-4 text-[0.9375rem]">
        It was saved in another tab or on another device ({dates.timeOrMoment(current.draftedAt ?? current.updatedAt)})
        while you were writing here. Whatever you choose, the other version is kept:{' '}
        {current.draft ? 'in this browser' : 'theirs among the earlier versions, yours in this browser'}.
      </p>
      <FieldComparison
        kind={editing.kind}
        before={{ label: 'Theirs, as it is saved', fields: theirs }}
        after={{ label: 'Yours, in this editor', fields: mine }}
        choice={
          isChoosing
            ? (name) => (
                <SideChoice
                  name={name}
                  value={choices[name] ?? 'mine'}
                  onChange={(side) => setChoices({ ...choices, [name]: side })}
                />
              )
            : undefined
        }
      />
    </Dialog>
  )
}

type SideButtonsProps = { onChooseFields: () => void; onChoose: (side: Side, thenSave: boolean) => void }

function SideButtons({ onChooseFields, onChoose }: SideButtonsProps) {
  return (
    <>
      <ToolButton tone="quiet" onClick={onChooseFields}>
        Choose field by field
      </ToolButton>
      <ToolButton onClick={() => onChoose('theirs', false)}>Take theirs</ToolButton>
      <ToolButton onClick={() => onChoose('both', false)}>Keep both in the editor</ToolButton>
      <ToolButton tone="primary" onClick={() => onChoose('mine', true)}>
        Keep mine
      </ToolButton>
    </>
  )
}

type SideChoiceProps = { name: FieldName; value: Side; onChange: (side: Side) => void }

function SideChoice({ name, value, onChange }: SideChoiceProps) {
  const sides: [Side, string][] = [
    ['mine', 'Yours'],
    ['theirs', 'Theirs'],
  ]
  if (name === 'content') sides.push(['both', 'Both'])
  return (
    <span role="radiogroup" aria-label="Which to keep" className="flex gap-3 font-normal">
      {sides.map(([side, label]) => (
        <label key={side} className="flex min-h-10 items-center gap-1.5">
          <input
            type="radio"
            name={`side-${name}`}
            checked={value === side}
            onChange={() => onChange(side)}
            className="size-4.5 accent-accent-deep"
          />
          {label}
        </label>
      ))}
    </span>
  )
}
