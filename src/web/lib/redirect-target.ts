import { isOwnPath } from '../../contract/platform/urls.ts'

const FALLBACK = '/admin'

/** Where to go after signing in: the requested path if it is on this site, else the dashboard. */
export function redirectTarget(requested: string | null | undefined): string {
  return requested && isOwnPath(requested) ? requested : FALLBACK
}
