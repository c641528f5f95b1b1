import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'
import { columns, required } from './columns.ts'

/** Focal points and tags of images, and the files that were replaced by others. */
export const pictures: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time, flag } = columns(db)
    const images = () => db.schema.alterTable('images')
    for (const name of ['focal_x', 'focal_y'])
      await images()
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(50))
        .execute()
    await images()
      .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()

    await table('image_versions')
      .addColumn('image_id', 'integer', (column) => column.notNull().references('images.id'))
      .addColumn('key', 'text', required('unique'))
      .addColumn('url', 'text', required())
      .addColumn('width', 'integer', required())
      .addColumn('height', 'integer', required())
      .addColumn('widths', 'text', required())
      .addColumn('placeholder', 'text', required())
      .addColumn('file_name', 'text', required())
      .addColumn('format', 'text', required())
      .addColumn('bytes', 'integer', required())
      .addColumn('is_animated', flag, required())
      .addColumn('replaced_at', time, required())
      .execute()
    await db.schema
      .createIndex('image_versions_by_image_id_replaced_at')
      .on('image_versions')
      .columns(['image_id', 'replaced_at'])
      .execute()

    // The blurred placeholder would be seen through a transparent picture.
    await sql`update images set placeholder = '' where url like '%.webp' and is_animated = ${sql.lit(false)}`.execute(
      db,
    )
  },
}
