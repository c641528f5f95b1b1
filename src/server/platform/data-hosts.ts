import { type Config, isLoopback } from './config.ts'
import type { Bucket } from './storage/media-url.ts'

/** Other companies' machines that hold or pass on the data of the site, as the environment names them. */
export type DataHosts = {
  /** Host names of the storage. */
  media?: string
  backups?: string
  /** The name of the company. */
  cdn?: string
}

export function dataHosts({
  mediaBucket,
  backupBucket,
  cdn,
}: Pick<Config, 'mediaBucket' | 'backupBucket' | 'cdn'>): DataHosts {
  const media = mediaBucket && bucketHost(mediaBucket)
  const backups = backupBucket && bucketHost(backupBucket)
  return {
    ...(media ? { media } : {}),
    ...(backups ? { backups } : {}),
    // Varnish runs on machines of the site itself.
    ...(cdn && cdn.kind !== 'varnish' ? { cdn: cdnNames[cdn.kind] } : {}),
  }
}

const cdnNames = { fastly: 'Fastly', cloudflare: 'Cloudflare' }

/** The host of the storage, without the name of the bucket; undefined for one on this machine. */
function bucketHost({ address }: Bucket): string | undefined {
  const { hostname, pathname } = new URL(address)
  const host = pathname === '/' ? hostname.replace(/^[^.]+\./, '') : hostname
  return isLoopback(host) ? undefined : host
}
