import { type ServiceAddress, serviceAddress } from './videos.ts'

/** A post or a profile on a network whose frames would follow readers: shown as the owner's picture and text with a link. */
export type SocialCard = { network: 'Instagram' | 'Pinterest'; page: string }

/** The card for an address of Instagram or Pinterest; undefined for any other. */
export function socialCardOf(address: string): SocialCard | undefined {
  const place = serviceAddress(address.trim())
  return place && (instagram(place) ?? pinterest(place))
}

function instagram({ host, parts }: ServiceAddress): SocialCard | undefined {
  const path = parts.join('/')
  const isOwn = host === 'instagram.com' || host === 'instagr.am'
  if (!isOwn || /^(?:explore|accounts|direct|stories|share|about)(?:\/|$)/.test(path)) return undefined
  const [, kind, code] = /^(?:[\w.]{1,30}\/)?(p|reels?|tv)\/([\w-]{5,40})(?:\/embed(?:\/captioned)?)?$/.exec(path) ?? []
  const profile = /^(?!(?:p|reels?|tv)$)[\w.]{1,30}$/.exec(path)?.[0]
  const page = code ? `${kind === 'reels' ? 'reel' : kind}/${code}` : profile
  return page ? { network: 'Instagram', page: `https://www.instagram.com/${page}/` } : undefined
}

/** Pinterest has pages in most countries, under `de.pinterest.com` and some under domains of their own. */
const PINTEREST =
  /^(?:[a-z]{2}\.)?pinterest\.(?:com|at|ca|ch|cl|co\.kr|co\.uk|com\.au|com\.mx|de|dk|es|fr|ie|it|jp|nz|ph|pt|ru|se)$/

function pinterest({ host, parts }: ServiceAddress): SocialCard | undefined {
  if (!PINTEREST.test(host)) return undefined
  const path = parts.join('/')
  const [, pin] = /^pin\/(?:[^/]*--)?(\d{6,25}|[\w-]{20,80})(?:\/.*)?$/.exec(path) ?? []
  const isOther = /^(?:_|(?:pin|search|ideas|today|login|business|explore|settings|videos|source|about)(?:\/|$))/
  // A profile, or one of its boards.
  const profile = isOther.test(path) ? undefined : /^\w{3,30}(?:\/[^/]{1,300})?$/.exec(path)?.[0]
  const page = pin ? `pin/${pin}` : profile
  return page ? { network: 'Pinterest', page: `https://www.pinterest.com/${page}/` } : undefined
}
