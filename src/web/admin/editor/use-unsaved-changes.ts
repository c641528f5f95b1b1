import { useCallback, useEffect, useRef, useState } from 'react'
import type { EditablePost } from '../../../contract/posts.ts'
import { createDraftAutosave } from './draft-autosave.ts'
import { browserDrafts } from './local-drafts.ts'
import { fieldsOf, isSame, type PostFields } from './post-fields.ts'
import { type PostForm, snapshotOf } from './post-form.ts'

/** Compares the form with the text that the server last acknowledged, and stores unsaved text as a local draft. */
export function useUnsavedChanges(form: PostForm, initial: PostFields, post: EditablePost | undefined) {
  const [isUnsaved, setIsUnsaved] = useState(false)
  const acknowledged = useRef(initial)
  const [autosave] = useState(() =>
    createDraftAutosave(browserDrafts, { postId: post?.id ?? null, version: post?.version ?? null }),
  )

  const track = useCallback(() => {
    const fields = snapshotOf(form)
    const isChanged = !isSame(fields, acknowledged.current)
    setIsUnsaved(isChanged)
    if (isChanged) autosave.schedule(fields)
    else void autosave.clear()
  }, [form, autosave])

  useEffect(() => form.subscribe({ formState: { values: true }, callback: track }), [form, track])

  return {
    isUnsaved,
    autosave,
    track,
    isAcknowledged: (fields: PostFields) => isSame(fields, acknowledged.current),
    /** Marks `fields` as saved; returns whether the form still holds exactly these. */
    acknowledge(fields: PostFields, { id, version }: EditablePost): boolean {
      acknowledged.current = fields
      const isCurrent = isSame(snapshotOf(form), fields)
      setIsUnsaved(!isCurrent)
      void autosave.acknowledge(fields, id, version)
      return isCurrent
    },
    /** Compares with another saved version from now on. */
    rebase(current: EditablePost): void {
      acknowledged.current = fieldsOf(current)
      void autosave.rebase(current.version)
    },
  }
}
