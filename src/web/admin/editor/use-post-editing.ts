import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { type FieldErrors, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { type EditablePost, PostInput } from '../../../contract/posts.ts'
import { ownerPostsKey, sendPost } from '../../data/owner/posts.ts'
import { toast } from '../../lib/toast.ts'
import { adminMessages } from '../kit/admin-messages.ts'
import { browserDrafts, createDraftAutosave, type DraftAutosave, type LocalDraft } from './local-drafts.ts'
import {
  emptyFields,
  type FieldName,
  fieldNames,
  fieldsOf,
  isSame,
  metaTitleOf,
  type PostFields,
  toInput,
} from './post-fields.ts'
import { type Attempt, createSaver, type Saver, type SaveStatus, type Snapshot } from './saver.ts'

export type PostForm = UseFormReturn<PostFields, unknown, PostInput>

type Options = {
  /** The post as it was opened; none for a new one. */
  post: EditablePost | undefined
  brand: string
  onCreated: (id: number) => void
  /** 'Create & New' is done. */
  onEmptied: () => void
  onConflict: () => void
  onPreviewReady: (post: EditablePost) => void
  onPreviewFailed: () => void
}

export type PostEditing = {
  form: PostForm
  /** The post as the server has it by its last answer. */
  stored: EditablePost | undefined
  status: SaveStatus
  /** The form holds what the server does not. */
  isUnsaved: boolean
  save: (then?: Snapshot['then']) => Promise<void>
  retryNow: () => void
  /** Puts other texts into the form; what was in it is set aside under `note` where it was not saved. */
  replace: (fields: PostFields, note?: string) => void
  /** Takes up text that was left; a save of it is compared where the post was saved since. */
  restore: (entry: LocalDraft) => Promise<void>
  /** Ends a conflict: the form goes on from the server's newest state, with `fields` in it. */
  resolve: (fields: PostFields, current: EditablePost) => void
  autosave: DraftAutosave
}

/** One post in the editor: its form, its saves, and its copy in this browser. */
export function usePostEditing(options: Options): PostEditing {
  const { post, brand } = options
  const queryClient = useQueryClient()
  const [initial] = useState(() => (post ? fieldsOf(post) : emptyFields(new Date())))
  const form = useForm<PostFields, unknown, PostInput>({
    defaultValues: initial,
    resolver: useMemo(() => resolverFor(brand), [brand]),
  })
  const [stored, setStored] = useState(post)
  const [isUnsaved, setIsUnsaved] = useState(false)
  /** What the form held when the server last acknowledged it. */
  const saved = useRef(initial)
  const [autosave] = useState(() =>
    createDraftAutosave(browserDrafts, { postId: post?.id ?? null, version: post?.version ?? null }),
  )

  const track = (fields: PostFields) => {
    const isNew = !isSame(fields, saved.current)
    setIsUnsaved(isNew)
    if (isNew) autosave.note(fields)
    else void autosave.clear()
  }

  const handleSaved = ({ attempt, post: current, wasCreated }: Saved) => {
    saved.current = attempt.fields
    setStored(current)
    const now = snapshotOf(form)
    const isDone = isSame(now, attempt.fields)
    setIsUnsaved(!isDone)
    void autosave.settle(attempt.fields, current.id, current.version)
    void queryClient.invalidateQueries({ queryKey: ownerPostsKey })
    toast(wasCreated ? adminMessages.postCreated : adminMessages.postUpdated)
    if (attempt.then === 'preview') options.onPreviewReady(current)
    // What was typed while the answer was on its way is not cleared with the rest.
    if (wasCreated && attempt.then === 'new' && isDone) options.onEmptied()
    else if (wasCreated) options.onCreated(current.id)
  }

  const handleFailed = ({ attempt, status }: { attempt: Attempt; status: SaveStatus }) => {
    if (attempt.then === 'preview') options.onPreviewFailed()
    if (status.kind === 'conflict') return options.onConflict()
    toast(attempt.id === undefined ? adminMessages.postCreateFailed : adminMessages.postSaveFailed)
    if (status.kind === 'refused') showIssues(form, status.error.body.issues ?? [])
  }

  const handlers = useRef({ track, handleSaved, handleFailed })
  handlers.current = { track, handleSaved, handleFailed }

  const [saver] = useState(() =>
    createSaver({
      post,
      send: sendPost,
      onSaved: (result) => handlers.current.handleSaved(result),
      onFailed: (failure) => handlers.current.handleFailed(failure),
    }),
  )
  const status = useSyncExternalStore(saver.subscribe, saver.status, saver.status)

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => handlers.current.track(snapshotOf(form)) }),
    [form],
  )
  useBrowserEvents(saver, autosave)

  const fill = (fields: PostFields) => {
    for (const name of fieldNames) form.setValue(name, fields[name])
    form.clearErrors()
    track(fields)
  }

  const save = async (then?: Snapshot['then']) => {
    const { title, metaTitle } = form.getValues()
    if (!metaTitle.trim()) form.setValue('metaTitle', metaTitleOf(title, brand))
    await form.handleSubmit(
      () => {
        // Read once more, and all at once: the check gave way to the keyboard.
        const fields = snapshotOf(form)
        const checked = PostInput.safeParse(toInput(fields, brand))
        if (checked.success) saver.save({ fields, input: checked.data, then })
      },
      (errors) => {
        if (then === 'preview') options.onPreviewFailed()
        focusFirst(form, errors)
      },
    )()
  }

  const replace = (fields: PostFields, note?: string) => {
    const before = snapshotOf(form)
    if (note && !isSame(before, saved.current) && !isSame(before, fields)) void autosave.setAside(before, note)
    fill(fields)
  }

  return {
    form,
    stored,
    status,
    isUnsaved,
    save,
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
    resolve(fields, current) {
      const before = snapshotOf(form)
      if (!isSame(before, fields)) void autosave.setAside(before, 'Your version before you compared')
      saved.current = fieldsOf(current)
      setStored(current)
      saver.rebase(current)
      void autosave.rebase(current.version)
      fill(fields)
    },
  }
}

type Saved = { attempt: Attempt; post: EditablePost; wasCreated: boolean }

/** The copy is written when the page may be going; a save that waits goes on when the network is back. */
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

function snapshotOf(form: PostForm): PostFields {
  return { ...form.getValues() }
}

/** Checks what would be sent; the messages are the contract's. */
function resolverFor(brand: string): Resolver<PostFields, unknown, PostInput> {
  const check = zodResolver(PostInput)
  return (fields, context, options) =>
    check(toInput(fields, brand), context, options as never) as ReturnType<Resolver<PostFields, unknown, PostInput>>
}

function showIssues(form: PostForm, issues: { path: string; message: string }[]): void {
  const known = issues.filter((issue): issue is { path: FieldName; message: string } => isFieldName(issue.path))
  for (const { path, message } of known) form.setError(path, { message })
  if (known[0]) form.setFocus(known[0].path)
}

function focusFirst(form: PostForm, errors: FieldErrors<PostFields>): void {
  const first = fieldNames.find((name) => errors[name])
  if (first) form.setFocus(first)
}

function isFieldName(name: string): name is FieldName {
  return (fieldNames as string[]).includes(name)
}
