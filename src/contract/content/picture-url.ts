import type { Picture, PictureFormat } from './pictures.ts'

/** The site-relative URL of a variant. Separate from the schemas, to keep zod out of readers' bundles. */
export function pictureUrl({ key }: Pick<Picture, 'key'>, width: number, format: PictureFormat): string {
  return `/media/${key}/${width}.${format}`
}

/** 480 px is half of a phone's screen, which two cards share, at three device pixels. */
const WIDTHS = [320, 480, 640, 960, 1280, 1600, 2400]

/** The widths of an image's variants: the smaller ones of the list, and its own unless larger than all. */
export function variantWidths(width: number): number[] {
  return [...WIDTHS.filter((smaller) => smaller < width), ...(width <= Math.max(...WIDTHS) ? [width] : [])]
}

/** Phones have so many for each CSS pixel; other screens have two at most. */
const DEVICE_PIXELS = 3

/** The widths that a picture needs if it is drawn at most `drawn` CSS pixels wide on a phone, whose screen is the densest. */
export function widthsUpTo(drawn: number, { widths }: Pick<Picture, 'widths'>): number[] {
  const enough = widths.findIndex((width) => width >= drawn * DEVICE_PIXELS)
  return enough < 0 ? widths : widths.slice(0, enough + 1)
}

/** A phone is 320 CSS pixels wide or more, with two device pixels or more. */
const PHONE = 640

/** The widths that a picture as wide as the page needs; at least one. */
export function pageWidths({ widths }: Pick<Picture, 'widths'>): number[] {
  const wide = widths.filter((width) => width >= PHONE)
  return wide.length > 0 ? wide : widths.slice(-1)
}
