import type { BlobStorage } from './blob-storage.ts'
import { createFolderStorage } from './folder-storage.ts'
import type { Bucket } from './media-url.ts'
import { createS3 } from './s3.ts'
import { createS3Storage } from './s3-storage.ts'

export type StorageLocation = {
  /** Selects local storage. */
  mediaDir: string
  /** Selects remote storage, with cached copies in `mediaCacheDir`. */
  mediaBucket: Bucket | undefined
  mediaCacheDir: string
  /** In bytes. */
  mediaCacheBytes: number
}

/** The storage that the configuration selects. */
export function openStorage(place: StorageLocation, onError: (error: unknown) => void = () => {}): BlobStorage {
  const { mediaDir, mediaBucket, mediaCacheDir, mediaCacheBytes } = place
  if (!mediaBucket) return createFolderStorage(mediaDir)
  return createS3Storage({ s3: createS3(mediaBucket), cacheDir: mediaCacheDir, cacheBytes: mediaCacheBytes, onError })
}
