import { hostOfAddress } from '../content/rich-text/affiliate-links.ts'
import { openTags, parseHtml } from '../content/rich-text/html-tokens.ts'
import type { Purge } from '../platform/db/purge-notices.ts'
import type { Db } from '../platform/db/schema.ts'
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts'
import { storeFoundPrograms } from '../shop/earnings/programs/found-programs.repo.ts'
import { giveTrackingIds } from '../shop/earnings/programs/give-tracking-ids.repo.ts'
import { listOwnedHosts } from '../shop/earnings/programs/programs.repo.ts'
import { createProgramCollector, type ProgramCollector } from '../shop/earnings/programs/recognise-programs.ts'
import { listProductLinks } from '../shop/products/product-links.repo.ts'

/** Posts of one query: their texts are long. */
const BATCH = 50

/** The disclosures of programs stand on every page. */
const ofSite: Purge = { tag: 'settings', isSoft: true }
/** Tracking IDs of posts stand in their bodies. */
const ofPosts: Purge = { tag: 'posts', isSoft: true }

type Options = { now: string; signal: AbortSignal; onChange(db: Db, purges: Purge[]): Promise<void> }

/**
 * Recognises the affiliate programs in the links of products and posts, counts their links, and gives free tracking IDs to
 * posts. Returns the purges of pages that change; `onChange` runs in the transaction that stores it.
 */
export async function recognisePrograms(db: Db, { now, signal, onChange }: Options): Promise<Purge[]> {
  const collector = createProgramCollector(await listOwnedHosts(db))
  for await (const products of listProductLinks(db)) {
    for (const { id, links } of products) for (const link of links) collector.addProductLink(link, id)
    await yieldToEventLoop(signal)
  }
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'content'])
      .where('id', '>', last)
      .where('deleted_at', 'is', null)
      .where('kind', '!=', 'template')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) break
    for (const { id, content } of rows) {
      addBody(id, content, collector)
      last = id
    }
    await yieldToEventLoop(signal)
  }
  return db.transaction().execute(async (transaction) => {
    const found = collector.programs()
    const purges = [
      ...((await storeFoundPrograms(transaction, found, now)) ? [ofSite] : []),
      ...((await giveTrackingIds(transaction, found, now)) ? [ofPosts] : []),
    ]
    if (purges.length > 0) await onChange(transaction, purges)
    return purges
  })
}

function addBody(id: number, content: string, collector: ProgramCollector): void {
  for (const { name, attributes } of openTags(parseHtml(content))) {
    const { href = '', rel = '' } = attributes
    if (name !== 'a' || !hostOfAddress(href)) continue
    const isMarked = rel.toLowerCase().split(/\s+/).includes('sponsored')
    collector.addPostLink(href, id, isMarked || collector.isProductHost(href))
  }
}
