import * as z from 'zod/mini'
import { ErrorBody } from './errors.ts'
import { listQuery } from './lists.ts'
import { Picture } from './pictures.ts'
import { line } from './text-fields.ts'

export const UPLOAD_BYTES_MAX = 5 * 1024 * 1024
/** The smallest picture that there is: a GIF of one pixel. */
export const UPLOAD_BYTES_MIN = 26
/** Pixels of a picture, or of all frames of an animation, in millions. */
export const MEGAPIXELS_MAX = 60
export const FRAMES_MAX = 300
export const ALT_TEXT_MAX = 500

export const UploadFormat = z.enum(['jpeg', 'png', 'gif', 'webp'])
export type UploadFormat = z.infer<typeof UploadFormat>

export const Image = z.object({
  id: z.number(),
  /** Site-relative; it never shows anything else. */
  url: z.string(),
  altText: z.string(),
})
export type Image = z.infer<typeof Image>

/** What the media library shows of an image. */
export const OwnerImage = z.extend(Image, {
  fileName: z.string(),
  /** Of the uploaded file. */
  format: UploadFormat,
  /** Size of that file. */
  bytes: z.number(),
  /** Moves in the text of a post; covers, cards and tiles show its first frame. */
  isAnimated: z.boolean(),
  /** False while the alt text is empty or no more than the name of the file. */
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

/** A place that shows an image. */
export const ImageUse = z.object({
  imageId: z.number(),
  kind: z.enum(['post', 'product', 'category', 'settings', 'author']),
  /** Of the post, product, category or user; null for the settings. */
  id: z.nullable(z.number()),
  title: z.string(),
  /** Where in it: 'cover', 'text', 'picture', or the name of a setting. */
  place: z.string(),
})
export type ImageUse = z.infer<typeof ImageUse>

/** Why an image cannot be deleted. */
export const ImageInUse = z.extend(ErrorBody, { uses: z.array(ImageUse) })
export type ImageInUse = z.infer<typeof ImageInUse>
