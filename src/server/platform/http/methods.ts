import type { Context, NotFoundHandler } from 'hono'

type Mounted = { method: string; path: string }

/**
 * Answers what no route has taken: 405 with `Allow` (RFC 9110, 15.5.6) where the path is known by another method, else
 * 404. `isPage` knows the paths that are rendered, which are read only.
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

/** Hono's patterns: `:name` is one step of a path, `:name{regex}` what the regex takes. */
function toPattern(path: string): RegExp {
  const source = path
    .split(/(:\w+(?:\{[^/]*\})?)/)
    .map((part, i) =>
      i % 2 ? `(?:${/\{(.*)\}$/.exec(part)?.[1] ?? '[^/]+'})` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
  return new RegExp(`^${source}$`)
}
