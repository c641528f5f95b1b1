import type { EditablePost, PostConflict, PostInput } from '../../../contract/posts.ts'
import { ApiError, newKey } from '../../data/api.ts'
import { isSame, type PostFields } from './post-fields.ts'

/** What follows a save: 'Create & New' empties the form, a preview opens in another tab. */
export type FollowUps = { startNew?: boolean | undefined; preview?: boolean | undefined }

/** The form at the moment of a save, and the validated input made from it. */
export type Snapshot = FollowUps & { fields: PostFields; input: PostInput }

/** One request, retried under the same idempotency key until its outcome is known. */
export type Attempt = Snapshot & { id: number | undefined; version: number | undefined; key: string }

export type SaveStatus =
  | { kind: 'idle' }
  | { kind: 'saving' }
  /** Retried automatically, except after an expired sign-in. */
  | { kind: 'failed'; why: 'offline' | 'server' | 'signed-out' }
  /** Rejected by the server; not retried. */
  | { kind: 'refused'; error: ApiError }
  | { kind: 'conflict'; current: EditablePost }

export type Saver = {
  save(snapshot: Snapshot): void
  retryNow(): void
  /** Bases the next save on this version: after a conflict or a restored draft. */
  rebase(post: { id: number; version: number }): void
  status(): SaveStatus
  subscribe(listener: () => void): () => void
  /** Stops retrying; a request in flight still completes. */
  stop(): void
}

type SaverOptions = {
  post: { id: number; version: number } | undefined
  send: (attempt: Attempt) => Promise<EditablePost>
  onSaved: (saved: { attempt: Attempt; post: EditablePost; wasCreated: boolean }) => void
  /** Called once per save that needs more than the silent first retry, and once per preview that a failure cancels. */
  onFailed: (failed: { attempt: Attempt; status: SaveStatus }) => void
}

type State = Pick<SaverOptions, 'send' | 'onSaved' | 'onFailed'> & {
  base: { id: number; version: number } | undefined
  /** In flight, or waiting for its retry. */
  current: Attempt | undefined
  queued: Snapshot | undefined
  failures: number
  isSending: boolean
  isStopped: boolean
  timer: ReturnType<typeof setTimeout> | undefined
  status: SaveStatus
  listeners: Set<() => void>
}

/** The first retry is silent, as for every write of the site. */
const BACKOFF_MS = [500, 2000, 4000, 8000, 15_000, 30_000, 60_000]

/**
 * Saves a post with one request in flight; only the newest later save is queued. A request with an unknown outcome is
 * retried under its own idempotency key before anything newer is sent, so a lost response never looks like a conflict.
 * The last click decides between 'Save' and 'Create & New'; a requested preview stays requested until a failure is reported.
 */
export function createSaver({ post, send, onSaved, onFailed }: SaverOptions): Saver {
  const state: State = {
    send,
    onSaved,
    onFailed,
    base: post,
    current: undefined,
    queued: undefined,
    failures: 0,
    isSending: false,
    isStopped: false,
    timer: undefined,
    status: { kind: 'idle' },
    listeners: new Set(),
  }
  return {
    save: (snapshot) => save(state, snapshot),
    retryNow: () => sendCurrent(state),
    rebase({ id, version }) {
      state.base = { id, version }
      setStatus(state, { kind: 'idle' })
    },
    status: () => state.status,
    subscribe(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    stop() {
      state.isStopped = true
      clearTimeout(state.timer)
    },
  }
}

function save(state: State, snapshot: Snapshot): void {
  if (!state.current) {
    start(state, snapshot)
    return
  }
  // A second click with unchanged text is the same save with other follow-ups.
  if (!state.queued && isSame(state.current.fields, snapshot.fields)) {
    Object.assign(state.current, mergeFollowUps(state.current, snapshot))
  } else {
    state.queued = { ...snapshot, ...mergeFollowUps(state.queued ?? {}, snapshot) }
    // The queued save decides; otherwise the form could be emptied before it.
    state.current.startNew = false
  }
  sendCurrent(state)
}

function mergeFollowUps(earlier: FollowUps, latest: FollowUps): FollowUps {
  return { startNew: latest.startNew, preview: earlier.preview || latest.preview }
}

function start(state: State, snapshot: Snapshot): void {
  state.current = { ...snapshot, id: state.base?.id, version: state.base?.version, key: newKey() }
  state.queued = undefined
  state.failures = 0
  sendCurrent(state)
}

function sendCurrent(state: State): void {
  const { current } = state
  if (!current || state.isSending) return
  clearTimeout(state.timer)
  state.isSending = true
  if (state.status.kind !== 'failed') setStatus(state, { kind: 'saving' })
  state.send(current).then(
    (saved) => handleSaved(state, current, saved),
    (error: unknown) => handleError(state, current, error),
  )
}

function handleSaved(state: State, attempt: Attempt, saved: EditablePost): void {
  const wasCreated = state.base === undefined
  state.isSending = false
  state.current = undefined
  state.base = { id: saved.id, version: saved.version }
  setStatus(state, { kind: state.queued ? 'saving' : 'idle' })
  state.onSaved({ attempt, post: saved, wasCreated })
  if (state.queued) start(state, state.queued)
}

function handleError(state: State, attempt: Attempt, error: unknown): void {
  const outcome = outcomeOf(error)
  state.isSending = false
  if (outcome.kind === 'failed') {
    scheduleRetry(state, attempt, outcome)
    return
  }
  state.current = undefined
  // A newer text may pass validation, but must not overwrite a conflicting change.
  if (outcome.kind === 'refused' && state.queued) {
    start(state, { ...state.queued, ...mergeFollowUps(attempt, state.queued) })
    return
  }
  const preview = takePreview(state, attempt)
  state.queued = undefined
  setStatus(state, outcome)
  state.onFailed({ attempt: { ...attempt, preview }, status: outcome })
}

/** Whether a preview waits for this or the queued save; it no longer waits afterwards, since a late window is blocked. */
function takePreview(state: State, attempt: Attempt): boolean {
  const isWaiting = Boolean(attempt.preview || state.queued?.preview)
  attempt.preview = false
  if (state.queued) state.queued.preview = false
  return isWaiting
}

function scheduleRetry(state: State, attempt: Attempt, outcome: SaveStatus & { kind: 'failed' }): void {
  const delay = BACKOFF_MS[Math.min(state.failures, BACKOFF_MS.length - 1)]!
  state.failures += 1
  if (state.failures > 1 || outcome.why === 'signed-out') {
    const isFirstReport = state.status.kind !== 'failed'
    const preview = takePreview(state, attempt)
    setStatus(state, outcome)
    if (isFirstReport || preview) state.onFailed({ attempt: { ...attempt, preview }, status: outcome })
  }
  if (!state.isStopped && outcome.why !== 'signed-out') state.timer = setTimeout(() => sendCurrent(state), delay)
}

function setStatus(state: State, status: SaveStatus): void {
  state.status = status
  for (const listener of state.listeners) listener()
}

function outcomeOf(error: unknown): Exclude<SaveStatus, { kind: 'idle' | 'saving' }> {
  if (!(error instanceof ApiError) || error.status === 0) return { kind: 'failed', why: 'offline' }
  if (error.status === 401) return { kind: 'failed', why: 'signed-out' }
  if (error.status >= 500 || error.status === 429 || error.status === 408) return { kind: 'failed', why: 'server' }
  const { current } = error.body as Partial<PostConflict>
  return error.status === 409 && current ? { kind: 'conflict', current } : { kind: 'refused', error }
}
