import { checkCharacters } from '../platform/check-characters.ts'

/** The content around a link, with its character in the code. Lists such as the shop have no id. */
const sources = {
  post: 'b',
  page: 'a',
  product: 's',
  routine: 'r',
  ingredient: 'i',
  newsletter: 'n',
  home: 'h',
  shop: 'l',
  search: 'q',
} as const

/** How a link is shown, with its character in the code. */
const positions = {
  text: 't',
  box: 'x',
  card: 'c',
  button: 'u',
  review: 'v',
  comparison: 'm',
  pick: 'k',
  routine: 'r',
  list: 'l',
} as const

export type PlacementSource = keyof typeof sources
export type PlacementPosition = keyof typeof positions

export const placementSources = Object.keys(sources) as PlacementSource[]
export const placementPositions = Object.keys(positions) as PlacementPosition[]

/** Where an affiliate link of the site stands. Ids are those of the database; nothing in it identifies a reader. */
export type Placement = {
  source: PlacementSource
  /** The row of the source, for one that has rows. */
  sourceId?: number
  productId?: number
  position: PlacementPosition
}

const ID_MAX = 2_147_483_647
const shape = /^d1([a-z])([a-z])(\d{1,10})?(?:p(\d{1,10}))?([a-z]{2})$/

/**
 * The code of a placement, such as `d1tb12p34qk`: a version, the characters of position and source, the ids, and two check
 * characters. At most 27 lowercase letters and digits, which every network takes as a sub-id and repeats unchanged.
 */
export function placementCode({ source, sourceId, productId, position }: Placement): string {
  const product = productId === undefined ? '' : `p${productId}`
  const text = `d1${positions[position]}${sources[source]}${sourceId ?? ''}${product}`
  return text + checkCharacters(text)
}

/** The placement of a code, in whatever case the network reports it; undefined for any other text. */
export function readPlacementCode(text: string): Placement | undefined {
  const code = text.trim().toLowerCase()
  const found = shape.exec(code)
  if (!found || checkCharacters(code.slice(0, -2)) !== found[5]) return undefined
  const position = keyOf(positions, found[1])
  const source = keyOf(sources, found[2])
  const [sourceId, productId] = [idOf(found[3]), idOf(found[4])]
  if (!position || !source || Number.isNaN(sourceId) || Number.isNaN(productId)) return undefined
  return { source, position, ...(sourceId && { sourceId }), ...(productId && { productId }) }
}

/** Returns the id, undefined for a code without one, or NaN for a number that cannot be an id. */
function idOf(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  const id = Number(digits)
  return id >= 1 && id <= ID_MAX && !digits.startsWith('0') ? id : Number.NaN
}

function keyOf<Key extends string>(characters: Record<Key, string>, character: string | undefined): Key | undefined {
  return (Object.keys(characters) as Key[]).find((key) => characters[key] === character)
}
