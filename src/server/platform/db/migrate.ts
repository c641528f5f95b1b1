import { type Migration, Migrator } from 'kysely/migration'
import { firstTables } from './migrations/0001-first-tables.ts'
import { searchIndexes } from './migrations/0002-search-indexes.ts'
import { deletionAndAudit } from './migrations/0003-deletion-and-audit.ts'
import { signIn } from './migrations/0004-sign-in.ts'
import { postEditing } from './migrations/0005-post-editing.ts'
import { media } from './migrations/0006-media.ts'
import { products } from './migrations/0007-products.ts'
import { analytics } from './migrations/0008-analytics.ts'
import { mail } from './migrations/0009-mail.ts'
import { jobs } from './migrations/0010-jobs.ts'
import { securityEvents } from './migrations/0011-security-events.ts'
import { productRevisions } from './migrations/0012-product-revisions.ts'
import type { Db } from './schema.ts'

/** In the order in which they run. Names are recorded in databases and never change. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-search-indexes': searchIndexes,
  '0003-deletion-and-audit': deletionAndAudit,
  '0004-sign-in': signIn,
  '0005-post-editing': postEditing,
  '0006-media': media,
  '0007-products': products,
  '0008-analytics': analytics,
  // Recorded under this name in existing databases.
  '0009-letters': mail,
  '0010-jobs': jobs,
  '0011-security-events': securityEvents,
  '0012-product-revisions': productRevisions,
}

/** Runs all pending migrations in one transaction; throws and rolls back if one fails. */
export async function migrateToLatest(db: Db, list = migrations): Promise<void> {
  const { error } = await migrator(db, list).migrateToLatest()
  if (error) throw error
}

/** Migrates an empty database up to a given migration. Throws if it does not exist. */
export async function migrateTo(db: Db, name: string): Promise<void> {
  if (!(name in migrations))
    throw new Error(`There is no migration ${name} here: it is of a newer version of the program.`)
  const { error } = await migrator(db).migrateTo(name)
  if (error) throw error
}

/** The name of the newest migration that has run. */
export async function lastMigration(db: Db): Promise<string> {
  const all = await migrator(db).getMigrations()
  return all.filter((migration) => migration.executedAt !== undefined).at(-1)?.name ?? ''
}

/** True when every migration has run. */
export async function isCurrent(db: Db): Promise<boolean> {
  const all = await migrator(db).getMigrations()
  return all.every((migration) => migration.executedAt !== undefined)
}

function migrator(db: Db, list = migrations): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => list } })
}
