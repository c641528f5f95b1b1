import { Hono } from 'hono'
import { AuditQuery } from '../../../contract/audit.ts'
import type { Db } from '../../platform/db/schema.ts'
import { setListHeaders } from '../../platform/http/list-headers.ts'
import type { OwnerGuard } from '../../platform/http/owner.ts'
import { readQuery } from '../../platform/http/validate.ts'
import { listAuditEntries } from './audit.repo.ts'

export function auditRoutes({ db, owner }: { db: Db; owner: OwnerGuard }) {
  return new Hono().get('/audit', owner, async (c) => {
    const { page = 1, limit = 50, ...filters } = readQuery(c, AuditQuery)
    const entries = await listAuditEntries(db, { ...filters, page, limit })
    setListHeaders(c, { total: entries.total, page, limit })
    return c.json(entries.items)
  })
}
