import { LINK_POOL, type LinkTarget } from '../../../contract/content/link-targets.ts'
import { isOneOf } from '../../platform/db/json-rows.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findIngredientNames, type IngredientNames } from '../ingredients/ingredient-names.repo.ts'
import { parseHtml } from '../rich-text/html-tokens.ts'
import { matcherOf } from '../rich-text/ingredient-matcher.ts'
import { linkableRuns } from '../rich-text/link-ingredients.ts'
import { findEditablePost } from './owner-posts.repo.ts'
import { findPostReferences } from './post-references.repo.ts'
import { isPublic } from './public-posts.repo.ts'
import { rankLinkTargets } from './rank-link-targets.ts'

/** Returns the articles that the current draft of a post could link to; undefined if the post does not exist. */
export async function listLinkTargets(db: Db, id: number, now: string): Promise<LinkTarget[] | undefined> {
  const post = await findEditablePost(db, id, now)
  if (!post) return undefined
  const { content } = post.draft ?? post
  const runs = [...linkableRuns(parseHtml(content)).values()]
  const [references, known, pool] = await Promise.all([
    findPostReferences(db, content),
    findIngredientNames(db),
    listPool(db, id, now),
  ])
  const linked = new Set(references.post)
  const articles = pool.filter((article) => !linked.has(article.id))
  const ids = articles.map((article) => article.id)
  const matcher = matcherOf(known)
  const mentioned = runs.flatMap((run) => matcher.findMentions(run).map(({ ingredient }) => ingredient.id))
  const contained = await listContained(db, references.product)
  const [products, ingredients] = await Promise.all([
    listShownProducts(db, ids, references.product),
    listIngredients(db, ids, [...new Set([...references.ingredient, ...mentioned, ...contained])]),
  ])
  return rankLinkTargets({
    articles,
    products: group(products),
    ingredients: named(ingredients, known),
    texts: runs.map(({ text }) => text),
    names: known.flatMap(({ names }) => names),
  })
}

function listPool(db: Db, id: number, now: string) {
  return db
    .selectFrom('posts')
    .select(['id', 'title', 'slug', 'keywords'])
    .where(isPublic(now))
    .where('id', '!=', id)
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LINK_POOL)
    .execute()
}

/** A product or an ingredient that an article shares with the text. */
type SharedThing = { post_id: number; id: number }

async function listShownProducts(db: Db, posts: number[], products: number[]): Promise<SharedThing[]> {
  if (products.length === 0) return []
  return db
    .selectFrom('post_references')
    .select(['post_id', 'ref_id as id'])
    .where('kind', '=', 'product')
    .where(isOneOf(db, 'post_id', posts))
    .where(isOneOf(db, 'ref_id', products))
    .execute()
}

/** The ingredients that articles show, and the key ingredients of their products. */
async function listIngredients(db: Db, posts: number[], ingredients: number[]): Promise<SharedThing[]> {
  if (ingredients.length === 0) return []
  const [shown, contained] = await Promise.all([
    db
      .selectFrom('post_references')
      .select(['post_id', 'ref_id as id'])
      .where('kind', '=', 'ingredient')
      .where(isOneOf(db, 'post_id', posts))
      .where(isOneOf(db, 'ref_id', ingredients))
      .execute(),
    db
      .selectFrom('post_references')
      .innerJoin('product_ingredients', 'product_ingredients.product_id', 'post_references.ref_id')
      .select(['post_references.post_id', 'product_ingredients.ingredient_id as id'])
      .distinct()
      .where('post_references.kind', '=', 'product')
      .where(isOneOf(db, 'post_references.post_id', posts))
      .where(isOneOf(db, 'product_ingredients.ingredient_id', ingredients))
      .$narrowType<{ id: number }>()
      .execute(),
  ])
  return [...shown, ...contained]
}

/** The key ingredients of products. */
async function listContained(db: Db, products: number[]): Promise<number[]> {
  if (products.length === 0) return []
  const rows = await db
    .selectFrom('product_ingredients')
    .select('ingredient_id as id')
    .distinct()
    .where(isOneOf(db, 'product_id', products))
    .where('ingredient_id', 'is not', null)
    .$narrowType<{ id: number }>()
    .execute()
  return rows.map(({ id }) => id)
}

function group(shared: SharedThing[]): Map<number, Set<number>> {
  const groups = new Map<number, Set<number>>()
  for (const { post_id, id } of shared) groups.set(post_id, (groups.get(post_id) ?? new Set<number>()).add(id))
  return groups
}

/** With the names of active ingredients instead of ids. */
function named(shared: SharedThing[], known: IngredientNames[]): Map<number, Set<string>> {
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return new Map(
    [...group(shared)].map(([id, ids]) => [id, new Set([...ids].flatMap((each) => names.get(each) ?? []))]),
  )
}
