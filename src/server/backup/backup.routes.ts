import { Hono } from 'hono'
import { notFound } from '../http/errors.ts'
import type { OwnerGuard } from '../http/owner.ts'
import type { Backups } from './backups.ts'

export function backupRoutes({ backups, clock, owner }: { backups: Backups; clock: () => Date; owner: OwnerGuard }) {
  return new Hono()
    .get('/backups', owner, async (c) => c.json(await backups.list()))
    .post('/backups', owner, async (c) => {
      // Asked twice, one is made: the second answer says the same.
      backups.begin(clock())
      return c.json(await backups.list(), 202)
    })
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
