import { IMPORT_PRODUCTS_MAX, type ProductChoices } from '../../../contract/app/site-imports.ts'
import { isWebUrl } from '../../../contract/platform/urls.ts'
import { recogniseLink } from '../../../contract/shop/recognise-link.ts'
import type { FoundProduct, ProductReference } from './content/inline-content.ts'
import type { OldSite } from './old-site.ts'
import { asinIn, nameInLink, productKey } from './product-key.ts'
import type { NewItem } from './site-imports.repo.ts'
import type { SourceProduct } from './source-records.ts'

/** Collects the products that texts show or link to. Those whose choices are not made yet are collected too. */
export function createProductPlan(site: OldSite, choices: ProductChoices | undefined) {
  const records = new Map<string, SourceProduct>()
  return {
    /** Stands for a product that is not made yet; its id is its place among them. */
    find(reference: ProductReference): FoundProduct | undefined {
      const url = destinationOf(reference, site)
      const isPossible = reference.isBox ? url !== '' : isPaid(reference, site)
      if (!isPossible || (choices && !isWanted(reference, choices))) return undefined
      const id = productKey(url)
      const known = records.get(id)
      if (!known && records.size === IMPORT_PRODUCTS_MAX) return undefined
      const described = site.describeLink(reference.id === undefined ? { url: reference.url } : { id: reference.id })
      const name = nameOf(reference, described.name)
      const record: SourceProduct = known ?? {
        type: 'product',
        id,
        url: reference.id === undefined ? reference.url : url,
        name: '',
        picture: '',
        isBox: false,
        isLinked: false,
      }
      // Boxes name their product, texts of links often do not.
      if (!record.name || (reference.isBox && !record.isBox && name)) record.name = name
      record.picture ||= reference.picture || described.picture
      record.isBox ||= reference.isBox
      record.isLinked ||= !reference.isBox
      records.set(id, record)
      const isShown = reference.isBox || choices !== undefined
      const position = [...records.keys()].indexOf(id) + 1
      return isShown ? { id: position, name: record.name || fallbackName(url), path: '/shop/planned' } : undefined
    },
    items: (): NewItem[] =>
      [...records.values()].map((record) => {
        const name = record.name || fallbackName(destinationOf({ url: record.url }, site))
        return { sourceKey: `product ${record.id}`, name, record: { ...record, name } }
      }),
  }
}

export const isWanted = ({ isBox }: Pick<ProductReference, 'isBox'>, choices: ProductChoices) =>
  isBox ? choices.productBoxes === 'notes' : choices.affiliateLinks === 'products'

type Address = Pick<ProductReference, 'id' | 'url'>

/** The whole address that a reference leads to, as far as it is known; '' for one that leads to no page. */
export function destinationOf({ id, url }: Address, site: OldSite): string {
  const address = site.absolute(site.findLink(id === undefined ? { url } : { id }) ?? url)
  return isWebUrl(address) ? address : ''
}

/** Folders of short links that plugins suggest; where those lead may only be known by a request. */
const shortFolders =
  /^\/(?:go|out|to|get|buy|visit|recommends?|recommended|refer|refers|link|links|likes|loves|aff|affiliate|product-link|r|deal|deals)\/[^/]+\/?$/i

/** Whether a link is a short link, or one that earns by what it says of itself. */
export function isPaid(reference: Pick<ProductReference, 'id' | 'url' | 'rel'>, site: OldSite): boolean {
  const { id, url, rel = '' } = reference
  if (id !== undefined) return isWebUrl(site.findLink({ id }) ?? '')
  if (site.isOwn(url)) {
    const found = site.findLink({ url })
    if (found) return isWebUrl(found)
    return URL.canParse(url, 'https://old.invalid') && shortFolders.test(new URL(url, 'https://old.invalid').pathname)
  }
  const link = isWebUrl(url) ? recogniseLink(url) : undefined
  return link !== undefined && (link.network !== 'generic' || link.earns === true || /\bsponsored\b/i.test(rel))
}

/** Words of links that name no product. */
const emptyWords =
  /^(?:(?:see|find|click|tap|here|this|that|these|those|it|its|them|one|ones|link|buy|shop|get|grab|try|check|view|read|learn|more|out|amazon|price|prices|on|at|in|from|now|the|a|for|my|your|you|can|latest|current|best|product|website|site|store|today|go|to|details?|info|order|online|sale|deal|discount)\b[\s.!…»›→>:,]*)+$/iu

function nameOf({ name, isBox }: ProductReference, nameOfLink: string): string {
  const given = isBox ? name || nameOfLink : nameOfLink || name
  const text = given.replace(/\s+/g, ' ').trim().slice(0, 200).toWellFormed()
  const isSentence = !isBox && !nameOfLink && (text.length > 100 || isWebUrl(text))
  return text.length < 2 || isSentence || emptyWords.test(text) ? '' : text
}

function fallbackName(url: string): string {
  const asin = asinIn(url)
  return nameInLink(url).slice(0, 200).toWellFormed() || (asin ? `Product ${asin}` : new URL(url).hostname)
}
