import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Comments of imported texts, which leave with the text for good. */
export const importedComments: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time, flag } = columns(db)
    await table('imported_comments')
      .addColumn('post_id', 'integer', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('parent_id', 'integer')
      .addColumn('author', 'text', required())
      .addColumn('content', 'text', required())
      .addColumn('written_at', time)
      .addColumn('is_approved', flag, required())
      .execute()
    await index(db, 'imported_comments', ['post_id'])
  },
}
