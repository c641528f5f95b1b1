import { readFile } from 'node:fs/promises'
import PQueue from 'p-queue'
import type { UploadFormat } from '../../../contract/content/images.ts'
import { ifMissing } from '../../platform/if-missing.ts'
import { createLocalExclusive, type Exclusive } from '../../platform/mutex.ts'
import { type BlobStorage, SOURCE } from '../../platform/storage/blob-storage.ts'
import { keyOf, type StoredImage, storeSource } from './image-variants.ts'
import { prepareSource } from './prepare-source.ts'

export type StoredUpload = {
  key: string
  /** Undefined for a known image whose source is stored. */
  stored: (StoredImage & { uploadFormat: UploadFormat }) | undefined
}

export type ImageStore = {
  /**
   * Stores an uploaded file unless it is stored and `isKnown`, then calls `insert` for its row, so that no row exists
   * without a file. Few uploads run at a time, which bounds memory, and those of one file one after the other.
   */
  store<Result>(
    file: Buffer,
    isKnown: (key: string) => Promise<boolean>,
    insert: (received: StoredUpload) => Promise<Result>,
  ): Promise<Result>
  /** The source of an image; undefined if missing. */
  readSource(key: string): Promise<Buffer | undefined>
  /** Throws `StorageError` if the storage is unavailable. */
  check(): Promise<void>
  /** Deletes the files of an image if `deleteRow` returns true. Never during an upload of the same image. */
  remove(key: string, deleteRow: () => Promise<boolean>): Promise<boolean>
  /** Deletes unfinished files of killed processes from before `before`. */
  removeUnfinished(before: Date, signal?: AbortSignal): Promise<void>
}

type ImageStoreOptions = {
  exclusive?: Exclusive
  /** How many uploads run at a time. */
  atOnce?: number
  /** In seconds, for how long an image may be decoded. */
  secondsMax?: number
}

export function createImageStore(
  media: BlobStorage,
  { exclusive = createLocalExclusive(), atOnce = 1, secondsMax }: ImageStoreOptions = {},
): ImageStore {
  const queue = new PQueue({ concurrency: atOnce })
  const ofImage = createLocalExclusive()
  return {
    store: (file, isKnown, insert) => {
      const key = keyOf(file)
      const act = async () => {
        if ((await isKnown(key)) && (await media.hasSource(key))) return insert({ key, stored: undefined })
        const { format, source } = await prepareSource(file, exclusive, secondsMax)
        const stored = await storeSource(media, source, key)
        return insert({ key, stored: { ...stored, uploadFormat: format } })
      }
      return queue.add(() => ofImage(key, act))
    },
    async readSource(key) {
      const file = await media.find(key, SOURCE)
      return file === undefined ? undefined : readFile(file).catch(ifMissing(undefined))
    },
    check: media.check,
    remove: (key, deleteRow) =>
      ofImage(key, async () => {
        const isDeleted = await deleteRow()
        if (isDeleted) await media.remove(key)
        return isDeleted
      }),
    removeUnfinished: media.removeUnfinished,
  }
}
