import type { UpdateNote } from '../../../contract/content/update-notes.ts'
import type { Db } from '../../platform/db/schema.ts'
import { lockPost } from './posts-write.repo.ts'

/** Stores the note with the present date, unless it is the stored one. Call it in a transaction. */
export async function writeUpdateNote(
  db: Db,
  id: number,
  { note, now }: { note: string; now: string },
): Promise<{ saved: UpdateNote; title: string } | undefined> {
  const row = await lockPost(db, id)
  if (row?.kind !== 'post') return undefined
  const { title } = row
  if (note === (row.update_note ?? '')) return { saved: { note, notedAt: row.update_noted_at }, title }
  const notedAt = note === '' ? null : now
  await db
    .updateTable('posts')
    .set({ update_note: note || null, update_noted_at: notedAt })
    .where('id', '=', id)
    .execute()
  return { saved: { note, notedAt }, title }
}
