import type { OwnerImage } from '../../../contract/content/images.ts'
import type { UploadStore } from './stored-uploads.ts'
import { isUnfinished, type UploadItem } from './upload-item.ts'

export type UploadQueueState = {
  /** Why nothing is sent at the moment. */
  pause: 'no-connection' | 'signed-out' | undefined
  /** Unfinished files that are lost if the page is closed, since this browser could not store them. */
  unstored: number
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

/** Finished items that are listed. */
const FINISHED_MAX = 500

export type Entry = {
  item: UploadItem
  /** The idempotency key of every attempt to send this file, so that it makes one image. */
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

export type State = UploadQueueOptions & {
  listeners: Set<() => void>
  entries: Entry[]
  items: readonly UploadItem[]
  /** Subscribers see this part of the rest; it is the same object until it changes. */
  shown: UploadQueueState
  pause: UploadQueueState['pause']
  parallel: number
  failuresInRow: number
  timer: ReturnType<typeof setTimeout> | undefined
  restoring: Promise<void> | undefined
}

export function findEntry({ entries }: State, id: string): Entry | undefined {
  return entries.find(({ item }) => item.id === id)
}

export function dropOldest(state: State): void {
  const finished = state.entries.filter((entry) => !isUnfinished(entry.item))
  if (finished.length <= FINISHED_MAX) return
  const dropped = new Set(finished.slice(0, finished.length - FINISHED_MAX))
  state.entries = state.entries.filter((entry) => !dropped.has(entry))
  announce(state)
}

export function persist(state: State, entry: Entry): void {
  const { item, key, prepared, addedAt } = entry
  const upload = { id: item.id, key, file: prepared ?? item.file, isPrepared: prepared !== undefined, addedAt }
  entry.storing = entry.storing
    .then(() => state.store.put(upload))
    .then(
      () => {
        entry.isStored = true
      },
      () => {
        // The stored original, if any, is still there.
        entry.isStored ??= false
      },
    )
    .then(() => announce(state))
}

export function unpersist({ store }: State, entry: Entry): void {
  entry.storing = entry.storing.then(() => store.remove(entry.item.id)).catch(() => {})
}

export function change(state: State, entry: Entry, changed: Partial<UploadItem>): void {
  const { error: _, ...before } = entry.item
  entry.item = { ...before, ...changed }
  announce(state)
}

export function announce(state: State): void {
  const { entries, pause, shown } = state
  state.items = entries.map(({ item }) => item)
  const unstored = entries.filter((entry) => entry.isStored === false && isUnfinished(entry.item)).length
  if (shown.pause !== pause || shown.unstored !== unstored) state.shown = { pause, unstored }
  for (const listener of state.listeners) listener()
}
