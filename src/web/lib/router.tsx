import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react'

import { nameCover, withTransition } from './morph.ts'
import { createTarget, type NavigationTarget } from './navigation-target.ts'
import { reportView } from './report-view.ts'

type NavigateOptions = {
  replace?: boolean
  /** Preserves scroll position and focus, for a change of the URL within one page. */
  stay?: boolean
  /** Scrolls to the top but leaves the focus where it is, as on a tab. */
  keepFocus?: boolean
  /** Shows the change as a transition of the picture that `nameCover` has named. */
  isMorph?: boolean
}

type Navigate = (href: string, options?: NavigateOptions) => void

type Router = {
  /** The raw (percent-encoded) pathname and the query of the current page. */
  pathname: string
  query: URLSearchParams
  /** True while the code of the next page loads. */
  isPending: boolean
  navigate: Navigate
  /** Loads the code and the data of a page in advance. */
  prefetch: (href: string) => void
}

/** Returns true to block a navigation; `proceed` performs it later. */
export type LeaveGuard = (href: string, proceed: () => void) => boolean

let guards: LeaveGuard[] = []

/** Registers a guard for client-side navigations, including Back and Forward; the newest one decides. Returns a function that removes it. */
export function guardLeaving(next: LeaveGuard): () => void {
  guards = [...guards, next]
  return () => {
    guards = guards.filter((guard) => guard !== next)
  }
}

const RouterContext = createContext<Router | undefined>(undefined)

/** A store, because a changed context would replace forms that are not hydrated yet by their fallback at once. */
const TargetContext = createContext<NavigationTarget | undefined>(undefined)

/** Provides the router to a tree of its own. */
export const RouterProvider = RouterContext.Provider

export type RouterProps = {
  /** Initial path and query, the same on the server and in the browser. */
  href: string
  /** Called before a navigation: resolves when the code of the page is loaded, and starts loading its data. */
  load: (url: URL) => Promise<unknown>
  prefetch: (url: URL) => void
  children: ReactNode
}

/**
 * A client-side router. Its state is the URL, changed in a transition so that the old page stays visible until the new one
 * can render.
 */
export function Router({ href: initial, load, prefetch, children }: RouterProps) {
  const { href, targetStore, isPending, navigate } = useNavigation(initial, load)
  const router = useMemo<Router>(() => {
    const url = toUrl(href)
    return {
      pathname: url.pathname,
      query: url.searchParams,
      isPending,
      navigate,
      prefetch: (target) => prefetch(toUrl(target)),
    }
  }, [href, isPending, navigate, prefetch])

  return (
    <RouterContext value={router}>
      <TargetContext value={targetStore}>{children}</TargetContext>
    </RouterContext>
  )
}

