import { queryOptions } from '@tanstack/react-query'
import { listRoutines } from '../../contract/content/routine-endpoints.ts'
import type { RoutineSummary } from '../../contract/content/routines.ts'
import type { Read } from '../../contract/platform/endpoint.ts'
import { memoized } from './page-data.ts'

/** Routines that the home page names. */
const HOME_ROUTINES = 3

export type RoutineLink = Pick<RoutineSummary, 'slug' | 'name' | 'morningSteps' | 'eveningSteps'>

/** The first routines of the owner's order, as the home page names them. */
export function homeRoutinesQuery(read: Read) {
  return queryOptions({
    queryKey: ['/api/routines', 'home'],
    queryFn: async () => toRoutineLinks(await read(listRoutines, { query: { limit: HOME_ROUTINES } })),
  })
}

const toRoutineLinks = memoized(({ items }: { items: RoutineSummary[] }): RoutineLink[] =>
  items.map(({ slug, name, morningSteps, eveningSteps }) => ({ slug, name, morningSteps, eveningSteps })),
)
