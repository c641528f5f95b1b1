import { readFile } from 'node:fs/promises'
import PQueue from 'p-queue'
import type { UploadFormat } from '../../../contract/images.ts'
import { type BlobStorage, SOURCE } from '../../platform/storage/blob-storage.ts'
import { keyOf, type StoredImage, storeSource } from './image-variants.ts'
import { prepareSource } from './prepare-source.ts'

export type StoredUpload = {
  key: string
  /** Undefined for bytes that are known and kept already. */
  stored: (StoredImage & { uploadFormat: UploadFormat }) | undefined
}

export type ImageStore = {
  /**
   * Keeps an uploaded file unless it is kept and `isKnown`, then lets `enter` write its row: no row without a file. One
   * upload after the other, so that memory holds one picture and the same file twice at once is stored once.
   */
  store<Result>(
    file: Buffer,
    isKnown: (key: string) => Promise<boolean>,
    insert: (received: StoredUpload) => Promise<Result>,
  ): Promise<Result>
  /** The bytes that an image is made from; undefined where there are none. */
  readSource(key: string): Promise<Buffer | undefined>
  /** Throws a sentence where files cannot be kept or removed now. */
  check(): Promise<void>
  /** Removes the files of an image if `forget` has removed its row. Never while the same image is being uploaded. */
  remove(key: string, deleteRow: () => Promise<boolean>): Promise<boolean>
  /** Removes what a process that was killed left half written: unfinished files from before `before`. */
  removeUnfinished(before: Date, signal?: AbortSignal): Promise<void>
}

export function createImageStore(media: BlobStorage): ImageStore {
  const queue = new PQueue({ concurrency: 1 })
  return {
    store: (file, isKnown, insert) =>
      queue.add(async () => {
        const key = keyOf(file)
        if ((await isKnown(key)) && (await media.hasSource(key))) return insert({ key, stored: undefined })
        const { format, source } = await prepareSource(file)
        const stored = await storeSource(media, source, key)
        return insert({ key, stored: { ...stored, uploadFormat: format } })
      }),
    async readSource(key) {
      const file = await media.find(key, SOURCE)
      return file === undefined ? undefined : readFile(file).catch(() => undefined)
    },
    check: media.check,
    remove: (key, deleteRow) =>
      queue.add(async () => {
        const isDeleted = await deleteRow()
        if (isDeleted) await media.remove(key)
        return isDeleted
      }),
    removeUnfinished: media.removeUnfinished,
  }
}
