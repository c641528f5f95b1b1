import { expect, test } from 'vitest'
import type { JobStatus } from '../../../contract/platform/jobs.ts'
import type { EarningImport } from '../../../contract/shop/earning-imports.ts'
import { waitingReason } from './waiting-reason.ts'

const job = (over: Partial<JobStatus>): JobStatus => ({
  name: 'earnings',
  state: 'running',
  nextAt: '2026-03-10T15:05:00.000Z',
  lastStartedAt: null,
  lastFinishedAt: null,
  lastError: null,
  ...over,
})
const item = (id: number, state: EarningImport['state']) => ({ id, state, fileName: `${id}.csv` })
const reason = (id: number, state: EarningImport['state'], over: Partial<JobStatus> = {}) => {
  const imports = [item(1, 'done'), item(2, 'surveying'), item(3, 'writing'), item(4, 'surveying'), item(5, 'ready')]
  return waitingReason(item(id, state), { imports, job: job(over), format: (time) => time.slice(11, 16) })
}

test('an import that waits says for what', () => {
  expect(reason(3, 'writing')).toBeUndefined()
  expect(reason(4, 'surveying')).toBe('Waits until ‘3.csv’ is done.')
  expect(reason(3, 'writing', { state: 'due' })).toBe('Begins within seconds.')
  expect(reason(3, 'writing', { state: 'interrupted' })).toBe(
    'The process that did this has ended. Another one goes on with it within half a minute.',
  )
  expect(reason(4, 'surveying', { state: 'waiting', lastError: 'the disk is full' })).toBe(
    'The last attempt failed (the disk is full). The next one is at 15:05.',
  )
})
