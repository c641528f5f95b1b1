import { sql } from 'kysely'
import type { Picture } from '../../../contract/pictures.ts'

/** The columns of a joined `images` row that `toPicture` converts. */
export const pictureColumns = [
  sql<string | null>`images.key`.as('picture_key'),
  sql<number | null>`images.width`.as('picture_width'),
  sql<number | null>`images.height`.as('picture_height'),
  sql<string | null>`images.widths`.as('picture_widths'),
  sql<string | null>`images.placeholder`.as('picture_placeholder'),
] as const

type PictureRow = {
  picture_key: string | null
  picture_width: number | null
  picture_height: number | null
  picture_widths: string | null
  picture_placeholder: string | null
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
  }
}
