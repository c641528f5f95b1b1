import type { EditablePost, PostInput } from '../../../contract/content/posts.ts'
import { type ApiError, newKey } from '../../data/api.ts'
import { editedFields, isSame, type PostFields } from './post-fields.ts'
import { type Failure, type FailureReason, isSameStatus, outcomeOf, type SaveStatus } from './save-status.ts'

/** The steps after a save: 'Create & New' empties the form. */
export type FollowUps = { startNew?: boolean | undefined }

/**
 * The form at the moment of a save. With the validated `input` the post becomes or stays public; without one it is kept as
 * a draft, which has no rules.
 */
export type Snapshot = FollowUps & { fields: PostFields; input?: PostInput }

type Verb = 'autosave' | 'keep' | 'publish'

/** One request, retried under the same idempotency key until its outcome is known. */
export type Attempt = Snapshot & { verb: Verb; id: number | undefined; version: number | undefined; key: string }

/** The reply to any attempt; an autosave returns no post. */
export type Stored = { id: number; version: number; post?: EditablePost; savedAt?: string }

/** An autosave whose outcome is unknown: sent again as it was, so that it acts once. */
export type Sending = { key: string; fields: PostFields }

export type Saver = {
  /** Autosaves this text after a pause, or after `AUTOSAVE_MAX_MS` of continuous typing. */
  type(fields: PostFields): void
  /** Drops text that is scheduled: the form is back at what the server has. */
  untype(): void
  /** Waits for the request in flight and supersedes a scheduled autosave. */
  save(snapshot: Snapshot): void
  /** Sends what is scheduled now. Resolves to whether the server has all of it; after a first failed retry to false. */
  flush(): Promise<boolean>
  retryNow(): void
  /** Bases the next request on this version: after a conflict or a restored draft. */
  rebase(post: { id: number; version: number }): void
  /** Continues a draft of another tab that ended before the response to its request; only while nothing is in flight. */
  resume(base: { id: number; version: number } | undefined, sending: Sending): void
  /** The version that the next request is based on; undefined until the post exists. */
  base(): { id: number; version: number } | undefined
  /** The text on its way to the server. */
  pending(): PostFields | undefined
  status(): SaveStatus
  subscribe(listener: () => void): () => void
  /** Stops retrying; what is in flight or was flushed still completes. */
  stop(): void
  /** Goes on after `stop`. */
  start(): void
}

type SaverOptions = {
  post: { id: number; version: number } | undefined
  /** The idempotency key of the draft's creation, which another tab can repeat. */
  creationKey?: string
  send: (attempt: Attempt) => Promise<Stored>
  onStored: (stored: { attempt: Attempt; stored: Stored; wasCreated: boolean }) => void
  /**
   * Called for a conflict, and once per save that the server rejects or fails more than once. A lost connection is not
   * reported: it is retried, and the status tells.
   */
  onFailed: (failed: { isSave: boolean; status: Failure }) => void
}

type State = Pick<SaverOptions, 'send' | 'onStored' | 'onFailed'> & {
  creationKey: string
  base: { id: number; version: number } | undefined
  /** In flight, or waiting for its retry. */
  current: Attempt | undefined
  queued: Snapshot | undefined
  /** The newest text that no request carries yet. */
  typed: PostFields | undefined
  isDue: boolean
  /** The text of the last reply. */
  stored: PostFields | undefined
  failures: number
  trouble: FailureReason | undefined
  isReported: boolean
  refusal: { error: ApiError; fields: PostFields } | undefined
  conflict: (SaveStatus & { kind: 'conflict' }) | undefined
  isSending: boolean
  isStopped: boolean
  retryTimer: ReturnType<typeof setTimeout> | undefined
  pauseTimer: ReturnType<typeof setTimeout> | undefined
  maxTimer: ReturnType<typeof setTimeout> | undefined
  status: SaveStatus
  listeners: Set<() => void>
  waiting: ((isStored: boolean) => void)[]
}

const AUTOSAVE_PAUSE_MS = 1000
const AUTOSAVE_MAX_MS = 5000

/** The first retry is silent, as for every write of the site. */
const BACKOFF_MS = [500, 2000, 4000, 8000, 15_000, 30_000, 60_000]

/**
 * Autosaves and saves a post with one request in flight; only the newest later save and the newest later text wait. A
 * request with an unknown outcome is retried under its own idempotency key before anything newer is sent, so a lost
 * response never looks like a conflict. The last click decides between 'Save' and 'Create & New'.
 */
