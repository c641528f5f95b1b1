import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columns } from './columns.ts'

/** File name, format and size of uploads, and whether an image has an alt text. */
export const media: Migration = {
  async up(db) {
    const { flag } = columns(db)
    const add = (name: string, type: Parameters<ReturnType<typeof alter>['addColumn']>[1], value: unknown) =>
      alter()
        .addColumn(name, type, (column) => column.notNull().defaultTo(value))
        .execute()
    const alter = () => db.schema.alterTable('images')
    await add('file_name', 'text', '')
    await add('format', 'text', 'jpeg')
    await add('bytes', 'integer', 0)
    await add('is_animated', flag, sql`false`)
    await add('is_described', flag, sql`true`)

    for (const column of ['created_at', 'bytes']) {
      await db.schema
        .createIndex(`live_images_by_${column}`)
        .on('images')
        .columns([column, 'id'])
        .where(sql.ref('deleted_at'), 'is', null)
        .execute()
    }
    await db.schema
      .createIndex('live_images_by_file_name')
      .on('images')
      .expression(sql`lower(file_name)`)
      .column('id')
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
    await db.schema.createIndex('images_by_deleted_at').on('images').column('deleted_at').execute()
  },
}
