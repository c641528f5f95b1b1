import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type FurtherReading, MENTIONS_MAX, type Mention } from '../../../contract/content/further-reading.ts'
import type { PostSummary } from '../../../contract/content/posts.ts'
import { RELATED_POSTS } from '../../../contract/platform/limits.ts'
import type { Db } from '../../platform/db/schema.ts'
import { toPostSummary } from './post-columns.ts'
import { withKickers } from './post-kickers.repo.ts'
import { summaries } from './post-rows.ts'
import { isPublic } from './public-posts.repo.ts'

/** Undefined for a post that is not public. */
export async function findFurtherReading(db: Db, id: number, now: string): Promise<FurtherReading | undefined> {
  const post = await db
    .selectFrom('posts')
    .select(['id', 'published_at', 'category_id'])
    .where('id', '=', id)
    .where(isPublic(now))
    .executeTakeFirst()
  if (!post) return undefined
  const [next, products] = await Promise.all([findNext(db, post, now), listProducts(db, id)])
  return { next: next ?? null, products: products.map(toProductMention), ingredients: await listIngredients(db, id) }
}

type Position = { id: number; published_at: string | null; category_id: number | null }

/** The next older post of the category, else of all, that is not among the articles that the page names as related. */
async function findNext(db: Db, post: Position, now: string): Promise<PostSummary | undefined> {
  if (post.category_id === null) return findOlder(db, post, now)
  const inCategory = sql<SqlBool>`posts.category_id = ${post.category_id}`
  const related = await summaries(db)
    .clearSelect()
    .select('posts.id')
    .where(isPublic(now))
    .where(inCategory)
    .where('posts.id', '!=', post.id)
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(RELATED_POSTS)
    .execute()
  const isOther =
    related.length === 0
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`posts.id not in (${sql.join(related.map(({ id }) => id))})`
  return (await findOlder(db, post, now, sql`${inCategory} and ${isOther}`)) ?? findOlder(db, post, now, isOther)
}

async function findOlder(
  db: Db,
  { id, published_at }: Position,
  now: string,
  where?: RawBuilder<SqlBool>,
): Promise<PostSummary | undefined> {
  const row = await summaries(db)
    .where(isPublic(now))
    .where(
      sql<SqlBool>`(posts.published_at < ${published_at} or (posts.published_at = ${published_at} and posts.id < ${id}))`,
    )
    .$call((query) => (where === undefined ? query : query.where(where)))
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (await withKickers(db, row ? [toPostSummary(row)] : []))[0]
}

/** The active products that the post shows. */
function listProducts(db: Db, postId: number) {
  return db
    .selectFrom('post_references')
    .innerJoin('products', 'products.id', 'post_references.ref_id')
    .select(['products.id', 'products.name', 'products.slug'])
    .where('post_references.post_id', '=', postId)
    .where('post_references.kind', '=', 'product')
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null)
    .orderBy('products.name')
    .orderBy('products.id')
    .limit(MENTIONS_MAX)
    .execute()
}

/** A product that an older version of the program inserted has no slug. */
function toProductMention({ id, name, slug }: { id: number; name: string; slug: string | null }): Mention {
  return { name, href: `/shop/${encodeURIComponent(slug ?? `product-${id}`)}` }
}

/** The active ingredients that the post shows, or that are key ingredients of its products. */
async function listIngredients(db: Db, postId: number): Promise<Mention[]> {
  const shown = db
    .selectFrom('post_references')
    .select('ref_id as id')
    .where('post_id', '=', postId)
    .where('kind', '=', 'ingredient')
  const contained = db
    .selectFrom('product_ingredients')
    .innerJoin('products', 'products.id', 'product_ingredients.product_id')
    .innerJoin('post_references', 'post_references.ref_id', 'products.id')
    .select('product_ingredients.ingredient_id as id')
    .where('post_references.post_id', '=', postId)
    .where('post_references.kind', '=', 'product')
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null)
  const rows = await db
    .selectFrom('ingredients')
    .select(['name', 'slug'])
    .where(({ or, eb }) => or([eb('id', 'in', shown), eb('id', 'in', contained)]))
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(MENTIONS_MAX)
    .execute()
  return rows.map(({ name, slug }) => ({ name, href: `/ingredients/${encodeURIComponent(slug)}` }))
}
