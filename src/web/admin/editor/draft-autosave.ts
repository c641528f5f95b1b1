import { newKey } from '../../data/api.ts'
import type { LocalDraftStore } from './local-drafts.ts'
import { isSame, type PostFields } from './post-fields.ts'
import type { Sending } from './saver.ts'

/** The longest delay between a keystroke and its write. */
const DELAY_MS = 250

type Base = { postId: number | null; version: number | null }

export type DraftAutosave = {
  /** Identifies this editor in its drafts' keys and in its Web Lock. */
  writer: string
  /** Stores `fields` within DELAY_MS. */
  schedule(fields: PostFields): void
  /** Stores what is about to be sent, so that another tab can repeat the request if this one is killed. */
  recordSending(sending: Sending): Promise<void>
  /** Stores pending fields now, for a page that is about to unload. */
  flush(): Promise<void>
  /** Deletes the draft of `fields`, which the server has saved as `version`; newer text is stored with the new base. */
  acknowledge(fields: PostFields, postId: number, version: number): Promise<void>
  /** Bases the draft on another version of the post; `postId` if it is of another post. */
  rebase(version: number, postId?: number): Promise<void>
  /** Deletes the draft: the form has no unsaved changes. */
  clear(): Promise<void>
  /** Stores a separate draft that only the owner can discard. */
  setAside(fields: PostFields, note: string): Promise<void>
  /** True while the last write to the store failed. */
  hasFailed(): boolean
}

type State = {
  store: LocalDraftStore
  writer: string
  base: Base
  latest: PostFields | undefined
  sending: Sending | undefined
  isWritten: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  hasFailed: boolean
  /** Serialises writes and removals. */
  queue: Promise<void>
}

/** Stores the text of one editor under a key of its own, so that two tabs with one post never overwrite each other. */
export function createDraftAutosave(store: LocalDraftStore, base: Base): DraftAutosave {
  const state: State = {
    store,
    writer: newKey(),
    base,
    latest: undefined,
    sending: undefined,
    isWritten: true,
    timer: undefined,
    hasFailed: false,
    queue: Promise.resolve(),
  }
  return {
    writer: state.writer,
    schedule(fields) {
      state.latest = fields
      state.isWritten = false
      state.timer ??= setTimeout(() => void flush(state), DELAY_MS)
    },
    recordSending(sending) {
      state.sending = sending
      state.latest ??= sending.fields
      state.isWritten = false
      return flush(state)
    },
    flush: () => flush(state),
    acknowledge: (fields, postId, version) => acknowledge(state, fields, { postId, version }),
    async rebase(version, postId = state.base.postId ?? undefined) {
      const oldKey = keyOf(state)
      state.base = { postId: postId ?? null, version }
      state.sending = undefined
      state.isWritten = false
      await flush(state)
      if (oldKey !== keyOf(state)) await enqueue(state, () => store.remove(oldKey))
    },
    async clear() {
      cancelTimer(state)
      drop(state)
      await enqueue(state, () => store.remove(keyOf(state)))
    },
    setAside(fields, note) {
      const key = keyOf(state, newKey())
      // The base is read when the write runs: a conflict that is being resolved sets it to the server's version.
      return enqueue(state, () => store.put({ key, ...state.base, fields, at: Date.now(), note }))
    },
    hasFailed: () => state.hasFailed,
  }
}

function flush(state: State): Promise<void> {
  cancelTimer(state)
  if (state.isWritten || !state.latest) return state.queue
  state.isWritten = true
  const { base, latest, sending } = state
  const draft = { key: keyOf(state), ...base, fields: latest, at: Date.now(), ...(sending && { sending }) }
  return enqueue(state, () => state.store.put(draft))
}

async function acknowledge(state: State, fields: PostFields, base: Base): Promise<void> {
  const oldKey = keyOf(state)
  const isNewPost = state.base.postId !== base.postId
  const isCurrent = !state.latest || isSame(state.latest, fields)
  state.base = base
  state.sending = undefined
  if (isCurrent) drop(state)
  else state.isWritten = false
  await flush(state)
  if (isCurrent || isNewPost) await enqueue(state, () => state.store.remove(oldKey))
}

function enqueue(state: State, act: () => Promise<void>): Promise<void> {
  state.queue = state.queue.then(act).then(
    () => {
      state.hasFailed = false
    },
    () => {
      state.hasFailed = true
    },
  )
  return state.queue
}

function drop(state: State): void {
  state.latest = undefined
  state.sending = undefined
  state.isWritten = true
}

function cancelTimer(state: State): void {
  clearTimeout(state.timer)
  state.timer = undefined
}

function keyOf({ base, writer }: State, name = writer): string {
  return `${base.postId ?? 'new'}/${name}`
}
