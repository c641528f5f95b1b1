import * as z from 'zod/mini'
import { Empty, failure, json, ownerRead, ownerWrite } from '../platform/endpoint.ts'
import { bulkWrite, choiceOf } from '../platform/lists.ts'
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

export const listImages = ownerRead('/images', {
  summary: 'The media library, newest first',
  query: OwnerImageListQuery,
  list: true,
  responses: { 200: json('The images', z.array(OwnerImage)) },
})

export const listImageTags = ownerRead('/images/tags', {
  summary: 'The tags of the media library with the number of their images',
  responses: { 200: json('The tags', z.array(z.object({ tag: z.string(), images: z.number() }))) },
})

export const tagImages = bulkWrite(
  '/images/tags',
  {
    summary: 'Add tags to several images and remove others',
    body: TagsInput,
    purges: [],
    audit: 'Tagged images “…”',
  },
  { 422: failure('An image would have more than 20 tags') },
)

export const findImage = ownerRead('/images/:id', {
  summary: 'One image',
  notFound: 'Image not found',
  responses: { 200: json('The image', OwnerImage) },
})

export const listImageUses = ownerRead('/images/:id/uses', {
  summary: 'All uses of an image',
  notFound: 'Image not found',
  responses: { 200: json('The uses', z.array(ImageUse)) },
})

export const uploadImage = ownerWrite('POST', '/images', {
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

export const copyPicture = ownerWrite('POST', '/images/copy', {
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

export const saveImage = ownerWrite('PUT', '/images/:id', {
  summary: 'Change the alt text, the file name or the focal point of an image',
  body: ImageInput,
  idempotent: true,
  notFound: 'Image not found',
  purges: ['images'],
  softPurge: true,
  audit: 'Changed image “…”',
  responses: { 200: json('Saved', OwnerImage) },
})

export const cropImage = ownerWrite('POST', '/images/:id/crop', {
  summary: 'Make a new image of a part of this one, which stays as it is',
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

export const replaceImageFile = ownerWrite('POST', '/images/:id/file', {
  summary: 'Replace the file of an image everywhere it is used, as multipart/form-data like an upload',
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

export const undoReplacement = ownerWrite('POST', '/images/:id/file/undo', {
  summary: 'Bring back the file that was replaced last, everywhere',
  idempotent: true,
  notFound: 'Image not found',
  purges: everyTag,
  audit: 'Brought back the file of image “…”',
  responses: {
    200: json('Brought back', OwnerImage),
    409: failure('There is no earlier file, or it is in the library as another image'),
  },
})

export const deleteImage = ownerWrite('DELETE', '/images/:id', {
  summary: 'Delete an unused image. Its files are purged after 30 days',
  idempotent: true,
  notFound: 'Image not found',
  purges: ['images'],
  audit: 'Deleted image “…”',
  responses: { 200: json('Deleted', Empty), 409: inUse },
})

export const restoreImage = ownerWrite('POST', '/images/:id/restore', {
  summary: 'Restore a deleted image',
  idempotent: true,
  notFound: 'Image not found',
  purges: ['images'],
  softPurge: true,
  audit: 'Brought back image “…”',
  responses: { 200: json('Restored', Empty) },
})

export const deleteImages = bulkWrite(
  '/images/delete',
  {
    summary: 'Delete several images, or none if one of them is in use',
    body: choiceOf(OwnerImageListQuery),
    purges: ['images'],
    audit: 'Deleted images “…”',
  },
  { 409: inUse },
)

export const restoreImages = bulkWrite('/images/restore', {
  summary: 'Restore several deleted images',
  purges: ['images'],
  softPurge: true,
  audit: 'Brought back images “…”',
})
