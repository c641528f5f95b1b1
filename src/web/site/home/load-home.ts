import type { QueryClient } from '@tanstack/react-query'
import { HOME_POSTS, HOME_PRODUCTS } from '../../../contract/platform/limits.ts'
import { homeRoutinesQuery } from '../../data/home-routines.ts'
import { type Queries, verificationTagsQuery } from '../../data/queries.ts'
import { loadNewest } from '../newsletter-archive/load-newsletters.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }

/** Loads the lists and settings of the home page. */
export async function loadHome(context: Context): Promise<undefined> {
  const { queryClient, queries } = context
  await Promise.all([
    queryClient.prefetchQuery(queries.posts({ limit: HOME_POSTS })),
    queryClient.prefetchQuery(queries.posts({ featured: 'true', limit: HOME_POSTS })),
    queryClient.prefetchQuery(queries.products({ limit: HOME_PRODUCTS })),
    queryClient.prefetchQuery(queries.categoryTiles()),
    queryClient.prefetchQuery(queries.home()),
    import.meta.env.SSR && queryClient.prefetchQuery(verificationTagsQuery(queries)),
    loadExplored(context),
  ])
}

/** The routines and the newsletter that the home page names, if there are some. */
async function loadExplored(context: Context): Promise<void> {
  const { queryClient, queries } = context
  const site = await queryClient.ensureQueryData(queries.site()).catch(() => undefined)
  await Promise.all([
    site?.explore?.includes('routines') && queryClient.prefetchQuery(homeRoutinesQuery(queries.read)),
    site?.explore?.includes('newsletters') && loadNewest(context),
  ])
}
