import { hostOfAddress } from '../content/rich-text/affiliate-links.ts'
import { openTags, parseHtml } from '../content/rich-text/html-tokens.ts'
import type { Db } from '../platform/db/schema.ts'
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts'
import { storeFoundPrograms } from '../shop/earnings/programs/programs.repo.ts'
import { createProgramCollector, type ProgramCollector } from '../shop/earnings/programs/recognise-programs.ts'
import { listProductLinks } from '../shop/products/product-links.repo.ts'

/** Posts of one query: their texts are long. */
const BATCH = 50

type Options = { now: string; signal: AbortSignal; onChange(db: Db): Promise<void> }

/**
 * Recognises the affiliate programs in the links of products and posts, and counts their links. Returns whether pages change;
 * `onChange` runs in the transaction that stores it.
 */
export async function recognisePrograms(db: Db, { now, signal, onChange }: Options): Promise<boolean> {
  const collector = createProgramCollector()
  for await (const links of listProductLinks(db)) {
    for (const link of links) collector.addProductLink(link)
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
    for (const { content } of rows) addBody(content, collector)
    last = rows.at(-1)!.id
    await yieldToEventLoop(signal)
  }
  return db.transaction().execute(async (transaction) => {
    const isChanged = await storeFoundPrograms(transaction, collector.programs(), now)
    if (isChanged) await onChange(transaction)
    return isChanged
  })
}

function addBody(content: string, collector: ProgramCollector): void {
  for (const { name, attributes } of openTags(parseHtml(content))) {
    const { href = '', rel = '' } = attributes
    if (name !== 'a' || !hostOfAddress(href)) continue
    const isMarked = rel.toLowerCase().split(/\s+/).includes('sponsored')
    collector.addPostLink(href, isMarked || collector.isProductHost(href))
  }
}
