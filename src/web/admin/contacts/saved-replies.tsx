import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SavedReply, SavedReplyInput } from '../../../contract/audience/replies.ts'
import { submission } from '../../data/mutations.ts'
import { savedRepliesQuery, useCreateSavedReply, useDeleteSavedReply } from '../../data/owner/replies.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { TextField } from '../kit/form-fields.tsx'
import { LoadFailure } from '../kit/load-failure.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'

type SavedRepliesProps = {
  /** The text that the owner has written, without the quotation. */
  text: string
  onInsert: (text: string) => void
}

/** Inserts, keeps and deletes texts for replies. */
export function SavedReplies({ text, onInsert }: SavedRepliesProps) {
  const saved = useQuery(savedRepliesQuery())
  const [toDelete, setToDelete] = useState<SavedReply>()
  const remove = useDeleteSavedReply()
  const close = () => {
    remove.reset()
    setToDelete(undefined)
  }
  return (
    <details className="mt-3 rounded-lg border border-line px-3 py-2">
      <summary className="cursor-pointer py-1 text-sm font-semibold">Saved replies</summary>
      <LoadFailure query={saved}>The saved replies could not be loaded.</LoadFailure>
      {saved.data?.length === 0 && <p className="py-2 text-sm text-ink-soft">None yet. Write one above and save it.</p>}
      <ul className="divide-y divide-line">
        {saved.data?.map((reply) => (
          <li key={reply.id} className="flex flex-wrap items-center gap-2 py-2">
            <span dir="auto" className="min-w-0 grow wrap-anywhere">
              {reply.name}
            </span>
            <ToolButton aria-label={`Insert ${reply.name}`} onClick={() => onInsert(reply.text)}>
              Insert
            </ToolButton>
            <ToolButton tone="danger" aria-label={`Delete ${reply.name}`} onClick={() => setToDelete(reply)}>
              Delete
            </ToolButton>
          </li>
        ))}
      </ul>
      <SaveReply text={text} />
      <ConfirmDialog
        isOpen={toDelete !== undefined}
        title="Delete this saved reply?"
        confirmLabel="Delete"
        isBusy={remove.isPending}
        error={remove.error && messageOf(remove.error)}
        onClose={close}
        onConfirm={() => toDelete && remove.mutate(submission({ params: { id: toDelete.id } }), { onSuccess: close })}
      >
        <p dir="auto" className="wrap-anywhere">
          {toDelete?.name}
        </p>
      </ConfirmDialog>
    </details>
  )
}

/** Within another form, so a button without a form of its own. */
function SaveReply({ text }: { text: string }) {
  const create = useCreateSavedReply()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const save = () => {
    const parsed = SavedReplyInput.safeParse({ name, text })
    setProblem(parsed.error?.issues[0]?.message)
    if (!parsed.success) return
    create.mutate(submission({ body: parsed.data }), {
      onSuccess: () => setName(''),
      onError: (error) => setProblem(messageOf(error)),
    })
  }
  return (
    <div className="flex flex-wrap items-start gap-2 border-t border-line py-2">
      <TextField
        optional={false}
        label="Save what you wrote as"
        className="min-w-0 grow basis-48"
        autoComplete="off"
        value={name}
        error={problem}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          save()
        }}
      />
      <ToolButton className="mt-6" disabled={create.isPending} onClick={save}>
        Save text
      </ToolButton>
    </div>
  )
}
