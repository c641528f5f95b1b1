import { createContext, type ReactNode, use } from 'react'
import type { SharedSettings } from '../../data/page-data.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'

/** The settings of the site, loaded with every page; the defaults if that failed. */
export function useSite(): SharedSettings {
  return use(SiteContext)
}

/** Subscribes to the settings once for all components that use them: a subscription for each would slow down rendering. */
export function SiteProvider({ children }: { children: ReactNode }) {
  const site = usePageQuery(useQueries().site()).data ?? fallback
  return <SiteContext value={site}>{children}</SiteContext>
}

/** Repeats the defaults of the contract that a page needs, because deriving them would load zod with every page. */
const fallback: SharedSettings = {
  brand: 'Dewlight',
  tagline: '',
  description: '',
  postsHeading: 'Latest Style Inspiration',
  shopHeading: 'Shop My Looks',
  cardBadge: '',
  disclosure:
    'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
  currency: 'USD',
  timeZone: 'America/New_York',
  origin: '',
}

export const SiteContext = createContext<SharedSettings>(fallback)
