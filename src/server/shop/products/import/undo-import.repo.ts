import type { ImportUndo } from '../../../../contract/shop/product-imports.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { mergeFacts } from '../product-facts.ts'
import { readProductsBefore } from '../product-revisions.repo.ts'
import { toContent } from '../product-rows.ts'
import { isSlugTaken } from '../product-slugs.repo.ts'
import { deleteProducts } from '../product-writes.repo.ts'
import { findImport, listWritten, storeUndo, type WrittenProduct } from './import-history.repo.ts'
import type { ProductRow } from './match-products.ts'
import type { Plan } from './plan-import.ts'
import { writePlan } from './product-import.repo.ts'

type Undone = { fileName: string; undo: ImportUndo }
type Current = WrittenProduct & { product: ProductRow }

/**
 * Undoes an import in this transaction: deletes the products that it created and restores the former values and slugs of
 * those that it changed; the order of the shop stays. A product that was saved since stays as it is, and so does a new one
 * that a text or a routine uses. Returns undefined if the import does not exist, and changes nothing if it was undone already.
 */
export async function undoImport(db: Db, id: number, now: string): Promise<Undone | undefined> {
  await lockTable(db, 'products')
  const item = await findImport(db, id, now)
  if (!item) return undefined
  const { fileName } = item
  if (item.undo) return { fileName, undo: item.undo }
  const current = await readCurrent(db, await listWritten(db, id))
  const used = await listUsed(
    db,
    current.map(({ productId }) => productId),
  )
  const isChanged = ({ product, version }: Current) => product.version !== version
  const isNew = ({ formerSlug }: Current) => formerSlug === null
  const undo: ImportUndo = { removed: 0, restored: 0, kept: [] }
  const toRemove: number[] = []
  const toRestore: Current[] = []
  for (const row of current) {
    const { productId, product } = row
    const reason = isChanged(row) ? 'changed' : isNew(row) && used.has(productId) ? 'in-use' : undefined
    if (reason) undo.kept.push({ id: productId, name: product.name, reason })
    else if (isNew(row)) toRemove.push(productId)
    else toRestore.push(row)
  }
  undo.restored = await restoreAll(db, { importId: id, rows: toRestore, now })
  if (toRemove.length > 0) undo.removed = (await deleteProducts(db, toRemove, now)).length
  await storeUndo(db, id, undo, now)
  return { fileName, undo }
}

/** Those of the products that were not deleted since. */
async function readCurrent(db: Db, written: WrittenProduct[]): Promise<Current[]> {
  if (written.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .selectAll()
    .where(
      'id',
      'in',
      written.map(({ productId }) => productId),
    )
    .where('deleted_at', 'is', null)
    .execute()
  const products = new Map(rows.map((row) => [row.id, row]))
  return written.flatMap((row) => {
    const product = products.get(row.productId)
    return product ? [{ ...row, product }] : []
  })
}

/** The products that a text or a routine shows. */
async function listUsed(db: Db, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const texts = await db
    .selectFrom('post_references')
    .innerJoin('posts', 'posts.id', 'post_references.post_id')
    .select('post_references.ref_id as id')
    .where('post_references.kind', '=', 'product')
    .where('post_references.ref_id', 'in', ids)
    .where('posts.deleted_at', 'is', null)
    .execute()
  const routines = await db
    .selectFrom('routine_products')
    .innerJoin('routines', 'routines.id', 'routine_products.routine_id')
    .select('routine_products.product_id as id')
    .where('routine_products.product_id', 'in', ids)
    .where('routines.deleted_at', 'is', null)
    .execute()
  return new Set([...texts, ...routines].map(({ id }) => id))
}

type Restoration = { importId: number; rows: Current[]; now: string }

/** Writes the versions before the import as the newest ones. Returns their number. */
async function restoreAll(db: Db, { importId, rows, now }: Restoration): Promise<number> {
  if (rows.length === 0) return 0
  const former = await readProductsBefore(db, importId)
  const updates: Plan['updates'] = []
  for (const { productId, product, formerSlug } of rows) {
    const values = former.get(productId)
    if (!values) continue
    const present = toContent(product)
    const isFree =
      formerSlug !== null && (formerSlug === present.slug || !(await isSlugTaken(db, formerSlug, productId)))
    const slug = isFree ? formerSlug : present.slug
    updates.push({ product, input: { ...values, slug, facts: mergeFacts(present.facts, values.facts) } })
  }
  await writePlan(db, { creates: [], updates, moves: [] }, now)
  return updates.length
}
