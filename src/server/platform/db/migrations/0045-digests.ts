import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** The periods for which a digest of new posts was made or skipped. */
export const digests: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { time } = columns(db)
    await db.schema
      .createTable('digests')
      .addColumn('period', 'text', (column) => column.primaryKey())
      .addColumn('newsletter_id', 'integer', (column) => column.references('newsletters.post_id').onDelete('set null'))
      .addColumn('posts_until', time, required())
      .execute()
    await index(db, 'digests', ['newsletter_id'])
    await index(db, 'newsletters', ['kind', 'state'])
  },
}
