import PQueue from 'p-queue'
import * as contract from '../../../contract/platform/backups.ts'
import { describeBackups } from '../../platform/backup/backup-list.ts'
import type { BackupStore } from '../../platform/backup/backup-store.ts'
import type { Backups } from '../../platform/backup/backups.ts'
import { findRestore, saveRestore } from '../../platform/backup/restore-state.repo.ts'
import { BackupError } from '../../platform/backup/verify-backup.ts'
import type { Db } from '../../platform/db/schema.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { readPart } from '../../platform/http/part-files.ts'
import { findJob, makeJobDue } from '../../platform/jobs/jobs.repo.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'

type RestoreRoutesOptions = { backups: Backups; backupStore: BackupStore; jobs: Jobs; restoreCommand: string }

/** The code that reads archives is loaded with the first request, to keep startup fast. */
export function restoreRoutes(options: RestoreRoutesOptions) {
  const { backups, backupStore, jobs, restoreCommand } = options
  // Each reads a whole archive.
  const reading = new PQueue({ concurrency: 1 })

  return [
    bind(contract.readBackupContent, async ({ db, params: { name } }) => {
      const content = await reading
        .add(async () => (await import('./backup-content.ts')).readBackupContent(db, backupStore, name))
        .catch((error: unknown) => {
          throw error instanceof BackupError ? new HttpError(422, error.message) : error
        })
      return content && { body: content }
    }),
    bindStaged(contract.beginRestore, async ({ params: { name }, now, transact }) => {
      // Reads files, so before the transaction.
      const existing = await backups.list()
      const backup = existing.find((candidate) => candidate.name === name)
      if (!backup) return undefined
      const response = await transact({ name }, async (db) => {
        await checkIdle(db, now)
        const { createdAt } = backup
        await saveRestore(
          db,
          { name, createdAt, state: 'running', step: 'fetching', part: 0, error: null, at: now, isStarted: false },
          now,
        )
        await makeJobDue(db, 'restore', { now, isManual: true })
        const place = { now, restoreCommand, place: backups.place, backups: existing }
        return { body: await describeBackups(db, place), subject: name }
      })
      await jobs.wake()
      return response
    }),
    ...uploadRoutes(options),
  ]
}

/** Throws if a backup is made, or another one is restored. */
async function checkIdle(db: Db, now: string): Promise<void> {
  const restore = await findRestore(db)
  if (restore?.state === 'running') throw new HttpError(409, 'A restore is running. Please wait for its end.')
  const job = await findJob(db, 'backup', now)
  if (job?.state === 'running') throw new HttpError(409, 'A backup is being made. Please wait for its end.')
}

function uploadRoutes({ backupStore }: RestoreRoutesOptions) {
  const findUploads = async () => (await import('./backup-uploads.ts')).createBackupUploads(backupStore)
  return [
    bind(contract.beginBackupUpload, async ({ body: { size } }) => ({
      status: 201,
      body: { id: await (await findUploads()).begin(size) },
    })),
    bindStaged(contract.sendBackupPart, async ({ c, params: { id }, query: { offset } }) => {
      const received = await (await findUploads()).append(id, offset, await readPart(c))
      return received === undefined ? undefined : { body: { received } }
    }),
    bind(contract.finishBackupUpload, async ({ params: { id } }) => {
      const backup = await (await findUploads()).finish(id)
      return backup && { status: 201, body: backup, subject: backup.name }
    }),
    bind(contract.cancelBackupUpload, async ({ params: { id } }) =>
      (await (await findUploads()).cancel(id)) ? { body: {} } : undefined,
    ),
  ]
}
