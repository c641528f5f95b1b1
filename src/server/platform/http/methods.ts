import type { Context, NotFoundHandler } from 'hono'

type Mounted = { method: string; path: string }

/**
 * Handles requests without a route: 405 with `Allow` (RFC 9110, 15.5.6) if the path exists with another method, otherwise
 * 404. Paths for which `isPage` returns true are rendered and read-only.
 */
export function notFoundOr405(mounted: () => Mounted[], isPage: (url: URL) => boolean): NotFoundHandler {
  let known: { method: string; pattern: RegExp }[] | undefined
  return (c: Context) => {
    known ??= mounted()
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => ({ method, pattern: toPattern(path) }))
    const path = c.req.path
    const allowed = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    if (!/^\/api(?:\/|$)/.test(path) && isPage(new URL(c.req.url))) allowed.add('GET')
    if (allowed.has('GET')) allowed.add('HEAD')
    if (allowed.size === 0) return c.json({ message: `There is no ${path} here` }, 404)
    const allow = [...allowed].sort().join(', ')
    return c.json({ message: `${c.req.method} is not possible here` }, 405, { allow })
  }
}

/** Hono's patterns: `:name` matches one path segment, `:name{regex}` whatever the regex matches. */
function toPattern(path: string): RegExp {
  const source = path
    .split(/(:\w+(?:\{[^/]*\})?)/)
    .map((part, i) =>
      i % 2 ? `(?:${/\{(.*)\}$/.exec(part)?.[1] ?? '[^/]+'})` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
  return new RegExp(`^${source}$`)
}
