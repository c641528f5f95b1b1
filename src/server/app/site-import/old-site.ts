import { isWebUrl } from '../../../contract/platform/urls.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type AmazonStore, countStores, mostFrequentStore } from './amazon-store.ts'
import { type Converted, convertContent } from './content/convert-content.ts'
import type { ContentSources } from './content/inline-content.ts'
import { decoded, pictureKey, wholePictureKey } from './export-files.ts'
import { walkItems } from './site-imports.repo.ts'
import type { SourceText } from './source-records.ts'

/** Finds the things that texts of an import refer to, by their addresses on the old site. */
export type OldSite = {
  /** The path or the URL for a link; undefined for one to another site or to nothing that is known. */
  findLink: ContentSources['findLink']
  findFragment: ContentSources['findFragment']
  /** The words and the picture that the export has for a short link. */
  describeLink(reference: { id?: string; url?: string }): LinkDetails
  amazon: AmazonStore
  /** The ids of the pictures that were uploaded for a text. */
  attachedTo(textId: string): readonly string[]
  /** The source key of the item of a picture. */
  findPictureKey(reference: { id?: string; url?: string }): string | undefined
  /** Whether the old site had the address. */
  isOwn(url: string): boolean
  /** The whole address, if that of the site is known. */
  absolute(url: string): string
}

type LinkDetails = { name: string; picture: string }

/** Reads the addresses of an import's items. `siteUrl` is '' if it is not known. */
export async function readOldSite(db: Db, importId: number, siteUrl: string): Promise<OldSite> {
  const links = new Map<string, string>()
  const shortLinks = new Map<string, string>()
  const linksById = new Map<string, string>()
  const details = new Map<string, LinkDetails>()
  const stores = new Map<string, number>()
  const fragments = new Map<string, string>()
  const pictures = new Map<string, string>()
  const attached = new Map<string, string[]>()
  for (const type of ['text', 'category'] as const)
    for await (const { target, record } of walkItems(db, importId, type)) {
      if (record.type === 'text') countStores(record.content, stores)
      if (target !== null) for (const address of record.addresses) links.set(addressKey(address), target)
    }
  for await (const { record } of walkItems(db, importId, 'link')) {
    // Where it leads could not be learnt.
    if (!record.url) continue
    linksById.set(record.id, record.url)
    // One that the export does not list is called by its address.
    const detail = { name: record.name.startsWith('/') ? '' : record.name, picture: record.picture ?? '' }
    details.set(`id ${record.id}`, detail)
    for (const address of record.addresses) {
      shortLinks.set(addressKey(address), record.url)
      details.set(addressKey(address), detail)
    }
  }
  for await (const { record } of walkItems(db, importId, 'fragment')) fragments.set(record.id, record.content)
  for await (const { sourceKey, record } of walkItems(db, importId, 'picture')) {
    pictures.set(`id ${record.id}`, sourceKey)
    if (record.textId) attached.set(record.textId, [...(attached.get(record.textId) ?? []), record.id])
    const key = pictureKey(record.url)
    if (!pictures.has(key)) pictures.set(key, sourceKey)
    // The file as it was uploaded, which WordPress shows in a smaller size since version 5.3.
    const whole = key.replace(/-scaled(?=\.\w+$)/, '')
    if (!pictures.has(whole)) pictures.set(whole, sourceKey)
  }
  const isOwn = (url: string) => isOfSite(url, siteUrl)
  return {
    isOwn,
    attachedTo: (textId) => attached.get(textId) ?? [],
    absolute: (url) => (URL.canParse(url, siteUrl || undefined) ? new URL(url, siteUrl || undefined).href : url),
    findLink({ id, url = '' }) {
      if (id !== undefined) return linksById.get(id)
      if (!isOwn(url)) return undefined
      const { hash } = new URL(url, 'https://old.invalid')
      const short = shortLinks.get(addressKey(url))
      // A short link may lead to a text of the old site.
      const found =
        links.get(addressKey(url)) ?? (short && isOwn(short) ? links.get(addressKey(short)) : undefined) ?? short
      return found && (found.startsWith('/') ? found + hash : found)
    },
    findFragment: (id) => fragments.get(id),
    describeLink({ id, url = '' }) {
      const key = id !== undefined ? `id ${id}` : isOwn(url) ? addressKey(url) : ''
      return details.get(key) ?? { name: '', picture: '' }
    },
    amazon: mostFrequentStore(stores),
    findPictureKey({ id, url = '' }) {
      const key = pictureKey(url)
      return pictures.get(`id ${id}`) ?? pictures.get(key) ?? pictures.get(wholePictureKey(key))
    },
  }
}

type Finders = Pick<ContentSources, 'findPicture'> & Partial<Pick<ContentSources, 'findLink' | 'findProduct'>>

/** The content of a text of the old site, with its pictures as they are found. */
export function convertText(
  { id, content, format, footnotes }: SourceText,
  site: OldSite,
  finders: Finders,
): Converted {
  return convertContent(content, { ...site, ...finders, attached: site.attachedTo(id), footnotes }, format)
}

/** An address as it is compared: its path without the last slash, and its query. */
function addressKey(address: string): string {
  if (!URL.canParse(address, 'https://old.invalid')) return address
  const { pathname, search } = new URL(address, 'https://old.invalid')
  return (
    decoded(pathname)
      .replace(/(?!^)\/$/, '')
      .toLowerCase() + search
  )
}

/** Relative addresses, and those of the host with or without `www.`, also through the picture service of WordPress.com. */
function isOfSite(url: string, siteUrl: string): boolean {
  if (!isWebUrl(url)) return url.startsWith('/') && !url.startsWith('//') && URL.canParse(url, 'https://old.invalid')
  if (!siteUrl) return false
  const host = (address: string) => new URL(address).hostname.replace(/^www\./, '')
  const { hostname, pathname } = new URL(url)
  const shown = /^i\d\.wp\.com$/.test(hostname) ? `https:/${pathname}` : url
  return host(URL.canParse(shown) ? shown : url) === host(siteUrl)
}