function useNavigation(initial: string, load: RouterProps['load']) {
  const [href, setHref] = useState(initial)
  const [targetStore] = useState(() => createTarget(initial))
  const [isPending, startTransition] = useTransition()
  const lastKind = useRef<'load' | 'push' | 'tab' | 'pop' | 'stay'>('load')
  const latest = useRef(0)
  const shown = useRef(initial)
  const onShown = useRef<() => void>(undefined)

  const show = useCallback(
    (next: string, kind: 'push' | 'tab' | 'pop' | 'stay' | 'morph', commit: () => void) => {
      const navigation = ++latest.current
      targetStore.set(next)
      const finish = (whenShown?: () => void) => {
        // A later navigation supersedes this one.
        if (navigation !== latest.current) return whenShown?.()
        commit()
        if (kind !== 'pop' && kind !== 'stay') reportNavigation(shown.current, next)
        shown.current = next
        lastKind.current = kind === 'morph' ? 'push' : kind
        onShown.current = whenShown
        if (kind === 'pop' || kind === 'morph') setHref(next)
        else startTransition(() => setHref(next))
      }
      load(toUrl(next)).then(kind === 'morph' ? () => withTransition(finish) : () => finish(), () => {
        // The page stays if the owner wants to keep changes that are not saved.
        if (navigation === latest.current) targetStore.set(shown.current)
        // The chunk does not exist any more after a new release: load the page from the server.
        window.location.assign(next)
      })
    },
    [load, targetStore],
  )

  const navigate = useCallback<Navigate>(
    (target, options) => {
      const next = target.split('#')[0] || '/'
      if (guards.at(-1)?.(next, () => navigate(target, options))) return
      const replace = options?.replace ?? next === currentHref()
      const kind = options?.stay ? 'stay' : options?.keepFocus ? 'tab' : options?.isMorph ? 'morph' : 'push'
      show(next, kind, () => window.history[replace ? 'replaceState' : 'pushState'](null, '', target))
    },
    [show],
  )

  useEffect(() => {
    const onPop = () => {
      const next = currentHref()
      // A blocked navigation pushes the old URL again, so that `proceed` is one step back.
      if (guards.at(-1)?.(next, () => window.history.back())) window.history.pushState(null, '', shown.current)
      else show(next, 'pop', () => {})
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [show])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
  useLayoutEffect(() => {
    if (lastKind.current === 'push' || lastKind.current === 'tab') resetScroll()
    // As a page load would.
    if (lastKind.current === 'push') document.getElementById('main')?.focus({ preventScroll: true })
    onShown.current?.()
  }, [href])

  return { href, targetStore, isPending, navigate }
}

export function useRouter(): Router {
  return use(RouterContext)!
}

/** Replaces the page by the one at a path, with the query and the fragment of its URL; the fallback screen has neither. */
export function useRedirect(path: string | undefined): void {
  const { navigate } = useRouter()
  useEffect(() => {
    if (path === undefined) return
    const { search, hash } = window.location
    navigate(path === '/not-found' ? path : path + search + hash, { replace: true })
  }, [path, navigate])
}

/**
 * The URL of the latest navigation, which may still be loading: a change of the query that builds on it does not undo a click
 * on a link a moment before.
 */
export function useTarget(): URL {
  const target = use(TargetContext)!
  const href = useSyncExternalStore(target.subscribe, target.get, target.get)
  return useMemo(() => toUrl(href), [href])
}

const ParamsContext = createContext<Record<string, string>>({})

/** Provides the parameters of the matched route. */
export const ParamsProvider = ParamsContext.Provider

/** The decoded parameters of the current route. */
export function useParams(): Record<string, string> {
  return use(ParamsContext)
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  Pick<NavigateOptions, 'keepFocus' | 'stay'> & { href: string }

/** A link that navigates client-side; the browser handles modified clicks, `target`, `download` and other origins. */
export const Link = import.meta.env.SSR ? PlainLink : NavigatingLink

function PlainLink({ href, keepFocus: _keepFocus, stay: _stay, onClick: _onClick, ...rest }: LinkProps) {
  return <a {...rest} href={href} />
}

function NavigatingLink({ href, keepFocus = false, stay = false, onClick, ...rest }: LinkProps) {
  const { navigate, prefetch } = useRouter()
  const isOwn = href.startsWith('/') && !href.startsWith('//')
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isOwn || event.defaultPrevented || rest.target || rest.download !== undefined) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href, { keepFocus, stay, isMorph: nameCover(event.currentTarget) })
  }
  const intent = isOwn ? () => prefetch(href) : undefined
  return (
    <a {...rest} href={href} onClick={handleClick} onMouseEnter={intent} onFocus={intent} onTouchStart={intent}>
      {rest.children}
    </a>
  )
}

/** Scrolls to the top or to the fragment, as a page load would. */
function resetScroll() {
  const fragment = window.location.hash.slice(1)
  const target = fragment ? document.getElementById(decodeFragment(fragment)) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
}

/** The server counts a page that is shown without a page load; a prefetch sends no such request. */
function reportNavigation(before: string, href: string): void {
  const path = href.split('?')[0]!
  if (path === before.split('?')[0] || /^\/(?:admin|not-found)/.test(path)) return
  reportView(path, '1')
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function currentHref(): string {
  return window.location.pathname + window.location.search
}

/** `new URL(href, base)` would parse `//host` as another host. */
function toUrl(href: string): URL {
  return new URL(`http://localhost${href}`)
}
