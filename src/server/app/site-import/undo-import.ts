import { deleteCategory } from '../../content/categories/owner-categories.repo.ts'
import { listImageUses, scanPosts } from '../../content/images/image-uses.repo.ts'
import { deleteImages, findImages } from '../../content/images/images.repo.ts'
import { deletePosts } from '../../content/posts/deleted-posts.repo.ts'
import { lockPost, writePost } from '../../content/posts/posts-write.repo.ts'
import { withTexts } from '../../content/posts/prepare-post.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { deleteProducts } from '../../shop/products/product-writes.repo.ts'
import { restoreHeader } from './import-menu.ts'
import { removeImportedRedirects } from './import-redirects.ts'
import { type ReplacedText, recordOutcome, updateImport } from './site-imports.repo.ts'

/** Rows of one transaction. */
const BATCH = 200

type Created = Pick<Row<'site_import_items'>, 'id' | 'ref_id'>

/**
 * Takes an import back: its texts go to the trash, from which they can be restored for 30 days, with its products that were not
 * edited and that nothing else shows. Its comments, its redirects, the pictures that nothing else uses, and the categories without
 * other posts are deleted. Texts that it changed and that were not edited since are as they were before.
 */
export async function undoImport(
  db: Db,
  importId: number,
  { now, signal }: { now: string; signal: AbortSignal },
): Promise<void> {
  const created = (type: Row<'site_import_items'>['type']) =>
    db
      .selectFrom('site_import_items')
      .select(['id', 'ref_id'])
      .where('import_id', '=', importId)
      .where('type', '=', type)
      .where('is_created', '=', true)
      .where('state', '<>', 'undone')
      .orderBy('id')
      .execute()
  await inBatches(await created('comment'), signal, (rows) =>
    db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('imported_comments').where('id', 'in', idsOf(rows)).execute()
      await markUndone(transaction, rows)
    }),
  )
  await inBatches(await created('text'), signal, (rows) =>
    db.transaction().execute(async (transaction) => {
      await deletePosts(transaction, idsOf(rows), now)
      await markUndone(transaction, rows)
    }),
  )
  for (const row of await listChanged(db, importId, 'text')) {
    await yieldToEventLoop(signal)
    await db.transaction().execute((transaction) => restoreText(transaction, row, now))
  }
  for (const row of await listChanged(db, importId, 'menu'))
    await db.transaction().execute((transaction) => restoreHeader(transaction, row, now))
  await inBatches(await created('product'), signal, (rows) => removeProducts(db, rows, now))
  await removeImportedRedirects(db, importId, now)
  await inBatches(await created('picture'), signal, (rows) => removePictures(db, rows, now))
  for (const row of await created('category'))
    await db.transaction().execute(async (transaction) => {
      await deleteCategory(transaction, row.ref_id!, now)
      await markUndone(transaction, [row])
    })
  await updateImport(db, importId, { state: 'undone', undone_at: now })
}

async function inBatches(rows: Created[], signal: AbortSignal, act: (rows: Created[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    await yieldToEventLoop(signal)
    await act(rows.slice(from, from + BATCH))
  }
}

async function removeProducts(db: Db, rows: Created[], now: string): Promise<void> {
  const ids = idsOf(rows)
  await db.transaction().execute(async (transaction) => {
    const shown = transaction
      .selectFrom('post_references')
      .innerJoin('posts', 'posts.id', 'post_references.post_id')
      .select('post_references.ref_id')
      .where('post_references.kind', '=', 'product')
      .where('posts.deleted_at', 'is', null)
    const inRoutines = transaction.selectFrom('routine_products').select('product_id')
    const unused = await transaction
      .selectFrom('products')
      .select('id')
      .where('id', 'in', ids)
      .where('version', '=', 1)
      .where('id', 'not in', shown)
      .where('id', 'not in', inRoutines)
      .execute()
    if (unused.length > 0)
      await deleteProducts(
        transaction,
        unused.map(({ id }) => id),
        now,
      )
    await markUndone(transaction, rows)
  })
}

async function removePictures(db: Db, rows: Created[], now: string): Promise<void> {
  const images = await findImages(db, idsOf(rows))
  const posts = await scanPosts(
    db,
    images.map(({ picture }) => picture.key),
  )
  await db.transaction().execute(async (transaction) => {
    const used = new Set((await listImageUses(transaction, images, posts)).map(({ imageId }) => imageId))
    const unused = images.map(({ id }) => id).filter((id) => !used.has(id))
    if (unused.length > 0) await deleteImages(transaction, unused, now)
    await markUndone(transaction, rows)
  })
}

type Changed = Pick<Row<'site_import_items'>, 'id' | 'ref_id' | 'ref_version' | 'replaced'>

/** The texts of earlier imports and the menu that an import changed. */
async function listChanged(db: Db, importId: number, type: 'text' | 'menu'): Promise<Changed[]> {
  return db
    .selectFrom('site_import_items')
    .select(['id', 'ref_id', 'ref_version', 'replaced'])
    .where('import_id', '=', importId)
    .where('type', '=', type)
    .where('state', '=', 'done')
    .where('replaced', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Gives a text back the state before an import; the earlier import then counts as the one that wrote it. */
async function restoreText(db: Db, { id, ref_id, ref_version, replaced }: Changed, now: string): Promise<void> {
  const refId = ref_id!
  const row = await lockPost(db, refId)
  const kept = (note: string) => recordOutcome(db, id, { state: 'kept', refId, refVersion: ref_version, notes: [note] })
  if (row && row.version !== ref_version) return kept('It was edited here since, and stays as it is.')
  if (row) {
    const { post, times } = JSON.parse(replaced!) as ReplacedText
    const outcome = await writePost(db, refId, { prepared: await withTexts(db, post), now })
    if (!outcome || 'invalid' in outcome) return kept('Its former state cannot be saved here any more.')
    await db.updateTable('posts').set(times).where('id', '=', refId).execute()
    await db
      .updateTable('site_import_items')
      .set({ ref_version: outcome.row.version })
      .where('type', '=', 'text')
      .where('ref_id', '=', refId)
      .where('ref_version', '=', ref_version! - 1)
      .where('state', '=', 'done')
      .execute()
  }
  await recordOutcome(db, id, { state: 'undone', refId, refVersion: ref_version })
}

const idsOf = (rows: readonly Created[]) => rows.flatMap(({ ref_id }) => ref_id ?? [])

async function markUndone(db: Db, rows: readonly Created[]): Promise<void> {
  await db
    .updateTable('site_import_items')
    .set({ state: 'undone' })
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
}
