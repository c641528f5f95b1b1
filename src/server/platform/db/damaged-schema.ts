import { sql } from 'kysely'
import { backedUpTables, type Db, leftOutTables, temporaryTables } from './schema.ts'
import { SEARCH_CONFIGURATION } from './search-words.ts'

/**
 * Moves the tables of a damaged PostgreSQL database to a schema of their own, whose name it returns. They get other names,
 * because Kysely looks for tables in all schemas.
 */
export async function moveTablesAside(transaction: Db, now: Date): Promise<string> {
  const schema = `dewlight_damaged_${now.toISOString().replace(/\D/g, '').slice(0, 14)}`
  const ours = [
    ...[...Object.keys(backedUpTables), ...leftOutTables, ...temporaryTables],
    ...['schema_compatibility', 'database_moves', 'kysely_migration', 'kysely_migration_lock'],
  ]
  const { rows } = await sql<{ name: string }>`
    select table_class.relname as name from pg_class as table_class
    left join pg_inherits on inhrelid = table_class.oid
    left join pg_class as parent on parent.oid = inhparent
    where table_class.relnamespace = current_schema()::regnamespace and table_class.relkind in ('r', 'p')
      and coalesce(parent.relname, table_class.relname) in (${sql.join(ours)})`.execute(transaction)
  await sql`create schema ${sql.id(schema)}`.execute(transaction)
  for (const { name } of rows) {
    const aside = `damaged_${name}`
    await sql`alter table ${sql.table(name)} rename to ${sql.id(aside)}`.execute(transaction)
    await sql`alter table ${sql.table(aside)} set schema ${sql.id(schema)}`.execute(transaction)
  }
  await moveOthersAside(transaction, schema)
  return schema
}

/** Moves what migrations create besides tables. */
async function moveOthersAside(transaction: Db, schema: string): Promise<void> {
  const { rows } = await sql<{ kind: string; name: string }>`
    select 'function' as kind, oid::regprocedure::text as name from pg_proc
      where pronamespace = current_schema()::regnamespace
        and proname in ('search_text_of', 'posts_search_tokens', 'products_search_tokens', 'search_plain_of',
          'search_folds_of', 'posts_search_folds', 'products_search_folds', 'delete_earning_month_sums')
    union all select 'text search configuration', cfgname from pg_ts_config
      where cfgnamespace = current_schema()::regnamespace and cfgname = ${SEARCH_CONFIGURATION}
    union all select 'text search dictionary', dictname from pg_ts_dict
      where dictnamespace = current_schema()::regnamespace and dictname = 'dewlight_porter'`.execute(transaction)
  for (const { kind, name } of rows)
    await sql`alter ${sql.raw(kind)} ${sql.raw(name)} set schema ${sql.id(schema)}`.execute(transaction)
}
