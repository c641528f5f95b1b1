import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../../../test/test-database.ts'
import { connect } from '../db/connect.ts'
import { migrateToLatest } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { findJob, listJobs } from './jobs.repo.ts'
import { createJobs, type Job, type Jobs } from './jobs.ts'
import { nextNight } from './nightly.ts'

const HOUR = 3_600_000
const hourly = (after: Date) => new Date(after.getTime() + HOUR)

/** Several processes on one database, with a clock that the test sets. */
async function processes(count: number, run: Job['run'], more: Partial<Job> = {}) {
  const { db, ...options } = await emptyDatabase()
  await migrateToLatest(db)
  let now = new Date('2026-03-10T15:00:00.000Z')
  const log = pino({ level: 'silent' })
  const begin = (on: Db): Jobs =>
    createJobs({ db: on, clock: () => now, log, jobs: [{ name: 'tidy-up', next: hourly, run, ...more }] })
  const all: Jobs[] = []
  for (let i = 0; i < count; i++) {
    const own = connect(options)
    onTestFinished(() => own.destroy())
    all.push(begin(own))
  }
  return {
    db,
    all,
    begin: () => begin(db),
    setNow: (time: string) => {
      now = new Date(time)
    },
    status: async () => (await listJobs(db, now.toISOString()))[0]!,
    find: () => findJob(db, 'tidy-up', now.toISOString()),
  }
}

