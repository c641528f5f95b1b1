import { sql } from 'kysely'
import type { PhasedMigration } from '../migration-phase.ts'

/** Links from post to post are references, too: those of stored texts are found at the next start. */
export const linksBetweenPosts: PhasedMigration = {
  phase: 'expand',
  async up(db) {
    await sql`update posts set references_version = null where content like '%/blog/%'`.execute(db)
  },
}
