import * as z from 'zod/mini'
import { ErrorBody } from '../platform/errors.ts'
import { choiceOf, listQuery } from '../platform/lists.ts'
import { isRefusedPicture, REFUSED_PICTURE } from '../platform/refused-pictures.ts'
import { itemsUpTo, line, typed, webAddress } from '../platform/text-fields.ts'
import { Picture } from './pictures.ts'

export const UPLOAD_BYTES_MAX = 5 * 1024 * 1024
/** The smallest possible image: a GIF of one pixel. */
export const UPLOAD_BYTES_MIN = 26
/** In total of all frames. */
export const MEGAPIXELS_MAX = 60
export const FRAMES_MAX = 300
export const ALT_TEXT_MAX = 500
export const FILE_NAME_MAX = 200
export const TAG_MAX = 40
/** Limits the tags of one image. */
export const TAGS_MAX = 20
/** In pixels. */
export const CROP_MIN = 16

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
  /** The format of the uploaded file. */
  format: UploadFormat,
  /** Size of that file. */
  bytes: z.number(),
  /** Animated in the body of a post; covers, cards and tiles show the first frame. */
  isAnimated: z.boolean(),
  /** False if the alt text is empty or just the file name. */
  isDescribed: z.boolean(),
  /** Lower case, in alphabetical order. */
  tags: z.array(z.string()),
  /** When the file took the place of another, which can be brought back; null if it never did. */
  replacedAt: z.nullable(z.string()),
  createdAt: z.string(),
  picture: Picture,
})
export type OwnerImage = z.infer<typeof OwnerImage>

const Percent = z.number().check(z.int(), z.gte(0), z.lte(100))

export const ImageInput = z.object({
  altText: line(0, ALT_TEXT_MAX, ''),
  /** Unchanged if absent. */
  fileName: z.optional(line(1, FILE_NAME_MAX, 'Please enter a name')),
  /** Unchanged if absent. */
  focus: z.optional(z.object({ x: Percent, y: Percent })),
})
export type ImageInput = z.infer<typeof ImageInput>

/** A tag as stored: lower case, single spaces. */
export const Tag = z.string({ error: 'Required' }).check(
  typed(),
  z.toLowerCase(),
  z.overwrite((tag) => tag.replace(/\s+/g, ' ')),
  z.minLength(1, 'Please enter a tag'),
  z.maxLength(TAG_MAX, `Please keep a tag under ${TAG_MAX} characters`),
  z.regex(/^[\p{L}\p{N} &'’+-]*$/u, 'A tag has letters, digits, spaces and hyphens'),
)

export const OwnerImageListQuery = listQuery(['createdAt', 'fileName', 'bytes'], {
  described: z.optional(z.enum(['true', 'false'])),
  tag: z.optional(Tag),
})
export type OwnerImageListQuery = z.infer<typeof OwnerImageListQuery>

export const TagsInput = choiceOf(OwnerImageListQuery, {
  add: z.array(Tag).check(itemsUpTo(TAGS_MAX)),
  remove: z.array(Tag).check(itemsUpTo(TAGS_MAX)),
})

/** In pixels of the picture, from its top left corner. */
export const CropInput = z.object({
  left: z.number().check(z.int(), z.gte(0)),
  top: z.number().check(z.int(), z.gte(0)),
  width: z.number().check(z.int(), z.gte(CROP_MIN, `Please choose at least ${CROP_MIN} pixels`)),
  height: z.number().check(z.int(), z.gte(CROP_MIN, `Please choose at least ${CROP_MIN} pixels`)),
})
export type CropInput = z.infer<typeof CropInput>

/** A use of an image. */
export const ImageUse = z.object({
  imageId: z.number(),
  kind: z.enum(['post', 'product', 'category', 'routine', 'settings', 'author']),
  /** The id of the post, product, category, routine or user; null for the settings. */
  id: z.nullable(z.number()),
  title: z.string(),
  /** 'cover', 'text', 'pin', 'picture', 'furtherPictures', or the name of a setting. */
  place: z.string(),
})
export type ImageUse = z.infer<typeof ImageUse>

/** Why an image cannot be deleted. */
export const ImageInUse = z.extend(ErrorBody, { uses: z.array(ImageUse) })
export type ImageInUse = z.infer<typeof ImageInUse>

/** A picture of another site, and what it shows. */
export const PictureToCopy = z.object({
  /** Signed addresses of object storage are long. */
  url: webAddress({ max: 8000, message: 'Please enter an address that begins with https://' }).check(
    z.refine((url) => !isRefusedPicture(url), REFUSED_PICTURE),
  ),
  /** The text as on its site, of any length and with line breaks; stored in one line of at most 500 characters. */
  altText: z._default(z.string(), ''),
})
