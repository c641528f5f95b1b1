import { sql } from 'kysely'
import { linkColumns, namesAmazon } from '../amazon-links.ts'
import type { PhasedMigration } from '../migration-phase.ts'

/** The owner's statements about the rules of a program, and the rows with links that need a sentence on every page. */
export const programRules: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    for (const name of ['price_reason', 'rules_read_on'])
      await db.schema
        .alterTable('programs')
        .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    for (const table of ['products', 'posts'] as const)
      await sql`create index ${sql.ref(`${table}_with_amazon`)} on ${sql.table(table)} (id)
        where ${namesAmazon(db, linkColumns[table])}`.execute(db)
  },
}
