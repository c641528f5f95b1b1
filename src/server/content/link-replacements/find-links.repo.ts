import { isTagMissing } from '../../../contract/shop/missing-tag.ts'
import type { ProductFacts } from '../../../contract/shop/product-facts.ts'
import type { Db } from '../../platform/db/schema.ts'
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts'
import { readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { type FoundUse, storeLinkUses, type UseSource } from '../../shop/link-health/link-uses.repo.ts'
import { listAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { affiliateLink } from '../rich-text/affiliate-links.ts'
import { collect, openTags, parseHtml } from '../rich-text/html-tokens.ts'

/** Rows with long texts of one query, so that none blocks for long. */
const BATCH = 50

/** Finds the affiliate links of all products, posts and pages, drafts included, and stores where each is used. */
export async function refreshLinks(db: Db, { now, signal }: { now: string; signal?: AbortSignal }): Promise<void> {
  const earning = await readEarningLinks(db)
  const found: FoundUse[] = []
  for (const table of ['products', 'posts'] as const)
    for (let last = 0; ; ) {
      const { lastId, uses } = await findUses(db, table, { after: last, earning })
      if (lastId === undefined) break
      found.push(...uses)
      last = lastId
      await yieldToEventLoop(signal)
    }
  await storeLinkUses(db, found, { now })
}

/** The same for some products and posts, in the transaction that has changed them. */
export async function refreshLinksOf(db: Db, sources: readonly UseSource[], now: string): Promise<void> {
  const earning = await readEarningLinks(db)
  const found: FoundUse[] = []
  for (const { kind, ref_id } of sources) {
    const table = kind === 'product' ? 'products' : 'posts'
    found.push(...(await findUses(db, table, { id: ref_id, earning })).uses)
  }
  await storeLinkUses(db, found, { now, sources })
}

type EarningLinks = { hosts: ReadonlySet<string>; isOfProgram(url: string): boolean }

/** The hosts of products and the programs; a link of a known network without a tag counts, so that it can be reported. */
async function readEarningLinks(db: Db): Promise<EarningLinks> {
  const [hosts, programs] = [await listAffiliateHosts(db), await readProgramLinks(db)]
  return {
    hosts: new Set(hosts),
    isOfProgram: (url) => programs.isAffiliate(url) || isTagMissing(url),
  }
}

type Scope = { earning: EarningLinks } & ({ after: number } | { id: number })

async function findUses(
  db: Db,
  table: 'products' | 'posts',
  { earning, ...scope }: Scope,
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
  return { lastId: rows.at(-1)?.id, uses: rows.flatMap((row) => usesOfPost(row, earning)) }
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

function usesOfPost(
  { id, content }: { id: number; content: string },
  { hosts, isOfProgram }: EarningLinks,
): FoundUse[] {
  const tags = openTags(parseHtml(content))
  const urls = collect(tags, 'a', (attributes) => affiliateLink(attributes, hosts, isOfProgram)?.href)
  return urls.map((url) => ({ kind: 'post', ref_id: id, place: 'text', url }))
}
