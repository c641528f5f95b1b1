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
  useTransition,
} from 'react'

type NavigateOptions = {
  replace?: boolean
  /** Scroll and focus stay where they are: the address changes, not the page. */
  stay?: boolean
}

type Navigate = (href: string, options?: NavigateOptions) => void

type Router = {
  /** The raw (encoded) pathname and the query of the page that is shown. */
  pathname: string
  query: URLSearchParams
  /** True while the code of the next page is on its way. */
  isPending: boolean
  navigate: Navigate
  /** Loads the code and the data of an address before it is needed. */
  prefetch: (href: string) => void
}

/** Answers true where it holds a navigation back; `go` takes it up again. */
export type LeaveGuard = (href: string, go: () => void) => boolean

let guard: LeaveGuard | undefined

/** Asks `next` before each navigation within the app, also by Back and Forward; answers how to take that back. */
export function guardLeaving(next: LeaveGuard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = undefined
  }
}

const RouterContext = createContext<Router | undefined>(undefined)

export type RouterProps = {
  /** Path and query at the start, the same on the server and in the browser. */
  href: string
  /** Called before a page is shown: loads its code (awaited) and starts its data. */
  open: (url: URL) => Promise<unknown>
  prefetch: (url: URL) => void
  children: ReactNode
}

/**
 * A client-side router: one address in state, changed in a transition so that the old page stays until the new page's
 * code is there. On the server it only holds the address.
 */
export function Router({ href: initial, open, prefetch, children }: RouterProps) {
  const [href, setHref] = useState(initial)
  const [isPending, startTransition] = useTransition()
  const arrivedBy = useRef<'load' | 'push' | 'pop' | 'stay'>('load')
  const latest = useRef(0)
  const shown = useRef(initial)

  const show = useCallback(
    (next: string, by: 'push' | 'pop' | 'stay', commit: () => void) => {
      const turn = ++latest.current
      const finish = () => {
        // Only the newest of several quick navigations is shown.
        if (turn !== latest.current) return
        commit()
        shown.current = next
        arrivedBy.current = by
        if (by === 'pop') setHref(next)
        else startTransition(() => setHref(next))
      }
      open(toUrl(next)).then(finish, () => {
        // The chunk of an old release is gone: let the server answer.
        window.location.assign(next)
      })
    },
    [open],
  )

  const navigate = useCallback<Navigate>(
    (target, options) => {
      const next = target.split('#')[0] || '/'
      if (guard?.(next, () => navigate(target, options))) return
      const replace = options?.replace ?? next === currentHref()
      show(next, options?.stay ? 'stay' : 'push', () =>
        window.history[replace ? 'replaceState' : 'pushState'](null, '', target),
      )
    },
    [show],
  )

  useEffect(() => {
    const onPop = () => {
      const next = currentHref()
      // Held back, the address is put on top again; going on is then one step back to where Back (or Forward) had led.
      if (guard?.(next, () => window.history.back())) window.history.pushState(null, '', shown.current)
      else show(next, 'pop', () => {})
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [show])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new address, whatever else is rendered
  useLayoutEffect(() => {
    if (arrivedBy.current === 'push') arrive()
  }, [href])

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

  return <RouterContext value={router}>{children}</RouterContext>
}

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('useRouter outside of <Router>')
  return router
}

const ParamsContext = createContext<Record<string, string>>({})

/** Hands the parameters of the matched pattern to its page. */
export const ParamsProvider = ParamsContext.Provider

/** The decoded parameters of the page's address. */
export function useParams(): Record<string, string> {
  return use(ParamsContext)
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string }

/** An ordinary link that stays in the app; modified clicks, targets and other origins are left to the browser. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const { navigate, prefetch } = useRouter()
  const isOwn = href.startsWith('/') && !href.startsWith('//')
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isOwn || event.defaultPrevented || rest.target || rest.download !== undefined) return
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  const intent = isOwn ? () => prefetch(href) : undefined
  return (
    <a {...rest} href={href} onClick={handleClick} onMouseEnter={intent} onFocus={intent} onTouchStart={intent}>
      {rest.children}
    </a>
  )
}

/** A new page begins at its top (or at its fragment), with the focus at its start, as a page load would. */
function arrive() {
  const fragment = window.location.hash.slice(1)
  const target = fragment ? document.getElementById(decodeFragment(fragment)) : null
  if (target) target.scrollIntoView()
  else window.scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
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

/** `new URL(href, base)` would read `//host` as another host. */
function toUrl(href: string): URL {
  return new URL(`http://localhost${href}`)
}
