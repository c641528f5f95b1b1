import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { TestPostgres } from '../postgres.ts'
import type { Scenario } from './checks.ts'
import { checkFile, createLedger } from './ledger.ts'
import { createPasswordChanges } from './password-changes.ts'
import { startSiteUnderTest } from './site.ts'
import { createWriters } from './writers.ts'

export type Kills = Scenario & { postgres: TestPostgres | undefined; rounds: number }

/** Repeatedly kills the site, terminates its connections or crashes PostgreSQL, and counts rows after each. */
export async function killAgainAndAgain({ dataDir, databaseUrl, postgres, rounds, checks }: Kills): Promise<void> {
  const site = await startSiteUnderTest({ dataDir, databaseUrl })
  const ledger = createLedger()
  const writers = await createWriters(site, ledger)
  const db = connect({ dataDir, databaseUrl })
  const passwords = createPasswordChanges(site, writers.cookie)
  try {
    const baseline = await ledger.sums(db)
    const started = performance.now()
    for (let round = 1; round <= rounds; round++) {
      const fault = postgres ? (['kill', 'cut', 'crash'] as const)[round % 3]! : 'kill'
      const writing = writers.write()
      await sleep(500 + Math.random() * 1000)
      // Verifying and hashing take some 100 ms under this load.
      const changing = passwords.begin()
      await sleep(Math.random() * 300)
      if (fault === 'kill') await site.kill()
      else if (fault === 'cut') await ledger.cutConnections(db)
      else await postgres?.control?.crash()
      if (fault !== 'kill') await sleep(500)
      await Promise.all([writing.stop(), changing])
      if (fault === 'kill') await site.start()
      else await site.untilReady()
      // Retries every request without a response with its idempotency key: it must take effect exactly once.
      await writers.repeatUnacknowledged()
      const wrong = [
        ...(await ledger.check(db, baseline)),
        ...(await passwords.check(db)),
        ...(await checkFile({ dataDir, databaseUrl })),
      ]
      checks.fail(wrong.length)
      const { acknowledged, inDoubt } = ledger.counts()
      const seconds = (performance.now() - started) / 1000 / round
      const left = ((rounds - round) * seconds) / 60
      console.log(
        `round ${round} of ${rounds} (${fault}): ${acknowledged} acknowledged, ${inDoubt} in doubt and repeated, ${wrong.length ? wrong.join('; ') : 'all there'}; ${seconds.toFixed(1)} s each, ${left.toFixed(1)} min left`,
      )
    }
  } finally {
    await db.destroy()
    await site.stop()
  }
}
