import type { NetworkName } from './networks.ts'
import { type RecognisedLink, recogniseLink } from './recognise-link.ts'
import { parameterOf } from './sub-ids.ts'

/** Networks whose links may name the page that they lead to. */
export type WrappingNetwork = Exclude<NetworkName, 'amazon' | 'shareasale' | 'generic'>

/** Networks around one destination, such as Awin around Skimlinks around Amazon. */
export const WRAPPERS_MAX = 5

/** The parameters in which each network names the destination. */
const parameters: Record<WrappingNetwork, string[]> = {
  awin: ['ued', 'p'],
  cj: ['url'],
  impact: ['u'],
  rakuten: ['murl', 'rd_parm1'],
  skimlinks: ['url'],
  sovrn: ['u', 'out', 'url'],
}

/** The page that a link of a network names as its destination; undefined where it names none. */
export function destinationOf(href: string, network: WrappingNetwork): string | undefined {
  // CJ writes it into the path, as it is.
  const [, inPath] =
    /^https?:\/\/[^/?#]+\/links\/\d+\/type\/dlg\/(?:sid\/[^/?#]*\/)?(https?(?::|%3a).*)$/is.exec(href) ?? []
  let text = inPath ?? parameters[network].map((name) => parameterOf(href, name)).find(Boolean)
  // Escaped once more by each tool that it went through.
  for (let times = 0; text !== undefined && /^https?%(?:25)*3a/i.test(text) && times < WRAPPERS_MAX; times++)
    text = decode(text)
  if (text?.startsWith('//')) text = `https:${text}`
  if (text !== undefined && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?=$|[/:?#])/i.test(text)) text = `https://${text}`
  return text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined
}

/** The page of Amazon that a link of another network names as its destination; undefined for any other link. */
export function amazonBehind(url: string): string | undefined {
  // Most links name no host of Amazon anywhere.
  if (!/amazon|amzn|a\.co/i.test(url)) return undefined
  let href = url
  for (let depth = 0; depth <= WRAPPERS_MAX; depth++) {
    const network = wrapperOf(recogniseLink(href))
    const destination = network && destinationOf(href, network)
    if (destination === undefined) return undefined
    if (recogniseLink(destination)?.network === 'amazon') return destination
    href = destination
  }
  return undefined
}

/** The page that a link leads to, as far as the networks in between name it; the link itself where they do not. */
export function pageBehind(url: string): string {
  let href = url
  for (let depth = 0; depth <= WRAPPERS_MAX; depth++) {
    const network = wrapperOf(recogniseLink(href))
    const destination = network && destinationOf(href, network)
    if (destination === undefined) break
    href = destination
  }
  return href
}

function wrapperOf(link: RecognisedLink | undefined): WrappingNetwork | undefined {
  const { network = 'generic' } = link ?? {}
  return network === 'amazon' || network === 'shareasale' || network === 'generic' ? undefined : network
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
