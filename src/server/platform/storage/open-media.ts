import { createMediaBucket } from './media-bucket.ts'
import { createMediaFolder } from './media-folder.ts'
import type { MediaStore } from './media-store.ts'
import type { Bucket } from './media-url.ts'
import { createS3 } from './s3.ts'

export type MediaPlace = {
  /** Where the media are files. */
  mediaDir: string
  /** Where they are objects; then copies of them lie in `mediaCacheDir`. */
  mediaBucket: Bucket | undefined
  mediaCacheDir: string
  /** In bytes. */
  mediaCacheBytes: number
}

/** The media of the site, wherever its configuration has put them. */
export function openMedia(place: MediaPlace, onError: (error: unknown) => void = () => {}): MediaStore {
  const { mediaDir, mediaBucket, mediaCacheDir, mediaCacheBytes } = place
  if (!mediaBucket) return createMediaFolder(mediaDir)
  return createMediaBucket({ s3: createS3(mediaBucket), cacheDir: mediaCacheDir, cacheBytes: mediaCacheBytes, onError })
}
