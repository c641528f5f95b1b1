import PQueue from 'p-queue'
import * as contract from '../../../contract/content/image-endpoints.ts'
import { type ImageInUse, TAGS_MAX } from '../../../contract/content/images.ts'
import { BULK_MAX } from '../../../contract/platform/lists.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Named } from '../../platform/db/soft-delete.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import type { GuardedRequest } from '../../platform/http/guarded-request.ts'
import { found, listed, one, several } from '../../platform/http/replies.ts'
import { cropImage } from './crop-image.ts'
import { fetchPicture } from './fetch-picture.ts'
import type { ImageStore, StoredUpload } from './image-store.ts'
import { changeTags, listTags } from './image-tags.repo.ts'
import { listImageUses, type ScannedPosts, scanPosts } from './image-uses.repo.ts'
import { findEarlierFile, replaceFile, switchFile } from './image-versions.repo.ts'
import {
  createImage,
  deleteImages,
  findImage,
  findImageByKey,
  findImageKeys,
  findImages,
  imageList,
  readImage,
  restoreImages,
  type StoredFile,
  saveImage,
} from './images.repo.ts'
import { oneLine, readUpload, type Upload } from './read-upload.ts'
import type { VariantWarming } from './warm-variants.ts'

export type ImageRoutesOptions = {
  images: ImageStore
  warming: Pick<VariantWarming, 'warm'>
  /** Fetches pictures of other sites. */
  guardedRequest: GuardedRequest
}

/** Uploaded files in memory at a time; further requests wait unread. */
const READ_AT_ONCE = 4
/** Pictures of other sites that are fetched at a time. */
const FETCHED_AT_ONCE = 2

export function imageRoutes(options: ImageRoutesOptions) {
  const reading = new PQueue({ concurrency: READ_AT_ONCE })
  return [
    ...libraryRoutes(),
    ...newImageRoutes(options, reading),
    ...replacementRoutes(options, reading),
    ...deletionRoutes(),
  ]
}

function libraryRoutes() {
  return [
    bind(contract.listImages, ({ db, query }) => listed(imageList.page(db, query))),
    bind(contract.listImageTags, async ({ db }) => ({ body: await listTags(db) })),
    bind(contract.tagImages, async ({ db, body: { add, remove, ...choice } }) => {
      const tagged = await changeTags(db, { ids: await imageList.chosen(db, choice), add, remove })
      if (!tagged) throw new HttpError(422, `An image has at most ${TAGS_MAX} tags`)
      return several(Promise.resolve(tagged))
    }),
    bind(contract.findImage, ({ db, params }) => found(findImage(db, params.id))),
    bind(contract.listImageUses, async ({ db, params }) => {
      const image = await findImage(db, params.id)
      return image && { body: await listImageUses(db, [image]) }
    }),
    bind(contract.saveImage, async ({ db, params, body }) => {
      const image = await saveImage(db, params.id, body)
      return image && { body: image, subject: image.altText || image.fileName }
    }),
  ]
}

/** Uploads, copies of pictures of other sites, and crops, which are images of their own. */
function newImageRoutes({ images, warming, guardedRequest }: ImageRoutesOptions, reading: PQueue) {
  const fetching = new PQueue({ concurrency: FETCHED_AT_ONCE })
  return [
    bindStaged(contract.uploadImage, ({ c, db, now, transact }) =>
      reading.add(async () => {
        const upload = await readUpload(c)
        const isKnown = async (key: string) => (await findImageByKey(db, key)) !== undefined
        return images.store(upload.file, isKnown, async (stored) => {
          const response = await transact({ key: stored.key, altText: upload.altText }, (transaction) =>
            insertImage(transaction, stored, upload, now),
          )
          if (stored.stored) warming.warm(stored.key, stored.stored.widths)
          return response
        })
      }),
    ),
    bindStaged(contract.copyPicture, ({ db, body, now, transact }) =>
      fetching.add(async () => {
        const { file, fileName } = await fetchPicture(guardedRequest, body.url)
        const upload = {
          file,
          fileName: oneLine(fileName) || 'picture',
          altText: oneLine(body.altText.replace(/\s+/g, ' ')),
        }
        const isKnown = async (key: string) => (await findImageByKey(db, key)) !== undefined
        return images.store(file, isKnown, async (stored) => {
          const response = await transact({ body }, (transaction) => insertImage(transaction, stored, upload, now))
          if (stored.stored) warming.warm(stored.key, stored.stored.widths)
          return response
        })
      }),
    ),
    bindStaged(contract.cropImage, async ({ db, params, body, now, transact }) => {
      const image = await findImage(db, params.id)
      const source = image && (await images.readSource(image.picture.key))
      if (!source) return undefined
      const file = await cropImage(source, body)
      const isKnown = async (key: string) => (await findImageByKey(db, key)) !== undefined
      return images.store(file, isKnown, async (stored) => {
        const { fileName, altText, tags } = image
        const response = await transact({ params, body }, (transaction) =>
          insertImage(transaction, stored, { file, fileName, altText, tags }, now),
        )
        if (stored.stored) warming.warm(stored.key, stored.stored.widths)
        return response
      })
    }),
  ]
}

