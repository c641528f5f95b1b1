import type { PoolOptions, PostgresPool } from './postgres-pool.ts'

/** A pool that loads its library with the first connection, because most sites have SQLite. */
export function openPostgresPool(options: PoolOptions): PostgresPool {
  let pool: PostgresPool | undefined
  const loading = import('./postgres-pool.ts').then(({ createPostgresPool }) => {
    pool = createPostgresPool(options)
    return pool
  })
  // Each query that needs a connection rejects with the error.
  loading.catch(() => {})
  return {
    limits: options.limits,
    acquire: async (limitMs) => (await loading).acquire(limitMs),
    run: async (client, query, limitMs) => (await loading).run(client, query, limitMs),
    release: (client, isLost) => pool?.release(client, isLost),
    renew: () => pool?.renew(),
    end: async () => (await loading).end(),
  }
}
