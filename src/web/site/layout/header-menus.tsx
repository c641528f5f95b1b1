import { type SyntheticEvent, useEffect, useRef } from 'react'
import { siPinterest } from 'simple-icons'
import { Link, useRouter } from '../../lib/router.tsx'
import { Menu, Search, X } from '../../ui/icons.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
import { isCurrent, navigation } from './navigation.ts'
import { SearchForm } from './search-form.tsx'
import { useSite } from './use-site.ts'

const toggle =
  'inline-flex size-11 list-none items-center justify-center rounded-full text-ink transition-colors hover:bg-cream group-open:bg-cream [&::-webkit-details-marker]:hidden'

/** Not there while it is closed: browsers look for fields in what is only skipped, and would lay it out on each page. */
const panel =
  'hidden group-open:block absolute inset-x-0 top-full max-h-[calc(100svh-4rem)] overflow-y-auto border-b border-line bg-paper px-4 py-5 shadow-card sm:px-6 animate-[slide-down_0.25s_var(--ease-calm)]'

/**
 * The small screen's search box and menu. They are `<details>`, which open and close by themselves before and without
 * JavaScript; sharing a name, only one is open at a time.
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

/** Closes what is open after a navigation, on a click or a focus elsewhere, and on Escape. */
function useClosingMenus() {
  const root = useRef<HTMLDivElement>(null)
  const { pathname, query } = useRouter()
  const address = `${pathname}?${query}`

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new address
  useEffect(() => closeAll(root.current), [address])

  useEffect(() => {
    const onElsewhere = ({ target }: Event) => {
      for (const menu of openMenus(root.current)) if (!menu.contains(target as Node)) menu.open = false
    }
    // Also for the page that is shown, whose address does not change.
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
