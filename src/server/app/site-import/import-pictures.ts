import { readFile } from 'node:fs/promises'
import { isWebUrl } from '../../../contract/platform/urls.ts'
import { fetchPicture } from '../../content/images/fetch-picture.ts'
import type { ImageStore } from '../../content/images/image-store.ts'
import { createImage, findImageByKey, restoreImages, setFirstFocus } from '../../content/images/images.repo.ts'
import { oneLine } from '../../content/images/read-upload.ts'
import type { Db } from '../../platform/db/schema.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import { attemptPatiently } from './attempt-patiently.ts'
import type { ExportFile } from './export-file.ts'
import { pictureKey, wholePictureKey } from './export-files.ts'
import { type ImportItem, recordOutcome } from './site-imports.repo.ts'
import { SourceError } from './source-records.ts'

export type PictureSources = {
  images: ImageStore
  /** Fetches what the folder lacks; absent: nothing is fetched. */
  request: GuardedRequest | undefined
  /** Files by the key of their address. */
  files: ReadonlyMap<string, ExportFile>
}

/** Pictures that are decoded at a time, a large one alone. The command takes more than a site with readers on two cores. */
export const DECODED_AT_ONCE = { command: 3, site: 2 }

/** In bytes; a larger file is hardly a picture of a page. */
const FILE_MAX = 50 * 1024 * 1024

/**
 * Stores the picture of an item like an upload: upright, at most 4000 pixels wide, once per content. One that cannot be had is
 * recorded as failed, with the reason.
 */
export async function importPicture(
  db: Db,
  item: ImportItem<'picture'>,
  { images, request, files, now, signal }: PictureSources & { now: string; signal: AbortSignal },
): Promise<void> {
  try {
    const { file, fileName } = await readPicture(item.record.url, { request, files, signal })
    const isKnown = async (key: string) => (await findImageByKey(db, key)) !== undefined
    await images.store(file, isKnown, async ({ key, stored }) => {
      await db.transaction().execute(async (transaction) => {
        const known = await findImageByKey(transaction, key)
        if (known?.isDeleted) await restoreImages(transaction, [known.image.id])
        if (!known && stored) {
          const upload = { stored, fileName, format: stored.uploadFormat, bytes: file.length }
          await createImage(transaction, { ...upload, altText: oneLine(item.record.alt) }, now)
        }
        const { image } = (await findImageByKey(transaction, key))!
        // A picture that was here keeps its own, also when the import is undone.
        if (!known && item.record.focus) await setFirstFocus(transaction, key, item.record.focus)
        await recordOutcome(transaction, item.id, {
          state: 'done',
          isCreated: !known,
          refId: image.id,
          target: image.url,
        })
      })
    })
  } catch (error) {
    // 4xx says what is wrong with the picture; anything else is a fault of this machine.
    if (!(error instanceof HttpError) || error.status >= 500) throw error
    await recordOutcome(db, item.id, { state: 'failed', notes: [`${item.record.url}: ${error.message}`] })
  }
}

type ReadOptions = Pick<PictureSources, 'request' | 'files'> & { signal: AbortSignal }

async function readPicture(url: string, options: ReadOptions): Promise<{ file: Buffer; fileName: string }> {
  const key = pictureKey(url)
  const local = [key, key.replace(/-scaled(?=\.\w+$)/, ''), wholePictureKey(key)]
    .map((each) => options.files.get(each))
    .find(Boolean)
  if (local) {
    if (local.bytes > FILE_MAX) throw new HttpError(422, `The file is larger than ${FILE_MAX / 1024 / 1024} MB.`)
    return { file: await readWhole(local), fileName: oneLine(local.name.split('/').at(-1)!) }
  }
  const { request, signal } = options
  if (!request) throw new HttpError(422, 'The picture is not in the folder.')
  if (!isWebUrl(url)) throw new HttpError(422, 'The picture has no whole address.')
  const { file, fileName } = await attemptPatiently(() => fetchPicture(request, url, FILE_MAX), {
    isPassing: (error) => /did not respond|responded with (?:429|5\d\d)/.test(String(error)),
    signal,
  })
  return { file, fileName: oneLine(fileName) || 'picture' }
}

async function readWhole(file: ExportFile): Promise<Buffer> {
  try {
    // Many chunks would occupy the garbage collector.
    return file.path ? await readFile(file.path) : Buffer.concat(await Array.fromAsync(file.open()))
  } catch (error) {
    // Its archive is damaged there.
    if (error instanceof SourceError) throw new HttpError(422, error.message)
    throw error
  }
}
