const FALLBACK = '/admin'

/**
 * Where to go after signing in: the requested path if it is on this site, else the dashboard. `//host` and `/\host` are
 * other hosts, and browsers strip control characters from a URL before they parse it.
 */
export function redirectTarget(requested: string | null | undefined): string {
  return requested && /^\/(?![/\\])[^\p{Cc}]*$/u.test(requested) ? requested : FALLBACK
}
