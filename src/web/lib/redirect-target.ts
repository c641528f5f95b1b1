const FALLBACK = '/admin'

/**
 * Where to go after signing in: the asked-for address when it is a path of this site, else the dashboard. `//host` and
 * `/\host` name another host, and browsers drop control characters from an address before they read it.
 */
export function redirectTarget(requested: string | null | undefined): string {
  return requested && /^\/(?![/\\])[^\p{Cc}]*$/u.test(requested) ? requested : FALLBACK
}
