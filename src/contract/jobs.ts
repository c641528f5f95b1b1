import * as z from 'zod/mini'

/** What the site does by itself. */
export const JobName = z.enum(['tidy-up', 'purge-images', 'make-images', 'retention', 'backup'])
export type JobName = z.infer<typeof JobName>

/** What the owner reads. */
export const jobTitles: Record<JobName, string> = {
  'tidy-up': 'Clean-up',
  'purge-images': 'Removal of deleted images',
  'make-images': 'Preparation of image sizes',
  retention: 'Deletion of old analytics',
  backup: 'Backup',
}

/** One of them, as it stands in all processes. */
export const JobStatus = z.object({
  name: JobName,
  /** `due`: whichever process is free begins it within seconds. */
  state: z.enum(['waiting', 'due', 'running']),
  nextAt: z.string(),
  lastStartedAt: z.nullable(z.string()),
  /** When it last ended well. */
  lastFinishedAt: z.nullable(z.string()),
  /** Why the last run failed; null where it did not. It is tried again at `nextAt`. */
  lastError: z.nullable(z.string()),
})
export type JobStatus = z.infer<typeof JobStatus>
