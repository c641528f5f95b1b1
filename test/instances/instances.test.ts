import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../src/server/platform/db/connect.ts'
import type { Db } from '../../src/server/platform/db/schema.ts'
import { createLedger } from '../faults/ledger.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { createLoad, describeLoad } from './load.ts'
import { type Edits, signInToEdit } from './owner-edits.ts'
import { isFull } from './run-length.ts'
import { describeVisibility, measureVisibility } from './scenarios/edits.ts'
import { describeOutage, measureOutage, untilInSync } from './scenarios/outage.ts'
import { rollingRestart } from './scenarios/restarts.ts'
import { measureStaleness } from './scenarios/silent-listen.ts'

const OUTAGE_SECONDS = isFull ? 20 : 5
const CUT_SECONDS = isFull ? 60 : 15
/** Milliseconds: the stated bound of five seconds, and one for a late timer on a busy machine. */
const STALENESS_MAX = 6000

const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-instances-'))
const ledger = createLedger()
let fleet: Fleet
let db: Db
let baseline: Awaited<ReturnType<typeof ledger.sums>>

beforeAll(async () => {
  fleet = await startFleet({ folder })
  db = connect({ dataDir: folder, databaseUrl: fleet.postgres.url })
  baseline = await ledger.sums(db)
})
afterAll(async () => {
  await db?.destroy()
  await fleet?.stop()
  rmSync(folder, { recursive: true, force: true })
})

let mark = 0
const nextMark = () => ++mark

describe.each([
  { name: 'nginx', after: 0 },
  { name: 'caddy', after: 1_000_000 },
] as const)('behind $name', ({ name, after }) => {
  let origin: string
  let edits: Edits
  let load: Awaited<ReturnType<typeof createLoad>>
  beforeAll(async () => {
    origin = fleet.proxies[name].origin
    edits = await signInToEdit(origin)
    load = await createLoad(origin, ledger, after)
  })

  test('an edit is seen at every instance', { tags: ['smoke'] }, async () => {
    const seen = await measureVisibility(fleet, edits, Array.from({ length: isFull ? 100 : 30 }, nextMark))
    console.log(`${name}: ${describeVisibility(seen)}`)
    expect(seen.backwards).toBe(0)
    expect(seen.p50).toBeLessThan(200)
    expect(seen.max).toBeLessThan(2000)
  })

  test('an instance killed under load loses no acknowledged write and fails no read', async () => {
    const report = await load.during(async () => {
      await sleep(2000)
      await fleet.instances[1]!.kill()
      await sleep(isFull ? 10_000 : 3000)
      await fleet.instances[1]!.start()
      await sleep(1000)
    })
    console.log(`${name}, kill -9: ${describeLoad(report)}`)
    await load.repeatUnacknowledged()
    expect(await ledger.check(db, baseline)).toEqual([])
    expect(report.reads.failures).toEqual([])
  })

  test('a rolling restart under load fails no request', async () => {
    const report = await load.during(() => rollingRestart(fleet))
    console.log(`${name}, rolling restart: ${describeLoad(report)}`)
    expect(report.reads.failures).toEqual([])
    expect(report.failedWrites).toEqual([])
    expect(await ledger.check(db, baseline)).toEqual([])
  })

  test('a LISTEN connection that is cut silently leaves an instance stale for a bounded time', async () => {
    const {
      edits: count,
      longest,
      recovered,
    } = await measureStaleness({
      fleet,
      edits,
      marks: nextMark,
      seconds: CUT_SECONDS,
    })
    console.log(
      `${name}, LISTEN cut silently for ${CUT_SECONDS} s: ${count} edits, stale for ${longest.toFixed(0)} ms at most, well ${recovered.toFixed(0)} ms after`,
    )
    expect(longest).toBeLessThan(STALENESS_MAX)
    expect(recovered).toBeLessThan(30_000)
  })

  test.each(['stopped', 'paused'] as const)('PostgreSQL %s: kept pages go on, the rest is 503', async (kind) => {
    const { postgres } = fleet
    await untilInSync(fleet)
    const report = await measureOutage({
      origin,
      begin: async () => (kind === 'stopped' ? await postgres.halt() : postgres.pause()),
      end: async () => (kind === 'stopped' ? await postgres.start() : postgres.resume()),
      seconds: OUTAGE_SECONDS,
    })
    console.log(`${name}, PostgreSQL ${kind} for ${OUTAGE_SECONDS} s: ${describeOutage(report)}`)
    expect(report.kept.wrong).toEqual([])
    expect(report.other.wrong).toEqual([])
    expect(report.writes.wrong).toEqual([])
    expect(report.recovered).toBeLessThan(5000)
    expect(await ledger.check(db, baseline)).toEqual([])
  })
})
