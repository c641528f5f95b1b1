import { type ConnectOptions, connect, connectPostgres, toLogger } from './connect.ts'
import { openPostgresPool } from './open-postgres-pool.ts'
import { servingLimits } from './postgres-limits.ts'
import type { Db } from './schema.ts'
import { createStatementNames } from './statement-names.ts'

/** The database of a site that is served. On SQLite all of it is one. */
export type SiteDatabase = {
  /** Serves everything with a session, and every write. */
  db: Db
  /** Serves reads that are the same for every visitor, with the shortest limit. */
  publicDb: Db
  /** Counts rate limits: a request does not wait for them when the server is slow. Undefined on SQLite. */
  limitsDb: Db | undefined
  /** Serves background jobs, whose statements have no time limit as long as the server responds. */
  jobsDb: Db
  close(): Promise<void>
}

export type SiteDatabaseOptions = ConnectOptions & {
  /** Connections of each process to a server at most. */
  poolSize: number
}

/** In milliseconds, for a reader's query with the wait for its connection: a page is a 503 before three seconds are over. */
const PUBLIC_READ_MS = 2000
const LIMITS_MS = 500
/** A little longer than the server's own limit, which is the better error. */
const STATEMENT_MS = servingLimits.statementMs + 2000

/** Opens the database of a site. Throws if SQLite cannot be opened; PostgreSQL is connected to by the first query. */
export function openSiteDatabase({ poolSize, ...options }: SiteDatabaseOptions): SiteDatabase {
  const { databaseUrl, onQuery } = options
  if (!databaseUrl) {
    const db = connect(options)
    return { db, publicDb: db, jobsDb: db, limitsDb: undefined, close: () => db.destroy() }
  }
  const log = toLogger(onQuery)
  const names = createStatementNames()
  // The pools are shared, and closed together.
  const destroy = async () => {}
  const pool = openPostgresPool({ url: databaseUrl, limits: servingLimits, max: poolSize })
  const connectWithin = (limitMs: number) => connectPostgres({ pool, limitMs, names, destroy }, log)
  const db = connectWithin(STATEMENT_MS)
  const publicDb = connectWithin(PUBLIC_READ_MS)
  const limitsDb = connectWithin(LIMITS_MS)
  const jobsDb = connect(options)
  return {
    db,
    publicDb,
    jobsDb,
    limitsDb,
    async close() {
      await Promise.all([publicDb.destroy(), limitsDb.destroy(), jobsDb.destroy()])
      await db.destroy()
      await pool.end()
    },
  }
}
