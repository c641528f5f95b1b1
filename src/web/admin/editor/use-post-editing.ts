import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type EditablePost, PostInput } from '../../../contract/posts.ts'
import { ownerPostsKey, sendPost } from '../../data/owner/posts.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { showIssues } from '../kit/server-errors.ts'
import type { DraftAutosave } from './draft-autosave.ts'
import type { LocalDraft } from './local-drafts.ts'
import { emptyFields, fieldsOf, isSame, metaTitleOf, type PostFields, toInput } from './post-fields.ts'
import { focusFirstError, type PostForm, setFields, snapshotOf, usePostForm } from './post-form.ts'
import { type Attempt, createSaver, type FollowUps, type Saver, type SaveStatus } from './saver.ts'
import { useUnsavedChanges } from './use-unsaved-changes.ts'

type Options = {
  /** Undefined for a new post. */
  post: EditablePost | undefined
  brand: string
  onCreated: (id: number) => void
  /** Called after 'Create & New'. */
  onEmptied: () => void
  onConflict: () => void
  onPreviewReady: (post: EditablePost) => void
  onPreviewFailed: () => void
}

export type PostEditing = {
  form: PostForm
  /** The post as of the server's last response. */
  stored: EditablePost | undefined
  status: SaveStatus
  isUnsaved: boolean
  save: (followUps?: FollowUps) => Promise<void>
  retryNow: () => void
  /** Replaces the form's text; unsaved text is first set aside as a local draft with `note`. */
  replace: (fields: PostFields, note?: string) => void
  /** Loads a local draft. Saving it conflicts if the post was saved since. Throws if the browser cannot store a copy. */
  restore: (draft: LocalDraft) => Promise<void>
  /** Ends a conflict: continues from the server's version `current` with `fields` in the form. */
  resolveConflict: (fields: PostFields, current: EditablePost) => void
  autosave: DraftAutosave
}

/** One post in the editor: its form, its saves and its local draft. */
export function usePostEditing(options: Options): PostEditing {
  const { post, brand } = options
  const [initial] = useState(() => (post ? fieldsOf(post) : emptyFields(new Date())))
  const form = usePostForm(initial, brand)
  const [stored, setStored] = useState(post)
  const changes = useUnsavedChanges(form, initial, post)
  const { autosave } = changes
  const queryClient = useQueryClient()

  const saver = useSaver(post, {
    onSaved({ attempt, post: current, wasCreated }) {
      setStored(current)
      const isCurrent = changes.acknowledge(attempt.fields, current)
      void queryClient.invalidateQueries({ queryKey: ownerPostsKey })
      toast(wasCreated ? adminMessages.postCreated : adminMessages.postUpdated)
      if (attempt.preview) options.onPreviewReady(current)
      // Text typed during the request must survive 'Create & New'.
      if (attempt.startNew && isCurrent) options.onEmptied()
      else if (wasCreated) options.onCreated(current.id)
    },
    onFailed({ attempt, status }) {
      if (attempt.preview) options.onPreviewFailed()
      if (status.kind === 'conflict') return options.onConflict()
      toast(attempt.id === undefined ? adminMessages.postCreateFailed : adminMessages.postSaveFailed)
      if (status.kind === 'refused') showIssues(form, status.error)
    },
  })
  const status = useSyncExternalStore(saver.subscribe, saver.status, saver.status)
  useBrowserEvents(saver, autosave)

  const fill = (fields: PostFields) => {
    setFields(form, fields)
    changes.track()
  }
  const replace = (fields: PostFields, note?: string) => {
    const before = snapshotOf(form)
    if (note && !changes.isAcknowledged(before) && !isSame(before, fields)) void autosave.setAside(before, note)
    fill(fields)
  }

  return {
    form,
    stored,
    status,
    isUnsaved: changes.isUnsaved,
    save: (followUps = {}) =>
      validateAndSave({ form, saver, brand, followUps, onPreviewFailed: options.onPreviewFailed }),
    retryNow: saver.retryNow,
    autosave,
    replace,
    async restore({ fields, version }) {
      replace(fields, 'What was in the editor')
      if (stored && version !== null) {
        saver.rebase({ id: stored.id, version })
        void autosave.rebase(version)
      }
      await autosave.flush()
      if (autosave.hasFailed()) throw new Error('This browser keeps no copy')
    },
    resolveConflict(fields, current) {
      const before = snapshotOf(form)
      if (!isSame(before, fields)) void autosave.setAside(before, 'Your version before you compared')
      setStored(current)
      saver.rebase(current)
      changes.rebase(current)
      fill(fields)
    },
  }
}

type SaveHandlers = {
  onSaved: (saved: { attempt: Attempt; post: EditablePost; wasCreated: boolean }) => void
  onFailed: (failed: { attempt: Attempt; status: SaveStatus }) => void
}

/** One saver for the life of the editor; it calls the handlers of the latest render. */
function useSaver(post: EditablePost | undefined, handlers: SaveHandlers): Saver {
  const latest = useRef(handlers)
  latest.current = handlers
  const [saver] = useState(() =>
    createSaver({
      post,
      send: sendPost,
      onSaved: (saved) => latest.current.onSaved(saved),
      onFailed: (failed) => latest.current.onFailed(failed),
    }),
  )
  return saver
}

/** Stores the draft before the page can unload, and retries a failed save when the network is back. */
function useBrowserEvents(saver: Saver, autosave: DraftAutosave): void {
  useEffect(() => {
    const flush = () => void autosave.flush()
    const retry = () => {
      if (saver.status().kind === 'failed') saver.retryNow()
    }
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('online', retry)
      flush()
      saver.stop()
    }
  }, [saver, autosave])
}

type SaveRequest = {
  form: PostForm
  saver: Saver
  brand: string
  followUps: FollowUps
  onPreviewFailed: () => void
}

async function validateAndSave({ form, saver, brand, followUps, onPreviewFailed }: SaveRequest): Promise<void> {
  const { title, metaTitle } = form.getValues()
  if (!metaTitle.trim()) form.setValue('metaTitle', metaTitleOf(title, brand))
  await form.handleSubmit(
    () => {
      // Validation is asynchronous, so the form may have changed: input and fields must come from one snapshot.
      const fields = snapshotOf(form)
      const checked = PostInput.safeParse(toInput(fields, brand))
      if (checked.success) saver.save({ fields, input: checked.data, ...followUps })
    },
    (errors) => {
      if (followUps.preview) onPreviewFailed()
      focusFirstError(form, errors)
    },
  )()
}
