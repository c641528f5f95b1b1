import { AMAZON_DISCLOSURE } from '../../../../contract/shop/networks.ts'
import { recogniseLink } from '../../../../contract/shop/recognise-link.ts'
import { linkColumns, namesAmazon } from '../../../platform/db/amazon-links.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { linksOfRow } from '../../products/product-links.repo.ts'
import { listStatedSentences } from './programs.repo.ts'

/** Rows of one query; posts are long. */
const BATCH = 20

/**
 * The sentences that pages must show, each once: those of the programs, and Amazon's as soon as an active product or a public
 * text has a link to it, whether or not its program is recognised yet.
 */
export async function listRequiredSentences(db: Db, now: string): Promise<string[]> {
  const stated = await listStatedSentences(db)
  if (stated.some(({ network }) => network === 'amazon') || !(await linksToAmazon(db, now))) return sentencesOf(stated)
  return sentencesOf([...stated, { network: 'amazon', disclosure: AMAZON_DISCLOSURE }])
}

type Stated = Awaited<ReturnType<typeof listStatedSentences>>

function sentencesOf(stated: Stated): string[] {
  return [...new Set(stated.map(({ disclosure }) => disclosure))].sort()
}

async function linksToAmazon(db: Db, now: string): Promise<boolean> {
  return (await hasProductWithLink(db)) || hasTextWithLink(db, now)
}

async function hasProductWithLink(db: Db): Promise<boolean> {
  for (let last = 0; ; ) {
    // A condition on another column would make the planner take the index of that column, and read all products.
    const rows = await db
      .selectFrom('products')
      .select(['id', 'affiliate_link', 'facts', 'is_active', 'deleted_at'])
      .where('id', '>', last)
      .where(namesAmazon(db, linkColumns.products))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const active = rows.filter(({ is_active, deleted_at }) => is_active && deleted_at === null)
    if (active.some((row) => linksOfRow(row).some(isOfAmazon))) return true
    const end = rows.at(-1)
    if (!end) return false
    last = end.id
  }
}

/** Includes newsletters, which become pages when they are sent. */
async function hasTextWithLink(db: Db, now: string): Promise<boolean> {
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('posts')
      .select(['id', 'content'])
      .where('id', '>', last)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('published_at', '<=', now), eb('kind', '=', 'newsletter')]))
      .where('kind', '!=', 'template')
      .where(namesAmazon(db, linkColumns.posts))
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (rows.some(({ content }) => earningLinks(content).some(isOfAmazon))) return true
    const end = rows.at(-1)
    if (!end) return false
    last = end.id
  }
}

const isOfAmazon = (url: string) => recogniseLink(url)?.network === 'amazon'

/** The links of stored HTML that are marked or carry a tag; a link to Amazon without one earns nothing. */
function earningLinks(content: string): string[] {
  return [...content.matchAll(/<a\s[^>]*>/gi)].flatMap(([tag]) => {
    const [, url = ''] = /\shref="([^"]*)"/i.exec(tag) ?? []
    const link = recogniseLink(url.replaceAll('&amp;', '&'))
    return link && (link.trackingId !== null || link.subIdParameter === null || /sponsored/i.test(tag)) ? [url] : []
  })
}
