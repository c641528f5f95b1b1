import type { Logger } from 'pino'
import type { CacheTag } from '../../../contract/platform/endpoint.ts'
import type { Problem } from '../../../contract/platform/problems.ts'
import type { Db } from '../db/schema.ts'
import { createWakeLoop, type WakeLoop } from '../wake-loop.ts'
import type { CdnConfig } from './cdn-config.ts'
import { claimCdnPurges, finishCdnPurge, listCdnPurges, postponeCdnPurge, queueCdnPurges } from './cdn-purges.repo.ts'
import { CdnError, purgeCdn } from './purge-cdn.ts'

/** It is woken after a commit. */
export type CdnQueue = WakeLoop & {
  /** The problem of purges that keep failing. */
  problems(): Problem[]
  /** Purges that wait, as of the last poll, and sent ones by outcome. */
  counts(): { pending: number; sent: number; failed: number }
}

export type CdnQueueOptions = {
  cdn: CdnConfig
  db: Db
  clock: () => Date
  log: Logger
  /** The tags of what changed after `since` and until `until` without a write: what was scheduled became public. */
  findPublishedTags(since: string, until: string): Promise<CacheTag[]>
}

/** In milliseconds. */
const POLL_MS = 2000
/** Twice the time that a request may take, since a killed process delays its purges by it. */
export const CDN_LEASE_MS = 10_000
const BACKOFF_MAX_MS = 5 * 60 * 1000
/** Shared caches keep a page no longer, so an earlier publication needs no purge. */
const LOOK_BACK_MS = 2 * 60 * 60 * 1000
/**
 * A purge is sent again after this time: until then the CDN may fetch an old page from a host or a process that the change has
 * not reached, or get a response that was rendered before it.
 */
const REPEAT_MS = 10_000
/** Failed attempts after which it is a problem; about ten seconds. */
const FAILING_AFTER = 3

/** Sends purges to the CDN: at least once, by any process, coalesced by tag, repeated until the CDN accepts them, and once more. */
export function createCdnQueue({ cdn, db, clock, log, findPublishedTags }: CdnQueueOptions): CdnQueue {
  const counted = { pending: 0, sent: 0, failed: 0 }
  let isFailing = false
  let publishedUntil = new Date(clock().getTime() - LOOK_BACK_MS).toISOString()

  const later = (milliseconds: number) => new Date(clock().getTime() + milliseconds).toISOString()

  async function poll(): Promise<void> {
    const now = clock().toISOString()
    const published = await findPublishedTags(publishedUntil, now)
    if (published.length > 0) await queueCdnPurges(db, published, now)
    publishedUntil = now
    const waiting = await listCdnPurges(db)
    counted.pending = waiting.filter(({ isRepeat, attempts }) => !isRepeat || attempts > 0).length
    isFailing = waiting.some(({ attempts }) => attempts >= FAILING_AFTER)
    if (!waiting.some(({ nextAt }) => nextAt <= now)) return
    const claimed = await claimCdnPurges(db, now, later(CDN_LEASE_MS))
    if (claimed.length === 0) return
    try {
      await purgeCdn(
        cdn,
        claimed.map(({ tag }) => tag),
      )
      counted.sent += 1
      for (const purge of claimed) await finishCdnPurge(db, purge, later(REPEAT_MS))
    } catch (error) {
      if (!(error instanceof CdnError)) throw error
      counted.failed += 1
      const attempts = Math.max(...claimed.map((purge) => purge.attempts))
      log.warn({ err: error, attempts }, 'a purge of the CDN failed and is repeated')
      const wait = Math.max(1000 * 2 ** Math.min(attempts, 10), 1000 * (error.retryAfter ?? 0))
      for (const purge of claimed) await postponeCdnPurge(db, purge, later(Math.min(wait, BACKOFF_MAX_MS)))
    }
  }

  const loop = createWakeLoop({
    work: poll,
    pollMs: POLL_MS,
    onError: (error) => log.warn({ err: error }, 'the purges of the CDN could not be read'),
  })

  return {
    ...loop,
    problems: () => (isFailing ? [failing] : []),
    counts: () => ({ ...counted }),
  }
}

const failing: Problem = {
  kind: 'cdn-purges',
  sentence: 'The CDN does not accept purges: readers behind it may see pages from before a change for up to an hour.',
}
