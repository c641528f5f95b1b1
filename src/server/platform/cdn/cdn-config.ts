/** A CDN or shared cache in front of the site that is purged when content changes. */
export type CdnConfig = {
  kind: 'fastly' | 'cloudflare' | 'varnish'
  /** Fastly's service id or Cloudflare's zone id; empty for Varnish. */
  service: string
  /** Empty if Varnish needs none. */
  token: string
  /** Base URLs: the provider's API, or every Varnish host. */
  urls: string[]
}

const defaultUrls = {
  fastly: 'https://api.fastly.com',
  cloudflare: 'https://api.cloudflare.com/client/v4',
  varnish: '',
}

/** Reads CDN and the variables that it needs. Returns the sentence about what is wrong as `problem`. */
export function readCdn(env: Record<string, string | undefined>): { cdn: CdnConfig | undefined } | { problem: string } {
  const { CDN: kind, CDN_SERVICE: service = '', CDN_TOKEN: token = '', CDN_URL: url = '' } = env
  if (!kind) return { cdn: undefined }
  if (!isKind(kind)) return { problem: `CDN must be fastly, cloudflare or varnish, not "${kind}".` }
  if (kind !== 'varnish' && !/^[\w-]{1,64}$/.test(service))
    return {
      problem: `CDN_SERVICE must be the ${kind === 'fastly' ? 'id of the Fastly service' : 'id of the Cloudflare zone'}.`,
    }
  if (kind !== 'varnish' && !token) return { problem: `CDN_TOKEN is missing: CDN=${kind} needs it.` }
  if (!/^[\x21-\x7e]*$/.test(token)) return { problem: 'CDN_TOKEN must have no spaces.' }
  const urls = (url || defaultUrls[kind]).split(',').map((part) => part.trim().replace(/\/+$/, ''))
  if (!urls.every((part) => URL.canParse(part) && /^https?:$/.test(new URL(part).protocol)))
    return {
      problem:
        'CDN_URL must be an address such as http://10.0.0.5:6081; for several Varnish hosts, several with commas between them.',
    }
  return { cdn: { kind, service, token, urls } }
}

function isKind(text: string): text is CdnConfig['kind'] {
  return text in defaultUrls
}
