import { socialCardOf } from '../../../../../contract/content/social-cards.ts'
import { serviceAddress, videoOf } from '../../../../../contract/content/videos.ts'

/** A video or a card in the editor, by its address. */
export type AddressedVideo = { href: string; title: string; 'data-shape': 'upright' | null }

/** Undefined for an address that neither plays nor becomes a card. */
export function addressedVideo(address: string): AddressedVideo | undefined {
  const video = videoOf(address)
  if (video) return { href: video.page, title: 'Watch the video', 'data-shape': video.isUpright ? 'upright' : null }
  const card = socialCardOf(address)
  return card && { href: card.page, title: `See it on ${card.network}`, 'data-shape': null }
}

const OPEN_ONCE = 'Please open it once and paste the address from the bar'
const NO_LIVE = 'Live videos cannot be shown here'

/** Says why a page of a known service cannot be shown; undefined for one that can, and for other addresses. */
export function addressProblem(address: string): string | undefined {
  const place = serviceAddress(address.trim())
  if (!place || addressedVideo(address)) return undefined
  const { host, parts } = place
  const [first = '', second = ''] = parts
  // Their server alone knows where a short address leads.
  if (/^(?:v[mt]\.tiktok\.com|pin\.it)$/.test(host)) return OPEN_ONCE
  if ((host === 'tiktok.com' && first === 't') || (host === 'instagram.com' && first === 'share')) return OPEN_ONCE
  if (host === 'live.tiktok.com') return NO_LIVE
  const hasLive = /^(?:tiktok|instagram|youtube)\.com$/.test(host) && [first, second].includes('live')
  return hasLive ? NO_LIVE : undefined
}
