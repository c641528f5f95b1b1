import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countTimers } from '../test/count-timers.ts'
import { testSite } from '../test/test-site.ts'

const SECONDS = 3

test('a site at rest is woken by no timer more than once a second, and by all together hardly more', async () => {
  const timers = countTimers()
  onTestFinished(timers.stop)
  const { db } = await testSite()
  await vi.waitFor(async () => {
    const jobs = await db.selectFrom('jobs').select(['lease_until', 'last_finished_at', 'name']).execute()
    expect(jobs.find(({ name }) => name === 'tidy-up')?.last_finished_at).toBeTruthy()
    expect(jobs.filter(({ lease_until }) => lease_until !== null)).toEqual([])
  }, 15_000)
  timers.take()
  await sleep(SECONDS * 1000)
  const sources = timers.take()
  expect(sources.filter(({ fired }) => fired > SECONDS + 1)).toEqual([])
  // The polls of jobs, mail and newsletters come together every five seconds.
  expect(sources.reduce((sum, { fired }) => sum + fired, 0)).toBeLessThanOrEqual(5 * SECONDS)
  expect(sources.length).toBeGreaterThan(0)
})
