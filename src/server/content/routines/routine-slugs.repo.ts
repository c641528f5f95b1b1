import type { Db } from '../../platform/db/schema.ts'
import { freeSlug } from '../../platform/db/slugs.ts'

const SLUG_MAX = 100
/** `/routines/build` is a page of its own. */
const reserved = ['build']

/** Whether another routine or a page of the site has the slug. Call in a transaction that locks the table. */
export async function isSlugTaken(db: Db, slug: string, exceptId?: number): Promise<boolean> {
  if (reserved.includes(slug)) return true
  const row = await db.selectFrom('routines').select('id').where('slug', '=', slug).executeTakeFirst()
  return row !== undefined && row.id !== exceptId
}

/** A free slug made of a name, or of a former slug; a number tells it from one that is taken. */
export function findFreeSlug(db: Db, name: string, exceptId?: number): Promise<string> {
  return freeSlug(toSlug(name) || 'routine', (slug) => isSlugTaken(db, slug, exceptId))
}

function toSlug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .slice(0, SLUG_MAX)
    .toWellFormed()
    .replace(/^-+|[-\uFFFD]+$/g, '')
}