/** A run that the test ends. */
function gate() {
  let open!: () => void
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

test('a job that is being claimed is waited for', async () => {
  const ran: string[] = []
  const { all, setNow } = await processes(1, async ({ now }) => ran.push(now.toISOString()))
  const [jobs] = all as [Jobs]
  await jobs.runDueJobs()
  setNow('2026-03-10T16:00:00.000Z')
  const waking = jobs.wake()
  await jobs.settled()
  expect(ran).toEqual(['2026-03-10T16:00:00.000Z'])
  await waking
})

test('of many processes that poll at once, one runs the job, once each hour', async () => {
  const ran: string[] = []
  const { all, setNow, status } = await processes(5, async ({ now }) => ran.push(now.toISOString()))
  const poll = () => Promise.all(all.map((jobs) => jobs.runDueJobs()))
  await poll()
  expect(ran).toEqual([])
  for (let hour = 16; hour < 24; hour++) {
    setNow(`2026-03-10T${hour}:00:00.000Z`)
    expect((await poll()).flat()).toEqual(['tidy-up'])
    await poll()
  }
  expect(ran).toHaveLength(8)
  expect(await status()).toEqual({
    name: 'tidy-up',
    state: 'waiting',
    nextAt: '2026-03-11T00:00:00.000Z',
    lastStartedAt: '2026-03-10T23:00:00.000Z',
    lastFinishedAt: '2026-03-10T23:00:00.000Z',
    lastError: null,
  })
})

test('a failed job stores its reason and is retried with backoff until it succeeds', async () => {
  let isBroken = true
  const at: string[] = []
  const { all, setNow, status } = await processes(
    1,
    async ({ now }) => {
      at.push(now.toISOString().slice(11, 16))
      if (isBroken) throw new Error('the disk is\nfull')
    },
    { next: (after) => new Date(after.getTime() + 24 * HOUR) },
  )
  await all[0]!.runDueJobs()
  for (let minute = 0; minute <= 300; minute++) {
    setNow(new Date(Date.UTC(2026, 2, 11, 15, minute)).toISOString())
    await all[0]!.runDueJobs()
  }
  expect(at).toEqual(['15:00', '15:01', '15:06', '15:21', '16:21', '19:21'])
  expect(await status()).toMatchObject({ lastError: 'the disk is full', lastFinishedAt: null })
  isBroken = false
  setNow('2026-03-11T22:21:00.000Z')
  await all[0]!.runDueJobs()
  expect(await status()).toMatchObject({ lastError: null, nextAt: '2026-03-12T22:21:00.000Z' })
})

test('the backoff ends at the next regular run', async () => {
  const { all, setNow, status } = await processes(1, () => Promise.reject(new Error('no')), {
    next: (after) => new Date(after.getTime() + 30_000),
  })
  await all[0]!.runDueJobs()
  setNow('2026-03-10T15:00:30.000Z')
  await all[0]!.runDueJobs()
  expect(await status()).toMatchObject({ nextAt: '2026-03-10T15:01:00.000Z' })
})

test('the job of a dead process is taken over when its lease expires, and late updates of the dead process are ignored', async () => {
  const first = gate()
  let runs = 0
  const { all, setNow, status } = await processes(2, async () => {
    runs += 1
    if (runs === 1) await first.passed
  })
  await all[0]!.runDueJobs()
  setNow('2026-03-10T16:00:00.000Z')
  // Never renews its lease: its clock stands still.
  const dead = all[0]!.runDueJobs()
  await expect.poll(() => runs).toBe(1)
  setNow('2026-03-10T16:00:15.000Z')
  expect(await status()).toMatchObject({ state: 'running' })
  setNow('2026-03-10T16:00:29.000Z')
  expect(await all[1]!.runDueJobs()).toEqual([])
  expect(await status()).toMatchObject({ state: 'interrupted' })
  setNow('2026-03-10T16:00:30.000Z')
  expect(await status()).toMatchObject({ state: 'due' })
  expect(await all[1]!.runDueJobs()).toEqual(['tidy-up'])
  setNow('2026-03-10T16:30:00.000Z')
  first.open()
  await dead
  expect(runs).toBe(2)
  expect(await status()).toMatchObject({ lastFinishedAt: '2026-03-10T16:00:30.000Z', state: 'waiting' })
})

test('a job that crashes its process is retried with backoff', async () => {
  const { db, begin, setNow } = await processes(0, () => new Promise(() => {}))
  await begin().runDueJobs()
  const at: number[] = []
  for (let minute = 0; minute < 300; minute++) {
    setNow(new Date(Date.UTC(2026, 2, 10, 16, minute)).toISOString())
    // Each poll is a new process, whose run never ends.
    await begin().wake()
    const { attempts } = await db.selectFrom('jobs').select('attempts').executeTakeFirstOrThrow()
    if (attempts > at.length) at.push(minute)
  }
  expect(at).toEqual([0, 1, 2, 7, 22, 82, 262])
})

test('a job whose end could not be stored at first is done, and not run again', async () => {
  let runs = 0
  const { db, all, setNow, status } = await processes(1, async () => {
    runs += 1
    // The jobs cannot be written for a moment.
    await db.schema.alterTable('jobs').renameTo('jobs_away').execute()
    setTimeout(() => db.schema.alterTable('jobs_away').renameTo('jobs').execute(), 100)
  })
  await all[0]!.runDueJobs()
  setNow('2026-03-10T16:00:00.000Z')
  await all[0]!.runDueJobs()
  expect(runs).toBe(1)
  expect(await status()).toMatchObject({
    state: 'waiting',
    lastError: null,
    lastFinishedAt: '2026-03-10T16:00:00.000Z',
  })
})

test('a slow job that reports progress keeps its lease, and every process sees the progress', async () => {
  const step = gate()
  const end = gate()
  const { all, setNow, status, find } = await processes(2, async ({ reportProgress }) => {
    await step.passed
    reportProgress({ part: 0.5 })
    await end.passed
  })
  await all[0]!.runDueJobs()
  setNow('2026-03-10T16:00:00.000Z')
  const slow = all[0]!.runDueJobs()
  await expect.poll(status).toMatchObject({ state: 'running' })
  setNow('2026-03-10T16:00:25.000Z')
  step.open()
  await expect.poll(find).toMatchObject({ progress: { part: 0.5 } })
  setNow('2026-03-10T16:00:50.000Z')
  expect(await all[1]!.runDueJobs()).toEqual([])
  end.open()
  await slow
  expect(await find()).toMatchObject({ state: 'waiting', progress: null, lastFinishedAt: '2026-03-10T16:00:50.000Z' })
})

test('closing aborts a job after its step, and the next start runs it again', async () => {
  let steps = 0
  const { all, begin, status, setNow } = await processes(1, async ({ signal }) => {
    for (let i = 0; i < 1000; i++) {
      signal.throwIfAborted()
      steps += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  await all[0]!.runDueJobs()
  setNow('2026-03-10T16:00:00.000Z')
  await all[0]!.wake()
  await expect.poll(() => steps).toBeGreaterThan(1)
  await all[0]!.close()
  expect(steps).toBeLessThan(1000)
  expect(await status()).toMatchObject({ state: 'due', lastError: null, lastFinishedAt: null })
  const stopped = steps
  const next = begin()
  await next.open()
  await expect.poll(() => steps).toBeGreaterThan(stopped)
  await next.close()
})

test('a clock that was a year ahead does not delay a job by a year', async () => {
  let runs = 0
  const { all, begin, setNow, status } = await processes(1, async () => runs++)
  setNow('2027-03-10T15:00:00.000Z')
  await all[0]!.runDueJobs()
  setNow('2026-03-10T15:00:00.000Z')
  expect(await status()).toMatchObject({ nextAt: '2027-03-10T16:00:00.000Z' })
  const next = begin()
  await next.open()
  await next.close()
  expect(await status()).toMatchObject({ nextAt: '2026-03-10T16:00:00.000Z' })
})

test('a job with isDueAtStart is due at each start', async () => {
  let runs = 0
  const { begin } = await processes(0, async () => runs++, { isDueAtStart: true })
  for (const expected of [1, 2]) {
    const jobs = begin()
    await jobs.open()
    await expect.poll(() => runs).toBe(expected)
    await jobs.close()
  }
})

test.each([
  ['2026-03-07T08:00:00.000Z', '2026-03-07T08:30:00.000Z'],
  ['2026-03-07T08:30:00.000Z', '2026-03-08T07:30:00.000Z'],
  ['2026-10-31T12:00:00.000Z', '2026-11-01T08:30:00.000Z'],
])('after %s the next 03:30 in New York is %s, daylight saving time included', (after, next) => {
  expect(nextNight('America/New_York', '03:30', new Date(after)).toISOString()).toBe(next)
})
