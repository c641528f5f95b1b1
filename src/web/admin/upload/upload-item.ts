import type { OwnerImage } from '../../../contract/content/images.ts'

export type UploadItem = {
  readonly id: string
  /** As it was chosen; what is sent may be a smaller one. */
  readonly file: File
  readonly state: 'preparing' | 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'
  /** The progress of the upload, from 0 to 1. */
  readonly progress: number
  readonly image?: OwnerImage
  /** A sentence for the owner. */
  readonly error?: string
}

export function isUnfinished({ state }: UploadItem): boolean {
  return state === 'preparing' || state === 'waiting' || state === 'uploading'
}
