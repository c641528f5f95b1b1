import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { defaultMetaTitle } from '../../../contract/content/search-result.ts'
import { deleteOnLeave, discardChanges, ownerPostsKey } from '../../data/owner/posts.ts'
import { type ToastHandle, toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { issuesOf, showIssues } from '../kit/server-errors.ts'
import { undoToast } from '../kit/undo-toast.ts'
import type { DraftAutosave } from './draft-autosave.ts'
import type { EditorKind } from './editor-kind.ts'
import { browserDrafts, type LocalDraft } from './local-drafts.ts'
import {
  editedFields,
  emptyFields,
  type FieldName,
  fieldNames,
  fieldsOf,
  isSame,
  openedFields,
  type PostFields,
  toDraft,
  toInput,
} from './post-fields.ts'
import { focusField, type PostForm, setFields, snapshotOf, usePostForm } from './post-form.ts'
import { createPostWriter, type PostWriter, type WriterOptions } from './post-writer.ts'
import type { SaveStatus } from './save-status.ts'
import type { Attempt, FollowUps, Stored } from './saver.ts'

type Options = {
  kind: EditorKind
  /** Undefined for a new post. */
  post: EditablePost | undefined
  brand: string
  /** Called when the post exists on the server, as a draft before its first save. */
  onCreated: (id: number) => void
  /** Called after 'Create & New'. */
  onEmptied: () => void
  onConflict: () => void
  /** Called when a save published or scheduled the post, with the date before it; null if it was a draft. */
  onPublished: (dateBefore: string | null) => void
  /** Makes these fields visible, before one of them gets the focus. */
  onInvalid: (names: FieldName[]) => void
}

export type PostEditing = {
  kind: EditorKind
  form: PostForm
  /** The id on the server; undefined until something is typed. */
  id: number | undefined
  /** True until the first save, although the draft exists on the server from the first character. */
  isNew: boolean
  /** The post as it was last saved, apart from its working copy; undefined until the first save. */
  stored: EditablePost | undefined
  /** Whether the server has unpublished changes of a public or scheduled post. */
  hasWorkingCopy: boolean
  /** Whether the newest text was stored by an autosave. */
  isAutosaved: boolean
  status: SaveStatus
  isUnsaved: boolean
  /** Whether `publishedAt` is the default date. */
  isDefaultDate: (publishedAt: string | null) => boolean
  save: (followUps?: FollowUps) => Promise<void>
  /** Stores the draft or the working copy at once and never publishes. */
  saveDraft: () => Promise<void>
  /** Sends what is not stored yet; resolves to the id once the server has everything, else to undefined. */
  flush: () => Promise<number | undefined>
  retryNow: () => void
  /** Replaces the form's text; unsaved text is first set aside as a local draft with `note`. */
  replace: (fields: PostFields, note?: string) => void
  /** Loads a local draft. It conflicts if the post was saved since. Throws if the browser cannot store a copy. */
  restore: (draft: LocalDraft) => Promise<void>
  /** Ends a conflict: continues from the server's version `current` with `fields` in the form. */
  resolveConflict: (fields: PostFields, current: EditablePost) => void
  /** Goes back to what is published. */
  discard: () => Promise<void>
  autosave: DraftAutosave
  /** Whether the owner chose that its newsletter is made when it is published. */
  isMailed: boolean
  setIsMailed: (isMailed: boolean) => void
}

/** One post in the editor: its form, its saves and its local draft. */
export function usePostEditing(options: Options): PostEditing {
  const { kind, post, brand } = options
  const [initial] = useState(() => (post ? openedFields(post, new Date(), kind.fixedSlugs) : emptyFields(new Date())))
  const form = usePostForm(kind, initial, brand)
  const [stored, setStored] = useState(post)
  const [isNew, setIsNew] = useState(post === undefined)
  const [isAutosaved, setIsAutosaved] = useState(false)
  const [isMailed, setIsMailed] = useState(false)
  const queryClient = useQueryClient()
  const isOpen = useRef(true)
  /** Text that a save or the server's revisions keep. */
  const saved = useRef(post && post.status !== 'draft' ? fieldsOf(post) : initial)
  /** The default date, which becomes the time of the save. */
  const defaultDate = useRef(isDefaultDateOf(post, initial) ? initial.publishedAt : null)

  const handleStored = ({ attempt, stored: reply, wasCreated, isCurrent }: StoredEvent) => {
    setIsAutosaved(attempt.verb === 'autosave')
    setStored((before) => reply.post ?? (before && withDraft(before, attempt, reply)))
    void queryClient.invalidateQueries({ queryKey: ownerPostsKey })
    if (attempt.verb !== 'autosave') {
      saved.current = attempt.fields
      setIsNew(false)
      toast(isNew ? kind.toasts.created : kind.toasts.updated)
    }
    if (!isOpen.current) return
    // Text typed during the request must survive 'Create & New'.
    if (attempt.startNew && isCurrent) return options.onEmptied()
    if (wasCreated) options.onCreated(reply.id)
    if (reply.post && wasPublished(stored, reply.post)) options.onPublished(stored?.publishedAt ?? null)
  }
  const writer = useWriter({
    post,
    initial,
    send: kind.send,
    onStored: handleStored,
    onFailed({ isSave, status }) {
      if (status.kind === 'conflict') return options.onConflict()
      if (!isSave) return
      toast(isNew ? kind.toasts.createFailed : kind.toasts.saveFailed)
      if (status.kind !== 'refused') return
      options.onInvalid(fieldNames.filter((name) => issuesOf(status.error).some(({ path }) => path === name)))
      showIssues(form, status.error)
    },
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => writer.change(snapshotOf(form)) }),
    [form, writer],
  )
  useBrowserEvents(writer, isOpen)
  const status = useSyncExternalStore(writer.subscribe, writer.status, writer.status)
  const isUnsaved = useSyncExternalStore(writer.subscribe, writer.isUnsaved, writer.isUnsaved)
  const id = useSyncExternalStore(
    writer.subscribe,
    () => writer.post()?.id,
    () => undefined,
  )

  const undoOffer = useRef<ToastHandle>(undefined)
  useEffect(() => () => undoOffer.current?.dismiss(), [])
  const versions = versionActions({
    form,
    writer,
    isSaved: (fields) => isSame(fields, saved.current),
    onConflictResolved: setStored,
    onDiscarded(current) {
      setStored(current)
      setIsAutosaved(false)
      void queryClient.invalidateQueries({ queryKey: ownerPostsKey })
    },
    onUndoable: (offer) => {
      undoOffer.current = offer
    },
  })
  const save = (followUps: FollowUps = {}) => {
    prepare(form, { brand, defaultDate })
    return submit({ kind, form, writer, brand, onInvalid: options.onInvalid }, followUps)
  }

  return {
    kind,
    form,
    id,
    isNew,
    stored,
    hasWorkingCopy: stored !== undefined && stored.status !== 'draft' && stored.draft !== null,
    isAutosaved,
    status,
    isUnsaved,
    isDefaultDate: (publishedAt) => publishedAt !== null && publishedAt === defaultDate.current,
    save,
    async saveDraft() {
      const isDraft = !stored || stored.status === 'draft'
      if (isDraft && !form.getValues('publishedAt')) await save()
      else await writer.flush()
    },
    flush: async () => ((await writer.flush()) ? writer.post()?.id : undefined),
    retryNow: writer.retryNow,
    autosave: writer.local,
    isMailed,
    setIsMailed,
    ...versions,
  }
}

