import { useEffect, useRef } from 'react'
import { Link, useRouter } from '../../lib/router.tsx'
import { Menu, Search, X } from '../../ui/icons.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
import { ariaCurrent, useLabelLanguage, useMenus } from './navigation.ts'
import { SearchForm } from './search-form.tsx'
import { useSite } from './use-site.tsx'

const toggle = 'menu-toggle'

/** `hidden` while closed, since the browser would lay out the form fields of content that is only skipped. */
const panel = 'menu-panel'

/**
 * Search form and menu on small screens. `<details>` elements work before hydration and without JavaScript; they share a
 * name, so that only one is open at a time. `reader/menus.ts` closes them.
 */
export function HeaderMenus() {
  const { pathname, query } = useRouter()
  const { pinterest } = useSite()
  const { header } = useMenus()
  const labelLanguage = useLabelLanguage()
  const href = `${pathname}?${query}`
  const menus = useRef<HTMLDivElement>(null)
  const before = useRef(href)
  useEffect(() => {
    // A menu that was opened before hydration stays.
    if (before.current !== href) for (const menu of menus.current!.querySelectorAll('details')) menu.open = false
    before.current = href
  }, [href])
  return (
    <div ref={menus} className="header-menus" data-client="">
      <details name="menu" className="group">
        <summary className={toggle}>
          <Search className="size-5.5" />
          <span className="sr-only">Search</span>
        </summary>
        <div className={panel}>
          <SearchForm label="Site" />
        </div>
      </details>
      <details name="menu" className="group">
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
                    lang={labelLanguage({ href, label })}
                    aria-current={ariaCurrent(href, pathname)}
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
