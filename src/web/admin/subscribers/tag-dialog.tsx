import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Tag } from '../../../contract/audience/subscriber-tags.ts'
import { tagsQuery } from '../../data/owner/subscribers.ts'
import { Dialog } from '../kit/dialog.tsx'
import { DialogButtons } from '../kit/dialog-buttons.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'

type TagDialogProps = {
  kind: 'tag' | 'untag'
  /** '3 subscribers' */
  name: string
  isBusy: boolean
  onConfirm: (tag: string) => void
  onClose: () => void
}

/** Takes the tag that the selected subscribers get or lose. */
export function TagDialog({ kind, name, isBusy, onConfirm, onClose }: TagDialogProps) {
  const formId = useId()
  const listId = useId()
  const tags = useQuery(tagsQuery()).data ?? []
  const [error, setError] = useState<{ message: string }>()
  const form = useFocusInvalid(error)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = Tag.safeParse(String(new FormData(event.currentTarget).get('tag')))
    if (read.success) onConfirm(read.data)
    else setError(read.error.issues[0])
  }
  const label = kind === 'tag' ? 'Add tag' : 'Remove tag'
  return (
    <Dialog
      isOpen
      size="small"
      title={kind === 'tag' ? `Add a tag to ${name}` : `Remove a tag from ${name}`}
      onClose={onClose}
      footer={
        <DialogButtons formId={formId} isDisabled={isBusy} onClose={onClose}>
          {label}
        </DialogButtons>
      }
    >
      <form ref={form} id={formId} onSubmit={handleSubmit} noValidate>
        <TextField name="tag" label="Tag" list={listId} autoComplete="off" autoFocus error={error?.message} />
        <datalist id={listId}>
          {tags.map(({ tag }) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </form>
    </Dialog>
  )
}
