import { sql } from 'kysely'
import { ingredientKey } from '../../../contract/content/ingredients.ts'
import type { ProductPage } from '../../../contract/content/product-pages.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { hasOwnWords } from '../../../contract/shop/thin-page.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import { findBySpelling, findRedirectTarget } from '../../platform/db/redirects.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readActiveProducts } from '../../shop/products/products.repo.ts'
import { isPublic } from '../posts/public-posts.repo.ts'

/** An active product as its page shows it. An earlier slug finds it too; its `slug` is then another. */
export async function findProductPage(db: Db, slug: string, now: string): Promise<ProductPage | undefined> {
  const id = await findBySpelling(slug, (spelled) => findId(db, spelled))
  const [product] = id === undefined ? [] : await readActiveProducts(db, [id])
  if (!product) return undefined
  const [morePictures, ingredients, posts, routines, alternatives] = await Promise.all([
    readPictures(db, product.facts.moreImages),
    readIngredients(db, product.id),
    listPosts(db, product.id, now),
    listRoutines(db, product.id),
    listAlternatives(db, product),
  ])
  const page = { ...product, morePictures, ingredients, posts, routines, alternatives }
  return hasOwnWords(product.facts) ? page : { ...page, isThin: true }
}

const MENTIONS_MAX = 12
const ALTERNATIVES = 4
/** Candidates of each kind for an alternative. */
const CANDIDATES = 40

async function findId(db: Db, slug: string): Promise<number | undefined> {
  const row = await db.selectFrom('products').select('id').where('slug', '=', slug).executeTakeFirst()
  return row?.id ?? (await findRedirectTarget(db, 'products', slug)) ?? idOfUnnamed(slug)
}

/** The page of a product without a slug of its own; once it has one, this address redirects. */
function idOfUnnamed(slug: string): number | undefined {
  const [, id] = /^product-([1-9]\d{0,9})$/.exec(slug) ?? []
  return id !== undefined && Number(id) <= 2_147_483_647 ? Number(id) : undefined
}

async function readPictures(db: Db, urls: string[]): Promise<ProductPage['morePictures']> {
  if (urls.length === 0) return []
  const rows = await db
    .selectFrom('images')
    .select(['images.url', 'images.alt_text', ...pictureColumns])
    .where('images.url', 'in', urls)
    .where('images.deleted_at', 'is', null)
    .execute()
  const found = new Map(rows.map((row) => [row.url, row]))
  return urls.map((url) => {
    const row = found.get(url)
    return { url, alt: row?.alt_text ?? '', picture: row ? toPicture(row) : null }
  })
}

/** Under their current names, with the slugs of those that have a page. */
async function readIngredients(db: Db, productId: number): Promise<ProductPage['ingredients']> {
  const rows = await db
    .selectFrom('product_ingredients')
    .leftJoin('ingredients', (join) =>
      join
        .onRef('ingredients.id', '=', 'product_ingredients.ingredient_id')
        .on('ingredients.is_active', '=', true)
        .on('ingredients.deleted_at', 'is', null),
    )
    .select(['product_ingredients.name as written', 'ingredients.name', 'ingredients.slug'])
    .where('product_ingredients.product_id', '=', productId)
    .orderBy('product_ingredients.position')
    .execute()
  const ingredients = rows.map(({ written, name, slug }) => ({ name: name ?? written, slug }))
  // Two names of one ingredient, or one in capitals and in lower case.
  const keys = ingredients.map(({ name }) => ingredientKey(name))
  return ingredients.filter(({ name }, index) => keys.indexOf(ingredientKey(name)) === index)
}

function listPosts(db: Db, productId: number, now: string): Promise<ProductPage['posts']> {
  return db
    .selectFrom('post_references')
    .innerJoin('posts', 'posts.id', 'post_references.post_id')
    .select(['posts.slug', 'posts.title'])
    .where('post_references.kind', '=', 'product')
    .where('post_references.ref_id', '=', productId)
    .where(isPublic(now))
    .orderBy('posts.published_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(MENTIONS_MAX)
    .execute()
}

function listRoutines(db: Db, productId: number): Promise<ProductPage['routines']> {
  return db
    .selectFrom('routine_products')
    .innerJoin('routines', 'routines.id', 'routine_products.routine_id')
    .select(['routines.slug', 'routines.name as title'])
    .where('routine_products.product_id', '=', productId)
    .where('routines.is_active', '=', true)
    .where('routines.deleted_at', 'is', null)
    .orderBy('routines.position')
    .orderBy('routines.id')
    .limit(MENTIONS_MAX)
    .execute()
}

async function listAlternatives(db: Db, { id, category }: Product): Promise<Product[]> {
  const alike = await db
    .selectFrom('product_terms as own')
    .innerJoin('product_terms as other', (join) =>
      join.onRef('other.kind', '=', 'own.kind').onRef('other.key', '=', 'own.key'),
    )
    .select(['other.product_id as id', sql<number>`count(*)`.as('shared')])
    .where('own.product_id', '=', id)
    .where('own.kind', '=', 'concern')
    .where('other.product_id', '!=', id)
    .groupBy('other.product_id')
    .orderBy('shared', 'desc')
    .orderBy('other.product_id')
    .limit(CANDIDATES)
    .execute()
  const neighbours = await db
    .selectFrom('products')
    .select('id')
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .where('category', '=', category)
    .where('id', '!=', id)
    .orderBy('position')
    .orderBy('id')
    .limit(CANDIDATES)
    .execute()
  const shared = new Map(alike.map((row) => [row.id, Number(row.shared)]))
  const candidates = await readActiveProducts(db, [
    ...new Set([...neighbours.map((row) => row.id), ...alike.map((row) => row.id)]),
  ])
  // A product for the same step counts more than one shared concern.
  const likeness = (product: Product) => (product.category === category ? 2 : 0) + (shared.get(product.id) ?? 0)
  return candidates.sort((one, other) => likeness(other) - likeness(one)).slice(0, ALTERNATIVES)
}
