import { canonicalSlug } from '../../../../contract/canonical-slug.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import type { AnyDb } from './columns.ts'

/**
 * Leads the canonical spelling of the slugs from before there was one to their posts, and stores slugs and the names of images
 * in one Unicode normal form, in which requests look for them.
 */
export const oneSpelling: PhasedMigration = {
  phase: 'migrate',
  async up(db) {
    await normalizeSlugs(db)
    const posts = await db
      .selectFrom('posts')
      .select(['id', 'slug', 'updated_at'])
      .where('deleted_at', 'is', null)
      .execute()
    const former = await db
      .selectFrom('redirects')
      .select(['target_id as id', 'from_slug as slug', 'created_at as updated_at'])
      .where('kind', '=', 'posts')
      .execute()
    const taken = new Set(posts.map(({ slug }) => slug))
    for (const { id, slug, updated_at } of [...posts, ...former]) {
      const spelled = canonicalSlug(slug)
      if (spelled === slug || taken.has(spelled)) continue
      await db
        .insertInto('redirects')
        .values({ kind: 'posts', from_slug: spelled, target_id: id, created_at: updated_at })
        .onConflict((conflict) => conflict.columns(['kind', 'from_slug']).doNothing())
        .execute()
    }
    await normalizeFileNames(db)
  },
}

/** A slug that another row has in the normal form gets the id of its own row. */
async function normalizeSlugs(db: AnyDb): Promise<void> {
  const rows = await db.selectFrom('posts').select(['id', 'slug', 'deleted_slug']).execute()
  const taken = new Set(rows.map(({ slug }) => slug))
  for (const { id, slug, deleted_slug } of rows) {
    const normal = slug.normalize('NFC')
    const deleted = deleted_slug?.normalize('NFC') ?? null
    if (normal === slug && deleted === deleted_slug) continue
    const free = normal === slug || !taken.has(normal) ? normal : `${normal}-${id}`
    taken.add(free)
    await db.updateTable('posts').set({ slug: free, deleted_slug: deleted }).where('id', '=', id).execute()
  }
}

/** The text alternative of an upload is its name. */
async function normalizeFileNames(db: AnyDb): Promise<void> {
  for (const { id, ...row } of await db.selectFrom('images').select(['id', 'file_name', 'alt_text']).execute()) {
    const names = { file_name: row.file_name.normalize('NFC'), alt_text: row.alt_text.normalize('NFC') }
    if (names.file_name !== row.file_name || names.alt_text !== row.alt_text)
      await db.updateTable('images').set(names).where('id', '=', id).execute()
  }
}
