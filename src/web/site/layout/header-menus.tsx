import { type SyntheticEvent, useEffect, useRef } from 'react'
import { siPinterest } from 'simple-icons'
import { Link, useRouter } from '../../lib/router.tsx'
import { Menu, Search, X } from '../../ui/icons.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
import { isCurrent, navigation } from './navigation.ts'
import { SearchForm } from './search-form.tsx'
import { useSite } from './use-site.tsx'

const toggle =
  'inline-flex size-11 list-none items-center justify-center rounded-full text-ink transition-colors hover:bg-cream group-open:bg-cream [&::-webkit-details-marker]:hidden'

/** `hidden` while closed, since the browser would lay out the form fields of content that is only skipped. */
const panel =
  'hidden group-open:block absolute inset-x-0 top-full max-h-[calc(100svh-4rem)] overflow-y-auto border-b border-line bg-paper px-4 py-5 shadow-card sm:px-6 animate-[slide-down_0.25s_var(--ease-calm)]'

/**
 * Search form and menu on small screens. `<details>` elements work before hydration and without JavaScript; they share a
 * name, so that only one is open at a time.
 */
export function HeaderMenus() {
  const { pathname } = useRouter()
  const { pinterest } = useSite()
  const menus = useClosingMenus()
  return (
    <div ref={menus} className="-mr-2 flex items-center gap-x-1 lg:hidden">
      <details name="header" className="group" onToggle={focusSearch}>
        <summary className={toggle}>
          <Search className="size-5.5" />
          <span className="sr-only">Search</span>
        </summary>
        <div className={panel}>
          <SearchForm label="Site" />
        </div>
      </details>
      <details name="header" className="group">
        <summary className={toggle}>
          <Menu className="size-6 group-open:hidden" />
          <X className="hidden size-6 group-open:block" />
          <span className="sr-only">Menu</span>
        </summary>
        <div className={panel}>
          <SearchForm label="Menu" className="mb-4" />
          <nav aria-label="Menu">
            <ul>
              {navigation.map(({ href, label }) => (
                <li key={href} className="border-b border-line/70 last:border-0">
                  <Link
                    href={href}
                    aria-current={isCurrent(href, pathname) ? (pathname === href ? 'page' : true) : undefined}
                    className="flex min-h-13 items-center font-display text-xl text-ink aria-[current]:text-accent-deep aria-[current]:before:mr-3 aria-[current]:before:h-5 aria-[current]:before:w-0.5 aria-[current]:before:rounded-full aria-[current]:before:bg-accent"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {pinterest && (
            <a
              href={pinterest}
              target="_blank"
              rel="noopener"
              className="mt-2 inline-flex min-h-11 items-center gap-x-3 text-sm font-semibold text-accent-deep"
            >
              <BrandGlyph icon={siPinterest} /> Pinterest
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          )}
        </div>
      </details>
    </div>
  )
}

function focusSearch({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) {
  if (currentTarget.open) currentTarget.querySelector('input')?.focus()
}

/** Closes the menus on navigation, on Escape, and when something else is clicked or focused. */
function useClosingMenus() {
  const root = useRef<HTMLDivElement>(null)
  const { pathname, query } = useRouter()
  const href = `${pathname}?${query}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each navigation
  useEffect(() => closeAll(root.current), [href])

  useEffect(() => {
    const onElsewhere = ({ target }: Event) => {
      for (const menu of openMenus(root.current)) if (!menu.contains(target as Node)) menu.open = false
    }
    // A link to the current page changes no URL.
    const onLink = ({ target }: Event) => {
      if ((target as Element).closest('details[open] a')) closeAll(root.current)
    }
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      const [menu] = openMenus(root.current)
      menu?.querySelector('summary')?.focus()
      closeAll(root.current)
    }
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    document.addEventListener('click', onLink)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
      document.removeEventListener('click', onLink)
      document.removeEventListener('keydown', onKey)
    }
  }, [])

  return root
}

function openMenus(root: HTMLElement | null): HTMLDetailsElement[] {
  return [...(root?.querySelectorAll<HTMLDetailsElement>('details[open]') ?? [])]
}

function closeAll(root: HTMLElement | null) {
  for (const menu of openMenus(root)) menu.open = false
}
