import { useState } from 'react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { UPDATE_NOTE_MAX } from '../../../contract/content/update-notes.ts'
import { sentenceOf } from '../../data/error-sentence.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveUpdateNote } from '../../data/owner/update-note.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../kit/form-fields.tsx'
import { Panel } from '../kit/panel.tsx'

/** What a revision changed, for readers. It has a button of its own: saving the text of a post is not yet a revision. */
export function UpdateNotePanel({ post }: { post: EditablePost }) {
  const save = useSaveUpdateNote(post.id)
  const [stored, setStored] = useState(post.updateNote ?? '')
  const [note, setNote] = useState(stored)
  const isLong = note.trim().length > UPDATE_NOTE_MAX
  const send = () => save.mutate(submission(note.trim()), { onSuccess: ({ note: saved }) => setStored(saved) })
  return (
    <Panel title="Revision" className="md:p-4!">
      <TextAreaField
        label="What changed"
        rows={2}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        error={
          isLong
            ? `Please keep this under ${UPDATE_NOTE_MAX} characters`
            : save.error
              ? sentenceOf(save.error)
              : undefined
        }
        hint="Stands below the title as ‘Updated’ with today’s date. Empty: nothing."
      />
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        disabled={save.isPending || isLong || note.trim() === stored}
        onClick={send}
      >
        {save.isPending ? 'Saving...' : 'Save note'}
      </Button>
      <p role="status" className="mt-2 text-sm text-ink-soft">
        {save.isSuccess && note.trim() === stored && 'Saved.'}
      </p>
    </Panel>
  )
}
