import PQueue from 'p-queue'
import type { ImageInUse } from '../../../contract/images.ts'
import * as contract from '../../../contract/images.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import type { ImageStore, StoredUpload } from './image-store.ts'
import { listImageUses, type ScannedPosts, scanPosts } from './image-uses.repo.ts'
import {
  createImage,
  deleteImages,
  findImage,
  findImageByKey,
  findImageKeys,
  findImages,
  imageList,
  restoreImages,
  saveAltText,
} from './images.repo.ts'
import { readUpload, type Upload } from './read-upload.ts'

export type ImageRoutesOptions = {
  store: ImageStore
  /** Called with each new image, whose variants may be rendered in advance. */
  onUpload: (key: string, widths: number[]) => void
}

/** Uploaded files in memory at a time; further requests wait unread. */
const READ_AT_ONCE = 4

export function imageRoutes({ store, onUpload }: ImageRoutesOptions) {
  const reading = new PQueue({ concurrency: READ_AT_ONCE })
  return [
    bind(contract.listImages, async ({ db, query }) => {
      const { items, total } = await imageList.page(db, query)
      return { body: items, total }
    }),
    bind(contract.findImage, async ({ db, params }) => {
      const image = await findImage(db, params.id)
      return image && { body: image }
    }),
    bind(contract.listImageUses, async ({ db, params }) => {
      const image = await findImage(db, params.id)
      return image && { body: await listImageUses(db, [image]) }
    }),
    bindStaged(contract.uploadImage, ({ c, db, now, transact }) =>
      reading.add(async () => {
        const upload = await readUpload(c)
        const isKnown = async (key: string) => (await findImageByKey(db, key)) !== undefined
        return store.store(upload.file, isKnown, async (stored) => {
          const response = await transact({ key: stored.key, altText: upload.altText }, (transaction) =>
            insertImage(transaction, stored, upload, now),
          )
          if (stored.stored) onUpload(stored.key, stored.stored.widths)
          return response
        })
      }),
    ),
    bind(contract.saveImage, async ({ db, params, body }) => {
      const image = await saveAltText(db, params.id, body.altText)
      return image && { body: image, subject: image.altText || image.fileName }
    }),
    bindStaged(contract.deleteImage, async ({ db, params, query, now, transact }) => {
      const posts = await scanPostsWith(db, [params.id])
      return transact(
        { params, query },
        async (transaction) =>
          (await findImage(transaction, params.id)) &&
          (await deleteUnused(transaction, { ids: [params.id], posts, now })),
      )
    }),
    bind(contract.restoreImage, async ({ db, params }) => {
      const subject = await restoreImages(db, [params.id])
      return (await findImage(db, params.id)) && { body: {}, subject }
    }),
    bindStaged(contract.deleteImages, async ({ db, params, query, body, now, transact }) => {
      const posts = await scanPostsWith(db, body.ids)
      return transact({ params, query, body }, (transaction) =>
        deleteUnused(transaction, { ids: body.ids, posts, now }),
      )
    }),
    bind(contract.restoreImages, async ({ db, body }) => ({ body: {}, subject: await restoreImages(db, body.ids) })),
  ]
}

/** 201 for a new image, 200 for a known one, which is restored if it was deleted. */
async function insertImage(db: Db, { key, stored }: StoredUpload, { file, fileName, altText }: Upload, now: string) {
  const subject = altText || fileName
  const known = await findImageByKey(db, key)
  if (known?.isDeleted) await restoreImages(db, [known.image.id])
  if (known) return { status: 200 as const, body: known.image, subject }
  const image = { stored: stored!, altText, fileName, format: stored!.uploadFormat, bytes: file.length }
  await createImage(db, image, now)
  return { status: 201 as const, body: (await findImageByKey(db, key))!.image, subject }
}

/** Outside of the transaction, since it reads all posts. */
async function scanPostsWith(db: Db, ids: number[]): Promise<ScannedPosts> {
  return scanPosts(db, await findImageKeys(db, ids))
}

type Deletion = { ids: number[]; posts: ScannedPosts; now: string }

/** Deletes all of `ids`, or none if one of them is in use. */
async function deleteUnused(db: Db, { ids, posts, now }: Deletion) {
  const images = await findImages(db, ids)
  const uses = await listImageUses(db, images, posts)
  if (uses.length === 0) return { body: {}, subject: await deleteImages(db, ids, now) }
  const used = new Set(uses.map((use) => use.imageId)).size
  const which =
    images.length === 1 ? 'This image is' : `Of these ${images.length} images, ${used} ${used === 1 ? 'is' : 'are'}`
  const inUse: ImageInUse = { message: `${which} still in use. Please choose another image there first.`, uses }
  return { status: 409 as const, body: inUse }
}
