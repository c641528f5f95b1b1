import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'

/** What a process leaves that is killed while it writes. */
const leftovers = [
  'purge-request.unfinished-17-1',
  'secret-key.unfinished-17',
  '.can-write-0f8fad5b',
  'unfinished-restore-Ab12/dewlight.db',
  'outbox/2026-03-01T10-00-00-7.eml.part',
  'backups/unfinished-x1/archive',
  'media/abc/640.avif.unfinished-17-3',
]

function makeFile(folder: string, name: string, at: Date): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, 'half')
  utimesSync(file, at, at)
  if (name.includes('/')) utimesSync(path.dirname(file), at, at)
}

test('the nightly job removes what killed processes left a day ago, and nothing else', async () => {
  const { jobs, setNow, dataDir } = await testApp()
  const night = new Date('2026-03-11T09:00:00.000Z')
  const others = [
    'secret-key',
    'outbox/2026-03-01T10-00-00-7.eml',
    'media/abc/source',
    'dewlight.db.damaged-2026-03-01T100000',
  ]
  for (const name of [...leftovers, ...others]) makeFile(dataDir, name, new Date('2026-03-09T09:00:00.000Z'))
  const running = ['purge-request.unfinished-18-1', 'backups/unfinished-x2/archive', 'outbox/a.eml.part']
  for (const name of running) makeFile(dataDir, name, night)
  await jobs.runDueJobs()
  setNow(night.toISOString())
  expect(await jobs.runDueJobs()).toContain('purge-images')
  const isThere = (name: string) => existsSync(path.join(dataDir, name))
  expect(leftovers.filter(isThere)).toEqual([])
  expect([...others, ...running].filter(isThere)).toEqual([...others, ...running])
})
