import * as z from 'zod/mini'
import { Empty, endpoint, failure, json } from '../platform/endpoint.ts'
import { bulkAction } from '../platform/lists.ts'
import { Id } from '../platform/paths.ts'
import {
  CropInput,
  ImageInput,
  ImageInUse,
  ImageUse,
  OwnerImage,
  OwnerImageListQuery,
  PictureToCopy,
  TagsInput,
} from './images.ts'

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

export const listImageTags = endpoint({
  method: 'GET',
  path: '/images/tags',
  access: 'owner',
  summary: 'The tags of the media library with the number of their images',
  responses: { 200: json('The tags', z.array(z.object({ tag: z.string(), images: z.number() }))) },
})

export const tagImages = endpoint({
  method: 'POST',
  path: '/images/tags',
  access: 'owner',
  summary: 'Add tags to several images and remove others',
  body: TagsInput,
  idempotent: true,
  purges: [],
  audit: 'Tagged images “…”',
  responses: {
    200: json('Done', Empty),
    422: failure('An image would have more than 20 tags'),
  },
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
  softPurge: true,
  audit: 'Uploaded image “…”',
  responses: {
    200: json('It exists, or was restored', OwnerImage),
    201: json('Uploaded', OwnerImage),
    413: failure('The file is larger than 5 MB'),
    415: failure('The body is not a form, or the file has another type'),
    422: failure('The file is missing, one of several, corrupt, or too large when decoded'),
  },
})

export const copyPicture = endpoint({
  method: 'POST',
  path: '/images/copy',
  access: 'owner',
  summary:
    'Copy a picture of another site to the library: at most 5 MB, within 20 seconds. Copying the same picture again returns the existing image',
  body: PictureToCopy,
  idempotent: true,
  purges: ['images'],
  softPurge: true,
  audit: 'Copied picture “…”',
  responses: {
    200: json('It exists, or was restored', OwnerImage),
    201: json('Copied', OwnerImage),
    415: failure('The file has another type'),
    422: failure('The picture could not be fetched, is larger than 5 MB, corrupt, or too large when decoded'),
  },
})

export const saveImage = endpoint({
  method: 'PUT',
  path: '/images/:id',
  access: 'owner',
  summary: 'Change the alt text, the file name or the focal point of an image',
  params: { id: Id },
  body: ImageInput,
  idempotent: true,
  notFound: 'Image not found',
  purges: ['images'],
  softPurge: true,
  audit: 'Changed image “…”',
  responses: { 200: json('Saved', OwnerImage) },
})

export const cropImage = endpoint({
  method: 'POST',
  path: '/images/:id/crop',
  access: 'owner',
  summary: 'Make a new image of a part of this one, which stays as it is',
  params: { id: Id },
  body: CropInput,
  idempotent: true,
  notFound: 'Image not found',
  purges: ['images'],
  softPurge: true,
  audit: 'Cropped image “…”',
  responses: {
    200: json('It exists, or was restored', OwnerImage),
    201: json('Cropped', OwnerImage),
    422: failure('The part is outside of the picture, or the picture is animated'),
  },
})

/** Pages of every noun may show the image. */
const everyTag = [
  'images',
  'posts',
  'pages',
  'products',
  'ingredients',
  'routines',
  'categories',
  'settings',
  'users',
] as const

export const replaceImageFile = endpoint({
  method: 'POST',
  path: '/images/:id/file',
  access: 'owner',
  summary: 'Replace the file of an image everywhere it is used, as multipart/form-data like an upload',
  params: { id: Id },
  upload: Upload,
  idempotent: true,
  notFound: 'Image not found',
  purges: everyTag,
  audit: 'Replaced the file of image “…”',
  responses: {
    200: json('Replaced', OwnerImage),
    409: failure('The file is in the library as another image'),
    413: failure('The file is larger than 5 MB'),
    415: failure('The body is not a form, or the file has another type'),
    422: failure('The file is missing, one of several, corrupt, or too large when decoded'),
  },
})

export const undoReplacement = endpoint({
  method: 'POST',
  path: '/images/:id/file/undo',
  access: 'owner',
  summary: 'Bring back the file that was replaced last, everywhere',
  params: { id: Id },
  idempotent: true,
  notFound: 'Image not found',
  purges: everyTag,
  audit: 'Brought back the file of image “…”',
  responses: {
    200: json('Brought back', OwnerImage),
    409: failure('There is no earlier file, or it is in the library as another image'),
  },
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
  softPurge: true,
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
  softPurge: true,
  audit: 'Brought back images “…”',
})
