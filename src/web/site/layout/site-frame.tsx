import type { ReactNode } from 'react'
import { Link, useRouter } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
import { Fragment } from './fragment.tsx'
import { HeaderMenus } from './header-menus.tsx'
import { Logo } from './logo.tsx'
import { ariaCurrent, useLabelLanguage, useMenus } from './navigation.ts'
import { SearchForm } from './search-form.tsx'
import { SiteFooter } from './site-footer.tsx'
import { useSite } from './use-site.tsx'

/** Header and footer of every public page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="grow">
        <ErrorSummary />
        {children}
      </main>
      <SiteFooter />
    </>
  )
}

function SiteHeader() {
  const { pathname } = useRouter()
  const { pinterest } = useSite()
  const { header, isLong } = useMenus()
  // The forms of the search page show its term.
  const variant = pathname === '/search' ? null : header.map(({ href }) => ariaCurrent(href, pathname)).join(' ')
  return (
    <Fragment as="header" className="site-header" of={[]} variant={variant}>
      <Container className="header-row">
        <Logo />
        {!isLong && <MainLinks />}
        <SearchForm label="Site" />
        {pinterest && (
          <a href={pinterest} target="_blank" rel="noopener" className="header-social">
            <BrandGlyph name="pinterest" />
            <span className="sr-only">Pinterest (opens in a new tab)</span>
          </a>
        )}
        <HeaderMenus />
      </Container>
      {isLong && <MainLinks className="hidden border-t border-line/70 px-6 py-1 lg:block" />}
    </Fragment>
  )
}

function MainLinks({ className }: { className?: string }) {
  const { pathname } = useRouter()
  const { header } = useMenus()
  const labelLanguage = useLabelLanguage()
  return (
    <nav aria-label="Main" className={className}>
      <ul className="header-links">
        {header.map(({ href, label }) => (
          <li key={`${href} ${label}`}>
            <Link
              href={href}
              lang={labelLanguage({ href, label })}
              aria-current={ariaCurrent(href, pathname)}
              className="nav-link"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