type Submission = Pick<PostEditing, 'kind' | 'form'> & Pick<Options, 'brand' | 'onInvalid'> & { writer: PostWriter }

/** Saves the form: by the rules of its kind if it has a date, else as a draft. */
async function submit({ kind, form, writer, brand, onInvalid }: Submission, followUps: FollowUps): Promise<void> {
  if (!form.getValues('publishedAt') || !kind.fields.publish) {
    form.clearErrors()
    return writer.save({ fields: snapshotOf(form), ...followUps })
  }
  await form.handleSubmit(
    () => {
      // Validation is asynchronous, so the form may have changed: input and fields must come from one snapshot.
      const fields = snapshotOf(form)
      const checked = kind.input.safeParse(toInput(fields, brand))
      if (checked.success) writer.save({ fields, input: checked.data, ...followUps })
    },
    (errors) => {
      const invalid = fieldNames.filter((name) => errors[name])
      onInvalid(invalid)
      if (invalid[0]) focusField(form, invalid[0])
    },
  )()
}

type VersionContext = {
  form: PostForm
  writer: PostWriter
  /** Whether a save or the server's revisions keep a text. */
  isSaved: (fields: PostFields) => boolean
  onConflictResolved: (current: EditablePost) => void
  onDiscarded: (current: EditablePost) => void
  /** Gets the toast that brings the discarded text back into the form. */
  onUndoable: (toast: ToastHandle) => void
}

