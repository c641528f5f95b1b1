import { IMPORT_PRODUCTS_MAX, type ProductChoices } from '../../../contract/app/site-imports.ts'
import { isWebUrl } from '../../../contract/platform/urls.ts'
import { isTagMissing } from '../../../contract/shop/missing-tag.ts'
import { recogniseLink } from '../../../contract/shop/recognise-link.ts'
import type { FoundProduct, ProductReference } from './content/inline-content.ts'
import type { OldSite } from './old-site.ts'
import { productKey } from './product-key.ts'
import { guessName, nameInWords } from './product-names.ts'
import type { NewItem } from './site-imports.repo.ts'
import type { SourceProduct } from './source-records.ts'

type Planned = { record: SourceProduct; heading: string; words: string; position: number }

const guessNote = 'No text names it, so its name is a guess: please check it.'

/** Collects the products that texts show or link to. Those whose choices are not made yet are collected too. */
export function createProductPlan(site: OldSite, choices: ProductChoices | undefined) {
  const found = new Map<string, Planned>()
  const toName = ({ record, ...hints }: Planned) =>
    record.name || guessName({ ...hints, url: destinationOf({ url: record.url }, site) })
  return {
    /** Stands for a product that is not made yet; its id is its place among them. */
    find(reference: ProductReference): FoundProduct | undefined {
      const url = destinationOf(reference, site)
      const isPossible = url !== '' && (reference.isBox || isPaid(reference, site))
      if (!isPossible || (choices && !isWanted(reference, choices))) return undefined
      const id = productKey(url)
      if (!found.has(id) && found.size === IMPORT_PRODUCTS_MAX) return undefined
      const product = found.get(id) ?? newProduct(id, reference.id === undefined ? reference.url : url, found.size + 1)
      addReference(product, reference, site)
      found.set(id, product)
      const isShown = reference.isBox || choices !== undefined
      return isShown ? { id: product.position, name: toName(product), path: '/shop/planned' } : undefined
    },
    items: (): NewItem[] =>
      [...found.values()].map((product) => {
        const name = toName(product)
        const record = { ...product.record, name, isGuess: product.record.name === '' }
        return { sourceKey: `product ${record.id}`, name, record, ...(record.isGuess && { notes: [guessNote] }) }
      }),
  }
}

const newProduct = (id: string, url: string, position: number): Planned => ({
  record: { type: 'product', id, url, name: '', isGuess: false, picture: '', isBox: false, isLinked: false },
  heading: '',
  words: '',
  position,
})

function addReference(product: Planned, reference: ProductReference, site: OldSite): void {
  const { id, url, name, heading = '', isBox } = reference
  const { record } = product
  const described = site.describeLink(id === undefined ? { url } : { id })
  const words = nameInWords(name, isBox)
  const named = isBox ? words || described.name : described.name || words
  // Boxes name their product, texts of links often do not.
  if (!record.name || (isBox && !record.isBox && named)) record.name = named
  record.picture ||= reference.picture || described.picture
  record.isBox ||= isBox
  record.isLinked ||= !isBox
  product.heading ||= heading
  product.words ||= name
}

/** The notes on a product that is made. */
export const notesOn = ({ isGuess }: SourceProduct, url: string) => [
  ...(isGuess ? [guessNote] : []),
  ...(isTagMissing(url) ? ['Its link has no tracking ID, so it earns nothing: please add yours.'] : []),
]

export const isWanted = ({ isBox }: Pick<ProductReference, 'isBox'>, choices: ProductChoices) =>
  isBox ? choices.productBoxes === 'notes' : choices.affiliateLinks === 'products'

type Address = Pick<ProductReference, 'id' | 'url'>

/** The whole address that a reference leads to, as far as it is known; '' for one that leads to no page. */
export function destinationOf({ id, url }: Address, site: OldSite): string {
  const found = site.findLink(id === undefined ? { url } : { id })
  // A text or a category of the old site.
  if (url === '' ? !found : found?.startsWith('/')) return ''
  const address = site.absolute(found ?? url)
  return isWebUrl(address) ? address : ''
}

/** Folders of short links that plugins suggest; where those lead may only be known by a request. */
const shortFolders =
  /^\/(?:go|out|to|get|buy|visit|recommends?|recommended|refer|refers|link|links|likes|loves|aff|affiliate|product-link|r|deal|deals)\/[^/]+\/?$/i

/** Places that people link to by short links and that sell nothing. */
const noShops =
  /^https?:\/\/(?:[\w-]+\.)*(?:youtube\.com|youtu\.be|vimeo\.com|instagram\.com|facebook\.com|pinterest\.\w+|tiktok\.com|twitter\.com|x\.com|threads\.net|linkedin\.com|docs\.google\.com|forms\.gle|substack\.com|mailchi\.mp|patreon\.com)(?=[/?#]|$)/i

export const isShop = (url: string) => isWebUrl(url) && !noShops.test(url)

/** Whether a link is a short link, or one that earns by what it says of itself. */
export function isPaid(reference: Pick<ProductReference, 'id' | 'url' | 'rel'>, site: OldSite): boolean {
  const { id, url, rel = '' } = reference
  if (id !== undefined) return isShop(site.findLink({ id }) ?? '')
  if (site.isOwn(url)) {
    const found = site.findLink({ url })
    if (found) return isShop(found)
    return URL.canParse(url, 'https://old.invalid') && shortFolders.test(new URL(url, 'https://old.invalid').pathname)
  }
  const link = isWebUrl(url) ? recogniseLink(url) : undefined
  return link !== undefined && (link.network !== 'generic' || link.earns === true || /\bsponsored\b/i.test(rel))
}
