import { sql } from 'kysely'
import { dialectOf } from '../dialect.ts'
import type { PhasedMigration } from '../migration-phase.ts'

/**
 * The id of a post or newsletter in feeds, which no later change of its slug changes. Existing rows keep the path that their
 * id has been until now; the database makes the one of a new row, also of one that an older version writes.
 */
export const feedIds: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    const isSqlite = dialectOf(db) === 'sqlite'
    await db.schema.alterTable('posts').addColumn('feed_id', 'text').execute()
    // A deleted row has a tombstone instead of its slug, which another row may have by now; a draft may have a placeholder.
    const former = sql`coalesce(deleted_slug, slug)`
    await sql`update posts set feed_id = case
      when ${former} like '~%' or id not in (
        select id from (
          select id, row_number() over (
            partition by ${former} order by case when deleted_at is null then 0 else 1 end, id desc
          ) as place from posts
        ) as places where place = 1
      ) then ${isSqlite ? sqliteUrn : postgresUrn}
      when kind = 'newsletter' then '/letters/' || ${former}
      else '/blog/' || ${former} end`.execute(db)
    if (isSqlite)
      await sql`create trigger posts_feed_id after insert on posts when new.feed_id is null
        begin update posts set feed_id = ${sqliteUrn} where id = new.id; end`.execute(db)
    // Set afterwards, since a column that is added with a random default rewrites the table.
    else await sql`alter table posts alter column feed_id set default (${postgresUrn})`.execute(db)
  },
}

const postgresUrn = sql`'urn:uuid:' || gen_random_uuid()`
/** A UUID of version 4 (RFC 9562, 5.4). */
const sqliteUrn = sql`'urn:uuid:' || lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' ||
  substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`
