import type { PhasedMigration } from '../migration-phase.ts'
import type { AnyDb } from './columns.ts'

/**
 * Stores in Unicode's normal form C what requests are compared with exactly: the categories of products and the tags of
 * subscribers and images, which versions before stored as a Mac sent them.
 */
export const composedNames: PhasedMigration = {
  phase: 'migrate',
  async up(db) {
    const found = await db.selectFrom('products').select('category').distinct().execute()
    for (const { category } of found.filter((row) => isDecomposed(row.category)))
      await db
        .updateTable('products')
        .set({ category: category.normalize('NFC') })
        .where('category', '=', category)
        .execute()
    await composeSubscriberTags(db)
    await composeImageTags(db)
  },
}

async function composeSubscriberTags(db: AnyDb): Promise<void> {
  const found = await db.selectFrom('subscriber_tags').select('tag').distinct().execute()
  for (const { tag } of found.filter((row) => isDecomposed(row.tag))) {
    const composed = tag.normalize('NFC')
    const ofBoth = db.selectFrom('subscriber_tags').select('subscriber_id').where('tag', '=', composed)
    await db.deleteFrom('subscriber_tags').where('tag', '=', tag).where('subscriber_id', 'in', ofBoth).execute()
    await db.updateTable('subscriber_tags').set({ tag: composed }).where('tag', '=', tag).execute()
  }
}

/** A JSON array in which no tag repeats. */
async function composeImageTags(db: AnyDb): Promise<void> {
  const rows = await db.selectFrom('images').select(['id', 'tags']).where('tags', '!=', '[]').execute()
  for (const { id, tags } of rows.filter((row) => isDecomposed(row.tags))) {
    const composed = JSON.stringify([...new Set(JSON.parse(tags.normalize('NFC')))])
    await db.updateTable('images').set({ tags: composed }).where('id', '=', id).execute()
  }
}

const isDecomposed = (text: string) => text !== text.normalize('NFC')
