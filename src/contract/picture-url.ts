import type { Picture, PictureFormat } from './pictures.ts'

/** The site-relative URL of a variant. Separate from the schemas, to keep zod out of readers' bundles. */
export function pictureUrl({ key }: Pick<Picture, 'key'>, width: number, format: PictureFormat): string {
  return `/media/${key}/${width}.${format}`
}
