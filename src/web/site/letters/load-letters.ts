import type { QueryClient } from '@tanstack/react-query'
import { LETTERS_PER_PAGE, letterQuery, lettersQuery } from '../../data/letters.ts'
import type { Queries } from '../../data/queries.ts'
import { pageNumber } from '../../hrefs.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }
type Result = { status: 404 } | undefined

/** The list, or the letter with the slug. */
export async function loadLetters({ queryClient, queries, query }: Context, slug?: string): Promise<Result> {
  if (slug !== undefined)
    return (await queryClient.fetchQuery(letterQuery(queries.read, slug))) ? undefined : { status: 404 }
  const page = pageNumber(query)
  if (page === undefined) return { status: 404 }
  const list = await queryClient.fetchQuery(lettersQuery(queries.read, page)).catch(() => undefined)
  if (list && page > 1 && (page - 1) * LETTERS_PER_PAGE >= list.total) return { status: 404 }
}
