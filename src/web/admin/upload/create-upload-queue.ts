import type { StoredUpload } from './stored-uploads.ts'
import { failureOf, NotLoaded } from './upload-failure.ts'
import { isUnfinished, type UploadItem } from './upload-item.ts'
import {
  announce,
  change,
  dropOldest,
  type Entry,
  findEntry,
  persist,
  type State,
  type UploadQueueOptions,
  type UploadQueueState,
  unpersist,
} from './upload-state.ts'

export type UploadQueue = {
  /** Adds files and returns their items at once. */
  add(files: File[]): UploadItem[]
  /** All items, oldest first; the same array until something changes. */
  items(): readonly UploadItem[]
  find(id: string): UploadItem | undefined
  state(): UploadQueueState
  /** Calls `listener` after each change; returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
  /** Sends a failed or cancelled item again. */
  retry(id: string): void
  cancel(id: string): void
  /** Removes the items that are done, failed or cancelled from the list. */
  clearFinished(): void
  /** Stops everything and removes it from this browser. */
  discard(): void
  /** Ends a pause. */
  resume(): void
  /** Adds what an earlier page of this browser left unfinished. Further calls return the same promise. */
  restore(): Promise<void>
}

/** Uploads at a time. */
const PARALLEL = 3
/** Prepared files that wait, so that memory stays bounded. */
const PREPARED_AHEAD = 3
/** Attempts to send a file while the server responds with an error of its own. */
const ATTEMPTS_MAX = 6
/** Milliseconds before the next attempt. */
const BACKOFF = [1000, 2000, 4000, 8000, 15_000, 30_000]

/**
 * Prepares files one at a time and sends several at a time. A lost connection pauses the queue, which tries again by
 * itself; each file keeps its idempotency key through every attempt and reload.
 */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const state: State = {
    ...options,
    listeners: new Set(),
    entries: [],
    items: [],
    shown: { pause: undefined, unstored: 0 },
    pause: undefined,
    parallel: PARALLEL,
    failuresInRow: 0,
    timer: undefined,
    restoring: undefined,
  }
  options.onReconnect(() => {
    state.failuresInRow = 0
    if (state.pause === 'no-connection') resume(state)
  })
  return {
    add: (files) => add(state, files),
    items: () => state.items,
    find: (id) => findEntry(state, id)?.item,
    state: () => state.shown,
    subscribe(listener) {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    retry: (id) => retry(state, id),
    cancel: (id) => cancel(state, id),
    clearFinished() {
      state.entries = state.entries.filter(({ item }) => isUnfinished(item))
      announce(state)
    },
    discard: () => discard(state),
    resume: () => resume(state),
    restore() {
      state.restoring ??= adoptStored(state)
      return state.restoring
    },
  }
}

function add(state: State, files: File[]): UploadItem[] {
  const { newKey } = state
  const added = files.map((file) =>
    enter(state, { id: newKey(), key: newKey(), file, addedAt: Date.now(), isStored: undefined }),
  )
  for (const entry of added) persist(state, entry)
  announce(state)
  work(state)
  return added.map(({ item }) => item)
}

type NewEntry = Omit<StoredUpload, 'isPrepared'> & { prepared?: File; isStored: boolean | undefined }

function enter(state: State, { id, file, isStored, ...rest }: NewEntry): Entry {
  const entry: Entry = {
    ...rest,
    item: { id, file, state: 'waiting', progress: 0 },
    isStored,
    attempts: 0,
    storing: Promise.resolve(),
  }
  state.entries = [...state.entries, entry]
  return entry
}

async function adoptStored(state: State): Promise<void> {
  // Without IndexedDB, as in some private windows, there is nothing to restore.
  const stored = await state.store.adopt().catch(() => [])
  for (const { isPrepared, ...upload } of stored) {
    if (findEntry(state, upload.id)) continue
    // A file that is prepared again may have other bytes, to which an earlier key would not belong.
    enter(state, { ...upload, isStored: true, ...(isPrepared ? { prepared: upload.file } : { key: state.newKey() }) })
  }
  announce(state)
  work(state)
}

function retry(state: State, id: string): void {
  const entry = findEntry(state, id)
  if (!entry || !(entry.item.state === 'failed' || entry.item.state === 'cancelled')) return
  Object.assign(entry, { attempts: 0, key: state.newKey(), isStored: undefined })
  change(state, entry, { state: 'waiting', progress: 0 })
  persist(state, entry)
  resume(state)
}

