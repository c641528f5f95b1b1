import type { QueryClient } from '@tanstack/react-query'
import type { Queries } from '../../data/queries.ts'
import { builtRoutineQuery } from '../../data/routines.ts'
import { readWishes } from './wishes.ts'

type Context = { queryClient: QueryClient; queries: Queries; query: URLSearchParams }

export async function loadBuiltRoutine({ queryClient, queries, query }: Context): Promise<undefined> {
  await queryClient.prefetchQuery(builtRoutineQuery(queries.read, readWishes(query)))
}
