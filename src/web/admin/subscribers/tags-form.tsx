import { type FormEvent, useState } from 'react'
import { Tags } from '../../../contract/audience/subscriber-tags.ts'
import { submission } from '../../data/mutations.ts'
import { useSaveTags } from '../../data/owner/subscribers.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { ToolButton } from '../kit/tool-button.tsx'
import { useFocusInvalid } from '../kit/use-focus-invalid.ts'

/** The tags of one subscriber, separated by commas. */
export function TagsForm({ id, tags }: { id: number; tags: string[] }) {
  const { mutate, isPending } = useSaveTags()
  const [text, setText] = useState(tags.join(', '))
  const [error, setError] = useState<{ message: string }>()
  const form = useFocusInvalid(error)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const read = Tags.safeParse(text.split(/[,;]/).filter((part) => part.trim() !== ''))
    if (!read.success) return setError({ message: read.error.issues[0]!.message })
    setError(undefined)
    mutate(submission({ params: { id }, body: { tags: read.data } }), {
      onError: (failure) => setError({ message: messageOf(failure) }),
      onSuccess: () => {
        // What was typed meanwhile stays.
        setText((typed) => (typed === text ? read.data.toSorted().join(', ') : typed))
        toast(adminMessages.tagsSaved)
      },
    })
  }
  return (
    <form ref={form} onSubmit={handleSubmit} noValidate className="flex flex-wrap items-start gap-2">
      <TextField
        name="tags"
        label="Tags"
        hint="Separated by commas. A newsletter can go to a tag alone."
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={error?.message}
        className="min-w-0 flex-1 basis-56"
      />
      <ToolButton type="submit" disabled={isPending} className="mt-7">
        {isPending ? 'Saving...' : 'Save tags'}
      </ToolButton>
    </form>
  )
}
