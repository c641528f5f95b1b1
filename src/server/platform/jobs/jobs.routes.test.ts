import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import type { AuditEntry } from '../../../contract/accounts/audit.ts'
import { JobName, type JobStatus } from '../../../contract/platform/jobs.ts'

test('the owner lists the jobs and runs one, which enters the audit trail', async () => {
  const { jobs, asOwner, setNow } = await testApp()
  await jobs.runDueJobs()
  const shown = async () => (await (await asOwner('/api/jobs')).json()) as JobStatus[]
  const before = await shown()
  expect(before.map(({ name }) => name)).toEqual(JobName.options)
  expect(before.find(({ name }) => name === 'retention')).toEqual({
    name: 'retention',
    state: 'waiting',
    nextAt: '2026-03-11T08:00:00.000Z',
    lastStartedAt: null,
    lastFinishedAt: null,
    lastError: null,
  })
  setNow('2026-03-10T16:30:00.000Z')
  const response = await asOwner('/api/jobs/retention/run', { method: 'POST' })
  expect(response.status).toBe(202)
  expect(((await response.json()) as JobStatus[]).find(({ name }) => name === 'retention')!.state).toBe('due')
  await jobs.settled()
  expect((await shown()).find(({ name }) => name === 'retention')).toMatchObject({
    state: 'waiting',
    lastFinishedAt: '2026-03-10T16:30:00.000Z',
    nextAt: '2026-03-11T08:00:00.000Z',
  })
  const [entry] = (await (await asOwner('/api/audit?area=jobs')).json()) as AuditEntry[]
  expect(entry).toMatchObject({ path: '/jobs/retention/run', subject: 'Deletion of old analytics' })
})

test('an unknown job is not found', async () => {
  const { asOwner } = await testApp()
  const response = await asOwner('/api/jobs/everything/run', { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([404, { message: 'Job not found' }])
})

test('nightly jobs follow the time zone of the site', async () => {
  const { jobs, asOwner } = await testApp()
  await asOwner('/api/settings', { method: 'PUT', json: { timeZone: 'Asia/Tokyo' } })
  await jobs.runDueJobs()
  const shown = (await (await asOwner('/api/jobs')).json()) as JobStatus[]
  expect(shown.find(({ name }) => name === 'backup')!.nextAt).toBe('2026-03-10T18:00:00.000Z')
})
