import * as z from 'zod/mini'
import { Empty, file, json, ownerRead, ownerWrite } from './endpoint.ts'

/** Why it was made: by the owner, by the nightly job, or before a new version migrates the database. */
export const BackupKind = z.enum(['manual', 'nightly', 'upgrade'])
export type BackupKind = z.infer<typeof BackupKind>

/**
 * A verified backup. `size` is in bytes; `rows` and `files` are counts from its manifest.
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

/** Progress of a running backup: its step, and the completed part of it from 0 to 1. */
export const BackupProgress = z.object({
  step: z.enum(['reading', 'packing', 'checking']),
  part: z.number(),
})
export type BackupProgress = z.infer<typeof BackupProgress>

/** The backups, newest first. */
export const BackupList = z.object({
  backups: z.array(Backup),
  /** The progress of a running backup. */
  running: z.nullable(BackupProgress),
  /** Reason of the last backup's failure; null where it succeeded. */
  lastError: z.nullable(z.string()),
  /** The folder or the URL of the bucket that they are in; absent: the data folder. */
  place: z.optional(z.string()),
  /** Absent before the first erasure. */
  lastErasure: z.optional(z.string()),
})
export type BackupList = z.infer<typeof BackupList>

/** The backups that stay until they are deleted, or for long, although something was erased since they were made. */
export function backupsBefore(lastErasure: string | undefined, backups: Backup[]): Backup[] {
  if (lastErasure === undefined) return []
  return backups.filter(({ kind, createdAt }) => kind !== 'nightly' && createdAt < lastErasure)
}

/** `dewlight-2026-11-21-071500-1a2b3c.tar.gz`; other kinds than `manual` are part of the name. */
export const BackupName = z
  .string()
  .check(z.regex(/^dewlight-\d{4}-\d\d-\d\d-\d{6}-[\da-f]{6}(?:-nightly|-upgrade)?\.tar\.gz$/))

export const listBackups = ownerRead('/backups', {
  summary: 'The backups, newest first',
  responses: { 200: json('The backups', BackupList) },
})

export const beginBackup = ownerWrite('POST', '/backups', {
  summary: 'Start a backup, unless one is running',
  idempotent: true,
  purges: [],
  audit: 'Began a backup',
  responses: { 202: json('It is running', BackupList) },
})

export const downloadBackup = ownerRead('/backups/:name', {
  stepUp: true,
  summary: 'The archive of a backup',
  params: { name: BackupName },
  notFound: 'Backup not found',
  audit: 'Downloaded backup “…”',
  responses: { 200: file('A .tar.gz', 'application/gzip') },
})

export const deleteBackup = ownerWrite('DELETE', '/backups/:name', {
  summary: 'Delete a backup permanently',
  params: { name: BackupName },
  notFound: 'Backup not found',
  purges: [],
  audit: 'Deleted backup “…”',
  responses: { 200: json('Deleted', Empty) },
})
