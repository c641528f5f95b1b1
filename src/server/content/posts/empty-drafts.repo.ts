import type { Db, Row } from '../../platform/db/schema.ts'
import { isEmptyDraft, toRowDraft } from './post-drafts.ts'

/** Deletes those of the posts that are drafts in which nothing was typed. */
export async function deleteEmptyDrafts(db: Db, ids: number[]): Promise<Row<'posts'>[]> {
  return deleteEmpty(db, await untitled(db).where('id', 'in', ids).execute())
}

/** Purges drafts in which nothing was typed, last written before `before`: an editor that was opened and left. */
export async function purgeEmptyDrafts(db: Db, before: string): Promise<void> {
  await deleteEmpty(db, await untitled(db).where('updated_at', '<', before).limit(1000).execute())
}

/** Of newsletters only those that were never scheduled or sent: the others have recipients and numbers. */
function untitled(db: Db) {
  return db
    .selectFrom('posts')
    .selectAll()
    .where('published_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('title', '=', '')
    .where('body_text', '=', '')
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('newsletters')
        .select('post_id')
        .where((or) => or.or([or('state', '<>', 'draft'), or('started_at', 'is not', null)])),
    )
}

async function deleteEmpty(db: Db, rows: Row<'posts'>[]): Promise<Row<'posts'>[]> {
  const empty = rows.filter((row) => isEmptyDraft(toRowDraft(row)))
  for (const { id, version } of empty)
    await db.deleteFrom('posts').where('id', '=', id).where('version', '=', version).execute()
  return empty
}
