import type { PhasedMigration } from '../migration-phase.ts'
import { columns, index, required } from './columns.ts'

/** Replies to messages, saved replies, what 'Not spam' has taught, links for a lost password, responses of mail servers. */
export const repliesAndResets: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const { table, time } = columns(db)
    await table('contact_replies')
      .addColumn('contact_id', 'integer', (column) => column.notNull().references('contacts.id').onDelete('cascade'))
      .addColumn('text', 'text', required())
      .addColumn('created_at', time, required())
      .execute()
    await index(db, 'contact_replies', ['contact_id'])

    await table('saved_replies')
      .addColumn('name', 'text', required())
      .addColumn('text', 'text', required())
      .addColumn('updated_at', time, required())
      .execute()

    await table('spam_rules')
      .addColumn('reason', 'text', required())
      .addColumn('kind', 'text', required())
      .addColumn('value', 'text', required())
      .addColumn('created_at', time, required())
      .addUniqueConstraint('spam_rules_once', ['reason', 'kind', 'value'])
      .execute()

    await db.schema.alterTable('mails').addColumn('response', 'text').execute()
    await db.schema
      .alterTable('mails')
      .addColumn('reply_id', 'integer', (column) => column.references('contact_replies.id').onDelete('cascade'))
      .execute()
    await index(db, 'mails', ['reply_id'])

    await table('password_resets')
      .addColumn('token_hash', 'text', required('unique'))
      .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
      .addColumn('expires_at', time, required())
      .execute()
  },
}
