import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/server/db/connect.ts'
import type { TestPostgres } from '../test/postgres.ts'
import { checkFile, createBooks } from './books.ts'
import { startWorld } from './site.ts'
import type { Play } from './verdicts.ts'
import { createWriters } from './writers.ts'

export type Kills = Play & { postgres: TestPostgres | undefined; rounds: number }

/** Kills the site, cuts its connections or crashes its server, again and again, and counts after each. */
export async function killAgainAndAgain({ dataDir, databaseUrl, postgres, rounds, verdicts }: Kills): Promise<void> {
  const world = await startWorld({ dataDir, databaseUrl })
  const books = createBooks()
  const writers = await createWriters(world, books)
  const db = connect({ dataDir, databaseUrl })
  try {
    const baseline = await books.sums(db)
    const begun = performance.now()
    for (let round = 1; round <= rounds; round++) {
      const fault = postgres ? (['kill', 'cut', 'crash'] as const)[round % 3]! : 'kill'
      const writing = writers.write()
      await sleep(500 + Math.random() * 1000)
      if (fault === 'kill') await world.kill()
      else if (fault === 'cut') await books.cutConnections(db)
      else await postgres?.crash?.()
      if (fault !== 'kill') await sleep(500)
      await writing.stop()
      if (fault === 'kill') await world.start()
      else await world.untilReady()
      // What was asked and not answered is asked again, with its key: it must act once, whatever happened to the first.
      await writers.repeatUnanswered()
      const wrong = [...(await books.check(db, baseline)), ...(await checkFile({ dataDir, databaseUrl }))]
      verdicts.fail(wrong.length)
      const { acknowledged, inDoubt } = books.counts()
      const seconds = (performance.now() - begun) / 1000 / round
      const left = ((rounds - round) * seconds) / 60
      console.log(
        `round ${round} of ${rounds} (${fault}): ${acknowledged} acknowledged, ${inDoubt} in doubt and repeated, ${wrong.length ? wrong.join('; ') : 'all there'}; ${seconds.toFixed(1)} s each, ${left.toFixed(1)} min left`,
      )
    }
  } finally {
    await db.destroy()
    await world.stop()
  }
}
