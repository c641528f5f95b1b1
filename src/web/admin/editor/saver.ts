import type { EditablePost, PostConflict, PostInput } from '../../../contract/posts.ts'
import { ApiError, newKey } from '../../data/api.ts'
import { isSame, type PostFields } from './post-fields.ts'

/** What the owner asked to save: the fields as they were then, and the input made of them. */
export type Snapshot = {
  fields: PostFields
  input: PostInput
  /** What follows a save: 'Create & New' empties the form, a preview opens. */
  then?: 'new' | 'preview'
}

/** One request, repeated under its own key until its outcome is known. */
export type Attempt = Snapshot & { id: number | undefined; version: number | undefined; key: string }

export type SaveStatus =
  | { kind: 'idle' }
  | { kind: 'saving' }
  /** Repeated by itself, except after a sign-in that was not renewed. */
  | { kind: 'failed'; why: 'offline' | 'server' | 'signed-out' }
  /** The server took the request and said no: repeating it changes nothing. */
  | { kind: 'refused'; error: ApiError }
  | { kind: 'conflict'; current: EditablePost }

export type Saver = {
  save(snapshot: Snapshot): void
  retryNow(): void
  /** The next save builds on this state of the post: after a conflict, a restored revision. */
  rebase(post: { id: number; version: number }): void
  status(): SaveStatus
  subscribe(listener: () => void): () => void
  /** Repeats nothing any more; what is on its way still counts when it is answered. */
  stop(): void
}

type SaverOptions = {
  post: { id: number; version: number } | undefined
  send: (attempt: Attempt) => Promise<EditablePost>
  onSaved: (saved: { attempt: Attempt; post: EditablePost; wasCreated: boolean }) => void
  /** Told once for each save that did not go through at once. */
  onFailed: (failed: { attempt: Attempt; status: SaveStatus }) => void
}

/** The first repeat is silent, as for every write of the site; the pauses after it grow. */
const PAUSES_MS = [500, 2000, 4000, 8000, 15_000, 30_000, 60_000]

/**
 * Saves a post so that nothing is lost and nothing is done twice: one request at a time, the newest save waiting behind
 * it. A request whose outcome is unknown is repeated with its own key and content before anything newer is sent, so that
 * a lost answer never looks like another person's change.
 */
export function createSaver({ post, send, onSaved, onFailed }: SaverOptions): Saver {
  let base = post
  let head: Attempt | undefined
  let next: Snapshot | undefined
  let failures = 0
  let isSending = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let status: SaveStatus = { kind: 'idle' }
  const listeners = new Set<() => void>()

  const change = (to: SaveStatus) => {
    status = to
    for (const listener of listeners) listener()
  }

  const begin = (snapshot: Snapshot) => {
    head = { ...snapshot, id: base?.id, version: base?.version, key: newKey() }
    next = undefined
    failures = 0
    sendHead()
  }

  const sendHead = () => {
    if (!head || isSending) return
    clearTimeout(timer)
    isSending = true
    if (status.kind !== 'failed') change({ kind: 'saving' })
    send(head).then(
      (saved) => settle(() => succeed(saved)),
      (error: unknown) => settle(() => fail(error)),
    )
  }

  const settle = (act: () => void) => {
    isSending = false
    act()
  }

  const succeed = (saved: EditablePost) => {
    const attempt = head!
    head = undefined
    const wasCreated = base === undefined
    base = { id: saved.id, version: saved.version }
    change(next ? { kind: 'saving' } : { kind: 'idle' })
    onSaved({ attempt, post: saved, wasCreated })
    if (next) begin(next)
  }

  const fail = (error: unknown) => {
    const outcome = outcomeOf(error)
    const attempt = head!
    if (outcome.kind === 'failed') return waitAndRepeat(attempt, outcome)
    head = undefined
    // What was refused is behind us; a newer text may pass, but not over somebody else's change.
    if (outcome.kind === 'refused' && next) return begin(next)
    next = undefined
    change(outcome)
    onFailed({ attempt, status: outcome })
  }

  const waitAndRepeat = (attempt: Attempt, outcome: SaveStatus & { kind: 'failed' }) => {
    const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]!
    failures += 1
    if (failures > 1 || outcome.why === 'signed-out') {
      const isFirstWord = status.kind !== 'failed'
      change(outcome)
      if (isFirstWord) onFailed({ attempt, status: outcome })
    }
    if (!isStopped && outcome.why !== 'signed-out') timer = setTimeout(sendHead, pause)
  }

  return {
    save(snapshot) {
      if (!head) return begin(snapshot)
      // A second press on the button asks for nothing new.
      if (next || !isSame(head.fields, snapshot.fields)) next = snapshot
      sendHead()
    },
    retryNow: sendHead,
    rebase(current) {
      base = { id: current.id, version: current.version }
      change({ kind: 'idle' })
    },
    status: () => status,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function outcomeOf(error: unknown): Exclude<SaveStatus, { kind: 'idle' | 'saving' }> {
  if (!(error instanceof ApiError) || error.status === 0) return { kind: 'failed', why: 'offline' }
  if (error.status === 401) return { kind: 'failed', why: 'signed-out' }
  if (error.status >= 500 || error.status === 429 || error.status === 408) return { kind: 'failed', why: 'server' }
  const { current } = error.body as Partial<PostConflict>
  return error.status === 409 && current ? { kind: 'conflict', current } : { kind: 'refused', error }
}
