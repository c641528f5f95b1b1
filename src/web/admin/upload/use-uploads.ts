import { useSyncExternalStore } from 'react'
import type { UploadItem } from './upload-item.ts'
import { uploadQueue } from './upload-queue.ts'
import type { UploadQueueState } from './upload-state.ts'

export type Uploads = {
  items: readonly UploadItem[]
  state: UploadQueueState
  unfinished: number
  failed: number
  done: number
  /** The progress of all items that were not cancelled, from 0 to 1. */
  progress: number
}

export function useUploads(): Uploads {
  const items = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.items)
  const state = useSyncExternalStore(uploadQueue.subscribe, uploadQueue.state)
  const count = (...states: UploadItem['state'][]) => items.filter((item) => states.includes(item.state)).length
  const counted = items.filter((item) => item.state !== 'cancelled')
  const sum = counted.reduce((total, { state, progress }) => total + (state === 'failed' ? 1 : progress), 0)
  return {
    items,
    state,
    unfinished: count('preparing', 'waiting', 'uploading'),
    failed: count('failed'),
    done: count('done'),
    progress: counted.length === 0 ? 0 : sum / counted.length,
  }
}
