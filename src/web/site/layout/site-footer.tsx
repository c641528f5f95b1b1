import type { ReactNode } from 'react'
import { FOOTER_INVITATION } from '../../../contract/audience/sign-up-words.ts'
import type { MenuLink } from '../../../contract/content/default-menus.ts'
import type { CategoryName, SharedSettings } from '../../data/page-data.ts'
import { type PageQueryState, usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'
import { categoryHref } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { Link, useRouter } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Honeypot } from '../forms/honeypot.tsx'
import { SignUpTerms } from '../forms/sign-up-terms.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
import { Fragment } from './fragment.tsx'
import { Logo } from './logo.tsx'
import { useExploreLinks, useLabelLanguage, useMenus } from './navigation.ts'
import { socialLinks } from './social-links.ts'
import { useSite } from './use-site.tsx'
import { useWritten } from './use-written.ts'

const link = 'footer-link'

export function SiteFooter() {
  const site = useSite()
  const { quickLinks, legal, showsCategories } = useMenus()
  const explore = useExploreLinks()
  const labelLanguage = useLabelLanguage()
  const { lang } = useWritten()
  const { pathname } = useRouter()
  const hasLetter = !site.withoutSignUp?.includes('footer') && !isWithoutLetter(pathname, site)
  const categories = usePageQuery(useQueries().categories())
  return (
    <Fragment
      as="footer"
      className="site-footer"
      of={categories.data ? [categories.data] : []}
      variant={categories.data ? String(hasLetter) : null}
    >
      <Container className="footer-columns">
        <div>
          <Logo />
          <p lang={lang} className="dek">
            {site.tagline}
          </p>
          {hasLetter && <FooterLetter />}
        </div>
        {showsCategories && <CategoryLinks categories={categories} />}
        <FooterList heading="Quick Links" id="footer-links">
          <LinkList links={quickLinks} />
        </FooterList>
        {explore.length > 0 && (
          <FooterList heading="Explore" id="footer-explore">
            <LinkList links={explore} />
          </FooterList>
        )}
      </Container>
      <div className="footer-foot">
        {site.programDisclosures?.map((sentence) => (
          <Container key={sentence}>
            <p>{sentence}</p>
          </Container>
        ))}
        <Container>
          <p>
            © <CurrentYear /> {site.brand}. All rights reserved.
          </p>
          <ul>
            {legal.map(({ href, label }) => (
              <li key={`${href} ${label}`}>
                <Link href={href} lang={labelLanguage({ href, label })} className={link}>
                  {label}
                </Link>
              </li>
            ))}
            {socialLinks(site)
              .slice(0, 1)
              .map(({ name, href }) => (
                <li key={name}>
                  <a href={href} target="_blank" rel="noopener" className={link}>
                    {name === 'Pinterest' && <BrandGlyph name="pinterest" className="size-4" />} {name}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                </li>
              ))}
          </ul>
        </Container>
      </div>
    </Fragment>
  )
}

/** Whether a page has a form of its own, since its HTML may be at its bound, or is that of a link in a mail. */
function isWithoutLetter(pathname: string, { withoutSignUp }: Pick<SharedSettings, 'withoutSignUp'>): boolean {
  const isPost = /^\/blog\/[^/]+$/.test(pathname)
  return isPost ? !withoutSignUp?.includes('post') : /^\/(?:contact|newsletter(?:\/[^/]+)?)?$/.test(pathname)
}

/** A sign-up without scripts, which leads to a page. Hidden where any other page has a form of its own (`components.css`). */
function FooterLetter() {
  return (
    <form method="post" action="/newsletter" noValidate aria-label="Letters" className="footer-letter">
      <p>{FOOTER_INVITATION}</p>
      <label>
        Email
        <input type="email" name="email" autoComplete="email" className="field-input" />
      </label>
      <Honeypot />
      <button type="submit" name="source" value="footer" className="button button-primary">
        Subscribe
      </button>
      <SignUpTerms form="footer" invitation={FOOTER_INVITATION} />
    </form>
  )
}

function LinkList({ links }: { links: MenuLink[] }) {
  const labelLanguage = useLabelLanguage()
  return (
    <ul>
      {links.map(({ href, label }) => (
        <li key={`${href} ${label}`}>
          <Link href={href} lang={labelLanguage({ href, label })} className={link}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function FooterList({ heading, id, children }: { heading: string; id: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {children}
    </nav>
  )
}

/** The column of the categories; none without categories. */
function CategoryLinks({ categories }: { categories: PageQueryState<CategoryName[]> }) {
  if (categories.data?.length === 0) return null
  return (
    <FooterList heading="Categories" id="footer-categories">
      <CategoryList categories={categories} />
    </FooterList>
  )
}

function CategoryList({ categories }: { categories: PageQueryState<CategoryName[]> }) {
  const { lang } = useWritten()
  if (categories.isPending) {
    return (
      <div className="space-y-4 py-2">
        {['w-32', 'w-24', 'w-28', 'w-36'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    )
  }
  return (
    <>
      {categories.isError && <p>{copy.categoriesFailed}</p>}
      {categories.data && (
        <ul>
          {categories.data.map(({ id, slug, name }) => (
            <li key={id}>
              <Link href={categoryHref(slug)} lang={lang} className={link}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The current year, corrected by `start.ts` if the page was cached last year. React leaves the text as it is. */
function CurrentYear() {
  return (
    <span data-year="" suppressHydrationWarning>
      {new Date().getFullYear()}
    </span>
  )
}
