import type { NotNull } from 'kysely'
import { type IngredientPost, ingredientKey } from '../../../contract/content/ingredients.ts'
import { shownPicture } from '../../../contract/platform/refused-pictures.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findByWords } from '../../platform/db/search-index.ts'
import { isPublic } from '../posts/public-posts.repo.ts'
import { matcherOf } from '../rich-text/ingredient-matcher.ts'
import type { IngredientNames } from './ingredient-names.repo.ts'

/** Posts that the search index finds for a name and that are read, to look for whole words. */
const CANDIDATES_MAX = 100

type Wanted = { id: number; now: string; limit: number }

/** Published posts whose text mentions an ingredient of the dictionary, newest first, and how many were found. */
export async function findMentioningPosts(
  db: Db,
  dictionary: IngredientNames[],
  { id, now, limit }: Wanted,
): Promise<{ items: IngredientPost[]; total: number }> {
  const names = new Set(dictionary.find((ingredient) => ingredient.id === id)?.names.map(ingredientKey))
  const found = await Promise.all(
    [...names].map((name) => findByWords(db, 'posts', name, { limit: CANDIDATES_MAX, where: isPublic(now) })),
  )
  const candidates = [...new Set(found.flat())]
  if (candidates.length === 0) return { items: [], total: 0 }
  const rows = await db
    .selectFrom('posts')
    .leftJoin('images', 'images.url', 'posts.cover_image')
    .select([
      'posts.id',
      'posts.slug',
      'posts.title',
      'posts.excerpt',
      'posts.cover_image',
      'posts.published_at',
      'posts.body_text',
    ])
    .select(pictureColumns)
    .where('posts.id', 'in', candidates)
    .$narrowType<{ published_at: NotNull }>()
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .execute()
  const { findMentions } = matcherOf(dictionary)
  const mentioning = rows.filter(({ body_text: text }) =>
    findMentions({ text, before: '', after: '' }).some(({ ingredient }) => ingredient.id === id),
  )
  return {
    items: mentioning.slice(0, limit).map((row) => ({
      id: row.id,
      slug: row.slug,
      title: row.title,
      excerpt: row.excerpt,
      publishedAt: row.published_at,
      coverImage: shownPicture(row.cover_image),
      picture: toPicture(row),
    })),
    total: mentioning.length,
  }
}
