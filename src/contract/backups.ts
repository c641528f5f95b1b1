import * as z from 'zod/mini'

/** A backup that lies in the data folder. `size` is in bytes; `rows` and `files` are what its manifest counts. */
export const Backup = z.object({
  name: z.string(),
  createdAt: z.string(),
  size: z.number(),
  rows: z.number(),
  files: z.number(),
})
export type Backup = z.infer<typeof Backup>

/** The backups, newest first, and whether one is being made now. */
export const BackupList = z.object({
  backups: z.array(Backup),
  isRunning: z.boolean(),
  /** Why the last one that was begun here failed; null where it did not. */
  lastError: z.nullable(z.string()),
})
export type BackupList = z.infer<typeof BackupList>

/** The file name of a backup: `dewlight-2026-11-21-071500-1a2b3c.tar.gz`. */
export const BackupName = z.string().check(z.regex(/^dewlight-\d{4}-\d\d-\d\d-\d{6}-[\da-f]{6}\.tar\.gz$/))
