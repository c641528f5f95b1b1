import * as z from 'zod/mini'
import { type Endpoint, found, ownerRefusals, refused } from './endpoint-description.ts'
import { JobName, JobStatus } from './jobs.ts'

export const jobEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/jobs',
    owner: true,
    summary: 'What the site does by itself: when it runs next, and how the last run went',
    answers: found('The jobs', z.array(JobStatus)),
  },
  {
    method: 'post',
    path: '/jobs/:name/run',
    owner: true,
    summary: 'Run a job now; one that is running goes on',
    params: { name: JobName },
    idempotent: true,
    answers: {
      202: { description: 'It is due', body: z.array(JobStatus) },
      404: refused('No such job'),
      422: ownerRefusals[422],
    },
  },
]
