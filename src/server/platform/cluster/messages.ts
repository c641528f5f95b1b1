import type { MetricObject } from 'prom-client'
import type { Purge } from '../db/purge-notices.ts'
import type { Rule } from '../http/token-bucket.ts'

/** Messages from a worker to the primary process. `id` numbers the requests of the worker. */
export type FromWorker =
  /** The worker has a cache, so purges must reach it. */
  | { type: 'open' }
  | { type: 'listening' }
  /** The response to 'ping'. */
  | { type: 'pong' }
  /** The worker cannot start, for a reason that the operator can fix. */
  | { type: 'failed'; reason: string }
  /** Purge in all other processes; they reply 'purged', then the primary replies 'done'. */
  | { type: 'changed'; id: number; purge: Purge }
  | { type: 'purged'; broadcastId: number }
  /** Requests the metrics of all processes. */
  | { type: 'measure'; id: number }
  | { type: 'measured'; broadcastId: number; metrics: MetricObject[] }
  | { type: 'consume'; id: number; name: string; client: string; rule: Rule }
  /** Requests a lock that one process holds at a time. */
  | { type: 'lock'; id: number; name: string }
  | { type: 'unlock'; name: string }

/** Messages from the primary process to a worker. */
export type FromPrimary =
  /** The database is prepared and may be opened. */
  | { type: 'begin' }
  | { type: 'purge'; broadcastId: number; purge: Purge }
  /** Whether purges of other hosts are known to arrive; sent when a worker opens, and when it changes. */
  | { type: 'sync'; isInSync: boolean }
  /** A heartbeat. */
  | { type: 'ping' }
  | { type: 'done'; id: number }
  | { type: 'measure'; broadcastId: number }
  | { type: 'all-measured'; id: number; metrics: MetricObject[][] }
  | { type: 'consumed'; id: number; wait: number }
  | { type: 'locked'; id: number }
