import { queryOptions } from '@tanstack/react-query'
import { buildRoutine, findRoutine, listRoutines, previewRoutine } from '../../contract/content/routine-endpoints.ts'
import type { RoutineWishes } from '../../contract/content/routines.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { ApiError } from './api.ts'
import { browserRead } from './call.ts'

export const ROUTINES_PER_PAGE = 24

export function routinesQuery(read: Read, page: number) {
  return queryOptions({
    queryKey: ['/api/routines', { page }],
    queryFn: () => read(listRoutines, { query: { page, limit: ROUTINES_PER_PAGE } }),
  })
}

/** Null if there is none. */
export function routineQuery(read: Read, slug: string) {
  return queryOptions({
    queryKey: ['/api/routines', slug],
    queryFn: async () => (await read(findRoutine, { params: { slug } })) ?? null,
  })
}

export function builtRoutineQuery(read: Read, wishes: RoutineWishes) {
  return queryOptions({
    queryKey: ['/api/routines/build', wishes],
    queryFn: () => read(buildRoutine, { query: wishes }),
  })
}

/** A routine as its page would show it; null if it does not exist or the user is not signed in. */
export function routinePreviewQuery(id: number) {
  return queryOptions({
    queryKey: ['/api/routines', id, 'preview'],
    queryFn: async () => {
      try {
        return (await browserRead(previewRoutine, { params: { id } })) ?? null
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
  })
}