function cancel(state: State, id: string): void {
  const entry = findEntry(state, id)
  if (!entry || !isUnfinished(entry.item)) return
  entry.abort?.abort()
  entry.prepared = undefined
  unpersist(state, entry)
  change(state, entry, { state: 'cancelled', progress: 0 })
  dropOldest(state)
  work(state)
}

function discard(state: State): void {
  for (const entry of state.entries) {
    entry.abort?.abort()
    unpersist(state, entry)
  }
  state.entries = []
  resume(state)
}

function resume(state: State): void {
  clearTimeout(state.timer)
  state.pause = undefined
  announce(state)
  work(state)
}

/** Starts what may be prepared and sent now. */
function work(state: State): void {
  const { entries } = state
  if (!entries.some(({ item }) => item.state === 'preparing')) {
    const ahead = entries.filter((entry) => entry.prepared && isUnfinished(entry.item)).length
    const next = entries.find(
      ({ item, prepared, awaitsConnection }) =>
        item.state === 'waiting' && !prepared && !(state.pause && awaitsConnection),
    )
    if (next && ahead < state.parallel + PREPARED_AHEAD) void prepareEntry(state, next)
  }
  if (state.pause) return
  const sending = state.entries.filter(({ item }) => item.state === 'uploading').length
  const ready = state.entries.flatMap((entry) =>
    entry.item.state === 'waiting' && entry.prepared ? [{ entry, file: entry.prepared }] : [],
  )
  for (const { entry, file } of ready.slice(0, Math.max(0, state.parallel - sending)))
    void sendEntry(state, entry, file)
}

async function prepareEntry(state: State, entry: Entry): Promise<void> {
  const abort = new AbortController()
  entry.abort = abort
  change(state, entry, { state: 'preparing' })
  try {
    const prepared = await state.prepare(entry.item.file, abort.signal)
    if (abort.signal.aborted) return
    entry.prepared = prepared
    if (prepared !== entry.item.file) persist(state, entry)
    change(state, entry, { state: 'waiting' })
  } catch (error) {
    entry.awaitsConnection = error instanceof NotLoaded
    if (!abort.signal.aborted) handleFailure(state, entry, error)
  } finally {
    work(state)
  }
}

async function sendEntry(state: State, entry: Entry, prepared: File): Promise<void> {
  const abort = new AbortController()
  entry.abort = abort
  change(state, entry, { state: 'uploading', progress: 0 })
  const onProgress = (progress: number) => {
    if (entry.abort === abort && entry.item.state === 'uploading') change(state, entry, { progress })
  }
  try {
    const image = await state.send(prepared, { key: entry.key, signal: abort.signal, onProgress })
    if (abort.signal.aborted) return
    state.failuresInRow = 0
    entry.prepared = undefined
    unpersist(state, entry)
    change(state, entry, { state: 'done', progress: 1, image })
    dropOldest(state)
  } catch (error) {
    if (!abort.signal.aborted) handleFailure(state, entry, error)
  } finally {
    work(state)
  }
}

function handleFailure(state: State, entry: Entry, error: unknown): void {
  const { kind, message } = failureOf(error)
  if (kind === 'busy' || kind === 'too-slow') entry.attempts += 1
  if (kind === 'refused' || entry.attempts >= ATTEMPTS_MAX) {
    fail(state, entry, message)
    return
  }
  // Side by side, files share the line: each alone has the time that the server gives it.
  if (kind === 'too-slow') state.parallel = 1
  change(state, entry, { state: 'waiting', progress: 0 })
  pauseFor(state, kind === 'signed-out' ? 'signed-out' : 'no-connection')
}

function pauseFor(state: State, reason: NonNullable<UploadQueueState['pause']>): void {
  if (reason === 'signed-out') {
    clearTimeout(state.timer)
    state.pause = reason
  } else if (state.pause === undefined) {
    state.timer = setTimeout(() => resume(state), BACKOFF[Math.min(state.failuresInRow, BACKOFF.length - 1)])
    state.failuresInRow += 1
    state.pause = reason
  }
  announce(state)
}

function fail(state: State, entry: Entry, error: string): void {
  entry.prepared = undefined
  unpersist(state, entry)
  change(state, entry, { state: 'failed', progress: 0, error })
  dropOldest(state)
}
