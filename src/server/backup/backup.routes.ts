import { Hono } from 'hono'
import type { Db } from '../db/schema.ts'
import { notFound } from '../http/errors.ts'
import { once } from '../http/idempotency.ts'
import type { OwnerGuard } from '../http/owner.ts'
import type { Backups } from './backups.ts'

export type BackupRoutesOptions = { db: Db; backups: Backups; clock: () => Date; owner: OwnerGuard }

export function backupRoutes({ db, backups, clock, owner }: BackupRoutesOptions) {
  return new Hono()
    .get('/backups', owner, async (c) => c.json(await backups.list()))
    .post('/backups', owner, (c) =>
      once(c, db, {}, async () => {
        // Asked for while one is being made, that one is the answer.
        backups.begin(clock())
        return { status: 202, body: await backups.list() }
      }),
    )
    .get('/backups/:name', owner, async (c) => {
      const name = c.req.param('name')
      const backup = await backups.read(name)
      if (!backup) throw notFound('Backup not found')
      return c.body(backup.content, 200, {
        'content-type': 'application/gzip',
        'content-length': String(backup.size),
        'content-disposition': `attachment; filename="${name}"`,
      })
    })
    .delete('/backups/:name', owner, async (c) => {
      const name = c.req.param('name')
      c.set('subject', name)
      if (!(await backups.remove(name))) throw notFound('Backup not found')
      return c.json({})
    })
}
