import { sql } from 'kysely'
import { isRefusedPicture, shownPicture } from '../../../contract/platform/refused-pictures.ts'
import { minorDigits } from '../../../contract/shop/minor-digits.ts'
import { currencies } from '../../../contract/shop/prices.ts'
import type { OwnerProduct, OwnerProductListQuery, Product } from '../../../contract/shop/products.ts'
import { pictureColumns } from '../../platform/db/picture-columns.ts'
import { createRowList } from '../../platform/db/row-list.ts'
import type { Db, NewRow } from '../../platform/db/schema.ts'
import { findByWords, type findSimilar, hasWords } from '../../platform/db/search-index.ts'
import { byDeletion, isListed } from '../../platform/db/trash.ts'
import { type ProgramLinks, readProgramLinks } from '../earnings/programs/programs.repo.ts'
import { findFailingUrls } from '../link-health/fallbacks.repo.ts'
import { type RowWithPicture, toOwnerProduct, toProduct } from './product-rows.ts'
import { withPublicPrices } from './public-prices.ts'

type OwnerProductFilter = Pick<OwnerProductListQuery, 'q' | 'status' | 'category'> & { now: string }

const byPosition = (direction: ReturnType<typeof sql>) => [sql`products.position ${direction}`]

const inDigits = (digits: number) =>
  sql`products.currency in (${sql.join(currencies().filter((code) => minorDigits(code) === digits))})`

/** In whole units of each row's own currency. */
const price = sql`
  products.price_minor * case when ${inDigits(0)} then 1.0 when ${inDigits(3)} then 0.001 else 0.01 end`

/** Active products in the owner's order. */
export const activeProducts = createRowList({
  table: 'products',
  matching: (db, { category }: { category?: string }) =>
    db
      .selectFrom('products')
      .where(isActive)
      .$call((query) => (category === undefined ? query : query.where('products.category', '=', category))),
  sorts: { position: byPosition },
  defaultSort: 'position',
  descending: [],
  read: async (db, ids) => toPublicProducts(db, await readRows(db, ids)),
})

/** The owner's list of products, inactive ones included, or of the trash. */
export const ownerProducts = createRowList({
  table: 'products',
  matching,
  sorts: {
    position: byPosition,
    name: (direction) => [sql`lower(products.name) ${direction}`],
    // Products without a price come last in both directions.
    price: (direction) => [sql`products.price_minor = 0`, sql`${price} ${direction}`],
    category: (direction) => [sql`products.category ${direction}`, ...byPosition(direction)],
    updatedAt: (direction) => [sql`products.updated_at ${direction}`],
    deletedAt: byDeletion('products'),
  },
  defaultSort: 'position',
  descending: ['updatedAt', 'deletedAt'],
  read: async (db, ids) => (await withPicture(db).where('products.id', 'in', ids).execute()).map(toOwnerProduct),
})

/** A product, active or not. */
export async function findOwnerProduct(db: Db, id: number): Promise<OwnerProduct | undefined> {
  const [row] = await readRows(db, [id])
  return row && toOwnerProduct(row)
}

/** A product that exists. Throws if it does not. */
export async function readOwnerProduct(db: Db, id: number): Promise<OwnerProduct> {
  const product = await findOwnerProduct(db, id)
  if (!product) throw new Error(`The product ${id} does not exist`)
  return product
}

/** The distinct categories of active products, or of all, by name. */
export async function listProductCategories(db: Db, { withInactive = false } = {}): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select('category')
    .distinct()
    .$if(!withInactive, (query) => query.where('is_active', '=', true))
    .where('deleted_at', 'is', null)
    .orderBy('category')
    .execute()
  return rows.map((row) => row.category)
}

/** Active products for a term, best first; `findSimilar` for a term with a typo. */
export async function searchProducts(
  db: Db,
  term: string,
  { find = findByWords, limit, programs }: { find?: typeof findSimilar; limit: number; programs: ProgramLinks },
): Promise<Product[]> {
  return readInOrder(db, await find(db, 'products', term, { limit, where: isActive }), programs)
}

