import type { QueryClient } from '@tanstack/react-query'
import type { Queries } from '../../data/queries.ts'
import { ROUTINES_PER_PAGE, routineQuery, routinesQuery } from '../../data/routines.ts'
import { pageNumber } from '../../hrefs.ts'
import { routineHref } from './routine-hrefs.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }
type Result = { status: 404 } | { status: 301; location: string } | undefined

export async function loadRoutines({ queryClient, queries, query }: Context): Promise<Result> {
  const page = pageNumber(query)
  if (page === undefined) return { status: 404 }
  const list = await queryClient.fetchQuery(routinesQuery(queries.read, page)).catch(() => undefined)
  if (list && page > 1 && (page - 1) * ROUTINES_PER_PAGE >= list.total) return { status: 404 }
}

export async function loadRoutine({ queryClient, queries }: Context, slug: string): Promise<Result> {
  const routine = await queryClient.fetchQuery(routineQuery(queries.read, slug))
  if (!routine) return { status: 404 }
  if (routine.slug === slug) return
  queryClient.setQueryData(routineQuery(queries.read, routine.slug).queryKey, routine)
  return { status: 301, location: routineHref(routine.slug) }
}
