import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { siPinterest } from 'simple-icons'
import { useQueries } from '../../environment.tsx'
import { categoryHref } from '../../hrefs.ts'
import { copy } from '../../lib/copy.ts'
import { Link } from '../../lib/router.tsx'
import { Container } from '../../ui/container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BrandGlyph } from './brand-glyph.tsx'
import { CurrentYear } from './current-year.tsx'
import { Logo } from './logo.tsx'
import { socialLinks } from './social-links.ts'
import { useSite } from './use-site.tsx'

const quickLinks = [
  { href: '/', label: 'Home' },
  { href: '/blog', label: 'Blog' },
  { href: '/shop', label: 'Shop' },
  { href: '/about', label: 'About' },
  { href: '/contact', label: 'Contact' },
]

const link = 'footer-link'

export function SiteFooter() {
  const site = useSite()
  return (
    <footer className="border-t border-line bg-cream text-sm text-ink-soft">
      <Container className="grid gap-x-12 gap-y-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1.4fr_1fr] lg:py-16">
        <div className="sm:col-span-2 lg:col-span-1">
          <Logo />
          <p className="mt-4 max-w-sm font-accent text-xl leading-snug font-medium italic">{site.tagline}</p>
        </div>
        <FooterList heading="Categories" id="footer-categories">
          <CategoryLinks />
        </FooterList>
        <FooterList heading="Quick Links" id="footer-links">
          <ul>
            {quickLinks.map(({ href, label }) => (
              <li key={href}>
                <Link href={href} className={link}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </FooterList>
      </Container>
      <div className="border-t border-line">
        <Container className="flex flex-wrap items-center gap-x-8 gap-y-2 py-5">
          <p className="mr-auto">
            © <CurrentYear /> {site.brand}. All rights reserved.
          </p>
          <ul className="flex flex-wrap items-center gap-x-6">
            <li>
              <Link href="/privacy-policy" className={link}>
                Privacy Policy
              </Link>
            </li>
            <li>
              <Link href="/affiliate-disclosure" className={link}>
                Affiliate Disclosure
              </Link>
            </li>
            {socialLinks(site)
              .slice(0, 1)
              .map(({ name, href }) => (
                <li key={name}>
                  <a href={href} target="_blank" rel="noopener" className={`${link} inline-flex items-center gap-x-2`}>
                    {name === 'Pinterest' && <BrandGlyph icon={siPinterest} className="size-4" />} {name}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </a>
                </li>
              ))}
          </ul>
        </Container>
      </div>
    </footer>
  )
}

function FooterList({ heading, id, children }: { heading: string; id: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg text-ink">
        {heading}
      </h2>
      {children}
    </nav>
  )
}

function CategoryLinks() {
  const categories = useQuery(useQueries().categories())
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
        <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-1 lg:grid-cols-2">
          {categories.data.map(({ id, slug, name }) => (
            <li key={id}>
              <Link href={categoryHref(slug)} className={link}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
