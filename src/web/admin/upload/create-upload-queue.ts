import type { OwnerImage } from '../../../contract/content/images.ts'
import type { StoredUpload, UploadStore } from './stored-uploads.ts'
import { failureOf, NotLoaded } from './upload-failure.ts'
import { isUnfinished, type UploadItem } from './upload-item.ts'

export type UploadQueueState = {
  /** Why nothing is sent at the moment. */
  pause: 'no-connection' | 'signed-out' | undefined
  /** Unfinished files that are lost if the page is closed, since this browser could not store them. */
  unstored: number
}

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

export type UploadQueueOptions = {
  /** Returns the file to send. Rejects with an `UnusableFile`, or with a `NotLoaded` to be called again later. */
  prepare(file: File, signal: AbortSignal): Promise<File>
  send(file: File, options: SendOptions): Promise<OwnerImage>
  store: UploadStore
  /** A random key of 128 bits. */
  newKey(): string
  /** Calls `listener` when the browser has a connection again. */
  onReconnect(listener: () => void): void
}

export type SendOptions = { key: string; signal: AbortSignal; onProgress: (part: number) => void }

/** Uploads at a time. */
const PARALLEL = 3
/** Prepared files that wait, so that memory stays bounded. */
const PREPARED_AHEAD = 3
/** Finished items that are listed. */
const FINISHED_MAX = 500
/** Attempts to send a file while the server responds with an error of its own. */
const ATTEMPTS_MAX = 6
/** Milliseconds before the next attempt. */
const BACKOFF = [1000, 2000, 4000, 8000, 15_000, 30_000]

type Entry = {
  item: UploadItem
  /** Of every attempt to send this file, so that it makes one image. */
  key: string
  addedAt: number
  prepared?: File
  attempts: number
  /** Preparing it failed for want of a connection, so that it waits for the end of the pause. */
  awaitsConnection?: boolean
  abort?: AbortController
  /** Whether this browser has the file for a reload; undefined while it is being stored. */
  isStored: boolean | undefined
  /** The last write to the store; writes of an entry run in order. */
  storing: Promise<void>
}

/**
 * Prepares files one at a time and sends several at a time. A lost connection pauses the queue, which tries again by
 * itself; each file keeps its idempotency key through every attempt and reload.
 */
