import type { MetricObject } from 'prom-client'
import type { Rule } from '../http/token-bucket.ts'

/** What a worker process says to the primary one. `id` counts the worker's own questions. */
export type FromWorker =
  /** From now on what it keeps must be dropped with the others'. */
  | { type: 'open' }
  | { type: 'listening' }
  /** It cannot go on, for a reason that the owner can mend. */
  | { type: 'failed'; reason: string }
  /** Something that pages are made of has changed; '' for everything. Answered with 'done' when no process shows it any more. */
  | { type: 'changed'; id: number; tag: string }
  | { type: 'purged'; broadcastId: number }
  /** Wants what all processes have measured. */
  | { type: 'measure'; id: number }
  | { type: 'measured'; broadcastId: number; metrics: MetricObject[] }
  | { type: 'consume'; id: number; name: string; client: string; rule: Rule }

/** What the primary process says to a worker. */
export type FromPrimary =
  /** The database is prepared: open it. */
  | { type: 'begin' }
  | { type: 'purge'; broadcastId: number; tag: string }
  | { type: 'done'; id: number }
  | { type: 'measure'; broadcastId: number }
  | { type: 'all-measured'; id: number; metrics: MetricObject[][] }
  | { type: 'consumed'; id: number; wait: number }