/** The ways in which another version of the text comes into the form. */
function versionActions({
  form,
  writer,
  isSaved,
  onConflictResolved,
  onDiscarded,
  onUndoable,
}: VersionContext): Pick<PostEditing, 'replace' | 'restore' | 'resolveConflict' | 'discard'> {
  const fill = (fields: PostFields) => {
    setFields(form, fields)
    writer.change(snapshotOf(form))
  }
  const setAside = (fields: PostFields, note: string) => {
    const before = snapshotOf(form)
    if (!isSaved(before) && !isSame(before, fields)) void writer.local.setAside(before, note)
  }
  const replace = (fields: PostFields, note?: string) => {
    if (note) setAside(fields, note)
    fill(fields)
  }
  return {
    replace,
    async restore(draft) {
      setAside(draft.fields, 'What was in the editor')
      await writer.resume(draft)
      fill(draft.fields)
      await writer.local.flush()
      if (writer.local.hasFailed()) throw new Error('This browser keeps no copy')
    },
    resolveConflict(fields, current) {
      const before = snapshotOf(form)
      const theirs = editedFields(current)
      if (!isSame(before, fields)) void writer.local.setAside(before, 'Your version before you compared')
      // An autosaved text of another device is not a revision yet.
      if (current.draft && !isSame(theirs, fields))
        void writer.local.setAside(theirs, 'The version of the other device')
      onConflictResolved(current)
      writer.rebase(current, theirs)
      fill(fields)
    },
    async discard() {
      await writer.flush()
      const [version, discarded] = [writer.post(), snapshotOf(form)]
      if (!version) return
      const current = await discardChanges(version.id, version.version)
      onDiscarded(current)
      writer.rebase(current, fieldsOf(current))
      fill(fieldsOf(current))
      onUndoable(undoToast(adminMessages.changesDiscarded, () => fill(discarded)))
    },
  }
}

/** Whether the editor chose the date of the opened form. */
function isDefaultDateOf(post: EditablePost | undefined, initial: PostFields): boolean {
  return post === undefined || initial.publishedAt !== editedFields(post).publishedAt
}

type StoredEvent = { attempt: Attempt; stored: Stored; wasCreated: boolean; isCurrent: boolean }

function withDraft(before: EditablePost, { fields }: Attempt, { version, savedAt }: Stored): EditablePost {
  // The server drops a working copy that equals what is public.
  const isPublished = before.status !== 'draft' && isSame(fields, fieldsOf(before))
  return { ...before, version, draft: isPublished ? null : toDraft(fields), draftedAt: savedAt ?? null }
}

function wasPublished(before: EditablePost | undefined, after: EditablePost): boolean {
  return after.status !== 'draft' && after.status !== (before?.status ?? 'draft')
}

type Defaults = { brand: string; defaultDate: { current: string | null } }

/** Fills in what a save sets by itself: the meta title, and the current time as the default date. */
function prepare(form: PostForm, { brand, defaultDate }: Defaults): void {
  const { title, metaTitle, publishedAt } = form.getValues()
  if (!metaTitle.trim()) form.setValue('metaTitle', defaultMetaTitle(title, brand))
  if (!publishedAt || publishedAt !== defaultDate.current) return
  defaultDate.current = new Date().toISOString()
  form.setValue('publishedAt', defaultDate.current)
}

type Handlers = Pick<WriterOptions, 'post' | 'initial' | 'send' | 'onStored' | 'onFailed'>

/** One writer for the life of the editor; it calls the handlers of the latest render. */
function useWriter(handlers: Handlers): PostWriter {
  const latest = useRef(handlers)
  latest.current = handlers
  const [writer] = useState(() =>
    createPostWriter({
      post: handlers.post,
      initial: handlers.initial,
      store: browserDrafts,
      send: (attempt) => latest.current.send(attempt),
      onStored: (stored) => latest.current.onStored(stored),
      onFailed: (failed) => latest.current.onFailed(failed),
      onLeftEmpty: ({ id }) => deleteOnLeave(id),
    }),
  )
  return writer
}

/** Stores the draft before the page can unload, and retries a failed save when the network is back. */
function useBrowserEvents(writer: PostWriter, isOpen: { current: boolean }): void {
  useEffect(() => {
    isOpen.current = true
    writer.start()
    const flush = () => {
      void writer.local.flush()
      if (document.visibilityState === 'hidden') void writer.flush()
    }
    const unload = (event: PageTransitionEvent) => {
      flush()
      const post = writer.post()
      if (post && !event.persisted && writer.isLeftEmpty()) deleteOnLeave(post.id)
    }
    const retry = () => {
      if (writer.status().kind === 'failed') writer.retryNow()
    }
    window.addEventListener('pagehide', unload)
    document.addEventListener('visibilitychange', flush)
    window.addEventListener('online', retry)
    return () => {
      window.removeEventListener('pagehide', unload)
      document.removeEventListener('visibilitychange', flush)
      window.removeEventListener('online', retry)
      isOpen.current = false
      void writer.leave()
    }
  }, [writer, isOpen])
}
