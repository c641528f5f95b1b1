import { canonicalSlug } from './canonical-slug.ts'

/** Decides in what form the address of a redirect is stored and found. Separate from the schemas, to keep zod out of other bundles. */

/** `/?p=123` and the like of WordPress, without other parameters; undefined for any other address. */
export function numberedAddress({ pathname, searchParams }: URL): string | undefined {
  if (pathname !== '/') return undefined
  for (const name of ['p', 'page_id', 'attachment_id', 'cat']) {
    const number = searchParams.get(name)
    if (number && /^\d{1,10}$/.test(number)) return `/?${name}=${number}`
  }
  return undefined
}

/** The path in the spelling of slugs, decoded and without a slash at its end; undefined if it is malformed. */
function canonicalPath(pathname: string): string | undefined {
  try {
    const path = canonicalSlug(decodeURIComponent(pathname)).replace(/\/{2,}/g, '/')
    // PostgreSQL stores none.
    if (path.includes('\0')) return undefined
    return path.replace(/(?!^)\/$/, '')
  } catch {
    return undefined
  }
}

/** The form in which a redirect of a URL is stored: its path, and its query if it has one. */
export function redirectAddress(url: URL): string | undefined {
  const path = canonicalPath(url.pathname)
  return path === undefined ? undefined : (numberedAddress(url) ?? path + url.search)
}

/** The addresses under which a redirect of a URL may be stored, the more exact one first. */
export function redirectAddresses(url: URL): string[] {
  const exact = redirectAddress(url)
  if (exact === undefined) return []
  const path = exact.split('?')[0]!
  return path === '/' || path === exact ? [exact] : [exact, path]
}
