import type { Db } from '../../platform/db/schema.ts'
import { findEarlierItems, type ImportItem, itemKey } from './site-imports.repo.ts'

/**
 * How a text differs from that of an earlier import: `edited` has changed on the old site and here, `changed` there alone,
 * `unchanged` not there. `deleted` was deleted here.
 */
export type Repetition = 'unchanged' | 'changed' | 'edited' | 'deleted'

/** The sentence for the owner about what becomes of it. */
export const repetitionNotes: Record<Exclude<Repetition, 'unchanged'>, string> = {
  changed: 'It has changed on the old site since it was imported.',
  edited: 'It has changed on the old site and was edited here: the text here stays.',
  deleted: 'It was deleted here and stays deleted.',
}

/** Compares the texts of an import with those of earlier ones; undefined for a text that is new. */
export async function readRepetitions(
  db: Db,
  importId: number,
): Promise<(item: Pick<ImportItem<'text'>, 'sourceKey' | 'hash'>) => Repetition | undefined> {
  const earlier = await findEarlierItems(db, importId)
  const rows = earlier.size === 0 ? [] : await db.selectFrom('posts').select(['id', 'version', 'deleted_at']).execute()
  const posts = new Map(rows.map((row) => [row.id, row]))
  return ({ sourceKey, hash }) => {
    const known = earlier.get(itemKey('text', sourceKey))
    if (!known) return undefined
    const post = posts.get(known.refId)
    if (!post || post.deleted_at !== null) return 'deleted'
    if (known.hash === hash) return 'unchanged'
    return post.version === known.refVersion ? 'changed' : 'edited'
  }
}
