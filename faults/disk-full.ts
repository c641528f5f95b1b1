import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/server/db/connect.ts'
import { checkFile, createBooks } from './books.ts'
import { startWorld } from './site.ts'
import type { Play } from './verdicts.ts'
import { createWriters } from './writers.ts'

/** Fills a small disk in memory under the writing site, and empties it again. */
export async function fillTheDisk({ dataDir, verdicts: { expectTrue } }: Play): Promise<void> {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', dataDir])
  if (mounted.status !== 0) {
    console.log('No small disk can be mounted here (it needs root): skipped.')
    return
  }
  const world = await startWorld({ dataDir, databaseUrl: undefined })
  const books = createBooks()
  const writers = await createWriters(world, books)
  const db = connect({ dataDir, databaseUrl: undefined })
  try {
    const baseline = await books.sums(db)
    const { bavail, bsize } = statfsSync(dataDir)
    writeFileSync(path.join(dataDir, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - 1_500_000)))
    const writing = writers.write()
    await sleep(6000)
    await writing.stop()
    writeFileSync(path.join(dataDir, 'filler-2'), Buffer.alloc(statfsSync(dataDir).bavail * statfsSync(dataDir).bsize))
    const refused = await writers.writeContact()
    expectTrue(
      `a write on the full disk is refused with a sentence: ${refused.status} ${refused.message}`,
      refused.status === 507,
    )
    expectTrue('readers are answered', (await fetch(`${world.origin}/blog?page=2`)).status === 200)
    const ready = (await (await fetch(`${world.origin}/readyz`)).json()) as { problems?: { kind: string }[] }
    expectTrue('/readyz names it', ready.problems?.some(({ kind }) => kind === 'disk-full') === true)
    await world.kill()
    rmSync(path.join(dataDir, 'filler'))
    rmSync(path.join(dataDir, 'filler-2'))
    await world.start()
    await writers.repeatUnanswered()
    const wrong = [...(await books.check(db, baseline)), ...(await checkFile({ dataDir, databaseUrl: undefined }))]
    expectTrue(
      `${books.counts().acknowledged} acknowledged writes are there after it: ${wrong.join('; ') || 'all'}`,
      wrong.length === 0,
    )
    expectTrue('with room again a write passes', (await writers.writeContact()).status === 201)
  } finally {
    await db.destroy()
    await world.stop()
  }
}
