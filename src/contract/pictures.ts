import * as z from 'zod/mini'

/**
 * What a page needs to show an image of the media library without anything moving: its size, the widths it is kept in,
 * and a tiny blurred stand-in. A width and format of it is at `/media/{key}/{width}.{avif|webp|jpg}`.
 */
export const Picture = z.object({
  key: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  /** A data URI of a few hundred bytes. */
  placeholder: z.string(),
})
export type Picture = z.infer<typeof Picture>

export type PictureFormat = 'avif' | 'webp' | 'jpg'
