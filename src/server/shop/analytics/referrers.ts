import type { ReferrerKind } from '../../../contract/shop/page-views.ts'

export type Referrer = { kind: ReferrerKind; host: string }

/** By the name of a domain: `google` of `news.google.com` and `google.co.uk`. */
const names: Partial<Record<ReferrerKind, readonly string[]>> = {
  search: [
    ...['google', 'bing', 'duckduckgo', 'yahoo', 'ecosia', 'baidu', 'yandex', 'qwant', 'startpage', 'brave', 'kagi'],
    ...['naver', 'seznam', 'sogou', 'mojeek', 'perplexity'],
  ],
  social: [
    ...[
      'pinterest',
      'instagram',
      'facebook',
      'tiktok',
      'youtube',
      'twitter',
      'reddit',
      'linkedin',
      'tumblr',
      'threads',
    ],
    ...['bsky', 'mastodon', 'snapchat', 'vk', 'whatsapp', 'telegram', 'discord'],
  ],
}

const hosts: Readonly<Record<string, ReferrerKind>> = {
  't.co': 'social',
  'x.com': 'social',
  'pin.it': 'social',
  'lnkd.in': 'social',
  'youtu.be': 'social',
  'fb.me': 'social',
  't.me': 'social',
  'mail.google.com': 'newsletter',
  'com.google.android.gm': 'newsletter',
}

const webmail = /^(?:(?:web)?mail\d*|outlook|deref-(?:mail|gmx|web)[\w-]*)\./

/** `host` without `www.`; undefined for anything but a URL of a site or app. */
export function referrerOf(referer: string): Referrer | undefined {
  if (!URL.canParse(referer)) return undefined
  const { protocol, hostname } = new URL(referer)
  const isApp = protocol === 'android-app:'
  if (!isApp && protocol !== 'http:' && protocol !== 'https:') return undefined
  const host = hostname
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '')
  if (!/^[\w.:[\]-]{1,100}$/.test(host)) return undefined
  return { kind: kindOf(host), host }
}

function kindOf(host: string): ReferrerKind {
  const known = hosts[host]
  if (known) return known
  if (webmail.test(host)) return 'newsletter'
  const name = nameOf(host.split('.'))
  for (const [kind, list] of Object.entries(names)) if (list.includes(name)) return kind as ReferrerKind
  return 'other'
}

/** Apps are named the other way round: `com.google.android.googlequicksearchbox`. */
function nameOf(labels: readonly string[]): string {
  if (labels[0] === 'com') return labels[1] ?? ''
  const isSecondLevel = labels.length > 2 && ['co', 'com', 'org', 'net'].includes(labels.at(-2)!)
  return labels.at(isSecondLevel ? -3 : -2) ?? ''
}