export function createUploadQueue(options: UploadQueueOptions): UploadQueue {
  const { prepare, send, store, newKey, onReconnect } = options
  const listeners = new Set<() => void>()
  let entries: Entry[] = []
  let items: readonly UploadItem[] = []
  let state: UploadQueueState = { pause: undefined, unstored: 0 }
  let pause: UploadQueueState['pause']
  let parallel = PARALLEL
  let failuresInRow = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let restoring: Promise<void> | undefined

  function announce(): void {
    items = entries.map(({ item }) => item)
    const unstored = entries.filter((entry) => entry.isStored === false && isUnfinished(entry.item)).length
    if (state.pause !== pause || state.unstored !== unstored) state = { pause, unstored }
    for (const listener of listeners) listener()
  }

  function change(entry: Entry, changed: Partial<UploadItem>): void {
    const { error: _, ...before } = entry.item
    entry.item = { ...before, ...changed }
    announce()
  }

  function persist(entry: Entry): void {
    const { item, key, prepared, addedAt } = entry
    const upload = { id: item.id, key, file: prepared ?? item.file, isPrepared: prepared !== undefined, addedAt }
    entry.storing = entry.storing
      .then(() => store.put(upload))
      .then(
        () => {
          entry.isStored = true
        },
        () => {
          // The stored original, if any, is still there.
          entry.isStored ??= false
        },
      )
      .then(announce)
  }

  function unpersist(entry: Entry): void {
    entry.storing = entry.storing.then(() => store.remove(entry.item.id)).catch(() => {})
  }

  function work(): void {
    if (!entries.some(({ item }) => item.state === 'preparing')) {
      const ahead = entries.filter((entry) => entry.prepared && isUnfinished(entry.item)).length
      const next = entries.find(
        ({ item, prepared, awaitsConnection }) => item.state === 'waiting' && !prepared && !(pause && awaitsConnection),
      )
      if (next && ahead < parallel + PREPARED_AHEAD) void prepareEntry(next)
    }
    if (pause) return
    const sending = entries.filter(({ item }) => item.state === 'uploading').length
    const ready = entries.filter(({ item, prepared }) => item.state === 'waiting' && prepared)
    for (const entry of ready.slice(0, Math.max(0, parallel - sending))) void sendEntry(entry)
  }

  async function prepareEntry(entry: Entry): Promise<void> {
    const abort = new AbortController()
    entry.abort = abort
    change(entry, { state: 'preparing' })
    try {
      const prepared = await prepare(entry.item.file, abort.signal)
      if (abort.signal.aborted) return
      entry.prepared = prepared
      if (prepared !== entry.item.file) persist(entry)
      change(entry, { state: 'waiting' })
    } catch (error) {
      entry.awaitsConnection = error instanceof NotLoaded
      if (!abort.signal.aborted) handleFailure(entry, error)
    } finally {
      work()
    }
  }

  async function sendEntry(entry: Entry): Promise<void> {
    const abort = new AbortController()
    entry.abort = abort
    change(entry, { state: 'uploading', progress: 0 })
    const onProgress = (progress: number) => {
      if (entry.abort === abort && entry.item.state === 'uploading') change(entry, { progress })
    }
    try {
      const image = await send(entry.prepared!, { key: entry.key, signal: abort.signal, onProgress })
      if (abort.signal.aborted) return
      failuresInRow = 0
      entry.prepared = undefined
      unpersist(entry)
      change(entry, { state: 'done', progress: 1, image })
      dropOldest()
    } catch (error) {
      if (!abort.signal.aborted) handleFailure(entry, error)
    } finally {
      work()
    }
  }

  function handleFailure(entry: Entry, error: unknown): void {
    const { kind, message } = failureOf(error)
    if (kind === 'busy' || kind === 'too-slow') entry.attempts += 1
    if (kind === 'refused' || entry.attempts >= ATTEMPTS_MAX) {
      fail(entry, message)
      return
    }
    // Side by side, files share the line: each alone has the time that the server gives it.
    if (kind === 'too-slow') parallel = 1
    change(entry, { state: 'waiting', progress: 0 })
    pauseFor(kind === 'signed-out' ? 'signed-out' : 'no-connection')
  }

  function pauseFor(reason: NonNullable<UploadQueueState['pause']>): void {
    if (reason === 'signed-out') {
      clearTimeout(timer)
      pause = reason
    } else if (pause === undefined) {
      timer = setTimeout(resume, BACKOFF[Math.min(failuresInRow, BACKOFF.length - 1)])
      failuresInRow += 1
      pause = reason
    }
    announce()
  }

  function resume(): void {
    clearTimeout(timer)
    pause = undefined
    announce()
    work()
  }

  function fail(entry: Entry, error: string): void {
    entry.prepared = undefined
    unpersist(entry)
    change(entry, { state: 'failed', progress: 0, error })
    dropOldest()
  }

  function dropOldest(): void {
    const finished = entries.filter((entry) => !isUnfinished(entry.item))
    if (finished.length <= FINISHED_MAX) return
    const dropped = new Set(finished.slice(0, finished.length - FINISHED_MAX))
    entries = entries.filter((entry) => !dropped.has(entry))
    announce()
  }

  function enter(upload: Omit<StoredUpload, 'isPrepared'> & { prepared?: File; isStored: boolean | undefined }): Entry {
    const { id, file, isStored, ...rest } = upload
    const entry: Entry = {
      ...rest,
      item: { id, file, state: 'waiting', progress: 0 },
      isStored,
      attempts: 0,
      storing: Promise.resolve(),
    }
    entries = [...entries, entry]
    return entry
  }

  async function adoptStored(): Promise<void> {
    // Without IndexedDB, as in some private windows, there is nothing to restore.
    const stored = await store.adopt().catch(() => [])
    for (const { isPrepared, ...upload } of stored) {
      if (entries.some(({ item }) => item.id === upload.id)) continue
      // What is prepared again may have other bytes, to which an earlier key would not belong.
      enter({ ...upload, isStored: true, ...(isPrepared ? { prepared: upload.file } : { key: newKey() }) })
    }
    announce()
    work()
  }

  onReconnect(() => {
    failuresInRow = 0
    if (pause === 'no-connection') resume()
  })

  return {
    add(files) {
      const added = files.map((file) =>
        enter({ id: newKey(), key: newKey(), file, addedAt: Date.now(), isStored: undefined }),
      )
      for (const entry of added) persist(entry)
      announce()
      work()
      return added.map(({ item }) => item)
    },
    items: () => items,
    find: (id) => entries.find(({ item }) => item.id === id)?.item,
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    retry(id) {
      const entry = entries.find(({ item }) => item.id === id)
      if (!entry || !(entry.item.state === 'failed' || entry.item.state === 'cancelled')) return
      Object.assign(entry, { attempts: 0, key: newKey(), isStored: undefined })
      change(entry, { state: 'waiting', progress: 0 })
      persist(entry)
      resume()
    },
    cancel(id) {
      const entry = entries.find(({ item }) => item.id === id)
      if (!entry || !isUnfinished(entry.item)) return
      entry.abort?.abort()
      entry.prepared = undefined
      unpersist(entry)
      change(entry, { state: 'cancelled', progress: 0 })
      dropOldest()
      work()
    },
    clearFinished() {
      entries = entries.filter(({ item }) => isUnfinished(item))
      announce()
    },
    discard() {
      for (const entry of entries) {
        entry.abort?.abort()
        unpersist(entry)
      }
      entries = []
      resume()
    },
    resume,
    restore() {
      restoring ??= adoptStored()
      return restoring
    },
  }
}
