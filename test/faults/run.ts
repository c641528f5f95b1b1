/**
 * `npm run test:faults`: kills the built site again and again while it takes 200 writes a second of four kinds, and looks
 * after each restart whether everything that it acknowledged is there, whole and once. `-- --rounds 100`;
 * `-- --postgres` on PostgreSQL, where in turn the site is killed, its connections are cut and the server crashes;
 * `-- --disk-full` on a small disk in memory instead (needs the right to mount one).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '../../src/server/db/connect.ts'
import { startPostgres } from '../postgres.ts'
import { createBooks, integrity } from './books.ts'
import { startWorld } from './site.ts'
import { createWriters } from './writers.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    postgres: { type: 'boolean', default: false },
    'disk-full': { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-faults-'))
const dataDir = path.join(folder, 'data')
mkdirSync(dataDir)
const postgres = values.postgres ? await startPostgres() : undefined
if (postgres) console.log(postgres.sentence)
const databaseUrl = postgres?.url
let isMounted = false
let failures = 0

try {
  if (values['disk-full']) await fillTheDisk()
  else await killAgainAndAgain()
} finally {
  if (isMounted) spawnSync('umount', [dataDir])
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
}
console.log(failures === 0 ? 'Nothing was lost.' : `${failures} checks failed.`)
process.exitCode = failures > 0 ? 1 : 0

async function killAgainAndAgain(): Promise<void> {
  const world = await startWorld({ dataDir, databaseUrl })
  const books = createBooks()
  const writers = await createWriters(world, books)
  const db = connect({ dataDir, databaseUrl })
  try {
    const baseline = await books.sums(db)
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
      const wrong = [...(await books.check(db, baseline)), ...(await checkFile())]
      failures += wrong.length
      const { acknowledged, inDoubt } = books.counts()
      console.log(
        `round ${round} (${fault}): ${acknowledged} acknowledged, ${inDoubt} in doubt and repeated, ${wrong.length ? wrong.join('; ') : 'all there'}`,
      )
    }
  } finally {
    await db.destroy()
    await world.stop()
  }
}

/** On a connection of its own: FTS5 checks an older one against what that still remembers of its index. */
async function checkFile(): Promise<string[]> {
  if (databaseUrl) return []
  const fresh = connect({ dataDir, databaseUrl })
  try {
    return await integrity(fresh)
  } finally {
    await fresh.destroy()
  }
}

async function fillTheDisk(): Promise<void> {
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', dataDir])
  if (mounted.status !== 0) {
    console.log('No small disk can be mounted here (it needs root): skipped.')
    return
  }
  isMounted = true
  const world = await startWorld({ dataDir, databaseUrl: undefined })
  const books = createBooks()
  const writers = await createWriters(world, books)
  const db = connect({ dataDir, databaseUrl: undefined })
  const expectTrue = (what: string, isTrue: boolean) => {
    console.log(`${isTrue ? 'ok    ' : 'FAILED'} ${what}`)
    if (!isTrue) failures += 1
  }
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
    const wrong = [...(await books.check(db, baseline)), ...(await checkFile())]
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
