import type { Migration } from 'kysely/migration'
import { columns, index, required } from './columns.ts'

/** Sessions that can be listed and revoked, two-factor authentication, passkeys, and throttling of failed attempts. */
export const signIn: Migration = {
  async up(db) {
    const { table, time } = columns(db)
    const user = <
      Column extends { notNull(): Column; references(ref: string): Column; onDelete(action: 'cascade'): Column },
    >(
      column: Column,
    ) => column.notNull().references('users.id').onDelete('cascade')

    // Drops all sessions instead of migrating them; users sign in again.
    await db.schema.dropTable('sessions').execute()
    await table('sessions')
      .addColumn('token_hash', 'text', required('unique'))
      .addColumn('user_id', 'integer', user)
      .addColumn('device', 'text', required())
      .addColumn('created_at', time, required())
      .addColumn('last_seen_at', time, required())
      .addColumn('expires_at', time, required())
      .execute()
    await index(db, 'sessions', ['user_id'])
    await index(db, 'sessions', ['expires_at'])

    await db.schema
      .createTable('sign_in_attempts')
      .addColumn('subject', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', required())
      .addColumn('last_at', time, required())
      .addColumn('waits_until', time, required())
      .execute()
    await index(db, 'sign_in_attempts', ['last_at'])

    await db.schema
      .createTable('two_factor')
      .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text', required())
      .addColumn('confirmed_at', time)
      .addColumn('last_step', 'integer', required())
      .execute()
    await table('recovery_codes')
      .addColumn('user_id', 'integer', user)
      .addColumn('code_hash', 'text', required('unique'))
      .addColumn('used_at', time)
      .execute()
    await index(db, 'recovery_codes', ['user_id'])

    await table('passkeys')
      .addColumn('user_id', 'integer', user)
      .addColumn('credential_id', 'text', required('unique'))
      .addColumn('public_key', 'text', required())
      .addColumn('counter', 'bigint', required())
      .addColumn('transports', 'text', required())
      .addColumn('name', 'text', required())
      .addColumn('created_at', time, required())
      .addColumn('last_used_at', time)
      .execute()
    await index(db, 'passkeys', ['user_id'])
    await db.schema
      .createTable('passkey_challenges')
      .addColumn('challenge', 'text', (column) => column.primaryKey())
      .addColumn('purpose', 'text', required())
      .addColumn('expires_at', time, required())
      .execute()
    await index(db, 'passkey_challenges', ['expires_at'])

    await db.schema
      .createTable('setup_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('expires_at', time, required())
      .execute()
  },
}
