import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { index } from './columns.ts'

/** The message that a notification mail is about; both are deleted together. */
export const mailsOfMessages: Migration = {
  async up(db) {
    await db.schema
      .alterTable('mails')
      .addColumn('contact_id', 'integer', (column) => column.references('contacts.id').onDelete('cascade'))
      .execute()
    // The link in the mail has the id of its message; a purged body leaves the time and the sender, which both share.
    await sql`
      update mails set contact_id = (
        select contacts.id from contacts
        where contacts.created_at = mails.created_at and contacts.email = mails.reply_to
        order by
          case when mails.text like '%/admin/contacts/' || contacts.id || '%' then 0 else 1 end,
          contacts.id desc
        limit 1
      ) where kind = 'contact'`.execute(db)
    await index(db, 'mails', ['contact_id'])
  },
}
