import * as z from 'zod/mini'
import { Empty, failure, file, json, ownerRead, ownerWrite } from './endpoint.ts'
import { nextPart, UploadId, uploadNotFound } from './part-uploads.ts'

/**
 * Why it is there: made by the owner, by the nightly job, before a new version migrates the database or before a restore, or
 * uploaded.
 */
export const BackupKind = z.enum(['manual', 'nightly', 'upgrade', 'restore', 'upload'])
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
  /** With kind `restore`: the time of the backup that was restored after it. */
  restoreOf: z.optional(z.string()),
})
export type Backup = z.infer<typeof Backup>

/** Progress of a running backup: its step, and the completed part of it from 0 to 1. */
export const BackupProgress = z.object({
  step: z.enum(['reading', 'packing', 'checking']),
  part: z.number(),
})
export type BackupProgress = z.infer<typeof BackupProgress>

/**
 * Steps of a restore: the archive is copied, checked and unpacked while the site goes on; then its present state is kept as a
 * backup and replaced, and nothing can be saved meanwhile.
 */
export const RestoreStep = z.enum(['fetching', 'checking', 'unpacking', 'replacing'])
export type RestoreStep = z.infer<typeof RestoreStep>

/** The last restore that was started from the admin. */
export const RestoreStatus = z.object({
  /** The name of the backup. */
  name: z.string(),
  /** When the backup was made. */
  createdAt: z.string(),
  state: z.enum(['running', 'failed', 'done']),
  step: RestoreStep,
  /** The completed part of the step from 0 to 1; null where it is not known. */
  part: z.nullable(z.number()),
  /** Why it failed: nothing was changed then. */
  error: z.nullable(z.string()),
  /** When it was started, or has ended. */
  at: z.string(),
})
export type RestoreStatus = z.infer<typeof RestoreStatus>

/** The backups, newest first. */
export const BackupList = z.object({
  backups: z.array(Backup),
  /** Absent before the first restore from the admin. */
  restore: z.optional(RestoreStatus),
  /** The lines that restore a backup on the server, with `BACKUP_PLACEHOLDER` for its name. */
  restoreCommand: z.string(),
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

/** Stands for the name of a backup. */
export const BACKUP_PLACEHOLDER = '<backup>'

/** Counts of what the owner knows. */
const ContentCounts = z.object({
  posts: z.number(),
  products: z.number(),
  subscribers: z.number(),
  contacts: z.number(),
})
export type ContentCounts = z.infer<typeof ContentCounts>

/** A backup compared with the present state. */
export const BackupContent = z.object({
  createdAt: z.string(),
  /** The newest migration of the version that made it. */
  version: z.string(),
  /** Made by an older version of the program: it is migrated while it is restored. */
  isOlder: z.boolean(),
  images: z.number(),
  /** Counts of the backup. */
  holds: ContentCounts,
  /** Counts of the site now. */
  now: ContentCounts,
  /** Added since: it would be gone. */
  added: ContentCounts,
  /** Posts of before that were changed since, and would be as they were. */
  changedPosts: z.number(),
})
export type BackupContent = z.infer<typeof BackupContent>

/** Bytes of an uploaded backup. */
export const BACKUP_BYTES_MAX = 20 * 1024 ** 3

/** The backups that stay until they are deleted, or for long, although something was erased since they were made. */
export function backupsBefore(lastErasure: string | undefined, backups: Backup[]): Backup[] {
  if (lastErasure === undefined) return []
  return backups.filter(({ kind, createdAt }) => kind !== 'nightly' && createdAt < lastErasure)
}

/** `dewlight-2026-11-21-071500-1a2b3c.tar.gz`; other kinds than `manual` are part of the name. */
export const BackupName = z
  .string()
  .check(z.regex(/^dewlight-\d{4}-\d\d-\d\d-\d{6}-[\da-f]{6}(?:-nightly|-upgrade|-restore|-upload)?\.tar\.gz$/))

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

export const readBackupContent = ownerRead('/backups/:name/content', {
  summary: 'What a backup holds, and what a restore of it would take away; its checksums are verified',
  params: { name: BackupName },
  notFound: 'Backup not found',
  responses: {
    200: json('The comparison', BackupContent),
    422: failure('It is damaged, or of a newer version of the program'),
  },
})

export const beginRestore = ownerWrite('POST', '/backups/:name/restore', {
  stepUp: true,
  summary: 'Replace the site by a backup, after a backup of its present state; all sessions end',
  params: { name: BackupName },
  notFound: 'Backup not found',
  purges: [],
  audit: 'Began to restore backup “…”',
  responses: {
    202: json('It is running', BackupList),
    409: failure('A restore or a backup is running'),
  },
})

export const beginBackupUpload = ownerWrite('POST', '/backups/uploads', {
  stepUp: true,
  summary: 'Begin the upload of a backup, in parts',
  body: z.object({ size: z.int().check(z.minimum(1)) }),
  purges: [],
  audit: 'Began to upload a backup',
  responses: {
    201: json('Its parts can be sent', z.object({ id: z.string() })),
    413: failure('It is larger than a backup may be'),
    507: failure('The disk has no room for it'),
  },
})

export const sendBackupPart = ownerWrite('POST', '/backups/uploads/:id', {
  summary: 'The next part of a backup, as multipart/form-data of at most 4 MB',
  ...nextPart,
  purges: [],
  audit: 'Uploaded parts of a backup',
  auditMerge: true,
})

export const finishBackupUpload = ownerWrite('POST', '/backups/uploads/:id/finish', {
  summary: 'Verify an uploaded backup and list it among the others',
  params: { id: UploadId },
  notFound: uploadNotFound,
  purges: [],
  audit: 'Uploaded backup “…”',
  responses: {
    201: json('It is listed', Backup),
    409: failure('Bytes are missing'),
    422: failure('The file is not a whole backup; it was deleted'),
  },
})

export const cancelBackupUpload = ownerWrite('DELETE', '/backups/uploads/:id', {
  summary: 'Delete what has arrived of an upload',
  params: { id: UploadId },
  notFound: uploadNotFound,
  purges: [],
  audit: 'Cancelled the upload of a backup',
  responses: { 200: json('Deleted', Empty) },
})
