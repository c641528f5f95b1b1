import type { Picture, PictureFormat } from './pictures.ts'

/** The site-relative address of one width and format of a picture; apart from the schemas, which bring zod with them. */
export function pictureUrl({ key }: Pick<Picture, 'key'>, width: number, format: PictureFormat): string {
  return `/media/${key}/${width}.${format}`
}
