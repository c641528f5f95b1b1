import { queryOptions } from '@tanstack/react-query'
import { listJobs, runJob } from '../../../contract/platform/jobs.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

/** In milliseconds. */
const PROGRESS_EVERY = 1000

/** Polls while a job is running. */
export const jobsQuery = () =>
  queryOptions({
    ...ownerQuery(listJobs),
    refetchInterval: ({ state }) => (state.data?.some((job) => job.state !== 'waiting') ? PROGRESS_EVERY : false),
  })

export const useRunJob = () => useOwnerWrite(runJob)
