import * as z from 'zod/mini'

/**
 * An image of the media library as a page renders it without layout shift: size, available widths and a blurred
 * placeholder. Its variants are at `/media/{key}/{width}.{avif|webp|jpg}`.
 */
export const Picture = z.object({
  key: z.string(),
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  /** A data URI of a few hundred bytes; empty for a transparent picture. */
  placeholder: z.string(),
  /** The point that a crop keeps in view, in percent from the left and the top; the centre if absent. */
  focus: z.optional(z.object({ x: z.number(), y: z.number() })),
})
export type Picture = z.infer<typeof Picture>

export type PictureFormat = 'avif' | 'webp' | 'jpg'
