import * as z from 'zod/mini'
import { type Endpoint, errorResponse, found, ownerErrors } from './endpoint.ts'
import { JobName, JobStatus } from './jobs.ts'

export const jobEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/jobs',
    owner: true,
    summary: 'What the site does by itself: when it runs next, and how the last run went',
    responses: found('The jobs', z.array(JobStatus)),
  },
  {
    method: 'post',
    path: '/jobs/:name/run',
    owner: true,
    summary: 'Run a job now; one that is running goes on',
    params: { name: JobName },
    idempotent: true,
    responses: {
      202: { description: 'It is due', body: z.array(JobStatus) },
      404: errorResponse('No such job'),
      422: ownerErrors[422],
    },
  },
]
