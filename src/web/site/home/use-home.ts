import type { HomeSettings } from '../../data/page-data.ts'
import { usePageQuery } from '../../data/use-page-query.ts'
import { useQueries } from '../../environment.tsx'

/** The settings of the home page; the defaults if they could not be loaded. */
export function useHome(): HomeSettings {
  return usePageQuery(useQueries().home()).data ?? homeDefaults
}

/** Repeats the defaults of the contract, because deriving them would load zod. */
export const homeDefaults: HomeSettings = {
  heroTitle: 'Build a skincare routine with confidence',
  heroText: 'Clear, honest guides for beginners.',
  heroImage: '',
  heroPicture: null,
  categoriesHeading: 'Style Categories',
  featuredHeading: 'Featured Posts',
  productsHeading: 'Shop Recommended Products',
}