function replacementRoutes({ images, warming }: ImageRoutesOptions, reading: PQueue) {
  return [
    bindStaged(contract.replaceImageFile, ({ c, params, now, transact }) =>
      reading.add(async () => {
        const { file, fileName } = await readUpload(c)
        // A known file is stored again, for what its row does not say.
        return images.store(
          file,
          async () => false,
          async ({ key, stored }) => {
            const response = await transact({ params, key }, async (transaction) => {
              if (!(await findImage(transaction, params.id))) return undefined
              const replacement = toStoredFile(stored, { fileName, file })
              if (!(await replaceFile(transaction, params.id, replacement, now))) throw belongsToAnother()
              const image = await readImage(transaction, params.id)
              return { body: image, subject: image.altText || image.fileName }
            })
            if (stored) warming.warm(key, stored.widths)
            return response
          },
        )
      }),
    ),
    bind(contract.undoReplacement, async ({ db, params, now }) => {
      if (!(await findImage(db, params.id))) return undefined
      const earlier = await findEarlierFile(db, params.id)
      if (!earlier) throw new HttpError(409, 'There is no earlier file of this image')
      if (!(await switchFile(db, params.id, earlier, now))) throw belongsToAnother()
      const image = await readImage(db, params.id)
      return { body: image, subject: image.altText || image.fileName }
    }),
  ]
}

function deletionRoutes() {
  return [
    bindStaged(contract.deleteImage, async ({ db, params, query, now, transact }) => {
      const posts = await scanPostsWith(db, [params.id])
      return transact(
        { params, query },
        async (transaction) =>
          (await findImage(transaction, params.id)) &&
          (await deleteUnused(transaction, { ids: [params.id], posts, now }, one)),
      )
    }),
    bind(contract.restoreImage, async ({ db, params }) => {
      const restored = await restoreImages(db, [params.id])
      return (await findImage(db, params.id)) && { body: {}, subject: restored.map(({ name }) => name) }
    }),
    bindStaged(contract.deleteImages, async ({ db, params, query, body, now, transact }) => {
      const scanned = body.query ? await imageList.ids(db, body.query, BULK_MAX) : body.ids!
      const posts = await scanPostsWith(db, scanned)
      return transact({ params, query, body }, async (transaction) => {
        const ids = await imageList.chosen(transaction, body)
        // An image that was not scanned counts as unused.
        if (ids.some((id) => !scanned.includes(id)))
          throw new Rejection('The list has changed. Please look at it again.', 'query')
        return deleteUnused(transaction, { ids, posts, now }, several)
      })
    }),
    bind(contract.restoreImages, ({ db, body }) => several(restoreImages(db, body.ids))),
  ]
}

const belongsToAnother = () =>
  new HttpError(409, 'This file is in the library as another image. Please choose that one instead.')

/** 201 for a new image, 200 for a known one, which is restored if it was deleted. */
async function insertImage(db: Db, { key, stored }: StoredUpload, upload: Upload & { tags?: string[] }, now: string) {
  const { file, fileName, altText, tags } = upload
  const subject = altText || fileName
  const known = await findImageByKey(db, key)
  if (known?.isDeleted) await restoreImages(db, [known.image.id])
  if (known) return { status: 200 as const, body: known.image, subject }
  await createImage(db, { ...toStoredFile(stored, { fileName, file }), altText, tags }, now)
  const created = await findImageByKey(db, key)
  if (!created) throw new Error(`The image ${key} was not inserted`)
  return { status: 201 as const, body: created.image, subject }
}

function toStoredFile(
  stored: StoredUpload['stored'],
  { fileName, file }: Pick<Upload, 'fileName' | 'file'>,
): StoredFile {
  if (!stored) throw new Error(`The file of a new image, ${fileName}, was not stored`)
  return { stored, fileName, format: stored.uploadFormat, bytes: file.length }
}

/** Outside of the transaction, since it reads all posts. */
async function scanPostsWith(db: Db, ids: number[]): Promise<ScannedPosts> {
  return scanPosts(db, ids.length > 0 ? await findImageKeys(db, ids) : [])
}

type Deletion = { ids: number[]; posts: ScannedPosts; now: string }

/** Deletes all of `ids`, or none if one of them is in use. */
async function deleteUnused<Reply>(
  db: Db,
  { ids, posts, now }: Deletion,
  reply: (deleted: Promise<Named[]>) => Promise<Reply>,
) {
  const images = await findImages(db, ids)
  const uses = await listImageUses(db, images, posts)
  if (uses.length === 0) return reply(deleteImages(db, ids, now))
  const used = new Set(uses.map((use) => use.imageId)).size
  const which =
    images.length === 1 ? 'This image is' : `Of these ${images.length} images, ${used} ${used === 1 ? 'is' : 'are'}`
  const inUse: ImageInUse = { message: `${which} still in use. Please choose another image there first.`, uses }
  return { status: 409 as const, body: inUse }
}
