import { sql } from 'kysely'
import { minorDigits } from '../../../contract/shop/minor-digits.ts'
import { type FacetName, facetKey, facetNames } from '../../../contract/shop/product-filters.ts'
import { idList } from '../../platform/db/id-lists.ts'
import type { Db } from '../../platform/db/schema.ts'
import { listPublicPrices, type PublicPrice, usualCurrency } from '../products/public-prices.repo.ts'

/**
 * Holds what the shop filters and sorts by, of all active products in the owner's order: small enough to be cached whole, so that
 * any combination of filters with its counts takes about a millisecond. Places are indexes of these arrays.
 */
export type Catalog = {
  ids: number[]
  categories: string[]
  /** In whole units of their currencies, with a fraction; null where visitors get no price. */
  prices: (number | null)[]
  /** The currency of most prices. */
  currency: string
  /** In half stars; 0 without a rating. */
  ratings: number[]
  /** Milliseconds since 1970. */
  createdAt: number[]
  terms: Record<FacetName, Record<string, Term>>
}

/** A value of a facet and the places of its products. */
export type Term = { label: string; places: number[] }

export async function readCatalog(db: Db): Promise<Catalog> {
  const [products, shown, terms, ingredients] = await Promise.all([
    db
      .selectFrom('products')
      .select(['id', 'category', 'rating_halves', 'created_at'])
      .where('is_active', '=', true)
      .where('deleted_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    listPublicPrices(db),
    readTerms(db),
    readIngredients(db),
  ])
  const prices = new Map(shown.map((price) => [price.id, price]))
  const placeOf = new Map(products.map(({ id }, place) => [id, place]))
  const catalog: Catalog = {
    ids: products.map(({ id }) => id),
    categories: products.map(({ category }) => category),
    prices: products.map(({ id }) => inWholeUnits(prices.get(id))),
    currency: usualCurrency(shown),
    ratings: products.map(({ rating_halves }) => rating_halves ?? 0),
    createdAt: products.map(({ created_at }) => Date.parse(created_at)),
    terms: Object.fromEntries(facetNames.map((name) => [name, Object.create(null)])) as Catalog['terms'],
  }
  for (const { facet, label, name, ids } of [...terms, ...ingredients]) {
    const key = facetKey(name)
    // A product may name an ingredient twice.
    const places = [...new Set(ids.split(','))].flatMap((id) => placeOf.get(Number(id)) ?? [])
    if (key === '' || places.length === 0) continue
    const known = catalog.terms[facet][key]
    // Two labels with one key are one value.
    if (known) known.places = [...new Set([...known.places, ...places])]
    else catalog.terms[facet][key] = { label: label.charAt(0).toUpperCase() + label.slice(1), places }
  }
  return catalog
}

/** `name` is what the key is made of. */
type TermRow = { facet: FacetName; label: string; name: string; ids: string }

async function readTerms(db: Db): Promise<TermRow[]> {
  const rows = await db
    .selectFrom('product_terms')
    .select(['kind', 'key', sql<string>`min(label)`.as('label'), idList(db, 'product_id').as('ids')])
    .groupBy(['kind', 'key'])
    .orderBy('kind')
    .orderBy('key')
    .execute()
  return rows.map(({ kind, key, label, ids }) => ({ facet: kind, label, name: key, ids }))
}

/** Ingredients under their current names; names without an ingredient as they are written. */
async function readIngredients(db: Db): Promise<TermRow[]> {
  const rows = await db
    .selectFrom('product_ingredients')
    .leftJoin('ingredients', (join) =>
      join
        .onRef('ingredients.id', '=', 'product_ingredients.ingredient_id')
        .on('ingredients.is_active', '=', true)
        .on('ingredients.deleted_at', 'is', null),
    )
    .select([
      'ingredients.slug',
      'ingredients.name as known',
      sql<string>`min(product_ingredients.name)`.as('written'),
      idList(db, 'product_ingredients.product_id').as('ids'),
    ])
    .groupBy(['ingredients.id', 'ingredients.slug', 'ingredients.name', 'product_ingredients.key'])
    .orderBy('product_ingredients.key')
    .execute()
  return rows.map(({ slug, known, written, ids }) => ({
    facet: 'ingredient',
    label: known ?? written,
    name: slug ?? written,
    ids,
  }))
}

function inWholeUnits(price: PublicPrice | undefined): number | null {
  return price ? price.minor / 10 ** minorDigits(price.currency) : null
}
