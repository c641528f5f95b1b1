import { sql } from 'kysely'
import type {
  Ingredient,
  IngredientPartner,
  IngredientSummary,
  LinkedPartner,
  OwnerIngredient,
  OwnerIngredientListQuery,
} from '../../../contract/content/ingredients.ts'
import { indexByName, ingredientKey } from '../../../contract/content/ingredients.ts'
import type { Product } from '../../../contract/shop/products.ts'
import { contains } from '../../platform/db/contains.ts'
import { pictureColumns, toPicture } from '../../platform/db/picture-columns.ts'
import { findBySpelling, findRedirectTarget } from '../../platform/db/redirects.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { byDeletion, isListed } from '../../platform/db/trash.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import { findIngredientNames, type IngredientNames, toIngredientSummary } from './ingredient-names.repo.ts'
import { parseDetails, toOwnerIngredient } from './ingredient-rows.ts'
import { findMentioningPosts } from './mentions.repo.ts'

/** Products on the page of an ingredient. */
const PRODUCTS_MAX = 24
/** Articles on the page of an ingredient. */
const POSTS_MAX = 12

/** Active ingredients by name, in the order of a dictionary. */
export async function listIngredients(db: Db): Promise<IngredientSummary[]> {
  const rows = await active(db).selectAll().execute()
  const { compare } = new Intl.Collator('en', { numeric: true })
  return rows.map(toIngredientSummary).sort((a, b) => compare(a.name, b.name) || a.id - b.id)
}

/** An active ingredient by slug or former slug, as its page shows it. */
export async function findIngredient(db: Db, slug: string, now: string): Promise<Ingredient | undefined> {
  const row = await findBySpelling(slug, (spelled) => findBySlug(db, spelled))
  if (!row) return undefined
  const dictionary = await findIngredientNames(db)
  const details = parseDetails(row.details)
  const resolve = createPartnerLookup(dictionary)
  const [products, posts] = await Promise.all([
    findProductsWith(db, row.id),
    findMentioningPosts(db, dictionary, { id: row.id, now, limit: POSTS_MAX }),
  ])
  return {
    ...toIngredientSummary(row),
    ...details,
    goesWith: details.goesWith.map(resolve),
    keepApart: details.keepApart.map(resolve),
    updatedAt: row.updated_at,
    texture: await findTexture(db, products),
    products,
    posts: posts.items,
  }
}

/** The owner's list of ingredients, inactive ones included, or of the trash. */
export const ownerIngredients = createRowList({
  table: 'ingredients',
  matching: (db, { q, status, now }: Pick<OwnerIngredientListQuery, 'q' | 'status'> & { now: string }) =>
    db
      .selectFrom('ingredients')
      .where(isListed('ingredients', { status, now }))
      .$if(status === 'active' || status === 'inactive', (query) =>
        query.where('ingredients.is_active', '=', status === 'active'),
      )
      .$call((query) =>
        q
          ? query.where(
              contains([sql.ref('ingredients.name'), sql.ref('ingredients.inci'), sql.ref('ingredients.synonyms')], q),
            )
          : query,
      ),
  sorts: {
    name: (direction) => [sql`lower(ingredients.name) ${direction}`],
    updatedAt: (direction) => [sql`ingredients.updated_at ${direction}`],
    deletedAt: byDeletion('ingredients'),
  },
  defaultSort: 'name',
  descending: ['updatedAt', 'deletedAt'],
  read: async (db, ids) => (await ownerRows(db).where('ingredients.id', 'in', ids).execute()).map(toOwnerIngredient),
})

/** An ingredient, active or not. */
export async function findOwnerIngredient(db: Db, id: number): Promise<OwnerIngredient | undefined> {
  const row = await ownerRows(db)
    .where('ingredients.id', '=', id)
    .where('ingredients.deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toOwnerIngredient(row)
}

/** Selects ids for a condition with `exists`. */
export function selectActiveIngredients(db: Db) {
  return active(db).select('id')
}

/** Slug and date of all active ingredients, for the sitemap. */
export function listIngredientAddresses(db: Db): Promise<{ slug: string; updated_at: string }[]> {
  return active(db).select(['slug', 'updated_at']).orderBy('slug').execute()
}

function active(db: Db) {
  return db.selectFrom('ingredients').where('is_active', '=', true).where('deleted_at', 'is', null)
}

async function findBySlug(db: Db, slug: string): Promise<Row<'ingredients'> | undefined> {
  const row = await active(db).selectAll().where('slug', '=', slug).executeTakeFirst()
  if (row) return row
  const id = await findRedirectTarget(db, 'ingredients', slug)
  return id === undefined ? undefined : active(db).selectAll().where('id', '=', id).executeTakeFirst()
}

async function findProductsWith(db: Db, id: number) {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('product_ingredients').select('product_id').where('ingredient_id', '=', id),
    )
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .limit(PRODUCTS_MAX)
    .execute()
  const ids = rows.map((row) => row.id)
  const products = await findActiveProducts(db, { ids, affiliateLinks: [] })
  return products.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

async function findTexture(db: Db, products: Product[]): Promise<Ingredient['texture']> {
  const urls = products.flatMap(({ facts }) => facts.moreImages.slice(0, 1))
  if (urls.length === 0) return null
  const rows = await db
    .selectFrom('images')
    .select(['images.url', 'images.alt_text', ...pictureColumns])
    .where('images.url', 'in', urls)
    .where('images.is_animated', '=', false)
    .where('images.deleted_at', 'is', null)
    .execute()
  const [row] = rows.sort((one, other) => urls.indexOf(one.url) - urls.indexOf(other.url))
  const picture = row ? toPicture(row) : null
  return row && picture ? { ...picture, altText: row.alt_text } : null
}

/** Finds a partner by any of its names; one that is not known keeps the name that the owner wrote. */
function createPartnerLookup(dictionary: IngredientNames[]): (partner: IngredientPartner) => LinkedPartner {
  const byName = indexByName(dictionary)
  return ({ name, note }) => {
    const known = byName.get(ingredientKey(name))
    return { name: known?.name ?? name, note, slug: known?.slug ?? null }
  }
}

function ownerRows(db: Db) {
  return db
    .selectFrom('ingredients')
    .selectAll('ingredients')
    .select((eb) =>
      eb
        .selectFrom('product_ingredients')
        .innerJoin('products', 'products.id', 'product_ingredients.product_id')
        .select((count) => count.fn.count<number>('products.id').distinct().as('total'))
        .whereRef('product_ingredients.ingredient_id', '=', 'ingredients.id')
        .where('products.deleted_at', 'is', null)
        .as('product_count'),
    )
}
