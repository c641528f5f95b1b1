import { isOwnPath, isWebUrl } from '../platform/urls.ts'

/** The services whose players a page may embed, with the origins of their players. */
export const players = {
  YouTube: 'https://www.youtube-nocookie.com',
  Vimeo: 'https://player.vimeo.com',
  TikTok: 'https://www.tiktok.com',
} as const

export type Player = keyof typeof players

/** Hosts that a page may embed, in the `frame-src` of its content security policy. */
export const videoHosts = Object.values(players)

export type Video = {
  provider: Player | 'file'
  /** The page of the video, or its file. */
  page: string
  /** The URL of the player without cookies, or of the file. */
  embed: string
  /** Whether it is made for phones, 9:16. */
  isUpright: boolean
}

/** The video at a URL of YouTube, Vimeo or TikTok or of an mp4 file; undefined for any other URL. */
export function videoOf(address: string): Video | undefined {
  const text = address.trim()
  if (isOwnPath(text)) return /\.mp4$/i.test(text) ? toFile(text) : undefined
  const place = serviceAddress(text)
  return (place && (youTube(place) ?? vimeo(place) ?? tikTok(place))) ?? file(text)
}

/** Where an address of a service leads: its host without `www.` or `m.`. */
export type ServiceAddress = { host: string; parts: string[]; query: URLSearchParams }

/** Undefined for an address with a port or a user name, which no service has. */
export function serviceAddress(text: string): ServiceAddress | undefined {
  if (!isWebUrl(text)) return undefined
  const { hostname, port, pathname, searchParams } = new URL(text)
  if (port) return undefined
  const host = hostname.replace(/^(?:www|m)\./, '')
  return { host, parts: pathname.split('/').filter(Boolean), query: searchParams }
}

function youTube({ host, parts: [first = '', second = ''], query }: ServiceAddress): Video | undefined {
  const isOwn = /^(?:(?:music\.)?youtube|youtube-nocookie)\.com$/.test(host)
  const inPath = /^(?:embed|shorts|live)$/.test(first) ? second : undefined
  const id = host === 'youtu.be' ? first : isOwn ? (inPath ?? query.get('v') ?? '') : ''
  if (!/^[\w-]{11}$/.test(id)) return undefined
  const start = secondsOf(query.get('t') ?? query.get('start') ?? '')
  const isUpright = isOwn && first === 'shorts'
  const page = isUpright ? `shorts/${id}${start ? `?t=${start}` : ''}` : `watch?v=${id}${start ? `&t=${start}` : ''}`
  return {
    provider: 'YouTube',
    page: `https://www.youtube.com/${page}`,
    embed: `${players.YouTube}/embed/${id}?autoplay=1&rel=0${start ? `&start=${start}` : ''}`,
    isUpright,
  }
}

function vimeo({ host, parts: path, query }: ServiceAddress): Video | undefined {
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined
  // The number of a showcase or of a live event is not that of a video.
  const parts = /^(?:showcase|album)$/.test(path[0] ?? '') ? path.slice(2) : path
  const at = parts.findIndex((part) => /^\d{1,12}$/.test(part))
  const id = parts[at]
  if (!id || parts[0] === 'event') return undefined
  // An unlisted video has a hash: in the path of its page, in the query of its player.
  const hash = [query.get('h'), parts[at + 1]].find((text) => text && /^[0-9a-f]{6,20}$/.test(text))
  return {
    provider: 'Vimeo',
    page: `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`,
    embed: `${players.Vimeo}/video/${id}?autoplay=1&dnt=1${hash ? `&h=${hash}` : ''}`,
    isUpright: false,
  }
}

/** The path of a video on TikTok: its page with or without a name and a locale, or an embedded player. */
const TIKTOK =
  /^(?:[a-z]{2}(?:-[A-Za-z]{2,4})?\/)?(?:(@[\w.]{0,30})\/|share\/)?(?:video|v|embed(?:\/v\d)?|player\/v1)\/(\d{15,20})(?:\.html)?$/

function tikTok({ host, parts }: ServiceAddress): Video | undefined {
  if (host !== 'tiktok.com') return undefined
  const [, name = '@', id] = TIKTOK.exec(parts.join('/')) ?? []
  if (!id) return undefined
  return {
    provider: 'TikTok',
    // TikTok adds the name where it is missing.
    page: `https://www.tiktok.com/${name}/video/${id}`,
    embed: `${players.TikTok}/player/v1/${id}?rel=0`,
    isUpright: true,
  }
}

/** Pages may load media from https only. */
function file(text: string): Video | undefined {
  if (!isWebUrl(text)) return undefined
  const { protocol, pathname, href } = new URL(text)
  return protocol === 'https:' && /\.mp4$/i.test(pathname) ? toFile(href) : undefined
}

function toFile(address: string): Video {
  return { provider: 'file', page: address, embed: address, isUpright: false }
}

/** `90`, `90s` and `1m30s` in seconds. */
function secondsOf(text: string): number {
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}
