import { queryOptions } from '@tanstack/react-query'
import type { JobName, JobStatus } from '../../../contract/jobs.ts'
import { ownerGet, ownerSend } from './owner-api.ts'
import { useOwnerMutation } from './owner-mutation.ts'

/** In milliseconds: how often a job that runs is looked after. */
const PROGRESS_EVERY = 1000

export const jobsQuery = () =>
  queryOptions({
    queryKey: ['owner', '/api/jobs'],
    queryFn: () => ownerGet<JobStatus[]>('/api/jobs'),
    refetchInterval: ({ state }) => (state.data?.some((job) => job.state !== 'waiting') ? PROGRESS_EVERY : false),
  })

export function useRunJob() {
  return useOwnerMutation((name: JobName, key) =>
    ownerSend<JobStatus[]>('POST', `/api/jobs/${name}/run`, undefined, key),
  )
}
