import * as z from 'zod/mini'
import { Empty, endpoint, failure, json } from './endpoint.ts'
import { ErrorBody } from './errors.ts'
import { bulkAction, listQuery } from './lists.ts'
import { Id } from './paths.ts'
import { Picture } from './pictures.ts'
import { line } from './text-fields.ts'

export const UPLOAD_BYTES_MAX = 5 * 1024 * 1024
/** The smallest possible image: a GIF of one pixel. */
export const UPLOAD_BYTES_MIN = 26
/** In total of all frames. */
export const MEGAPIXELS_MAX = 60
export const FRAMES_MAX = 300
export const ALT_TEXT_MAX = 500

export const UploadFormat = z.enum(['jpeg', 'png', 'gif', 'webp'])
export type UploadFormat = z.infer<typeof UploadFormat>

export const Image = z.object({
  id: z.number(),
  /** Site-relative; its content never changes. */
  url: z.string(),
  altText: z.string(),
})
export type Image = z.infer<typeof Image>

/** An image as the media library shows it. */
export const OwnerImage = z.extend(Image, {
  fileName: z.string(),
  /** Of the uploaded file. */
  format: UploadFormat,
  /** Size of that file. */
  bytes: z.number(),
  /** Animated in the body of a post; covers, cards and tiles show the first frame. */
  isAnimated: z.boolean(),
  /** False if the alt text is empty or just the file name. */
  isDescribed: z.boolean(),
  createdAt: z.string(),
  picture: Picture,
})
export type OwnerImage = z.infer<typeof OwnerImage>

export const ImageInput = z.object({ altText: line(0, ALT_TEXT_MAX, '') })
export type ImageInput = z.infer<typeof ImageInput>

export const OwnerImageListQuery = listQuery(['createdAt', 'fileName', 'bytes'], {
  described: z.optional(z.enum(['true', 'false'])),
})
export type OwnerImageListQuery = z.infer<typeof OwnerImageListQuery>

/** A use of an image. */
export const ImageUse = z.object({
  imageId: z.number(),
  kind: z.enum(['post', 'product', 'category', 'settings', 'author']),
  /** The id of the post, product, category or user; null for the settings. */
  id: z.nullable(z.number()),
  title: z.string(),
  /** 'cover', 'text', 'picture', or the name of a setting. */
  place: z.string(),
})
export type ImageUse = z.infer<typeof ImageUse>

/** Why an image cannot be deleted. */
export const ImageInUse = z.extend(ErrorBody, { uses: z.array(ImageUse) })
export type ImageInUse = z.infer<typeof ImageInUse>

/** The fields of the multipart body. */
const Upload = z.object({
  /** JPEG, PNG, GIF or WebP, at most 5 MB. */
  image: z.string(),
  altText: z.optional(z.string()),
})

const inUse = json('It is still in use; `uses` says where', ImageInUse)

export const listImages = endpoint({
  method: 'GET',
  path: '/images',
  access: 'owner',
  summary: 'The media library, newest first',
  query: OwnerImageListQuery,
  list: true,
  responses: { 200: json('The images', z.array(OwnerImage)) },
})

export const findImage = endpoint({
  method: 'GET',
  path: '/images/:id',
  access: 'owner',
  summary: 'One image',
  params: { id: Id },
  notFound: 'Image not found',
  responses: { 200: json('The image', OwnerImage) },
})

export const listImageUses = endpoint({
  method: 'GET',
  path: '/images/:id/uses',
  access: 'owner',
  summary: 'All uses of an image',
  params: { id: Id },
  notFound: 'Image not found',
  responses: { 200: json('The uses', z.array(ImageUse)) },
})

export const uploadImage = endpoint({
  method: 'POST',
  path: '/images',
  access: 'owner',
  summary:
    'Upload an image, as multipart/form-data: JPEG, PNG, GIF or WebP by content, at most 5 MB. Uploading the same file again returns the existing image',
  upload: Upload,
  idempotent: true,
  purges: ['images'],
  audit: 'Uploaded image “…”',
  responses: {
    200: json('It exists, or was restored', OwnerImage),
    201: json('Uploaded', OwnerImage),
    413: failure('The file is larger than 5 MB'),
    415: failure('The body is not a form, or the file has another type'),
    422: failure('The file is missing, one of several, corrupt, or too large when decoded'),
  },
})

export const saveImage = endpoint({
  method: 'PUT',
  path: '/images/:id',
  access: 'owner',
  summary: 'Change the alt text of an image',
  params: { id: Id },
  body: ImageInput,
  idempotent: true,
  notFound: 'Image not found',
  purges: ['images'],
  audit: 'Changed image “…”',
  responses: { 200: json('Saved', OwnerImage) },
})

export const deleteImage = endpoint({
  method: 'DELETE',
  path: '/images/:id',
  access: 'owner',
  summary: 'Delete an unused image. Its files are purged after 30 days',
  params: { id: Id },
  idempotent: true,
  notFound: 'Image not found',
  purges: ['images'],
  audit: 'Deleted image “…”',
  responses: { 200: json('Deleted', Empty), 409: inUse },
})

export const restoreImage = endpoint({
  method: 'POST',
  path: '/images/:id/restore',
  access: 'owner',
  summary: 'Restore a deleted image',
  params: { id: Id },
  idempotent: true,
  notFound: 'Image not found',
  purges: ['images'],
  audit: 'Brought back image “…”',
  responses: { 200: json('Restored', Empty) },
})

export const deleteImages = endpoint({
  ...bulkAction,
  method: 'POST',
  path: '/images/delete',
  summary: 'Delete several images, or none if one of them is in use',
  purges: ['images'],
  audit: 'Deleted images “…”',
  responses: { ...bulkAction.responses, 409: inUse },
})

export const restoreImages = endpoint({
  ...bulkAction,
  method: 'POST',
  path: '/images/restore',
  summary: 'Restore several deleted images',
  purges: ['images'],
  audit: 'Brought back images “…”',
})
