import { FIRST_CATEGORY, type ProductChoices } from '../../../contract/app/site-imports.ts'
import { isRefusedPicture } from '../../../contract/platform/refused-pictures.ts'
import { isWebUrl } from '../../../contract/platform/urls.ts'
import { ProductInput } from '../../../contract/shop/product-fields.ts'
import { Rejection } from '../../platform/db/rejection.ts'
import type { Db } from '../../platform/db/schema.ts'
import { writeNewProduct } from '../../shop/products/product-writes.repo.ts'
import { listProductCategories } from '../../shop/products/products.repo.ts'
import type { FoundProduct, ProductReference } from './content/inline-content.ts'
import type { OldSite } from './old-site.ts'
import { destinationOf, isPaid, isShop, isWanted, notesOn } from './plan-products.ts'
import { productKey } from './product-key.ts'
import {
  claimItem,
  findEarlierItems,
  type ImportItem,
  type ItemResult,
  itemKey,
  recordOutcome,
  walkItems,
} from './site-imports.repo.ts'

type ProductOptions = {
  importId: number
  site: OldSite
  choices: ProductChoices
  /** The address here of a picture of the old site; undefined for one that was not imported. */
  findPicture: (reference: { url: string }) => { url: string; alt: string } | undefined
  clock: () => Date
  signal: AbortSignal
  onProgress: (done: number) => void
}

type Known = { id: number; slug: string; isActive: boolean }

/** Makes the products that texts show or link to, unless the shop has them: those of the choices. The others leave the import. */
export async function importProducts(db: Db, options: ProductOptions): Promise<void> {
  const { importId, site, choices, signal, onProgress } = options
  const earlier = await findEarlierItems(db, importId)
  const products = await readProducts(db)
  const category = choices.productCategory || (await listProductCategories(db))[0] || FIRST_CATEGORY
  let done = 0
  for await (const item of walkItems(db, importId, 'product', 'waiting')) {
    signal.throwIfAborted()
    const { record, sourceKey } = item
    // The links of boxes are links as well.
    if (choices.affiliateLinks === 'links' && !(record.isBox && choices.productBoxes === 'notes')) {
      await db.deleteFrom('site_import_items').where('id', '=', item.id).execute()
      continue
    }
    const url = destinationOf({ url: record.url }, site)
    const earlierId = earlier.get(itemKey('product', sourceKey))?.refId
    const known = earlierId === undefined ? products.byKey.get(productKey(url)) : products.byId.get(earlierId)
    if (known) await recordOutcome(db, item.id, knownOutcome(known, earlierId !== undefined))
    else if (earlierId !== undefined)
      await recordOutcome(db, item.id, {
        state: 'kept',
        notes: ['It was deleted here and stays deleted: texts link to its shop.'],
      })
    else if (!isShop(url) || site.isOwn(url))
      await recordOutcome(db, item.id, {
        state: 'failed',
        notes: ['It leads to no shop that is known: its links stay.'],
      })
    else {
      const created = await createProduct(db, item, { ...options, url, category })
      if (created) products.byKey.set(productKey(url), created)
    }
    onProgress(++done)
  }
}

const pathOf = ({ id, slug }: Pick<Known, 'id' | 'slug'>) => `/shop/${encodeURIComponent(slug || `product-${id}`)}`

function knownOutcome(known: Known, isRepeated: boolean): ItemResult {
  if (!known.isActive)
    return {
      state: 'kept',
      refId: known.id,
      notes: ['The shop has it as inactive, so texts link to its shop instead.'],
    }
  return { state: isRepeated ? 'unchanged' : 'done', refId: known.id, target: pathOf(known) }
}

async function readProducts(db: Db): Promise<{ byKey: Map<string, Known>; byId: Map<number, Known> }> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'slug', 'affiliate_link', 'is_active'])
    .where('deleted_at', 'is', null)
    .orderBy('is_active')
    .orderBy('id', 'desc')
    .execute()
  const known = rows.map((row) => ({ ...row, slug: row.slug ?? '', isActive: Boolean(row.is_active) }))
  return {
    byKey: new Map(known.map((row) => [productKey(row.affiliate_link), row])),
    byId: new Map(known.map((row) => [row.id, row])),
  }
}

type NewProduct = Pick<ProductOptions, 'findPicture' | 'clock'> & { url: string; category: string }

async function createProduct(
  db: Db,
  { id, record }: ImportItem<'product'>,
  { url, category, findPicture, clock }: NewProduct,
): Promise<Known | undefined> {
  const input = ProductInput.safeParse({
    name: record.name,
    category,
    affiliateLink: url,
    ...pictureOf(record.picture, findPicture),
  })
  if (!input.success) {
    const reasons = [...new Set(input.error.issues.map(({ message }) => `${message}.`))]
    await recordOutcome(db, id, { state: 'failed', notes: [`It is not made. ${reasons.join(' ')}`] })
    return undefined
  }
  const notes = notesOn(record, url)
  try {
    return await db.transaction().execute(async (transaction) => {
      if (!(await claimItem(transaction, id))) return undefined
      const { id: refId, slug, version } = await writeNewProduct(transaction, input.data, clock().toISOString())
      const target = pathOf({ id: refId, slug })
      await recordOutcome(transaction, id, {
        state: 'done',
        isCreated: true,
        refId,
        refVersion: version,
        target,
        notes,
      })
      return { id: refId, slug, isActive: true }
    })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    await recordOutcome(db, id, { state: 'failed', notes: [error.message] })
    return undefined
  }
}

/** Pictures of other sites stay at their address, as in texts. */
function pictureOf(url: string, findPicture: ProductOptions['findPicture']): { imageUrl?: string; imageAlt?: string } {
  const own = url && findPicture({ url })
  if (own) return { imageUrl: own.url, imageAlt: own.alt.slice(0, 500) }
  const address = url.startsWith('//') ? `https:${url}` : url
  return /^https:/i.test(address) && isWebUrl(address) && !isRefusedPicture(address) ? { imageUrl: address } : {}
}

/** Finds the products that an import made or met, by any link to them. */
export async function readImportedProducts(
  db: Db,
  { importId, site, choices }: Pick<ProductOptions, 'importId' | 'site' | 'choices'>,
): Promise<(reference: ProductReference) => FoundProduct | undefined> {
  const rows = await db
    .selectFrom('site_import_items')
    .innerJoin('products', 'products.id', 'site_import_items.ref_id')
    .select(['products.id', 'products.name', 'products.slug', 'site_import_items.data'])
    .where('import_id', '=', importId)
    .where('type', '=', 'product')
    .where('state', 'in', ['done', 'unchanged'])
    .where('products.deleted_at', 'is', null)
    .execute()
  const products = new Map<string, FoundProduct>()
  for (const { id, name, slug, data } of rows) {
    const { url } = JSON.parse(data) as ImportItem<'product'>['record']
    products.set(productKey(destinationOf({ url }, site)), { id, name, path: pathOf({ id, slug: slug ?? '' }) })
  }
  return (reference) => {
    if (!isWanted(reference, choices) || (!reference.isBox && !isPaid(reference, site))) return undefined
    return products.get(productKey(destinationOf(reference, site)))
  }
}
