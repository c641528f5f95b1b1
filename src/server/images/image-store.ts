import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import PQueue from 'p-queue'
import type { UploadFormat } from '../../contract/images.ts'
import { hasSource, keyOf, type StoredImage, sourceFile, storeSource, UNFINISHED } from './image-variants.ts'
import { prepareSource } from './prepare-source.ts'

export type ReceivedImage = {
  key: string
  /** Undefined for bytes that are known and kept already. */
  stored: (StoredImage & { uploadFormat: UploadFormat }) | undefined
}

export type ImageStore = {
  /**
   * Keeps an uploaded file unless it is kept and `isKnown`, then lets `enter` write its row: no row without a file. One
   * upload after the other, so that memory holds one picture and the same file twice at once is stored once.
   */
  receive<Answer>(
    file: Buffer,
    isKnown: (key: string) => Promise<boolean>,
    enter: (received: ReceivedImage) => Promise<Answer>,
  ): Promise<Answer>
  /** The bytes that an image is made from; undefined where there are none. */
  readSource(key: string): Promise<Buffer | undefined>
  /** Removes the files of an image if `forget` has removed its row. Never while the same image is being uploaded. */
  remove(key: string, forget: () => Promise<boolean>): Promise<boolean>
  /** Removes what a process that was killed left half written: unfinished files from before `before`. */
  removeUnfinished(before: Date, signal?: AbortSignal): Promise<void>
}

export function createImageStore(mediaDir: string): ImageStore {
  const queue = new PQueue({ concurrency: 1 })
  return {
    receive: (file, isKnown, enter) =>
      queue.add(async () => {
        const key = keyOf(file)
        if ((await isKnown(key)) && (await hasSource(mediaDir, key))) return enter({ key, stored: undefined })
        const { format, source } = await prepareSource(file)
        const stored = await storeSource(mediaDir, source, key)
        return enter({ key, stored: { ...stored, uploadFormat: format } })
      }),
    readSource: (key) => readFile(sourceFile(mediaDir, key)).catch(() => undefined),
    remove: (key, forget) =>
      queue.add(async () => {
        const isForgotten = await forget()
        if (isForgotten) await rm(path.join(mediaDir, key), { recursive: true, force: true })
        return isForgotten
      }),
    async removeUnfinished(before, signal) {
      for (const folder of await readdir(mediaDir).catch(() => [])) {
        signal?.throwIfAborted()
        for (const name of await readdir(path.join(mediaDir, folder)).catch(() => [])) {
          if (!name.includes(UNFINISHED)) continue
          const file = path.join(mediaDir, folder, name)
          const { mtime } = await stat(file)
          if (mtime < before) await rm(file, { force: true })
        }
      }
    },
  }
}
