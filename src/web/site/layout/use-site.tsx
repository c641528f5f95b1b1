import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use } from 'react'
import type { Site } from '../../../contract/site.ts'
import { useQueries } from '../../environment.tsx'

/** The settings of the site, loaded with every page; the defaults if that failed. */
export function useSite(): Site {
  return use(SiteContext)
}

/** Subscribes to the settings once for all components that use them: a subscription for each would slow down rendering. */
export function SiteProvider({ children }: { children: ReactNode }) {
  const site = useQuery(useQueries().site()).data ?? fallback
  return <SiteContext value={site}>{children}</SiteContext>
}

/** Repeats the defaults of the contract, because deriving them would load zod with every page. */
const fallback: Site = {
  brand: 'Dewlight',
  tagline: 'Expert advice and product recommendations for your skincare journey.',
  description: 'Plain-spoken skincare for beginners.',
  heroTitle: 'Build a skincare routine with confidence',
  heroText: 'Clear, honest guides for beginners.',
  categoriesHeading: 'Style Categories',
  postsHeading: 'Latest Style Inspiration',
  featuredHeading: 'Featured Posts',
  productsHeading: 'Shop Recommended Products',
  shopHeading: 'Shop My Looks',
  aboutText: '',
  cardBadge: 'Fashion',
  disclosure:
    'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
  email: '',
  location: '',
  pinterest: 'https://www.pinterest.com/',
  instagram: 'https://www.instagram.com/',
  x: '',
  facebook: '',
  youtube: '',
  tiktok: '',
  currency: 'USD',
  timeZone: 'America/New_York',
  origin: '',
  logo: '',
  heroImage: '',
  aboutImage: '',
  logoPicture: null,
  heroPicture: null,
  aboutPicture: null,
  demoAccount: null,
}

const SiteContext = createContext<Site>(fallback)
