import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { BackupList } from '../../../contract/platform/backups.ts'
import { addDays } from '../../../contract/platform/days.ts'
import { createJobs } from '../jobs/jobs.ts'
import { nextNight } from '../jobs/nightly.ts'
import { createBackups } from './backups.ts'
import { outdatedBackups } from './keep.ts'

const nameOn = (day: string, suffix = '-nightly') => `dewlight-${day}-080000-1a2b3c${suffix}.tar.gz`

test('retention keeps seven days, four weeks, six months and all manual backups of a year', () => {
  const keep = { daily: 7, weekly: 4, monthly: 6 }
  const byHand = [nameOn('2025-01-01', ''), nameOn('2025-06-15', '')]
  const upgrades = ['2025-02-01', '2025-03-01', '2025-04-01', '2025-05-01'].map((day) => nameOn(day, '-upgrade'))
  let names = [...byHand, ...upgrades]
  for (let day = '2025-01-01'; day <= '2025-12-31'; day = addDays(day, 1)) {
    names.push(nameOn(day))
    const outdated = outdatedBackups(names, keep)
    names = names.filter((name) => !outdated.includes(name))
  }
  const days = names
    .filter((name) => name.includes('nightly'))
    .map((name) => name.slice(9, 19))
    .sort()
  expect(days).toEqual([
    // The last night of each of the last six months and four weeks, and the last seven nights.
    ...['2025-07-31', '2025-08-31', '2025-09-30', '2025-10-31', '2025-11-30'],
    ...['2025-12-14', '2025-12-21'],
    ...['2025-12-25', '2025-12-26', '2025-12-27', '2025-12-28', '2025-12-29', '2025-12-30', '2025-12-31'],
  ])
  expect(names.filter((name) => !name.includes('nightly'))).toEqual([...byHand, ...upgrades.slice(1)])
})

test('a backup runs each night, and the oldest is deleted', async () => {
  const { jobs, setNow, dataDir, asOwner } = await testApp()
  const backupDir = path.join(dataDir, 'backups')
  await jobs.runDueJobs()
  for (let night = 1; night <= 9; night++) {
    setNow(`2026-03-${10 + night}T08:00:00.000Z`)
    expect(await jobs.runDueJobs()).toContain('backup')
  }
  const made = readdirSync(backupDir).map((name) => name.slice(9, 19))
  expect(made).toEqual([
    ...['2026-03-13', '2026-03-14', '2026-03-15', '2026-03-16', '2026-03-17', '2026-03-18', '2026-03-19'],
  ])
  const { backups } = (await (await asOwner('/api/backups')).json()) as BackupList
  expect(new Set(backups.map(({ kind }) => kind))).toEqual(new Set(['nightly']))
})

test('a manual backup in the evening is kept, and the nightly one still runs', async () => {
  const { jobs, setNow, asOwner } = await testApp()
  await jobs.runDueJobs()
  await asOwner('/api/backups', { method: 'POST' })
  await jobs.settled()
  setNow('2026-03-11T08:00:00.000Z')
  await jobs.runDueJobs()
  const { backups } = (await (await asOwner('/api/backups')).json()) as BackupList
  expect(backups.map(({ kind }) => kind)).toEqual(['nightly', 'manual'])
})

test('two processes never run a backup at once, and both report its progress', async () => {
  const { db, dataDir, jobs, asOwner, setNow } = await testApp()
  await makePost(db)
  await jobs.runDueJobs()
  setNow('2026-03-11T08:00:00.000Z')
  const now = new Date('2026-03-11T08:00:00.000Z')
  // The second process, whose backup ends when the test says so.
  let end!: () => void
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const second = createJobs({
    db,
    clock: () => now,
    log: pino({ level: 'silent' }),
    jobs: [
      {
        name: 'backup',
        next: (after) => nextNight('UTC', '03:00', after),
        async run({ reportProgress }) {
          reportProgress({ step: 'packing', part: 0.5 })
          await ended
        },
      },
    ],
  })
  await second.wake()
  const shown = async () => (await (await asOwner('/api/backups')).json()) as BackupList
  await expect.poll(async () => (await shown()).running).toEqual({ step: 'packing', part: 0.5 })
  expect(await jobs.runDueJobs()).not.toContain('backup')
  expect((await asOwner('/api/backups', { method: 'POST' })).status).toBe(202)
  await jobs.settled()
  expect((await shown()).backups).toEqual([])
  end()
  await second.settled()
  expect(await shown()).toMatchObject({ running: null, lastError: null })
  expect(readdirSync(dataDir)).not.toContain('backups')
})

test('other files and manual backups are never deleted', async () => {
  const { dataDir, db, media } = await testApp()
  const backupDir = path.join(dataDir, 'backups')
  mkdirSync(backupDir)
  const others = ['notes.txt', nameOn('2020-01-01', ''), 'dewlight-2020-01-01.tar.gz']
  for (const name of [...others, nameOn('2020-01-01')]) writeFileSync(path.join(backupDir, name), '')
  const backups = createBackups({ openDb: () => db, media, backupDir })
  await backups.removeOutdated({ daily: 0, weekly: 0, monthly: 0 })
  expect(readdirSync(backupDir).sort()).toEqual([...others].sort())
})
