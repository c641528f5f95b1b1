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

/** In pixels: three times the width of a card on a phone, which is as dense as a screen gets. */
const SMALL = 960

/** The widths of a picture that a card needs; at least one. */
export function smallWidths({ widths }: Pick<Picture, 'widths'>): number[] {
  const small = widths.filter((width) => width <= SMALL)
  return small.length > 0 ? small : widths.slice(0, 1)
}
