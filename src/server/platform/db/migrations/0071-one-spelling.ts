import { canonicalSlug } from '../../../../contract/content/canonical-slug.ts'
import type { PhasedMigration } from '../migration-phase.ts'
import type { AnyDb } from './columns.ts'

/**
 * Leads the canonical spelling of the slugs from before there was one to their posts, and stores slugs and the names of images
 * in one Unicode normal form, in which requests look for them.
 */
export const oneSpelling: PhasedMigration = {
  phase: 'migrate',
  async up(db) {
    for (const table of ['posts', 'categories', 'ingredients', 'routines', 'products'])
      await normalizeRedirects(db, table, await normalizeSlugs(db, table))
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

type Slugs = { id: number; slug: string | null; deleted_slug?: string | null }

/** A slug that another row has in the normal form gets a number, from the id of its own row on. Returns the slugs in use. */
async function normalizeSlugs(db: AnyDb, table: string): Promise<Set<string | null>> {
  // A deleted product keeps its slug, until another takes it.
  const columns = table === 'products' ? ['slug'] : ['slug', 'deleted_slug']
  const rows = await db
    .selectFrom(table)
    .select(['id', ...columns])
    .$castTo<Slugs>()
    .execute()
  const taken = new Set(rows.map(({ slug }) => slug))
  for (const { id, slug, ...others } of rows) {
    const normal = slug?.normalize('NFC') ?? null
    let free = normal
    for (let number = id; free !== slug && taken.has(free); number++) free = `${normal}-${number}`
    taken.add(free)
    const deleted = others.deleted_slug?.normalize('NFC')
    if (free === slug && deleted === (others.deleted_slug ?? undefined)) continue
    const changed = { slug: free, ...(deleted === undefined ? {} : { deleted_slug: deleted }) }
    await db.updateTable(table).set(changed).where('id', '=', id).execute()
  }
  return taken
}

/** A former slug whose normal form belongs to a row, or is another former slug, is deleted. */
async function normalizeRedirects(db: AnyDb, kind: string, taken: ReadonlySet<string | null>): Promise<void> {
  const rows = await db.selectFrom('redirects').select(['id', 'from_slug']).where('kind', '=', kind).execute()
  const former = new Set(rows.map(({ from_slug }) => from_slug))
  for (const { id, from_slug } of rows) {
    const normal = from_slug.normalize('NFC')
    if (normal === from_slug) continue
    if (taken.has(normal) || former.has(normal)) await db.deleteFrom('redirects').where('id', '=', id).execute()
    else await db.updateTable('redirects').set({ from_slug: normal }).where('id', '=', id).execute()
    former.add(normal)
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
