import { type ConnectOptions, connect, connectPostgres, toLogger } from './connect.ts'
import type { Route } from './postgres-driver.ts'
import { servingLimits } from './postgres-limits.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { createReplicas } from './replicas.ts'
import type { Db } from './schema.ts'
import { createStatementNames } from './statement-names.ts'

/** The database of a site that is served. On SQLite all of it is one. */
export type SiteDatabase = {
  /** For everything with a session, and for every write. */
  db: Db
  /** For reads that are the same for every visitor: a replica, once it has replayed every announced change. */
  publicDb: Db
  /** For rate limits: a request does not wait for them when the server is slow. Undefined on SQLite. */
  limitsDb: Db | undefined
  /** For background jobs, whose statements have no time limit as long as the server responds. */
  jobsDb: Db
  /** Call for each purge of the caches, and before it: what is cached then must not be an older state of a replica. */
  notePurge(): void
  close(): Promise<void>
}

export type SiteDatabaseOptions = ConnectOptions & {
  /** Streaming replicas. */
  databaseReplicaUrls?: string[]
  /** Connections of each process to a server at most. */
  poolSize: number
}

/** In milliseconds, for a reader's query with the wait for its connection: a page is a 503 before three seconds are over. */
const PUBLIC_READ_MS = 2000
/** Then the primary still has as long. */
const REPLICA_READ_MS = 1000
const LIMITS_MS = 500
/** A little longer than the server's own limit, which is the better error. */
const STATEMENT_MS = servingLimits.statementMs + 2000

/** Opens the database of a site. Throws if SQLite cannot be opened; PostgreSQL is connected to by the first query. */
export function openSiteDatabase({
  poolSize,
  databaseReplicaUrls = [],
  ...options
}: SiteDatabaseOptions): SiteDatabase {
  const { databaseUrl, onQuery } = options
  if (!databaseUrl) {
    const db = connect(options)
    return { db, publicDb: db, jobsDb: db, limitsDb: undefined, notePurge() {}, close: () => db.destroy() }
  }
  const log = toLogger(onQuery)
  const names = createStatementNames()
  // The pools are shared, and closed together.
  const destroy = async () => {}
  const pool = createPostgresPool({ url: databaseUrl, limits: servingLimits, max: poolSize })
  const openReplica = (url: string) => createPostgresPool({ url, limits: servingLimits, max: poolSize })
  const replicas =
    databaseReplicaUrls.length > 0 ? createReplicas(pool, databaseReplicaUrls.map(openReplica)) : undefined
  const publicRoute = (attempt: number): Route => {
    const replica = attempt === 0 ? replicas?.pick() : undefined
    return replica
      ? { pool: replica.pool, limitMs: REPLICA_READ_MS, onFailure: replica.onFailure }
      : { pool, limitMs: PUBLIC_READ_MS }
  }
  const db = connectPostgres({ route: () => ({ pool, limitMs: STATEMENT_MS }), names, destroy }, log)
  const publicDb = connectPostgres({ route: publicRoute, names, destroy }, log)
  const limitsDb = connectPostgres({ route: () => ({ pool, limitMs: LIMITS_MS }), names, destroy }, log)
  const jobsDb = connect(options)
  return {
    db,
    publicDb,
    jobsDb,
    limitsDb,
    notePurge: () => replicas?.notePurge(),
    async close() {
      await Promise.all([publicDb.destroy(), limitsDb.destroy(), jobsDb.destroy()])
      await db.destroy()
      await replicas?.end()
      await pool.end()
    },
  }
}
