import { createContext, type ReactNode, use } from 'react'
import { defaultTexts, type SharedSettings, toSharedSettings } from '../../data/page-data.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'

/** The settings of the site, loaded with every page; the defaults if that failed. */
export function useSite(): SharedSettings {
  return use(SiteContext)
}

/** Subscribes to the settings once for all components that use them: a subscription for each would slow down rendering. */
export function SiteProvider({ children }: { children: ReactNode }) {
  const { data } = usePageQuery(useQueries().site())
  return <SiteContext value={data ? toSharedSettings(data) : fallback}>{children}</SiteContext>
}

/** Repeats the defaults of the contract that a page needs, because deriving them would load zod with every page. */
const fallback: SharedSettings = {
  brand: 'Dewlight',
  tagline: '',
  description: '',
  ...defaultTexts,
  cardBadge: '',
  currency: 'USD',
  timeZone: 'America/New_York',
  origin: '',
}

export const SiteContext = createContext<SharedSettings>(fallback)
