import type pg from 'pg'

/** In milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000

/**
 * A lock that ends with its transaction also works through PgBouncer, where a session lock would stay with a pooled
 * connection. The transaction is idle meanwhile, and the server notices within half a minute that a host is gone.
 */
const BEGIN = `begin;
set local idle_in_transaction_session_timeout = 0;
set local statement_timeout = 0;
set local lock_timeout = 0;
set local tcp_keepalives_idle = 10;
set local tcp_keepalives_interval = 5;
set local tcp_keepalives_count = 3`

type LockTransaction = {
  /** Emits `error` if the connection is lost, and with it the lock. */
  client: pg.Client
  /** Arguments of the functions for advisory locks. */
  keys: string
}

/** Begins a transaction for the lock with a name; it ends with the connection. */
export async function beginLock(databaseUrl: string, name: 'start' | 'move'): Promise<LockTransaction> {
  const { Client } = (await import('pg')).default
  const client = new Client({
    connectionString: databaseUrl,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  await client.query(BEGIN)
  return { client, keys: `hashtext('dewlight'), hashtext('${name}')` }
}

/** Whether the lock was free; it is then held. */
export async function tryLock({ client, keys }: LockTransaction): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${keys}) as free`)
  return rows.some(({ free }) => free)
}

/**
 * Runs `work` while no other host or command prepares the same PostgreSQL database; `onWait` is called before it waits for
 * one. With SQLite (no URL) the lock of the data folder has this effect. Throws if the connection of the lock is lost.
 */
export async function withStartLock<T>(
  databaseUrl: string | undefined,
  work: () => Promise<T>,
  onWait: () => void,
): Promise<T> {
  if (!databaseUrl) return work()
  const lock = await beginLock(databaseUrl, 'start')
  const { client, keys } = lock
  const lost = new Promise<never>((_, reject) => client.on('error', reject))
  lost.catch(() => {})
  try {
    if (!(await tryLock(lock))) {
      onWait()
      await client.query(`select pg_advisory_xact_lock(${keys})`)
    }
    return await Promise.race([work(), lost])
  } finally {
    await client.end().catch(() => {})
  }
}
