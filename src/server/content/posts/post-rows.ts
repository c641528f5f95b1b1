import type { Post } from '../../../contract/content/posts.ts'
import { pictureColumns } from '../../platform/db/picture-columns.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { summaryColumns, toPostSummary } from './post-columns.ts'

/** The columns of `toPostSummary`. */
export function summaries(db: Db) {
  return db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .leftJoin('images', 'images.url', 'posts.cover_image')
    .select(summaryColumns)
    .select(pictureColumns)
}

/** The columns of `toPost`; deleted posts are excluded. */
export function bodies(db: Db) {
  return summaries(db)
    .select(['posts.content', 'posts.update_note', 'posts.update_noted_at'])
    .where('posts.deleted_at', 'is', null)
}

type BodyRow = Parameters<typeof toPostSummary>[0] & Pick<Row<'posts'>, 'content' | 'update_note' | 'update_noted_at'>

export function toPost(row: BodyRow): Post {
  const note =
    row.update_note && row.update_noted_at ? { updateNote: row.update_note, updateNotedAt: row.update_noted_at } : {}
  return { ...toPostSummary(row), content: row.content, ...note }
}
