import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Scenario } from './checks.ts'
import { checkFile, createLedger } from './ledger.ts'
import { startSiteUnderTest } from './site.ts'
import { createWriters } from './writers.ts'

/** Fills a small tmpfs while the site writes, and empties it again. */
export async function fillTheDisk({ dataDir, checks: { expectTrue } }: Scenario): Promise<void> {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', dataDir])
  if (mounted.status !== 0) {
    console.log('No small disk can be mounted here (it needs root): skipped.')
    return
  }
  const site = await startSiteUnderTest({ dataDir, databaseUrl: undefined })
  const ledger = createLedger()
  const writers = await createWriters(site, ledger)
  const db = connect({ dataDir, databaseUrl: undefined })
  try {
    const baseline = await ledger.sums(db)
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
    expectTrue('readers are answered', (await fetch(`${site.origin}/blog?page=2`)).status === 200)
    const ready = (await (await fetch(`${site.origin}/readyz`)).json()) as { problems?: { kind: string }[] }
    expectTrue('/readyz names it', ready.problems?.some(({ kind }) => kind === 'disk-full') === true)
    await site.kill()
    await site.start()
    expectTrue(
      'after a start on the full disk readers are answered',
      (await fetch(`${site.origin}/blog`)).status === 200,
    )
    const late = await writers.writeContact()
    expectTrue(`and a write is refused with a sentence: ${late.status} ${late.message}`, late.status === 507)
    await site.kill()
    rmSync(path.join(dataDir, 'filler'))
    rmSync(path.join(dataDir, 'filler-2'))
    await site.start()
    await writers.repeatUnacknowledged()
    const wrong = [...(await ledger.check(db, baseline)), ...(await checkFile({ dataDir, databaseUrl: undefined }))]
    expectTrue(
      `${ledger.counts().acknowledged} acknowledged writes are there after it: ${wrong.join('; ') || 'all'}`,
      wrong.length === 0,
    )
    expectTrue('with room again a write passes', (await writers.writeContact()).status === 201)
  } finally {
    await db.destroy()
    await site.stop()
  }
}
