import { readPlacementCode } from './placements.ts'

/**
 * Sub-ids in URLs, as texts: `URL` and `URLSearchParams` would write other bytes than the owner pasted. A URL that browsers
 * would read in another way than as it stands (backslashes, control characters, blanks) is left alone.
 */

type UrlParts = { beforeQuery: string; query: string | undefined; fragment: string }

const shape = /^(https?:\/\/[^?#]+)(?:\?([^#]*))?(#.*)?$/is
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers remove them
const control = /[\x00-\x20\x7f\\]/

/** Whether browsers read a URL as it stands. */
export const isPlainUrl = (url: string) => !control.test(url)

function partsOf(url: string): UrlParts | undefined {
  const [, beforeQuery, query, fragment = ''] = (isPlainUrl(url) && shape.exec(url)) || []
  return beforeQuery === undefined ? undefined : { beforeQuery, query, fragment }
}

/**
 * The URL with a placement code in one parameter, exactly once; every other byte stays. A sub-id of the owner's own stays
 * too, and then the URL has no code.
 */
export function withSubId(url: string, parameter: string, code: string): string {
  return inCjPath(url, parameter, code) ?? inQuery(url, parameter, code)
}

/** The URL with another value for a parameter that it has; unchanged where it has none. */
export function withParameter(url: string, parameter: string, value: string): string {
  const parts = partsOf(url)
  if (parts?.query === undefined) return url
  const query = parts.query
    .split('&')
    .map((piece) => (isNamed(piece, parameter) ? `${piece.split('=', 1)[0]}=${encodeURIComponent(value)}` : piece))
    .join('&')
  return `${parts.beforeQuery}?${query}${parts.fragment}`
}

/** The URL without some parameters, whose names are given in lower case; every other byte stays. */
export function withoutParameters(url: string, names: readonly string[]): string {
  const parts = partsOf(url)
  if (parts?.query === undefined) return url
  const pieces = parts.query.split('&')
  const kept = pieces.filter((piece) => !names.includes(nameOf(piece).toLowerCase()))
  if (kept.length === pieces.length) return url
  return kept.length > 0
    ? `${parts.beforeQuery}?${kept.join('&')}${parts.fragment}`
    : parts.beforeQuery + parts.fragment
}

/** The parameters of a URL with decoded values, their names in lower case. */
export function parametersOf(url: string): [name: string, value: string][] {
  return (partsOf(url)?.query?.split('&') ?? []).map((piece) => [nameOf(piece).toLowerCase(), textOf(piece)])
}

/** Returns the decoded value of a parameter, with its name in any case, or undefined if the URL does not have it. */
export function parameterOf(url: string, parameter: string): string | undefined {
  const piece = partsOf(url)
    ?.query?.split('&')
    .find((one) => isNamed(one, parameter))
  return piece === undefined ? undefined : textOf(piece)
}

function inQuery(url: string, parameter: string, code: string): string {
  const parts = partsOf(url)
  if (!parts) return url
  const { beforeQuery, query, fragment } = parts
  const pieces = query === undefined ? [] : query.split('&')
  const own = pieces.filter((piece) => isNamed(piece, parameter))
  const isOwners = own.some((piece) => textOf(piece) !== '' && !isCode(piece))
  const added = `${parameter}=${code}`
  let isSet = isOwners
  const kept = pieces.flatMap((piece) => {
    if (!isNamed(piece, parameter) || (isOwners && !isCode(piece))) return [piece]
    if (isSet) return []
    isSet = true
    return [added]
  })
  if (isSet) return kept.length > 0 ? `${beforeQuery}?${kept.join('&')}${fragment}` : beforeQuery + fragment
  const separator = query === undefined || query === '' || query.endsWith('&') ? '' : '&'
  return `${beforeQuery}?${query ?? ''}${separator}${added}${fragment}`
}

/** CJ's deep links have their sub-id in the path, and behind it the shop's address as it is. */
function inCjPath(url: string, parameter: string, code: string): string | undefined {
  if (parameter !== 'sid' || !isPlainUrl(url)) return undefined
  const found = /^(https?:\/\/[^/?#]+\/links\/\d+\/type\/dlg\/)(?:sid\/([^/?#]*)\/)?(https?:.*)$/i.exec(url)
  if (!found) return undefined
  const [, before, sid, after] = found
  return sid && !readPlacementCode(sid) ? url : `${before}sid/${code}/${after}`
}

const nameOf = (piece: string) => decode(piece.replace(/=.*/s, ''))
const isNamed = (piece: string, parameter: string) => nameOf(piece).toLowerCase() === parameter.toLowerCase()
const textOf = (piece: string) => decode(piece.includes('=') ? piece.slice(piece.indexOf('=') + 1) : '')
const isCode = (piece: string) => readPlacementCode(textOf(piece)) !== undefined

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
