import * as contract from '../../../contract/platform/backups.ts'
import type { Db } from '../db/schema.ts'
import { bind, bindStaged } from '../http/endpoint-handler.ts'
import { makeJobDue } from '../jobs/jobs.repo.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { describeBackups } from './backup-list.ts'
import type { Backups } from './backups.ts'

type BackupRoutesOptions = { backups: Backups; jobs: Jobs; restoreCommand: string }

export function backupRoutes({ backups, jobs, restoreCommand }: BackupRoutesOptions) {
  const list = (db: Db, now: string, existing: contract.Backup[]) =>
    describeBackups(db, { now, restoreCommand, place: backups.place, backups: existing })

  return [
    bind(contract.listBackups, async ({ db, now }) => ({ body: await list(db, now, await backups.list()) })),
    bindStaged(contract.beginBackup, async ({ now, transact }) => {
      // Reads files, so before the transaction.
      const existing = await backups.list()
      const response = await transact({}, async (db) => {
        // No effect while a backup is running: the response describes that one.
        await makeJobDue(db, 'backup', { now, isManual: true })
        return { body: await list(db, now, existing) }
      })
      await jobs.wake()
      return response
    }),
    bind(contract.downloadBackup, async ({ params: { name } }) => {
      const backup = await backups.read(name)
      return (
        backup && {
          chunks: backup.content,
          subject: name,
          headers: {
            'content-type': 'application/gzip',
            'content-length': String(backup.size),
            'content-disposition': `attachment; filename="${name}"`,
          },
        }
      )
    }),
    bind(contract.deleteBackup, async ({ params: { name } }) =>
      (await backups.remove(name)) ? { body: {}, subject: name } : undefined,
    ),
  ]
}
