import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeUser } from '../../../test/factories.ts'
import { testApp } from '../../../test/test-app.ts'
import { pageOf, testListener } from '../../../test/test-listener.ts'
import { StoredAppearance } from '../../contract/accounts/appearance.ts'
import { createMail } from '../audience/mail/mail.repo.ts'
import { renderMail } from '../audience/mail/mail-body.ts'
import { createHealth } from '../platform/health/health.ts'
import { claimJob, listJobs } from '../platform/jobs/jobs.repo.ts'
import { createJobs, type Jobs } from '../platform/jobs/jobs.ts'

/** The machine's clock is set ahead for a while and then back: by hours or by years, while the site runs or between two starts. */

const now = '2026-03-10T15:00:00.000Z'
const ahead = '2027-03-10T15:00:00.000Z'

test('a post that a clock which was ahead made public early is hidden again when the clock is right, and comes in its time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  onTestFinished(() => void vi.useRealTimers())
  const due = Date.parse(now) + 60_000
  const { get } = await testListener({
    render: async () => pageOf(Date.now() < due ? 'nothing new' : 'a new post'),
    freshUntil: async () => (Date.now() < due ? due : Number.POSITIVE_INFINITY),
  })
  expect((await get('/blog')).text).toBe('nothing new')
  vi.setSystemTime(new Date(ahead))
  expect((await get('/blog')).text).toBe('a new post')
  vi.setSystemTime(new Date(now))
  expect((await get('/blog')).text).toBe('nothing new')
  vi.setSystemTime(due)
  expect((await get('/blog')).text).toBe('a new post')
})

test('the lease of a job that was taken while the clock was ahead is ended, one of another machine’s clock is not', async () => {
  const { db } = await testApp()
  let runs = 0
  const at = new Date(now)
  const begin = (): Jobs =>
    createJobs({
      db,
      clock: () => at,
      log: pino({ level: 'silent' }),
      jobs: [{ name: 'backup', next: () => new Date(at.getTime() + 60_000), run: async () => runs++ }],
    })
  const claimUntil = async (leaseUntil: string) => {
    await db.deleteFrom('jobs').execute()
    await db.insertInto('jobs').values({ name: 'backup', next_at: now, is_asked: false, attempts: 0 }).execute()
    const claimed = await claimJob(
      db,
      { name: 'backup', owner: 'one that was killed' },
      { now: leaseUntil, leaseUntil, retryAt: () => now },
    )
    expect(claimed).toBeDefined()
  }
  await claimUntil('2026-03-10T15:10:00.000Z')
  expect(await begin().runDueJobs()).toEqual([])
  await claimUntil(ahead)
  expect(await listJobs(db, now)).toMatchObject([{ state: 'running' }])
  expect(await begin().runDueJobs()).toEqual(['backup'])
  expect(runs).toBe(1)
})

test('who guessed while the clock was ahead does not keep the owner out for a year', async () => {
  const { db, request, setNow } = await testApp()
  await makeUser(db)
  const sign = (password: string) =>
    request('/api/auth/login', { json: { username: 'nora', password }, from: '10.0.0.1' })
  setNow(ahead)
  for (let i = 0; i < 5; i++) expect((await sign('a guess')).status).toBe(401)
  setNow(now)
  expect((await sign('a long enough password')).status).toBe(200)
})

test('a letter that was written while the clock was ahead is sent when it is right', async () => {
  const { db, sendMail } = await testApp()
  const body = renderMail({ appearance: StoredAppearance.parse({}) }, { paragraphs: ['Hello.'] })
  await createMail(db, { kind: 'test', to: 'ann@example.com', subject: 'A subject', body }, ahead)
  expect(await sendMail()).toBe(1)
  expect(await sendMail()).toBe(0)
})

test('who signed in while the clock was ahead stays signed in, who signed in before it too', async () => {
  const { db, request, setNow } = await testApp()
  await makeUser(db)
  const signIn = async () => {
    const response = await request('/api/auth/login', {
      json: { username: 'nora', password: 'a long enough password' },
    })
    return response.headers
      .getSetCookie()
      .map((header) => header.split(';')[0])
      .join('; ')
  }
  const isIn = async (cookie: string) => (await request('/api/auth/user', { headers: { cookie } })).status === 200
  const before = await signIn()
  setNow('2026-03-20T15:00:00.000Z')
  const during = await signIn()
  expect([await isIn(before), await isIn(during)]).toEqual([true, true])
  setNow(now)
  expect([await isIn(before), await isIn(during)]).toEqual([true, true])
})

test('health checks run again after the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date(ahead) })
  onTestFinished(() => void vi.useRealTimers())
  const { db } = await testApp()
  const health = createHealth({ db, dataDir: undefined, media: undefined })
  expect(await health.problems()).toEqual([])
  health.note(Object.assign(new Error('damaged'), { code: 'SQLITE_CORRUPT' }))
  vi.setSystemTime(new Date(now))
  vi.advanceTimersByTime(6000)
  expect(await health.problems()).toMatchObject([{ kind: 'damaged' }])
  vi.advanceTimersByTime(11 * 60_000)
  expect(await health.problems()).toEqual([])
})