/** The active products that have one of the ids or one of the affiliate links. */
export async function findActiveProducts(
  db: Db,
  { ids, affiliateLinks }: { ids: number[]; affiliateLinks: string[] },
): Promise<Product[]> {
  if (ids.length + affiliateLinks.length === 0) return []
  const allIds = db.selectFrom('products').select('id')
  // `in ()` is a syntax error; no product has the id 0 or an empty link.
  const withId = allIds.where('id', 'in', [0, ...ids])
  const withLink = allIds.where('affiliate_link', 'in', ['', ...affiliateLinks])
  const rows = await withPicture(db)
    // Two index searches; for `or` a database may read every active product.
    .where('products.id', 'in', withId.unionAll(withLink))
    .where('products.is_active', '=', true)
    .where('products.deleted_at', 'is', null)
    .execute()
  return toPublicProducts(db, rows)
}

/** Active products in the order of their ids. */
export async function readActiveProducts(db: Db, ids: number[], programs?: ProgramLinks): Promise<Product[]> {
  return (await readInOrder(db, ids, programs)).filter(({ isActive }) => isActive)
}

export async function createProduct(db: Db, product: NewRow<'products'>): Promise<number> {
  const { id } = await db.insertInto('products').values(product).returning('id').executeTakeFirstOrThrow()
  return id
}

function matching(db: Db, { q, status, category, now }: OwnerProductFilter) {
  let query = db.selectFrom('products').where(isListed('products', { status, now }))
  if (status === 'active' || status === 'inactive') query = query.where('products.is_active', '=', status === 'active')
  if (category !== undefined) query = query.where('products.category', '=', category)
  if (q) query = query.where(hasWords(db, 'products', q))
  return query
}

const isActive = sql<boolean>`products.is_active = ${true} and products.deleted_at is null`

async function readInOrder(db: Db, ids: number[], programs?: ProgramLinks): Promise<Product[]> {
  if (ids.length === 0) return []
  const products = await toPublicProducts(db, await readRows(db, ids), programs)
  return products.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Rows that are not deleted, in any order. */
function readRows(db: Db, ids: number[]): Promise<RowWithPicture[]> {
  return withPicture(db).where('products.id', 'in', ids).where('products.deleted_at', 'is', null).execute()
}

function withPicture(db: Db) {
  return db
    .selectFrom('products')
    .leftJoin('images', 'images.url', 'products.image_url')
    .selectAll('products')
    .select(pictureColumns)
}

/** Products as visitors get them: with the fallback of a link that fails, and by the rules of their links' programs. */
async function toPublicProducts(db: Db, rows: RowWithPicture[], programs?: ProgramLinks): Promise<Product[]> {
  if (rows.length === 0) return []
  const rules = programs ?? (await readProgramLinks(db))
  const products = rows.map((row) => ({ product: toProduct(row), updatedAt: row.updated_at }))
  const failing = await findFailingUrls(
    db,
    products.flatMap(({ product }) => withFallback(product)),
  )
  return products.map(({ product, updatedAt }) => {
    const current = failing.has(product.affiliateLink) ? toFallback(product, failing) : product
    const checkedOn = product.facts.priceCheckedOn
    return withCodeSlots(withPublicPrices(withShownPictures(current), { rules, updatedAt, checkedOn }), rules)
  })
}

/** The two links of a product that has a fallback. */
function withFallback({ affiliateLink, facts: { fallbackUrl } }: Product): string[] {
  return fallbackUrl ? [affiliateLink, fallbackUrl] : []
}

/** The shop's name and the day of the price belong to the link that fails, so they go with it. */
function toFallback(product: Product, failing: ReadonlySet<string>): Product {
  const { affiliateLink, facts } = product
  if (!facts.fallbackUrl || failing.has(facts.fallbackUrl)) return product
  return {
    ...product,
    affiliateLink: facts.fallbackUrl,
    failedLink: affiliateLink,
    facts: { ...facts, shopName: '', priceCheckedOn: '' },
  }
}

function withShownPictures(product: Product): Product {
  const { imageUrl, facts } = product
  const moreImages = facts.moreImages.filter((url) => !isRefusedPicture(url))
  return { ...product, imageUrl: shownPicture(imageUrl), facts: { ...facts, moreImages } }
}

function withCodeSlots(product: Product, { slotOf }: ProgramLinks): Product {
  const codeSlots = [product.affiliateLink, ...product.facts.otherShops.map((shop) => shop.link)].map(slotOf)
  return codeSlots.some(Boolean) ? { ...product, codeSlots } : product
}
