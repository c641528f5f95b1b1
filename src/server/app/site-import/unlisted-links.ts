import { redirectAddress } from '../../../contract/content/redirect-address.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type GuardedRequest, RequestError } from '../../platform/http/guarded-request.ts'
import type { OldSite } from './old-site.ts'
import { type ImportItem, type NewItem, recordOutcome, walkItems } from './site-imports.repo.ts'

/** Requests at a time to the old site. */
const LINKS_AT_ONCE = 3
/** Addresses of one import that are requested. */
const LINKS_MAX = 5000

/** Stands for a link of a text to an address of the old site that the export does not list, such as a short link of a plugin. */
export function unlistedLink(address: string): NewItem {
  const record = { type: 'link' as const, id: `path ${address}`, name: address, url: '', addresses: [address] }
  const notes = [
    'Texts link to it, and the export does not say where it leads: an import requests it from the old site.',
  ]
  return { sourceKey: `link ${address}`, name: address, record, notes }
}

/** The address of a link to a page of the old site, as redirects store it; undefined for files. */
export function pageAddress(url: string, site: OldSite): string | undefined {
  if (!site.isOwn(url) || !URL.canParse(url, 'https://old.invalid')) return undefined
  const address = redirectAddress(new URL(url, 'https://old.invalid'))
  const isFile = /^\/wp-(?:content|admin|includes)\/|\.(?:jpe?g|png|gif|webp|avif|svg)$/i.test(address ?? '')
  return isFile ? undefined : address
}

type ResolveOptions = {
  importId: number
  site: OldSite
  request: GuardedRequest | undefined
  signal: AbortSignal
  onProgress: (done: number) => void
}

/** Requests from the old site where links that the export does not list lead, and stores it with their items. */
export async function resolveLinks(
  db: Db,
  { importId, signal, onProgress, ...options }: ResolveOptions,
): Promise<void> {
  let done = 0
  let running: Promise<void>[] = []
  for await (const item of walkItems(db, importId, 'link', 'waiting')) {
    if (signal.aborted) break
    if (item.record.url) continue
    const isBeyond = done >= LINKS_MAX
    running.push(resolveLink(db, item, isBeyond ? { ...options, request: undefined } : options, signal))
    done += 1
    if (running.length < LINKS_AT_ONCE) continue
    await Promise.all(running)
    running = []
    onProgress(done)
  }
  await Promise.all(running)
  signal.throwIfAborted()
}

async function resolveLink(
  db: Db,
  item: ImportItem<'link'>,
  { site, request }: Pick<ResolveOptions, 'site' | 'request'>,
  signal: AbortSignal,
): Promise<void> {
  const address = site.absolute(item.name)
  const found = request ? await findDestination(request, address, signal) : 'it was not requested'
  if (typeof found === 'string')
    return recordOutcome(db, item.id, { state: 'failed', notes: [`Texts link to it, but ${found}.`] })
  const record = { ...item.record, url: found.href }
  await db
    .updateTable('site_import_items')
    .set({ data: JSON.stringify(record), target: found.href.slice(0, 2000), notes: '[]' })
    .where('id', '=', item.id)
    .execute()
}

/** Where an address redirects to, or why that is not known: the end of a sentence. */
async function findDestination(request: GuardedRequest, address: string, signal: AbortSignal): Promise<URL | string> {
  try {
    const { status, headers } = await request(address, { method: 'GET', bodyMax: 0, signal })
    const { location } = headers
    if (status >= 300 && status < 400 && location && URL.canParse(location, address)) {
      const url = new URL(location, address)
      const isSame = url.href.replace(/\/$/, '') === address.replace(/\/$/, '')
      if (/^https?:$/.test(url.protocol) && !isSame) return url
    }
    return status === 200
      ? 'the page of the old site is not in the export'
      : `the old site responded with ${status} and not with a redirect`
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RequestError) return 'the old site did not respond'
    throw error
  }
}
