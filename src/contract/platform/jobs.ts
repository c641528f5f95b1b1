import * as z from 'zod/mini'
import { json, ownerRead, ownerWrite } from './endpoint.ts'

/** Background jobs. */
export const JobName = z.enum([
  'tidy-up',
  'purge-images',
  'make-images',
  'retention',
  'backup',
  'restore',
  'check-database',
  'recognise-programs',
  'check-links',
  'earnings',
  'fetch-sales',
  'resend-confirmations',
  'check-bounces',
  'count-clicks',
  'finish-erasures',
  'site-import',
  'site-export',
])
export type JobName = z.infer<typeof JobName>

/** Their names in the admin and in the audit trail. */
export const jobTitles: Record<JobName, string> = {
  'tidy-up': 'Clean-up',
  'purge-images': 'Removal of deleted images',
  'make-images': 'Preparation of image sizes',
  retention: 'Deletion of old analytics',
  backup: 'Backup',
  restore: 'Restore of a backup',
  'check-database': 'Check of the database',
  'recognise-programs': 'Recognition of affiliate programs',
  'check-links': 'Check of affiliate links',
  earnings: 'Import of earnings',
  'fetch-sales': 'Fetch of sales',
  'resend-confirmations': 'Confirmations of sign-ups',
  'check-bounces': 'Check of the mailbox for bounces',
  'count-clicks': 'Count of clicks in newsletters',
  'finish-erasures': 'Completion of deletions',
  'site-import': 'Import of another site',
  'site-export': 'Export of the site',
}

/** The state of a job across all processes. */
export const JobStatus = z.object({
  name: JobName,
  /**
   * `due`: a free process starts it within seconds. `interrupted`: its process has ended or hangs; another one takes over
   * within half a minute.
   */
  state: z.enum(['waiting', 'due', 'running', 'interrupted']),
  nextAt: z.string(),
  lastStartedAt: z.nullable(z.string()),
  /** End of the last successful run. */
  lastFinishedAt: z.nullable(z.string()),
  /** Reason of the last run's failure; null where it succeeded. It is retried at `nextAt`. */
  lastError: z.nullable(z.string()),
})
export type JobStatus = z.infer<typeof JobStatus>

export const listJobs = ownerRead('/jobs', {
  summary: 'Background jobs: their next run, and the result of the last one',
  responses: { 200: json('The jobs', z.array(JobStatus)) },
})

export const runJob = ownerWrite('POST', '/jobs/:name/run', {
  summary: 'Run a job now; no effect on one that is running',
  params: { name: JobName },
  idempotent: true,
  notFound: 'Job not found',
  purges: [],
  audit: 'Started background work “…”',
  responses: { 202: json('It is due', z.array(JobStatus)) },
})
