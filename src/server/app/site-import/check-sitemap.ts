import { redirectAddress } from '../../../contract/content/redirect-address.ts'
import { mostSimilar, wordsOfAddress } from '../../content/redirects/most-similar.ts'
import { findPublicPages } from '../../content/redirects/public-pages.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { readKnownAddresses } from './old-addresses.ts'
import { readOldSite } from './old-site.ts'
import { addItems, findImport, type NewItem, walkItems } from './site-imports.repo.ts'

type CheckOptions = { importId: number; addresses: AsyncIterable<string>; now: string; signal: AbortSignal }

/** Addresses that are looked up and stored at a time. */
const BATCH = 500

/**
 * Adds an item to a planned import for each address of the old site that would lead to nothing here, with the page that is most
 * similar. Returns how many addresses there are and how many of them lead to nothing.
 */
export async function checkSitemap(
  db: Db,
  { importId, addresses, now, signal }: CheckOptions,
): Promise<{ addresses: number; missing: number }> {
  const { site_url: siteUrl } = await findImport(db, importId)
  const site = await readOldSite(db, importId, siteUrl)
  const isKnown = await readKnownAddresses(db, importId, site)
  const suggest = await readSuggestions(db, importId)
  const seen = new Set<string>()
  let missing = 0
  let batch: string[] = []
  const flush = async () => {
    signal.throwIfAborted()
    const pages = await findPublicPages(db, batch, now)
    const lost = batch.filter((address) => !pages.has(address))
    await addItems(
      db,
      importId,
      lost.map((address) => missingAddress(address, suggest(address))),
    )
    missing += lost.length
    batch = []
  }
  for await (const each of addresses) {
    const address = site.isOwn(each) ? redirectAddress(new URL(each, 'https://old.invalid')) : undefined
    if (address === undefined || seen.has(address)) continue
    seen.add(address)
    if (!isKnown(address)) batch.push(address)
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return { addresses: seen.size, missing }
}

function missingAddress(address: string, suggestion: string | undefined): NewItem {
  const text = `It is in the sitemap of the old site, and nothing of the import has this address.${suggestion ? ` Perhaps it is ${suggestion} now.` : ''}`
  return {
    sourceKey: `address ${address}`,
    name: address,
    record: { type: 'problem', kind: 'unreachable', item: address, text },
  }
}

/** Words are compared by their beginning. */
const PART_LENGTH = 4

/** Finds the text or the category of the import whose address is most similar to another one. */
async function readSuggestions(db: Db, importId: number): Promise<(address: string) => string | undefined> {
  const pages = new Map<string, { path: string; slug: string }[]>()
  const partsOf = (words: readonly string[]) => new Set(words.map((word) => word.slice(0, PART_LENGTH)))
  for (const type of ['text', 'category'] as const)
    for await (const { target: path } of walkItems(db, importId, type)) {
      if (path === null) continue
      const page = { path, slug: path.split('/').at(-1)! }
      for (const part of partsOf(wordsOfAddress(path))) pages.set(part, [...(pages.get(part) ?? []), page])
    }
  return (address) => {
    const words = wordsOfAddress(address)
    const similar = [...partsOf(words)].flatMap((part) => pages.get(part) ?? [])
    return mostSimilar(words, similar.slice(0, 1000))?.path
  }
}
