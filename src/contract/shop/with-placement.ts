import type { CodeSlot } from './link-places.ts'
import { placementCode } from './placements.ts'
import { type RecognisedLink, recogniseLink } from './recognise-link.ts'
import { parameterOf, withParameter, withSubId } from './sub-ids.ts'

/** The rule of a program about its links. */
export type LinkRule = {
  /** Its own sub-id parameter; null for that of the network. */
  subIdParameter: string | null
  /** Whether links may carry codes: Amazon gives the permission to single associates. */
  allowsSubIds: boolean
}

/** The parameter of a link that a placement code goes into; undefined where the link takes none. */
export function subIdParameterOf(url: string, rule?: LinkRule, link = recogniseLink(url)): string | undefined {
  if (!link || isShort(link)) return undefined
  if (!(rule?.allowsSubIds ?? link.network !== 'amazon')) return undefined
  return rule?.subIdParameter ?? link.subIdParameter ?? undefined
}

/** The URL with the code of its placement, as far as its network or its program takes one; `trackingId` replaces Amazon's tag. */
export function withPlacement(
  url: string,
  code: string,
  rule?: LinkRule,
  trackingId?: string,
  link = recogniseLink(url),
): string {
  const parameter = subIdParameterOf(url, rule, link)
  const tagged = trackingId && link?.network === 'amazon' ? withParameter(url, 'tag', trackingId) : url
  return parameter ? withSubId(tagged, parameter, code) : tagged
}

const isShort = ({ network, subIdParameter }: RecognisedLink) => network !== 'generic' && subIdParameter === null

/** Where the code of a placement goes into a URL; null where it takes none. */
export function codeSlotOf(url: string, parameter: string | undefined): CodeSlot | null {
  if (!parameter) return null
  const coded = withSubId(url, parameter, SAMPLE)
  const at = coded.indexOf(SAMPLE)
  if (at < 0 || (coded === url && parameterOf(url, parameter) !== SAMPLE)) return null
  const [before, after] = [coded.slice(0, at), coded.slice(at + SAMPLE.length)]
  let from = 0
  while (from < before.length && before[from] === url[from]) from += 1
  // Where codes were removed elsewhere, the slot is the rest of the URL.
  return url.endsWith(after) && url.length - after.length >= from
    ? { from, to: url.length - after.length, before: before.slice(from), after: '' }
    : { from, to: url.length, before: before.slice(from), after }
}

const SAMPLE = placementCode({ source: 'shop', position: 'list', sourceId: 2_147_483_647, productId: 2_147_483_647 })
