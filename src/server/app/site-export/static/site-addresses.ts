import type { RenderedPage } from '../../../platform/delivery/renderer.ts'
import type { Target } from './rewrite-page.ts'
import type { SiteFiles } from './site-files.ts'
import { pagePath } from './static-address.ts'
import { staticKey } from './static-routes.ts'

type State = 'page' | 'missing' | { location: string }

export type SiteAddresses = {
  /** Follows an address on the page with the canonical address `from`. */
  resolve(address: string, from: string): Promise<Target>
  /** Adds a page that the site is known to have; false if the copy has none of its route. */
  add(pathname: string): boolean
  /** Whether the copy has a page for a path of the site, as far as it is known. */
  isPage(pathname: string): boolean
  /** The canonical addresses of the pages in the order in which they were found; it grows while they are written. */
  pages: ReadonlySet<string>
}

type Options = {
  origin: string
  /** The canonical address of a URL with the pattern of its route. */
  routeOf(url: URL): { key: string; pattern: string }
  render(url: URL): Promise<RenderedPage>
  files: SiteFiles
}

/** Redirects that one link may follow. */
const HOPS_MAX = 5

/** Finds the pages of the copy: those that are named, and those to which they link. */
export function createSiteAddresses({ origin, routeOf, render, files }: Options): SiteAddresses {
  const states = new Map<string, Promise<State>>()
  const pages = new Set<string>()

  async function look(key: string): Promise<State> {
    const { status, headers, errors } = await render(new URL(key, origin))
    if (status >= 500) throw errors?.[0] ?? new Error(`${key} cannot be rendered.`)
    if (status === 301 && headers?.location) return { location: headers.location }
    if (status !== 200) return 'missing'
    pages.add(key)
    return 'page'
  }

  function stateOf(key: string): Promise<State> {
    const state = states.get(key) ?? look(key)
    states.set(key, state)
    return state
  }

  function keyOf(url: URL): string | undefined {
    const canonical = new URL(url)
    canonical.pathname = url.pathname.replace(/\/{2,}/g, '/').replace(/(?!^)\/$/, '')
    const { key, pattern } = routeOf(canonical)
    return staticKey(pattern, key)
  }

  async function resolve(address: string, from: string, hops = 0): Promise<Target> {
    const base = new URL(from, origin)
    const url = URL.canParse(address, base.href) ? new URL(address, base.href) : undefined
    if (url?.origin !== origin) return { outside: address, isMoved: hops > 0 }
    const isFile = await files.add(url.pathname)
    if (isFile) return { path: url.pathname + url.hash }
    const key = isFile === false && !mayBePage(url.pathname) ? undefined : keyOf(url)
    const state = key === undefined ? 'missing' : await stateOf(key)
    if (key === undefined || state === 'missing' || hops > HOPS_MAX) return undefined
    if (state === 'page') return { path: pagePath(key) + url.hash }
    return resolve(state.location, key, hops + 1)
  }

  return {
    pages,
    resolve,
    isPage(pathname) {
      const key = keyOf(new URL(pathname, origin))
      return key !== undefined && pages.has(key)
    },
    add(pathname) {
      const key = keyOf(new URL(pathname, origin))
      if (key === undefined) return false
      states.set(key, Promise.resolve('page'))
      pages.add(key)
      return true
    },
  }
}

/** A file that is missing may be an address of the old site, such as `/2019/guide.html`, which is redirected. */
function mayBePage(pathname: string): boolean {
  return !/^\/(?:api|assets|media|share|icons)\//.test(pathname)
}
