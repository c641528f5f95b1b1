import type { Db, Row } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { linkedAddresses } from '../rich-text/affiliate-links.ts'
import { openTags, parseHtml } from '../rich-text/html-tokens.ts'
import { findReferences, type References } from '../rich-text/references.ts'
import { findLinkedPosts } from './post-links.repo.ts'

/** Posts with long texts of one transaction, so that none blocks for long. */
const BATCH = 50
/** Rows of one statement, below the number of parameters that a database takes. */
const ROWS = 1000

export type PostReferences = References & { post: number[] }

/**
 * Finds the references of a body: products, ingredients and routines of its blocks and boxes, products whose affiliate link
 * it has, and posts to which it links. Call it before the transaction that stores them, because a long body takes time to read.
 */
export async function findPostReferences(db: Db, content: string): Promise<PostReferences> {
  const tags = openTags(parseHtml(content))
  const found = findReferences(tags)
  const [linked, post] = await Promise.all([findProductsByLink(db, linkedAddresses(tags)), findLinkedPosts(db, tags)])
  return { ...found, product: [...new Set([...found.product, ...linked])], post }
}

/** Replaces the references of a post, in the transaction that writes the content, which also sets `references_version`. */
export async function storePostReferences(
  db: Db,
  postId: number,
  { product, ingredient, routine, post }: PostReferences,
): Promise<void> {
  await db.deleteFrom('post_references').where('post_id', '=', postId).execute()
  const rows = [
    ...product.map((id) => ({ post_id: postId, kind: 'product' as const, ref_id: id })),
    ...ingredient.map((id) => ({ post_id: postId, kind: 'ingredient' as const, ref_id: id })),
    ...routine.map((id) => ({ post_id: postId, kind: 'routine' as const, ref_id: id })),
    ...post.map((id) => ({ post_id: postId, kind: 'post' as const, ref_id: id })),
  ]
  for (let from = 0; from < rows.length; from += ROWS)
    await db
      .insertInto('post_references')
      .values(rows.slice(from, from + ROWS))
      // `linkEarlierTexts` may have stored a link meanwhile.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Stores the references of posts that were written without them: by an earlier program, or restored from its backup. Returns
 * how many; `onBatch` runs in the transaction of each batch.
 */
export async function fillPostReferences(
  db: Db,
  { signal, onBatch }: { signal?: AbortSignal; onBatch?: (db: Db) => Promise<void> } = {},
): Promise<number> {
  let count = 0
  for (let last = 0; ; ) {
    const rows = await listUnread(db, last)
    const end = rows.at(-1)
    if (!end) return count
    await inTransaction(db, async (transaction) => {
      for (const { id, version, content } of rows) {
        const { numUpdatedRows } = await transaction
          .updateTable('posts')
          .set({ references_version: version })
          .where('id', '=', id)
          // Saved meanwhile, which stored them.
          .where('version', '=', version)
          .executeTakeFirst()
        if (numUpdatedRows > 0n)
          await storePostReferences(transaction, id, await findPostReferences(transaction, content))
      }
      await onBatch?.(transaction)
    })
    count += rows.length
    last = end.id
    await yieldToEventLoop(signal)
  }
}

/** The columns that a write sets, together with the next version, when it leaves the content as it is. */
export function keptReferences({
  version,
  references_version: stored,
}: Pick<Row<'posts'>, 'version' | 'references_version'>) {
  return { references_version: stored === version ? version + 1 : stored }
}

function inTransaction(db: Db, work: (db: Db) => Promise<void>): Promise<void> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

function listUnread(db: Db, after: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'version', 'content'])
    .where('id', '>', after)
    .where((eb) => eb.or([eb('references_version', 'is', null), eb('references_version', '!=', eb.ref('version'))]))
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

async function findProductsByLink(db: Db, links: string[]): Promise<number[]> {
  const found: number[] = []
  for (let from = 0; from < links.length; from += ROWS) {
    const rows = await db
      .selectFrom('products')
      .select('id')
      .where('affiliate_link', 'in', links.slice(from, from + ROWS))
      .where('deleted_at', 'is', null)
      .execute()
    found.push(...rows.map(({ id }) => id))
  }
  return found
}
