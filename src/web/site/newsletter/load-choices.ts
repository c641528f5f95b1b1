import type { QueryClient } from '@tanstack/react-query'
import { newsletterChoicesQuery } from '../../data/newsletter-choices.ts'
import type { Queries } from '../../data/queries.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }

/** Loads the page behind a link of a mail; 404 for any action but confirming and unsubscribing. */
export async function loadChoices(
  { queryClient, queries, query }: Context,
  act: string,
): Promise<{ status: 404 } | undefined> {
  if (act !== 'confirm' && act !== 'unsubscribe') return { status: 404 }
  const token = query.get('token')
  if (act === 'unsubscribe' && token) await queryClient.prefetchQuery(newsletterChoicesQuery(queries.read, token))
}
