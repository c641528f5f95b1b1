import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { TAG_MAX } from '../../../contract/content/images.ts'
import type { Choice } from '../../../contract/platform/lists.ts'
import { submission } from '../../data/mutations.ts'
import { imageTagsQuery, useTagImages } from '../../data/owner/images.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { TextField } from '../kit/form-fields.tsx'
import { messageOf } from '../kit/server-errors.ts'
import { IconButton, ToolButton } from '../kit/tool-button.tsx'

type TagEditorProps = { choice: Choice; tags: string[] }

/** The tags of one or several images, each saved at once. */
export function TagEditor({ choice, tags }: TagEditorProps) {
  const { data: known = [] } = useQuery(imageTagsQuery())
  const [text, setText] = useState('')
  const listId = useId()
  const change = useTagImages()
  const save = (add: string[], remove: string[]) =>
    change.mutate(submission({ body: { ...choice, add, remove } }), {
      onSuccess: ({ ids }) => {
        setText('')
        toast(adminMessages.imagesTagged(ids.length))
      },
    })
  const add = () => {
    const added = text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    if (added.length > 0) save(added, [])
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <section aria-label="Tags">
      {tags.length > 0 && <TagList tags={tags} onRemove={(tag) => save([], [tag])} />}
      <div className="flex items-end gap-2">
        <TextField
          optional={null}
          className="min-w-0 grow"
          label="Add tags"
          list={listId}
          value={text}
          maxLength={TAG_MAX * 5}
          placeholder="Several with commas"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={handleKey}
        />
        <ToolButton disabled={change.isPending || text.trim() === ''} onClick={add}>
          Add
        </ToolButton>
      </div>
      <datalist id={listId}>
        {known.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {change.isError && (
        <p role="alert" className="mt-1 text-sm font-medium text-alert-deep">
          {messageOf(change.error)}
        </p>
      )}
    </section>
  )
}

function TagList({ tags, onRemove }: { tags: string[]; onRemove: (tag: string) => void }) {
  return (
    <ul aria-label="Tags" className="mb-2 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <li key={tag} className="flex items-center rounded-full border border-line bg-cream pl-3 text-sm">
          {tag}
          <IconButton label={`Remove tag ${tag}`} className="size-8 rounded-full" onClick={() => onRemove(tag)}>
            <X aria-hidden="true" className="size-3.5" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
