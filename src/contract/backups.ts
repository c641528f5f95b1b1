import * as z from 'zod/mini'

/** Why it was made: the owner asked for it, the night came, or a new version was about to change the database. */
export const BackupKind = z.enum(['manual', 'nightly', 'upgrade'])
export type BackupKind = z.infer<typeof BackupKind>

/**
 * A backup that lies in the data folder; each was read back whole before it got its name. `size` is in bytes; `rows` and
 * `files` are what its manifest counts.
 */
export const Backup = z.object({
  name: z.string(),
  kind: BackupKind,
  createdAt: z.string(),
  size: z.number(),
  rows: z.number(),
  files: z.number(),
})
export type Backup = z.infer<typeof Backup>

/** How far a backup is that is being made: its step, and the part of it that is done, from 0 to 1. */
export const BackupProgress = z.object({
  step: z.enum(['reading', 'packing', 'checking']),
  part: z.number(),
})
export type BackupProgress = z.infer<typeof BackupProgress>

/** The backups, newest first. */
export const BackupList = z.object({
  backups: z.array(Backup),
  /** The one that is being made now. */
  running: z.nullable(BackupProgress),
  /** Why the last one failed; null where it did not. */
  lastError: z.nullable(z.string()),
})
export type BackupList = z.infer<typeof BackupList>

/** The file name of a backup: `dewlight-2026-11-21-071500-1a2b3c.tar.gz`, with its kind unless it was made by hand. */
export const BackupName = z
  .string()
  .check(z.regex(/^dewlight-\d{4}-\d\d-\d\d-\d{6}-[\da-f]{6}(?:-nightly|-upgrade)?\.tar\.gz$/))
