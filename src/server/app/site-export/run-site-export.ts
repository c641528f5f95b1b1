import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteExportProgress } from '../../../contract/app/site-exports.ts'
import type { Db } from '../../platform/db/schema.ts'
import { exportFailure } from './export-failure.ts'
import { findExportRequest, saveExportRequest } from './export-request.repo.ts'
import type { SiteExports } from './site-exports.ts'

type RunOptions = {
  exports: SiteExports
  clock: () => Date
  /** Ends the process: the export begins again with the next one. */
  signal: AbortSignal
  reportProgress: (progress: SiteExportProgress) => void
}

/** In milliseconds. */
const POLL_MS = 1000

class Cancelled extends Error {}

/** Makes the export that the owner wants, if there is one, and deletes old ones. A failure ends the request, with its reason. */
export async function runSiteExport(db: Db, { exports, clock, signal, reportProgress }: RunOptions): Promise<void> {
  await exports.removeOld(clock())
  const request = await findExportRequest(db)
  if (request.kind === null) return
  const ended = new AbortController()
  const cancelled = new AbortController()
  const watching = watchRequest(db, request.at, { ended: ended.signal, cancel: () => cancelled.abort(new Cancelled()) })
  let error: string | null = null
  try {
    const stops = AbortSignal.any([signal, cancelled.signal])
    await exports.make(request.kind, {
      now: clock(),
      signal: stops,
      onProgress: reportProgress,
      async confirm() {
        if (!(await isCurrent(db, request.at))) throw new Cancelled()
      },
    })
  } catch (reason) {
    signal.throwIfAborted()
    if (cancelled.signal.aborted || reason instanceof Cancelled) return
    error = exportFailure(reason)
  } finally {
    ended.abort()
    await watching
  }
  await db.transaction().execute(async (transaction) => {
    const { at } = await findExportRequest(transaction)
    if (at === request.at) await saveExportRequest(transaction, { kind: null, at, error }, clock().toISOString())
  })
}

type Watch = { ended: AbortSignal; cancel: () => void }

/** Looks whether the owner has cancelled the request, in whichever process. */
async function watchRequest(db: Db, at: string, { ended, cancel }: Watch): Promise<void> {
  while (!ended.aborted) {
    await sleep(POLL_MS, undefined, { signal: ended }).catch(() => {})
    if (ended.aborted) return
    // A fault of the database is met by the export as well.
    if (!(await isCurrent(db, at).catch(() => true))) return cancel()
  }
}

/** Whether the request is neither cancelled nor followed by another one. */
async function isCurrent(db: Db, at: string): Promise<boolean> {
  const current = await findExportRequest(db)
  return current.kind !== null && current.at === at
}
