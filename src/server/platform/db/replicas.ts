import type { PostgresPool } from './postgres-pool.ts'

export type Replicas = {
  /** A replica that has replayed every announced change; undefined if the primary is to be read. */
  pick(): { pool: PostgresPool; onFailure(error: unknown): boolean } | undefined
  /** Call before caches are purged: the primary is read until the replicas have replayed the change. */
  notePurge(): void
  end(): Promise<void>
}

type Replica = { pool: PostgresPool; replayed: bigint; checkedAt: number; asideUntil: number }

/** Between two checks, and while a replica has not replayed an announced change. */
const CHECK_MS = 1000
const CATCH_UP_MS = 50
const CATCH_UP_FOR_MS = 5000
/** A replica is used if its last check is not older. */
const FRESH_MS = 4000
/** A replica that is further behind is not read, so that also changes that nothing announces show in time. */
const LAG_MS = 10_000
/** How long a replica is not used after an error. */
const ASIDE_MS = 5000
const QUERY_MS = 1000

/**
 * The end of what is committed. The insert position lies behind the header of the next page, which an idle replica does not
 * reach, so it is used only where a commit is not flushed at once.
 */
const PRIMARY_POSITION = `case when current_setting('synchronous_commit') = 'off'
  then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end`

/**
 * Which replica may serve public reads. After each purge the position of the primary's write-ahead log is read, which is
 * behind the change, and a replica is read again once it has replayed up to there. So a page that is rendered and cached
 * after a purge is never an older one.
 */
export function createReplicas(primary: PostgresPool, pools: PostgresPool[]): Replicas {
  const replicas = pools.map((pool): Replica => ({ pool, replayed: -1n, checkedAt: 0, asideUntil: 0 }))
  /** Undefined from a purge until the position behind it is known, and at the start: earlier changes are not announced again. */
  let required: bigint | undefined
  let purges = 0
  let purgedAt = performance.now()
  /** Positions of the primary, a second apart, the oldest first; the first one is `LAG_MS` old. */
  let positions: { at: number; position: bigint }[] = []
  let isClosed = false
  let next = 0
  let wake = () => {}

  const isCaughtUp = ({ replayed }: Replica) => required !== undefined && replayed >= required

  function isUsable(replica: Replica): boolean {
    const now = performance.now()
    const oldest = positions[0]
    const isLagging = oldest !== undefined && now - oldest.at >= LAG_MS && replica.replayed < oldest.position
    return isCaughtUp(replica) && now - replica.checkedAt < FRESH_MS && now >= replica.asideUntil && !isLagging
  }

  async function checkPrimary(): Promise<void> {
    const seen = purges
    const position = await readPosition(primary, PRIMARY_POSITION)
    if (position === undefined) return
    if (seen === purges) required ??= position
    const at = performance.now()
    if (at - (positions.at(-1)?.at ?? 0) < CHECK_MS) return
    positions.push({ at, position })
    const isOld = positions.findLastIndex((each) => at - each.at >= LAG_MS)
    positions = positions.slice(Math.max(0, isOld))
  }

  async function checkReplica(replica: Replica): Promise<void> {
    // Null on a replica that was promoted: it has its own history then.
    const position = await readPosition(
      replica.pool,
      'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end',
    ).catch(() => undefined)
    if (position === undefined) return
    replica.replayed = position
    replica.checkedAt = performance.now()
  }

  async function watch(): Promise<void> {
    while (!isClosed) {
      await checkPrimary().catch(() => {})
      await Promise.all(replicas.map(checkReplica))
      const isBehind = !replicas.every(isCaughtUp) && performance.now() - purgedAt < CATCH_UP_FOR_MS
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, isBehind ? CATCH_UP_MS : CHECK_MS).unref()
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  const watching = watch()
  return {
    pick() {
      for (let i = 0; i < replicas.length; i++) {
        const replica = replicas[next++ % replicas.length]!
        if (!isUsable(replica)) continue
        const onFailure = () => {
          replica.asideUntil = performance.now() + ASIDE_MS
          return true
        }
        return { pool: replica.pool, onFailure }
      }
      return undefined
    },
    notePurge() {
      purges += 1
      purgedAt = performance.now()
      required = undefined
      wake()
    },
    async end() {
      isClosed = true
      wake()
      await watching
      await Promise.all(replicas.map(({ pool }) => pool.end()))
    },
  }
}

async function readPosition(pool: PostgresPool, expression: string): Promise<bigint | undefined> {
  const client = await pool.acquire()
  let isLost = true
  try {
    const { rows } = await pool.run(client, { text: `select (${expression})::text as position` }, QUERY_MS)
    isLost = false
    return rows[0].position === null ? undefined : toPosition(rows[0].position)
  } finally {
    pool.release(client, isLost)
  }
}

/** `16/B374D848` as a number of bytes. */
function toPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
