import { checkCharacters } from '../platform/check-characters.ts'

/**
 * The `linkId` that a click reports, with the characters of its position and its source in a placement code: written
 * out, since every page loads this table.
 */
const places = {
  'post-text': 'tb',
  'product-box': 'xb',
  review: 'vb',
  note: 'xb',
  comparison: 'mb',
  pick: 'kb',
  'home-grid': 'ch',
  shop: 'cl',
  search: 'cq',
  'product-page': 'us',
  'product-alternatives': 'cs',
  ingredient: 'ci',
  routine: 'rr',
} as const

export type LinkPlace = keyof typeof places

/** The rows that a link belongs to. */
type PlaceRows = {
  /** The row of its page, for a page that has one. */
  sourceId?: number | undefined
  productId?: number | null | undefined
  /** Whether the body is that of a page instead of a post. */
  isPage?: boolean | undefined
}

/** The code of an affiliate link of the site, as `placementCode` writes it: the same in its sub-id and in the report of a click. */
export function codeOfPlace(place: LinkPlace, { sourceId, productId, isPage }: PlaceRows): string {
  const characters = isPage ? `${places[place][0]}a` : places[place]
  const text = `d1${characters}${sourceId || ''}${productId ? `p${productId}` : ''}`
  return text + checkCharacters(text)
}

/** Where a code goes into a URL: from one index to another, between two texts. The server makes it, so that browsers need not parse. */
export type CodeSlot = { from: number; to: number; before: string; after: string }

export function fillSlot(url: string, { from, to, before, after }: CodeSlot, code: string): string {
  return url.slice(0, from) + before + code + after + url.slice(to)
}
