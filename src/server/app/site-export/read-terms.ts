import { canonicalSlug } from '../../../contract/content/canonical-slug.ts'
import type { Db } from '../../platform/db/schema.ts'

export type Term = { id: number; slug: string; name: string; description: string }

export type Terms = {
  /** By their name, which a post knows. */
  categories: ReadonlyMap<string, Term>
  /** Keywords by themselves. */
  tags: ReadonlyMap<string, Term>
}

/** The categories, and the keywords of posts and pages as tags; each has a slug and an id of its own. */
export async function readTerms(db: Db): Promise<Terms> {
  const categories = await db
    .selectFrom('categories')
    .select(['id', 'slug', 'name', 'description'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const rows = await db
    .selectFrom('posts')
    .select('keywords')
    .distinct()
    .where('deleted_at', 'is', null)
    .where('keywords', '<>', '')
    .where('kind', 'in', ['post', 'page'])
    .orderBy('keywords')
    .execute()
  const taken = new Set(categories.map(({ slug }) => slug))
  const tags = new Map<string, Term>()
  let id = Math.max(0, ...categories.map((category) => category.id))
  for (const name of rows.flatMap(({ keywords }) => keywordsOf(keywords))) {
    if (tags.has(name)) continue
    id += 1
    const slug = freeSlug(name, id, taken)
    tags.set(name, { id, slug, name, description: '' })
  }
  return { categories: new Map(categories.map((category) => [category.name, category])), tags }
}

export function keywordsOf(keywords: string): string[] {
  return [...new Set(keywords.split(',').flatMap((word) => word.trim() || []))]
}

function freeSlug(name: string, id: number, taken: Set<string>): string {
  const words = canonicalSlug(name)
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 150)
    .toWellFormed()
  const slug = words === '' || taken.has(words) ? `${words || 'tag'}-${id}` : words
  taken.add(slug)
  return slug
}
