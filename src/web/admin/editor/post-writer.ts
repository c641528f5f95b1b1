import { createDraftAutosave, type DraftAutosave } from './draft-autosave.ts'
import type { LocalDraft, LocalDraftStore } from './local-drafts.ts'
import { hasText, isEmptied, isSame, type PostFields } from './post-fields.ts'
import type { SaveStatus } from './save-status.ts'
import { type Attempt, createSaver, type Saver, type Snapshot, type Stored } from './saver.ts'

type Version = { id: number; version: number }

export type PostWriter = {
  /** Unsaved text in this browser. */
  local: DraftAutosave
  /** Called with the form's text whenever it changes. */
  change(fields: PostFields): void
  save(snapshot: Snapshot): void
  flush(): Promise<boolean>
  retryNow(): void
  /** Continues from another version of the post, whose text is `stored`. */
  rebase(post: Version, stored: PostFields): void
  /** Continues the local draft of another tab; its text is passed to `change` afterwards. */
  resume(draft: LocalDraft): Promise<void>
  status(): SaveStatus
  /** Whether the server has not acknowledged the newest text. */
  isUnsaved(): boolean
  /** The post on the server; undefined until it exists. */
  post(): Version | undefined
  subscribe(listener: () => void): () => void
  /** Whether the post exists only because of text that was emptied again. */
  isLeftEmpty(): boolean
  /** Sends what is left and stops retrying. */
  leave(): Promise<void>
  /** Goes on after `leave`. */
  start(): void
}

export type WriterOptions = {
  post: Version | undefined
  /** The text of the form when it is opened. */
  initial: PostFields
  store: LocalDraftStore
  send: (attempt: Attempt) => Promise<Stored>
  /** `isCurrent`: the form still holds exactly what was stored. */
  onStored: (stored: { attempt: Attempt; stored: Stored; wasCreated: boolean; isCurrent: boolean }) => void
  onFailed: Parameters<typeof createSaver>[0]['onFailed']
  /** Deletes a draft that was emptied again. */
  onLeftEmpty: (post: Version) => void
}

type State = WriterOptions & {
  local: DraftAutosave
  saver: Saver
  latest: PostFields
  acknowledged: PostFields
  isUnsaved: boolean
  wasSaved: boolean
  listeners: Set<() => void>
}

/** One post being written: its autosaves and saves, and the copy in this browser of what the server has not acknowledged. */
export function createPostWriter(options: WriterOptions): PostWriter {
  const { post, initial, store } = options
  const local = createDraftAutosave(store, { postId: post?.id ?? null, version: post?.version ?? null })
  const saver = createSaver({
    post,
    creationKey: local.writer,
    async send(attempt) {
      if (attempt.verb === 'autosave') await local.recordSending({ key: attempt.key, fields: attempt.fields })
      return options.send(attempt)
    },
    onStored: (stored) => handleStored(state, stored),
    onFailed: options.onFailed,
  })
  const state: State = {
    ...options,
    local,
    saver,
    latest: initial,
    acknowledged: initial,
    isUnsaved: false,
    wasSaved: post !== undefined,
    listeners: new Set(),
  }
  saver.subscribe(() => notify(state))
  return {
    local,
    change: (fields) => change(state, fields),
    save: saver.save,
    flush: saver.flush,
    retryNow: saver.retryNow,
    rebase(version, stored) {
      state.acknowledged = stored
      saver.rebase(version)
      void local.rebase(version.version, version.id)
    },
    resume: (draft) => resume(state, draft),
    status: saver.status,
    isUnsaved: () => state.isUnsaved,
    post: saver.base,
    subscribe(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    isLeftEmpty: () => isLeftEmpty(state),
    leave: () => leave(state),
    start: saver.start,
  }
}

function change(state: State, fields: PostFields): void {
  const { saver, local } = state
  state.latest = fields
  const pending = saver.pending()
  const isNothing = !saver.base() && !pending && !hasText(fields)
  // While another text is on its way, going back to the acknowledged one is a change as well.
  const isChanged = !isSame(fields, state.acknowledged) || (pending !== undefined && !isSame(fields, pending))
  setUnsaved(state, isChanged && !isNothing)
  if (state.isUnsaved) {
    local.schedule(fields)
    saver.type(fields)
  } else {
    saver.untype()
    void local.clear()
  }
}

function handleStored(state: State, stored: { attempt: Attempt; stored: Stored; wasCreated: boolean }): void {
  const { attempt } = stored
  const { id, version } = stored.stored
  state.acknowledged = attempt.fields
  if (attempt.verb !== 'autosave') state.wasSaved = true
  void state.local.acknowledge(attempt.fields, id, version)
  const isCurrent = isSame(state.latest, attempt.fields)
  if (isCurrent) setUnsaved(state, false)
  else change(state, state.latest)
  state.onStored({ ...stored, isCurrent })
  notify(state)
}

async function resume({ saver, local }: State, { postId, version, sending }: LocalDraft): Promise<void> {
  const base = saver.base()
  // The response to this editor's own request must arrive before its version is replaced.
  if (saver.pending()) await saver.flush()
  if (saver.pending()) return
  if (base && version !== null) {
    void local.rebase(version)
    if (sending) saver.resume({ id: base.id, version }, sending)
    else saver.rebase({ id: base.id, version })
  } else if (!base && postId === null && sending) saver.resume(undefined, sending)
}

function isLeftEmpty({ saver, wasSaved, latest }: State): boolean {
  return saver.base() !== undefined && !wasSaved && isEmptied(latest)
}

async function leave(state: State): Promise<void> {
  const { saver, local } = state
  const written = local.flush()
  const sent = saver.flush()
  saver.stop()
  await Promise.all([written, sent])
  const post = saver.base()
  if (post && isLeftEmpty(state)) state.onLeftEmpty(post)
}

function setUnsaved(state: State, isUnsaved: boolean): void {
  if (state.isUnsaved === isUnsaved) return
  state.isUnsaved = isUnsaved
  notify(state)
}

function notify({ listeners }: State): void {
  for (const listener of listeners) listener()
}
