import { decodeHTML } from 'entities'
import { findOwnRedirect } from '../../../content/redirects/redirects.repo.ts'
import { escapeHtml } from '../../../content/rich-text/html-tokens.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { SiteAddresses } from './site-addresses.ts'

/** A link of HTML within XML or JSON, where its quotes are escaped. */
const link = /href=(\\?")([^"\\]*)\1/g

/** A feed whose short links, which only the server redirects, lead to their destination. */
export async function rewriteFeed(
  feed: string,
  { db, origin, addresses }: { db: Db; origin: string; addresses: SiteAddresses },
): Promise<string> {
  const destinations = new Map<string, string>()
  for (const href of new Set([...feed.matchAll(link)].map(([, , found]) => found!))) {
    const url = href.startsWith(`${origin}/`) ? new URL(decodeHTML(href)) : undefined
    const redirect = url && (await findOwnRedirect(db, url))
    const target = redirect && (await addresses.resolve(redirect.to_address, '/'))
    if (target && 'outside' in target) destinations.set(href, escapeHtml(target.outside.replaceAll('\\', '%5C')))
  }
  return feed.replace(link, (whole, quote: string, href: string) => {
    const destination = destinations.get(href)
    return destination === undefined ? whole : `href=${quote}${destination}${quote}`
  })
}
