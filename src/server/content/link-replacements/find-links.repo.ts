import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { type FoundUse, storeLinkUses, type UseSource } from '../../shop/link-health/link-uses.repo.ts'
import { listAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { affiliateLink } from '../rich-text/affiliate-links.ts'
import { collect, openTags, parseHtml } from '../rich-text/html-tokens.ts'

/** Rows with long texts of one query, so that none blocks for long. */
const BATCH = 50

/** Finds the affiliate links of all products, posts and pages, drafts included, and stores where each is used. */
export async function refreshLinks(db: Db, { now, signal }: { now: string; signal?: AbortSignal }): Promise<void> {
  const hosts = new Set(await listAffiliateHosts(db))
  const found: FoundUse[] = []
  for (const table of ['products', 'posts'] as const)
    for (let last = 0; ; ) {
      const { lastId, uses } = await findUses(db, table, { after: last, hosts })
      if (lastId === undefined) break
      found.push(...uses)
      last = lastId
      await yieldToEventLoop(signal)
    }
  await storeLinkUses(db, found, { now })
}

/** The same for some products and posts, in the transaction that has changed them. */
export async function refreshLinksOf(db: Db, sources: readonly UseSource[], now: string): Promise<void> {
  const hosts = new Set(await listAffiliateHosts(db))
  const found: FoundUse[] = []
  for (const { kind, ref_id } of sources) {
    const table = kind === 'product' ? 'products' : 'posts'
    found.push(...(await findUses(db, table, { id: ref_id, hosts })).uses)
  }
  await storeLinkUses(db, found, { now, sources })
}

type Scope = { hosts: ReadonlySet<string> } & ({ after: number } | { id: number })

async function findUses(
  db: Db,
  table: 'products' | 'posts',
  { hosts, ...scope }: Scope,
): Promise<{ lastId: number | undefined; uses: FoundUse[] }> {
  const [operator, id] = 'after' in scope ? (['>', scope.after] as const) : (['=', scope.id] as const)
  if (table === 'products') {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'affiliate_link', 'facts'])
      .where('id', operator, id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    return { lastId: rows.at(-1)?.id, uses: rows.flatMap(usesOfProduct) }
  }
  const rows = await db
    .selectFrom('posts')
    .select(['id', 'content'])
    .where('id', operator, id)
    .where('deleted_at', 'is', null)
    .where('kind', '!=', 'template')
    .orderBy('id')
    .limit(BATCH)
    .execute()
  return { lastId: rows.at(-1)?.id, uses: rows.flatMap((row) => usesOfPost(row, hosts)) }
}

function usesOfProduct(row: { id: number; affiliate_link: string; facts: string }): FoundUse[] {
  const { otherShops = [], fallbackUrl } = JSON.parse(row.facts) as Partial<ProductFacts>
  const use = { kind: 'product' as const, ref_id: row.id }
  return [
    { ...use, place: 'link', url: row.affiliate_link },
    ...otherShops.map(({ link }) => ({ ...use, place: 'other-shop' as const, url: link })),
    ...(fallbackUrl ? [{ ...use, place: 'fallback' as const, url: fallbackUrl }] : []),
  ]
}

function usesOfPost({ id, content }: { id: number; content: string }, hosts: ReadonlySet<string>): FoundUse[] {
  const tags = openTags(parseHtml(content))
  const urls = collect(tags, 'a', (attributes) => affiliateLink(attributes, hosts)?.href)
  return urls.map((url) => ({ kind: 'post', ref_id: id, place: 'text', url }))
}
