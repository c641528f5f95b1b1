import { TAGS_MAX } from '../../../contract/content/images.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Named } from '../../platform/db/soft-delete.ts'

export function parseTags(text: string): string[] {
  return JSON.parse(text) as string[]
}

/** All tags in alphabetical order. */
export async function listTags(db: Db): Promise<{ tag: string; images: number }[]> {
  const rows = await db
    .selectFrom('images')
    .select('tags')
    .where('deleted_at', 'is', null)
    .where('tags', '<>', '[]')
    .execute()
  const counts = new Map<string, number>()
  for (const { tags } of rows) for (const tag of parseTags(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, images]) => ({ tag, images })).sort((one, other) => one.tag.localeCompare(other.tag))
}

/** Changes the tags of images that are not deleted; returns them, or undefined if one would have too many tags. */
export async function changeTags(
  db: Db,
  { ids, add, remove }: { ids: number[]; add: string[]; remove: string[] },
): Promise<Named[] | undefined> {
  // Locked, so that two concurrent changes both count.
  const rows = await db
    .updateTable('images')
    .set((eb) => ({ tags: eb.ref('tags') }))
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .returning(['id', 'tags', 'alt_text', 'file_name'])
    .execute()
  const changed = rows.map((row) => ({
    id: row.id,
    tags: [...new Set([...parseTags(row.tags), ...add])].filter((tag) => !remove.includes(tag)).sort(),
  }))
  if (changed.some(({ tags }) => tags.length > TAGS_MAX)) return undefined
  for (const { id, tags } of changed)
    await db
      .updateTable('images')
      .set({ tags: JSON.stringify(tags) })
      .where('id', '=', id)
      .execute()
  return rows.map((row) => ({ id: row.id, name: row.alt_text || row.file_name }))
}
