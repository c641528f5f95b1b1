import { connect } from '../src/server/platform/db/connect.ts'
import { migrateToLatest } from '../src/server/platform/db/migrate.ts'
import { type PostgresControl, startPostgres } from './postgres.ts'

export type OwnPostgres = { url: string; control: PostgresControl; stop(): Promise<void> }

export const NO_SERVER =
  'It needs an installed PostgreSQL server of its own: there is none, or the tests run on another.'

/** A migrated PostgreSQL server for one test file, which it may pause and stop; undefined without an installed one. */
export async function startOwnPostgres(): Promise<OwnPostgres | undefined> {
  if (process.env.TEST_DATABASE !== 'postgres' || process.env.TEST_DATABASE_URL) return undefined
  const server = await startPostgres()
  const { url, control, stop } = server
  if (!control) {
    await stop()
    return undefined
  }
  const db = connect({ databaseUrl: url, dataDir: '' })
  await migrateToLatest(db)
  await db.destroy()
  return { url, control, stop }
}
