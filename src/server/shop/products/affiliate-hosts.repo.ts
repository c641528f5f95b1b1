import { hostOf } from '../../platform/db/host-of.ts'
import type { Db } from '../../platform/db/schema.ts'

/** The distinct hosts that affiliate links of active products lead to, by name. */
export async function listAffiliateHosts(db: Db): Promise<string[]> {
  const rows = await active(db).orderBy('host').execute()
  return rows.map((row) => row.host)
}

/** Those of `hosts` that an active product's affiliate link leads to. */
export async function findAffiliateHosts(db: Db, hosts: string[]): Promise<Set<string>> {
  if (hosts.length === 0) return new Set()
  const rows = await active(db).where(hostOf(db, 'affiliate_link'), 'in', hosts).execute()
  return new Set(rows.map((row) => row.host))
}

function active(db: Db) {
  return db
    .selectFrom('products')
    .select(hostOf(db, 'affiliate_link').as('host'))
    .distinct()
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
}
