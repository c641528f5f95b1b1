import type { FetchedNetwork } from '../../../../contract/shop/earning-accounts.ts'
import { networks } from '../../../../contract/shop/networks.ts'
import type { Db } from '../../../platform/db/schema.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { hasOpenFetch, storeFetchedReport } from '../imports/fetched-imports.repo.ts'
import { type Credentials, listCredentials, noteAttempt } from './accounts.repo.ts'
import { createApiClient, FetchProblem, type Wait, waitFor } from './api-client.ts'
import { type FetchedReport, fetchSales, windowsOf } from './fetch-sales.ts'

type SalesApis = Record<FetchedNetwork, string>

export type FetchOptions = {
  /** The base addresses of the APIs. */
  apis: SalesApis
  /** Absent: real pauses. */
  wait?: Wait
}

/** A sale is approved or reversed long after its day. */
const LOOK_BACK_DAYS = 90
/** Awin allows 20 requests a minute. */
const PACE_MS = 3500

type Run = FetchOptions & {
  secrets: Secrets
  today: string
  clock: () => Date
  signal: AbortSignal
  /** Makes the job of imports due, in the transaction that stores a report. */
  startImport: (db: Db, now: string) => Promise<void>
  onProgress: (progress: { done: number; total: number }) => void
}

/**
 * Fetches the sales of all accounts, each as one import, which the job `earnings` writes. Throws at its end if an account may
 * succeed at another attempt; any other problem waits for the owner.
 */
export async function runFetches(db: Db, run: Run): Promise<void> {
  const accounts = await listCredentials(db, run.secrets)
  let temporary: FetchProblem | undefined
  for (const [done, account] of accounts.entries()) {
    run.onProgress({ done, total: accounts.length })
    const now = () => run.clock().toISOString()
    try {
      await fetchAccount(db, account, run)
    } catch (error) {
      run.signal.throwIfAborted()
      if (!(error instanceof FetchProblem)) throw error
      if (error.isTemporary) temporary = error
      await noteAttempt(db, account.network, { now: now(), error: error.message })
    }
  }
  if (temporary) throw temporary
}

async function fetchAccount(db: Db, { network, accountId, token }: Credentials, run: Run): Promise<void> {
  const { apis, wait = waitFor, today, clock, signal } = run
  if (token === undefined) throw new FetchProblem('The key of this site has changed. Please enter the token again.')
  if (await hasOpenFetch(db, network)) return
  const { label } = networks[network]
  const report = await fetchSales[network]({
    client: createApiClient(label, { signal, wait }),
    base: apis[network],
    account: { accountId, token },
    windows: windowsOf(today, LOOK_BACK_DAYS),
    pace: () => wait(PACE_MS, signal),
  })
  const now = clock().toISOString()
  await db.transaction().execute(async (transaction) => {
    if (report.rows.length > 0) {
      await storeFetchedReport(transaction, { network, fileName: `${label} on ${today}.csv`, text: toCsv(report), now })
      await run.startImport(transaction, now)
    }
    await noteAttempt(transaction, network, { now, sales: report.rows.length })
  })
}

function toCsv({ header, rows }: FetchedReport): string {
  return [header, ...rows].map((cells) => cells.map(quote).join(',')).join('\r\n')
}

const quote = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
