import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { acquireJob, findJob } from './jobs.repo.ts'
import { withJobLease } from './with-job-lease.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const signal = new AbortController().signal
const options = { clock: () => now, signal, lookEveryMs: 5 }

test('a manual run holds the lease, so no process of the site starts the job meanwhile; it runs afterwards', async () => {
  const { db, jobs, setNow, backups } = await testApp()
  await jobs.runDueJobs()
  setNow('2026-03-11T08:00:00.000Z')
  const clock = () => new Date('2026-03-11T08:00:00.000Z')
  await withJobLease(
    db,
    'backup',
    async () => {
      expect(await jobs.runDueJobs()).not.toContain('backup')
      expect(await findJob(db, 'backup', clock().toISOString())).toMatchObject({ state: 'running' })
    },
    { ...options, clock },
  )
  expect(await backups.list()).toEqual([])
  expect(await jobs.runDueJobs()).toContain('backup')
  expect(await backups.list()).toHaveLength(1)
})

test('of two concurrent manual runs the second waits for the first', async () => {
  const { db } = await testApp()
  const said: string[] = []
  const make = (name: string) =>
    withJobLease(
      db,
      'backup',
      async () => {
        said.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, 50))
        said.push(`${name} ends`)
      },
      options,
    )
  await Promise.all([make('one'), make('two')])
  const first = said[0] === 'one begins' ? ['one', 'two'] : ['two', 'one']
  expect(said).toEqual(first.flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('waiting is reported, and ends with a timeout or when it is aborted', async () => {
  const { db } = await testApp()
  const lease = { now: now.toISOString(), leaseUntil: '2026-03-10T15:02:00.000Z' }
  expect(await acquireJob(db, { name: 'backup', owner: 'another' }, lease)).toBe(true)
  let waits = 0
  const onWait = () => {
    waits += 1
  }
  const work = () => Promise.reject(new Error('must not begin'))
  await expect(withJobLease(db, 'backup', work, { ...options, onWait, waitMs: 30 })).rejects.toThrow('for too long')
  expect(waits).toBe(1)
  await expect(withJobLease(db, 'backup', work, { ...options, signal: AbortSignal.timeout(30) })).rejects.toThrow()
  // The lease of a dead process expires.
  const clock = () => new Date('2026-03-10T15:02:00.000Z')
  expect(await withJobLease(db, 'backup', async () => 'done', { ...options, clock })).toBe('done')
})

test('a failed or aborted run releases the lease at once and leaves the plan unchanged', async () => {
  const { db, jobs } = await testApp()
  await jobs.runDueJobs()
  const before = await findJob(db, 'backup', now.toISOString())
  const work = () => Promise.reject(new Error('the disk is full'))
  await expect(withJobLease(db, 'backup', work, options)).rejects.toThrow('the disk is full')
  expect(await findJob(db, 'backup', now.toISOString())).toEqual({ ...before, lastStartedAt: now.toISOString() })
})

test('an expired holder does not release the lease of another process', async () => {
  const { db } = await testApp()
  await withJobLease(
    db,
    'backup',
    async () => {
      const taken = { now: '2026-03-10T15:02:00.000Z', leaseUntil: '2026-03-10T15:04:00.000Z' }
      expect(await acquireJob(db, { name: 'backup', owner: 'another' }, taken)).toBe(true)
    },
    options,
  )
  expect(await findJob(db, 'backup', '2026-03-10T15:03:00.000Z')).toMatchObject({ state: 'running' })
})
