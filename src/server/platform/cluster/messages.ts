import type { MetricObject } from 'prom-client'
import type { Rule } from '../http/token-bucket.ts'

/** Messages from a worker to the primary process. `id` numbers the requests of the worker. */
export type FromWorker =
  /** The worker has a cache, so purges must reach it. */
  | { type: 'open' }
  | { type: 'listening' }
  /** The worker cannot start, for a reason that the operator can fix. */
  | { type: 'failed'; reason: string }
  /** Purge a tag ('' for everything) in all other processes; they reply 'purged', then the primary replies 'done'. */
  | { type: 'changed'; id: number; tag: string }
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
  | { type: 'purge'; broadcastId: number; tag: string }
  | { type: 'done'; id: number }
  | { type: 'measure'; broadcastId: number }
  | { type: 'all-measured'; id: number; metrics: MetricObject[][] }
  | { type: 'consumed'; id: number; wait: number }
  | { type: 'locked'; id: number }
