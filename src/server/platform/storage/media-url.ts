/** An S3-compatible bucket with credentials. */
export type Bucket = {
  /** The bucket's URL without a trailing slash. */
  address: string
  /** Prefix of all object names: empty or with a trailing slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

/** The standard names of S3 tools. */
export type Keys = {
  AWS_ACCESS_KEY_ID?: string | undefined
  AWS_SECRET_ACCESS_KEY?: string | undefined
  AWS_SESSION_TOKEN?: string | undefined
  AWS_REGION?: string | undefined
}

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…&style=path|virtual`. Undefined if invalid or if it contains
 * a password, which belongs in the environment. The default endpoint is Amazon's.
 */
export function parseMediaUrl(text: string, keys: Keys): Omit<Bucket, 'accessKeyId' | 'secretAccessKey'> | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || url.username || url.password || url.port || url.hash) return undefined
  const bucket = url.hostname
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  if (!/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(bucket)) return undefined
  if (!/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/.test(prefix)) return undefined
  const options = Object.fromEntries(url.searchParams)
  if (Object.keys(options).some((name) => !['endpoint', 'region', 'style'].includes(name))) return undefined
  const region = options.region || keys.AWS_REGION || 'us-east-1'
  if (!/^[\w-]+$/.test(region)) return undefined
  const endpoint = readEndpoint(options.endpoint ?? `https://s3.${region}.amazonaws.com`)
  // Amazon's wildcard certificates do not cover bucket names with dots.
  const style = options.style ?? (options.endpoint !== undefined || bucket.includes('.') ? 'path' : 'virtual')
  if (!endpoint || !['path', 'virtual'].includes(style)) return undefined
  return {
    address: style === 'path' ? `${endpoint}/${bucket}` : endpoint.replace('//', `//${bucket}.`),
    prefix: prefix && `${prefix}/`,
    region,
    sessionToken: keys.AWS_SESSION_TOKEN || undefined,
  }
}

function readEndpoint(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return undefined
  return url.origin + url.pathname.replace(/\/+$/, '')
}
