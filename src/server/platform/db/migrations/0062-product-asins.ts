import { sql } from 'kysely'
import { asinOf } from '../asin-of.ts'
import type { PhasedMigration } from '../migration-phase.ts'

/** Finds the product of a reported sale by the ASIN in its link. */
export const productAsins: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await sql`create index products_by_asin on products ((${asinOf(db, 'affiliate_link')}))`.execute(db)
  },
}
