import type { ReferrerKind } from '../../../contract/shop/page-views.ts'

export type Referrer = { kind: ReferrerKind; host: string }

/** By the name of a domain: `google` of `news.google.com` and `google.co.uk`. */
const names: Partial<Record<ReferrerKind, readonly string[]>> = {
  search: [
    ...['google', 'bing', 'duckduckgo', 'yahoo', 'ecosia', 'baidu', 'yandex', 'qwant', 'startpage', 'brave', 'kagi'],
    ...['naver', 'seznam', 'sogou', 'mojeek'],
  ],
  assistant: ['chatgpt', 'openai', 'perplexity', 'anthropic', 'claude'],
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
  'gemini.google.com': 'assistant',
  'bard.google.com': 'assistant',
  'com.google.android.apps.bard': 'assistant',
  'copilot.microsoft.com': 'assistant',
  'copilot.com': 'assistant',
  'com.microsoft.copilot': 'assistant',
  'ai.perplexity.app.android': 'assistant',
  'chat.deepseek.com': 'assistant',
  'chat.mistral.ai': 'assistant',
  'grok.com': 'assistant',
  'meta.ai': 'assistant',
  'poe.com': 'assistant',
  'mail.google.com': 'newsletter',
  'com.google.android.gm': 'newsletter',
}

/** Short names of `?via=` and `utm_source`, for visits from apps that send no referrer. */
const sources: Readonly<Record<string, string>> = {
  ig: 'instagram.com',
  tt: 'tiktok.com',
  yt: 'youtube.com',
  pin: 'pinterest.com',
  fb: 'facebook.com',
  th: 'threads.net',
  threads: 'threads.net',
  x: 'x.com',
  twitter: 'x.com',
  perplexity: 'perplexity.ai',
  claude: 'claude.ai',
  gemini: 'gemini.google.com',
  copilot: 'copilot.microsoft.com',
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

/**
 * The source that the `utm_source` or `via` of an address names, as a short name, a known name such as `instagram`, or a host;
 * undefined for any other.
 */
export function sourceOf(address: string): Referrer | undefined {
  const parameters = new URLSearchParams(address.slice(address.indexOf('?') + 1))
  const named = (parameters.get('utm_source') ?? parameters.get('via') ?? '').toLowerCase()
  const host = Object.hasOwn(sources, named) ? sources[named]! : /^[a-z]+$/.test(named) ? `${named}.com` : named
  const source = referrerOf(`https://${host}`)
  return source?.kind === 'other' ? undefined : source
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
