import { sql } from 'kysely'
import { variantWidths } from '../../../contract/content/picture-url.ts'
import type { Picture } from '../../../contract/content/pictures.ts'

/** The columns of a joined `images` row that `toPicture` converts. */
export const pictureColumns = [
  sql<string | null>`images.key`.as('picture_key'),
  sql<number | null>`images.width`.as('picture_width'),
  sql<number | null>`images.height`.as('picture_height'),
  sql<string | null>`images.placeholder`.as('picture_placeholder'),
  sql<number | null>`images.focal_x`.as('picture_focal_x'),
  sql<number | null>`images.focal_y`.as('picture_focal_y'),
] as const

type PictureRow = {
  picture_key: string | null
  picture_width: number | null
  picture_height: number | null
  picture_placeholder: string | null
  picture_focal_x: number | null
  picture_focal_y: number | null
}

/** Null for an image outside the media library. */
export function toPicture(row: PictureRow): Picture | null {
  const { picture_key: key, picture_width: width, picture_height: height, picture_placeholder: placeholder } = row
  const { picture_focal_x: x, picture_focal_y: y } = row
  if (key === null || width === null || height === null || placeholder === null) return null
  if (x === null || y === null) return null
  return { key, width, height, widths: variantWidths(width), placeholder, ...toFocus(x, y) }
}

/** Nothing for the centre, so that pages carry it only where it matters. */
export function toFocus(x: number, y: number): Pick<Picture, 'focus'> {
  return x === 50 && y === 50 ? {} : { focus: { x, y } }
}
