import { siPinterest } from 'simple-icons'
import { Link, useRouter } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
import { HeaderMenus } from './header-menus.tsx'
import { Logo } from './logo.tsx'
import { isCurrent, navigation } from './navigation.ts'
import { SearchForm } from './search-form.tsx'
import { useSite } from './use-site.tsx'

export function SiteHeader() {
  const { pathname } = useRouter()
  const { pinterest } = useSite()
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-paper">
      <Container className="flex h-16 items-center gap-x-6 lg:h-20">
        <Logo className="mr-auto lg:mr-0" />
        <nav aria-label="Main" className="mx-auto hidden shrink-0 lg:block">
          <ul className="flex items-center gap-x-1 xl:gap-x-2">
            {navigation.map(({ href, label }) => (
              <li key={href}>
                <Link
                  href={href}
                  aria-current={isCurrent(href, pathname) ? (pathname === href ? 'page' : true) : undefined}
                  className="nav-link"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SearchForm label="Site" className="hidden w-56 lg:block xl:w-64" />
        {pinterest && (
          <a
            href={pinterest}
            target="_blank"
            rel="noopener"
            className="hidden size-11 shrink-0 items-center justify-center rounded-full text-ink-soft transition-colors hover:bg-cream hover:text-accent-deep lg:inline-flex"
          >
            <BrandGlyph icon={siPinterest} />
            <span className="sr-only">Pinterest (opens in a new tab)</span>
          </a>
        )}
        <HeaderMenus />
      </Container>
    </header>
  )
}
