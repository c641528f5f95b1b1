import { isOwnPath, isWebUrl } from '../platform/urls.ts'

/** Hosts that a page may embed, in the `frame-src` of its content security policy. */
export const videoHosts = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'] as const

export type Video = {
  provider: 'YouTube' | 'Vimeo' | 'file'
  /** The page of the video, or its file. */
  page: string
  /** The URL of the player without cookies, or of the file. */
  embed: string
}

/** The video at a URL of YouTube or Vimeo or of an mp4 file; undefined for any other URL. */
export function videoOf(address: string): Video | undefined {
  const text = address.trim()
  if (isOwnPath(text)) return /\.mp4$/i.test(text) ? { provider: 'file', page: text, embed: text } : undefined
  if (!isWebUrl(text)) return undefined
  const url = new URL(text)
  const host = url.hostname.replace(/^(?:www|m|music)\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  return youTube(host, parts, url.searchParams) ?? vimeo(host, parts, url.searchParams) ?? file(url)
}

function youTube(host: string, [first = '', second = '']: string[], query: URLSearchParams): Video | undefined {
  const isOwn = host === 'youtube.com' || host === 'youtube-nocookie.com'
  const inPath = /^(?:embed|shorts|live)$/.test(first) ? second : undefined
  const id = host === 'youtu.be' ? first : isOwn ? (inPath ?? query.get('v') ?? '') : ''
  if (!/^[\w-]{11}$/.test(id)) return undefined
  const start = secondsOf(query.get('t') ?? query.get('start') ?? '')
  return {
    provider: 'YouTube',
    page: `https://www.youtube.com/watch?v=${id}${start ? `&t=${start}` : ''}`,
    embed: `${videoHosts[0]}/embed/${id}?autoplay=1&rel=0${start ? `&start=${start}` : ''}`,
  }
}

function vimeo(host: string, parts: string[], query: URLSearchParams): Video | undefined {
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined
  const at = parts.findIndex((part) => /^\d{1,12}$/.test(part))
  const id = parts[at]
  if (!id) return undefined
  // An unlisted video has a hash: in the path of its page, in the query of its player.
  const hash = [query.get('h'), parts[at + 1]].find((text) => text && /^[0-9a-f]{6,20}$/.test(text))
  return {
    provider: 'Vimeo',
    page: `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`,
    embed: `${videoHosts[1]}/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ''}`,
  }
}

/** Pages may load media from https only. */
function file(url: URL): Video | undefined {
  if (url.protocol !== 'https:' || !/\.mp4$/i.test(url.pathname)) return undefined
  return { provider: 'file', page: url.href, embed: url.href }
}

/** `90`, `90s` and `1m30s` in seconds. */
function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}
