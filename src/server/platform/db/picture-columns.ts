import { sql } from 'kysely'
import type { Picture } from '../../../contract/content/pictures.ts'

/** The columns of a joined `images` row that `toPicture` converts. */
export const pictureColumns = [
  sql<string | null>`images.key`.as('picture_key'),
  sql<number | null>`images.width`.as('picture_width'),
  sql<number | null>`images.height`.as('picture_height'),
  sql<string | null>`images.widths`.as('picture_widths'),
  sql<string | null>`images.placeholder`.as('picture_placeholder'),
  sql<number | null>`images.focal_x`.as('picture_focal_x'),
  sql<number | null>`images.focal_y`.as('picture_focal_y'),
] as const

type PictureRow = {
  picture_key: string | null
  picture_width: number | null
  picture_height: number | null
  picture_widths: string | null
  picture_placeholder: string | null
  picture_focal_x: number | null
  picture_focal_y: number | null
}

/** Null for an image outside the media library. */
export function toPicture(row: PictureRow): Picture | null {
  if (row.picture_key === null) return null
  return {
    key: row.picture_key,
    width: row.picture_width!,
    height: row.picture_height!,
    widths: JSON.parse(row.picture_widths!) as number[],
    placeholder: row.picture_placeholder!,
    ...toFocus(row.picture_focal_x!, row.picture_focal_y!),
  }
}

/** Nothing for the centre, so that pages carry it only where it matters. */
export function toFocus(x: number, y: number): Pick<Picture, 'focus'> {
  return x === 50 && y === 50 ? {} : { focus: { x, y } }
}
