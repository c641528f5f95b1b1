import { type Context, Hono } from 'hono'
import { ImageInput, type ImageInUse, type ImageUse, OwnerImageListQuery } from '../../../contract/images.ts'
import { LIST_MAX } from '../../../contract/limits.ts'
import { Selection } from '../../../contract/lists.ts'
import { Id } from '../../../contract/paths.ts'
import type { Db } from '../../platform/db/schema.ts'
import { notFound } from '../../platform/http/errors.ts'
import { idempotent, type JsonResponse } from '../../platform/http/idempotency.ts'
import { setListHeaders } from '../../platform/http/list-headers.ts'
import type { Owner, OwnerGuard } from '../../platform/http/owner.ts'
import { readBody, readParam, readQuery } from '../../platform/http/validate.ts'
import type { ImageStore, StoredUpload } from './image-store.ts'
import { listImageUses } from './image-uses.repo.ts'
import {
  countImages,
  createImage,
  findImage,
  findImageByKey,
  findImages,
  listImages,
  markDeleted,
  restoreImages,
  saveAltText,
} from './images.repo.ts'
import { readUpload, type Upload } from './read-upload.ts'

export type ImageRoutesOptions = {
  db: Db
  clock: () => Date
  owner: OwnerGuard
  store: ImageStore
  /** Called with each new image, whose widths may be made before a reader asks. */
  onUpload: (key: string, widths: number[]) => void
}

export function imageRoutes({ db, clock, owner, store, onUpload }: ImageRoutesOptions) {
  const now = () => clock().toISOString()

  return new Hono()
    .get('/images', owner, async (c) => {
      const { page = 1, limit = LIST_MAX, ...filter } = readQuery(c, OwnerImageListQuery)
      setListHeaders(c, { total: await countImages(db, filter), page, limit })
      return c.json(await listImages(db, filter, { limit, offset: (page - 1) * limit }))
    })
    .get('/images/:id', owner, async (c) => c.json(await imageOf(c)))
    .get('/images/:id/uses', owner, async (c) => c.json(await listImageUses(db, await imageOf(c))))
    .post('/images', owner, async (c) => {
      const upload = await readUpload(c)
      const isKnown = async (key: string) => (await findImageByKey(db, key)) !== undefined
      return store.store(upload.file, isKnown, async (received) => {
        const response = await idempotent(c, db, { key: received.key, altText: upload.altText }, async (transaction) =>
          enter(c, transaction, received, upload),
        )
        if (received.stored) onUpload(received.key, received.stored.widths)
        return response
      })
    })
    .put('/images/:id', owner, async (c) => {
      const id = readId(c)
      const input = await readBody(c, ImageInput)
      return idempotent(c, db, input, async (transaction) => {
        const image = await saveAltText(transaction, id, input.altText)
        if (!image) throw imageNotFound()
        c.set('subject', image.altText || image.fileName)
        return { status: 200, body: image }
      })
    })
    .delete('/images/:id', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) => {
        if (!(await findImage(transaction, id))) throw imageNotFound()
        return remove(c, transaction, [id], now())
      })
    })
    .post('/images/:id/restore', owner, (c) => {
      const id = readId(c)
      return idempotent(c, db, { id }, async (transaction) => {
        const response = await restore(c, transaction, [id])
        if (!(await findImage(transaction, id))) throw imageNotFound()
        return response
      })
    })
    .post('/images/delete', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return idempotent(c, db, ids, (transaction) => remove(c, transaction, ids, now()))
    })
    .post('/images/restore', owner, async (c) => {
      const { ids } = await readBody(c, Selection)
      return idempotent(c, db, ids, (transaction) => restore(c, transaction, ids))
    })

  async function imageOf(c: Context) {
    const image = await findImage(db, readId(c))
    if (!image) throw imageNotFound()
    return image
  }

  /** 201 for a new image, 200 for one that was there; a deleted one comes back. */
  async function enter(
    c: OwnerContext,
    transaction: Db,
    { key, stored }: StoredUpload,
    { file, fileName, altText }: Upload,
  ): Promise<JsonResponse> {
    c.set('subject', altText || fileName)
    const known = await findImageByKey(transaction, key)
    if (known?.isDeleted) await restoreImages(transaction, [known.image.id])
    if (known) return { status: 200, body: known.image }
    const image = { stored: stored!, altText, fileName, format: stored!.uploadFormat, bytes: file.length }
    await createImage(transaction, image, now())
    return { status: 201, body: (await findImageByKey(transaction, key))!.image }
  }
}

type OwnerContext = Context<Owner>

const imageNotFound = () => notFound('Image not found')
const readId = (c: Context) => readParam(c, 'id', Id, 'Image not found')

/** Deletes all of `ids`, or none where one of them is shown somewhere. */
async function remove(c: OwnerContext, db: Db, ids: number[], now: string): Promise<JsonResponse> {
  const images = await findImages(db, ids)
  const uses: ImageUse[] = []
  for (const image of images) uses.push(...(await listImageUses(db, image)))
  if (uses.length > 0) {
    const used = new Set(uses.map((use) => use.imageId)).size
    const which =
      images.length === 1 ? 'This image is' : `Of these ${images.length} images, ${used} ${used === 1 ? 'is' : 'are'}`
    const body: ImageInUse = { message: `${which} still in use. Please choose another image there first.`, uses }
    return { status: 409, body }
  }
  await markDeleted(db, ids, now)
  return done(c, images)
}

async function restore(c: OwnerContext, db: Db, ids: number[]): Promise<JsonResponse> {
  return done(c, await restoreImages(db, ids))
}

function done(c: OwnerContext, images: { altText: string; fileName: string }[]): JsonResponse {
  c.set('subject', images.map(({ altText, fileName }) => altText || fileName).join(', '))
  return { status: 200, body: {} }
}
