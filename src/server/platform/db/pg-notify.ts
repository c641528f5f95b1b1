import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export type PgNotify = {
  /**
   * Sends a cache tag to the other hosts on this database; resolves when the database has accepted it or after a timeout.
   * Never rejects, because the write is committed already.
   */
  broadcast(tag: string): Promise<void>
  /** Calls `purge` for each tag from another host, and with '' when notifications may have been missed. */
  listen(purge: (tag: string) => void): void
  close(): Promise<void>
}

const CHANNEL = 'dewlight_changes'
const RECONNECT_MS = 1000
/** After this time `broadcast` resolves, and the notification is sent later. */
const NOTIFY_TIMEOUT_MS = 2000

/** Sends a cache tag ('' for everything) to all hosts on a database, from a process that serves nothing itself. */
export async function notifyHosts(databaseUrl: string, tag: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_notify($1, $2)', [CHANNEL, `${randomUUID()} ${tag}`])
  } finally {
    await client.end()
  }
}

/**
 * Broadcasts cache tags between hosts with PostgreSQL's LISTEN and NOTIFY. A notification may arrive shortly after the
 * response to the write. `onLost` is called when the connection is lost; after a reconnect everything is purged.
 */
export function createPgNotify(databaseUrl: string, onLost: (error: unknown) => void): PgNotify {
  const self = randomUUID()
  const closing = new AbortController()
  let purge: (tag: string) => void = () => {}
  let connected: Promise<pg.Client> = connect()

  async function connect(): Promise<pg.Client> {
    for (;;) {
      closing.signal.throwIfAborted()
      const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
      try {
        client.on('error', () => {})
        await client.connect()
        client.on('notification', ({ payload = '' }) => {
          const [from, tag = ''] = payload.split(' ')
          if (from !== self) purge(tag)
        })
        client.once('end', reconnect)
        await client.query(`listen ${CHANNEL}`)
        purge('')
        return client
      } catch (error) {
        client.removeListener('end', reconnect)
        await client.end().catch(() => {})
        onLost(error)
        await pause(RECONNECT_MS, undefined, { signal: closing.signal })
      }
    }
  }

  function reconnect(): void {
    if (closing.signal.aborted) return
    onLost(new Error('the connection for notices of changes was lost'))
    connected = connect()
    connected.catch(() => {})
  }

  connected.catch(() => {})
  return {
    async broadcast(tag) {
      const send = async () => {
        const client = await connected
        await client.query('select pg_notify($1, $2)', [CHANNEL, `${self} ${tag}`])
      }
      // One retry, in case the connection was just lost.
      const sent = send().catch(send).catch(onLost)
      await Promise.race([sent, pause(NOTIFY_TIMEOUT_MS, undefined, { ref: false })])
    },
    listen(listener) {
      purge = listener
    },
    async close() {
      closing.abort()
      await connected.then(
        (client) => client.end(),
        () => {},
      )
    },
  }
}
