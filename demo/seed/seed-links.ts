import { sql } from 'kysely'
import { dayIn } from '../../src/contract/platform/days.ts'
import { refreshLinks } from '../../src/server/content/link-replacements/find-links.repo.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { HOUR_MS } from '../../src/server/platform/durations.ts'
import type { Observation } from '../../src/server/shop/link-health/check-link.ts'
import { recordCheck } from '../../src/server/shop/link-health/link-checks.repo.ts'

type Visit = Partial<Observation> & { url: string }

/** Observations of a few links by their order; all others work. */
const exceptions: Record<number, (url: string) => Partial<Observation>> = {
  7: () => ({ outcome: 'broken', reason: 'status', status: 404, finalUrl: null }),
  12: () => ({ outcome: 'out-of-stock', reason: 'out-of-stock' }),
  18: (url) => redirected(url, { outcome: 'tag-lost', reason: 'tag' }, ''),
  24: () => ({ outcome: 'unchecked', reason: 'not-for-robots', status: 403, finalUrl: null }),
  30: (url) => redirected(url, { outcome: 'redirects' }, new URL(url).search),
}

function redirected(url: string, observation: Partial<Observation>, search: string): Partial<Observation> {
  const { origin, pathname } = new URL(url)
  const finalUrl = `${origin}/products${pathname}${search}`
  const chain = [
    { url, status: 301 },
    { url: finalUrl, status: 200 },
  ]
  return { ...observation, finalUrl, chain }
}

/** Finds the links of the site, and gives those of the demo products the results of the last three nights. */
export async function seedLinks(db: Db, { productIds, today }: { productIds: number[]; today: Date }): Promise<void> {
  await refreshLinks(db, { now: today.toISOString() })
  const links = await db
    .selectFrom('links')
    .innerJoin('link_uses', 'link_uses.link_id', 'links.id')
    .select(['links.id', 'links.url'])
    .where('links.state', '=', 'new')
    .where('link_uses.kind', '=', 'product')
    .where('link_uses.ref_id', 'in', productIds)
    // The product's own link comes before those of other shops, and fallbacks last.
    .orderBy(sql`case link_uses.place when 'fallback' then 1 else 0 end`)
    .orderBy('link_uses.place')
    .orderBy('link_uses.ref_id')
    .orderBy('links.id')
    .execute()
  const once = [...new Map(links.map((link) => [link.id, link])).values()]
  for (const [index, { id, url }] of once.entries()) {
    const found = exceptions[index + 1]?.(url)
    // A failure takes three nights until it counts, 'out of stock' takes two.
    const nights = found?.outcome === 'broken' || found?.outcome === 'out-of-stock' ? [3, 2, 1] : [(index % 3) + 1]
    for (const ago of nights) await record(db, id, { url, ...found }, new Date(today.getTime() - ago * 24 * HOUR_MS))
  }
}

async function record(db: Db, id: number, { url, ...found }: Visit, at: Date): Promise<void> {
  const observation: Observation = {
    outcome: 'ok',
    reason: 'none',
    status: 200,
    finalUrl: url,
    chain: [{ url, status: found.status ?? 200 }],
    etag: null,
    lastModified: null,
    busyHosts: [],
    ...found,
  }
  await recordCheck(db, id, observation, { day: dayIn('America/New_York', at), now: at.toISOString() })
}
