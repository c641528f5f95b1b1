import { type SyntheticEvent, useEffect, useRef } from 'react'
import { Link, useRouter } from '../../lib/router.tsx'
import { Menu, Search, X } from '../../ui/icons.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
import { isCurrent, useMenus } from './navigation.ts'
import { SearchForm } from './search-form.tsx'
import { useSite } from './use-site.tsx'

const toggle = 'menu-toggle'

/** `hidden` while closed, since the browser would lay out the form fields of content that is only skipped. */
const panel = 'menu-panel'

/**
 * Search form and menu on small screens. `<details>` elements work before hydration and without JavaScript; they share a
 * name, so that only one is open at a time.
 */
export function HeaderMenus() {
  const { pathname } = useRouter()
  const { pinterest } = useSite()
  const { header } = useMenus()
  const menus = useClosingMenus()
  return (
    <div ref={menus} className="header-menus">
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
          <SearchForm label="Menu" />
          <nav aria-label="Menu">
            <ul>
              {header.map(({ href, label }) => (
                <li key={`${href} ${label}`}>
                  <Link
                    href={href}
                    aria-current={isCurrent(href, pathname) ? (pathname === href ? 'page' : true) : undefined}
                    className="menu-link"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {pinterest && (
            <a href={pinterest} target="_blank" rel="noopener">
              <BrandGlyph name="pinterest" /> Pinterest
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
  useEffect(() => closeMenus(root.current), [href])

  useEffect(() => {
    const onElsewhere = ({ target }: Event) => closeMenus(root.current, target as Node)
    // A link to the current page changes no URL.
    const onLink = ({ target }: Event) => {
      if ((target as Element).closest('details[open] a')) closeMenus(root.current)
    }
    const onKey = ({ key, isComposing }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing) return
      const [menu] = openMenus(root.current)
      menu?.querySelector('summary')?.focus()
      closeMenus(root.current)
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

/** Closes all menus but the one around `kept`. */
function closeMenus(root: HTMLElement | null, kept: Node | null = null) {
  for (const menu of openMenus(root)) if (!menu.contains(kept)) menu.open = false
}