export function createSaver({ post, creationKey = newKey(), send, onStored, onFailed }: SaverOptions): Saver {
  const state: State = {
    send,
    onStored,
    onFailed,
    creationKey,
    base: post && { id: post.id, version: post.version },
    current: undefined,
    queued: undefined,
    typed: undefined,
    isDue: false,
    stored: undefined,
    failures: 0,
    trouble: undefined,
    isReported: false,
    refusal: undefined,
    conflict: undefined,
    isSending: false,
    isStopped: false,
    retryTimer: undefined,
    pauseTimer: undefined,
    maxTimer: undefined,
    status: { kind: 'idle' },
    listeners: new Set(),
    waiting: [],
  }
  return {
    type: (fields) => type(state, fields),
    untype() {
      dropTyped(state)
      state.refusal = undefined
      updateStatus(state)
    },
    save: (snapshot) => save(state, snapshot),
    flush: () => flush(state),
    retryNow: () => sendCurrent(state),
    rebase({ id, version }) {
      state.base = { id, version }
      reset(state)
    },
    resume(base, sending) {
      if (state.current) return
      state.base = base && { id: base.id, version: base.version }
      reset(state)
      start(state, { verb: 'autosave', fields: sending.fields, key: sending.key })
    },
    base: () => state.base,
    pending: () => (state.queued ?? state.current)?.fields,
    status: () => state.status,
    subscribe(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    stop() {
      state.isStopped = true
      clearTimeout(state.retryTimer)
      cancelSchedule(state)
    },
    start() {
      state.isStopped = false
    },
  }
}

function type(state: State, fields: PostFields): void {
  state.typed = fields
  if (state.refusal && !isSame(state.refusal.fields, fields)) state.refusal = undefined
  updateStatus(state)
  clearTimeout(state.pauseTimer)
  if (state.isStopped) return
  state.pauseTimer = setTimeout(() => makeDue(state), AUTOSAVE_PAUSE_MS)
  state.maxTimer ??= setTimeout(() => makeDue(state), AUTOSAVE_MAX_MS)
}

function makeDue(state: State): void {
  cancelSchedule(state)
  state.isDue = state.typed !== undefined
  next(state)
}

function cancelSchedule(state: State): void {
  clearTimeout(state.pauseTimer)
  clearTimeout(state.maxTimer)
  state.maxTimer = undefined
}

function save(state: State, snapshot: Snapshot): void {
  state.refusal = undefined
  dropTyped(state)
  const { current } = state
  // A second click with unchanged text is the same save with other follow-ups.
  if (current && current.verb === verbOf(snapshot) && !state.queued && isSame(current.fields, snapshot.fields)) {
    current.startNew = snapshot.startNew
  } else {
    state.queued = snapshot
    // The queued save decides; otherwise the form could be emptied before it.
    if (current) current.startNew = false
  }
  if (current) {
    updateStatus(state)
    sendCurrent(state)
  } else next(state)
}

function flush(state: State): Promise<boolean> {
  cancelSchedule(state)
  state.isDue = state.typed !== undefined
  return new Promise((resolve) => {
    state.waiting.push(resolve)
    if (state.current) sendCurrent(state)
    else next(state)
  })
}

/** Drops everything that waits; a request in flight is not affected. */
function reset(state: State): void {
  state.conflict = undefined
  state.refusal = undefined
  state.queued = undefined
  state.stored = undefined
  dropTyped(state)
  updateStatus(state)
}

function dropTyped(state: State): void {
  cancelSchedule(state)
  state.typed = undefined
  state.isDue = false
}

/** Starts what waits, a save before an autosave. */
function next(state: State): void {
  const { queued, typed } = state
  if (state.current) return
  if (state.conflict) settle(state)
  else if (queued && canSend(state, queued)) {
    state.queued = undefined
    start(state, { ...queued, verb: verbOf(queued) })
  } else if (queued) {
    // Only a post that exists can be kept as a draft.
    start(state, { verb: 'autosave', fields: queued.fields })
  } else if (typed && state.isDue) {
    dropTyped(state)
    if (state.stored && isSame(state.stored, typed)) settle(state)
    else start(state, { verb: 'autosave', fields: typed })
  } else settle(state)
}

function canSend({ base }: State, queued: Snapshot | undefined): boolean {
  return queued !== undefined && (base !== undefined || queued.input !== undefined)
}

function start(state: State, request: Snapshot & { verb: Verb; key?: string }): void {
  const isCreation = !state.base && request.verb === 'autosave'
  const key = request.key ?? (isCreation ? state.creationKey : newKey())
  state.current = { ...request, id: state.base?.id, version: state.base?.version, key }
  state.failures = 0
  state.isReported = false
  sendCurrent(state)
}

function sendCurrent(state: State): void {
  const { current } = state
  if (!current || state.isSending) return
  clearTimeout(state.retryTimer)
  state.isSending = true
  updateStatus(state)
  state.send(current).then(
    (stored) => handleStored(state, current, stored),
    (error: unknown) => handleError(state, current, error),
  )
}

function handleStored(state: State, attempt: Attempt, stored: Stored): void {
  const wasCreated = state.base === undefined
  state.isSending = false
  state.current = undefined
  state.trouble = undefined
  state.base = { id: stored.id, version: stored.version }
  state.stored = attempt.fields
  updateStatus(state)
  state.onStored({ attempt, stored, wasCreated })
  next(state)
}

function handleError(state: State, attempt: Attempt, error: unknown): void {
  const isSave = attempt.verb !== 'autosave' || state.queued !== undefined
  const outcome = outcomeOf(error, isSave)
  state.isSending = false
  if (outcome.kind === 'failed') {
    scheduleRetry(state, attempt, outcome)
    return
  }
  // Both devices hold the same text, so there is nothing to decide.
  if (outcome.kind === 'conflict' && attempt.verb === 'autosave' && isSameText(attempt, outcome.current)) {
    handleStored(state, attempt, outcome.current)
    return
  }
  // A newer text may pass validation, but must not overwrite a conflicting change.
  const mayGoOn = outcome.kind === 'refused' && canSend(state, state.queued)
  state.current = undefined
  state.trouble = undefined
  if (mayGoOn) {
    next(state)
    return
  }
  state.typed ??= (state.queued ?? attempt).fields
  state.queued = undefined
  // A text that a save was refused for is still autosaved; a refused autosave waits for another text.
  state.isDue = outcome.kind === 'refused' && attempt.verb !== 'autosave'
  if (outcome.kind === 'conflict') state.conflict = outcome
  else state.refusal = { error: outcome.error, fields: attempt.fields }
  updateStatus(state)
  state.onFailed({ isSave, status: outcome })
  next(state)
}

function isSameText(attempt: Attempt, current: EditablePost): boolean {
  return isSame(attempt.fields, editedFields(current))
}

function scheduleRetry(state: State, attempt: Attempt, outcome: SaveStatus & { kind: 'failed' }): void {
  const delay = BACKOFF_MS[Math.min(state.failures, BACKOFF_MS.length - 1)]!
  state.failures += 1
  if (state.failures > 1 || outcome.why === 'signed-out') {
    state.trouble = outcome.why
    updateStatus(state)
    const isSave = attempt.verb !== 'autosave' || state.queued !== undefined
    if (isSave && outcome.why !== 'offline' && !state.isReported) {
      state.isReported = true
      state.onFailed({ isSave, status: outcome })
    }
    release(state, false)
  } else if (state.isStopped) release(state, false)
  if (!state.isStopped && outcome.why !== 'signed-out') {
    state.retryTimer = setTimeout(() => sendCurrent(state), delay)
  }
}

/** Resolves the pending flushes once nothing is in flight or due. */
function settle(state: State): void {
  updateStatus(state)
  release(state, state.typed === undefined && !state.conflict)
}

function release(state: State, isStored: boolean): void {
  for (const resolve of state.waiting.splice(0)) resolve(isStored)
}

function updateStatus(state: State): void {
  const status = describe(state)
  if (isSameStatus(status, state.status)) return
  state.status = status
  for (const listener of state.listeners) listener()
}

function describe({ conflict, current, queued, trouble, refusal }: State): SaveStatus {
  if (conflict) return conflict
  if (current && trouble) return { kind: 'failed', why: trouble }
  if (queued || (current && current.verb !== 'autosave')) return { kind: 'saving' }
  if (refusal) return { kind: 'refused', error: refusal.error }
  return current ? { kind: 'autosaving' } : { kind: 'idle' }
}

function verbOf({ input }: Snapshot): Verb {
  return input ? 'publish' : 'keep'
}
