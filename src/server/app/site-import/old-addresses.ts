import { redirectAddress } from '../../../contract/content/redirect-address.ts'
import { isSiteSegment } from '../../../contract/content/site-segments.ts'
import type { Db } from '../../platform/db/schema.ts'
import { policyOf } from '../../platform/http/path-policy.ts'
import type { OldSite } from './old-site.ts'
import { walkItems } from './site-imports.repo.ts'

/** An address of the old site and where it leads here; null as long as the picture of that address is not imported. */
export type OldAddress = { from: string; to: string | null }

/** The addresses of an import's items that readers of the old site may know. */
export async function* walkOldAddresses(db: Db, importId: number, site: OldSite): AsyncGenerator<OldAddress> {
  const tags = new Map<string, string>()
  const archives = new Set<string>()
  for (const type of ['text', 'category', 'picture'] as const)
    for await (const { target, record } of walkItems(db, importId, type)) {
      // Only the owner knows the address of a draft.
      const isKnown = record.type !== 'text' || record.status === 'published' || record.status === 'scheduled'
      if (isKnown) for (const from of record.addresses) yield { from, to: target }
      if (record.type !== 'text') continue
      // WordPress and Ghost say `tag`, the generators of static sites `tags`.
      for (const { slug, name } of record.tags)
        for (const root of ['tag', ...(record.format ? ['tags'] : [])]) tags.set(`/${root}/${slug}/`, name)
      for (const archive of archivesOf(record.publishedAt)) archives.add(archive)
    }
  for await (const { record } of walkItems(db, importId, 'link'))
    if (record.url)
      for (const from of record.addresses) yield { from, to: site.findLink({ url: record.url }) ?? record.url }
  for (const from of archives) yield { from, to: '/blog' }
  for (const [from, name] of tags) yield { from, to: `/search?${new URLSearchParams({ q: name })}` }
}

/** The addresses of the year, the month and the day of a text. */
function archivesOf(publishedAt: string | null): string[] {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(publishedAt ?? '') ?? []
  return year ? [`/${year}/`, `/${year}/${month}/`, `/${year}/${month}/${day}/`] : []
}

/** Tells addresses of the old site, in the form of `redirectAddress`, that the import or the site itself responds to. */
export async function readKnownAddresses(
  db: Db,
  importId: number,
  site: OldSite,
): Promise<(address: string) => boolean> {
  const known = new Set(['/'])
  for await (const { from } of walkOldAddresses(db, importId, site)) {
    const address = URL.canParse(from, BASE) ? redirectAddress(new URL(from, BASE)) : undefined
    if (address !== undefined) known.add(address)
  }
  return (address) => {
    const [path = ''] = address.split('?')
    return (
      known.has(address) || known.has(path) || isSiteSegment(path.slice(1)) || policyOf(path).handler !== 'renderer'
    )
  }
}

const BASE = 'https://old.invalid'
