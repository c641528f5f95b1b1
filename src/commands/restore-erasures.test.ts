import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { ANN, appWithAnn, occurrences, tablesWithAddress } from '../../test/erased-person.ts'
import { runCommand } from '../../test/run-command.ts'
import { TEST_KEY, type TestApp } from '../../test/test-app.ts'
import { connect } from '../server/platform/db/connect.ts'

const isSqlite = !inject('postgres')
const env = { SECRET_KEY: TEST_KEY }

/** A site whose backup holds Ann and Bob; Ann is erased since. */
async function backedUpSite(): Promise<{ app: TestApp; file: string }> {
  const app = await appWithAnn()
  await app.request('/api/contacts', {
    json: { name: 'Bob', email: 'bob@mail.example', subject: 'A question', message: 'Which cream do you use?' },
  })
  await app.backups.make({ now: new Date('2026-03-10T14:00:00.000Z'), kind: 'manual' })
  const [backup] = await app.backups.list()
  expect((await app.asOwner('/api/personal-data/erase', { json: { email: ANN } })).status).toBe(200)
  return { app, file: path.join(app.dataDir, 'backups', backup!.name) }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-erasures-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function expectOnlyBob(dataDir: string): Promise<void> {
  const db = connect({ databaseUrl: undefined, dataDir })
  expect(await tablesWithAddress(db)).toEqual([])
  expect(await db.selectFrom('contacts').select('email').execute()).toEqual([{ email: 'bob@mail.example' }])
  expect(await db.selectFrom('erasures').select('ended_at').execute()).toEqual([{ ended_at: null }])
  await db.destroy()
  expect(Object.values(occurrences(dataDir)).every((count) => count === 0)).toBe(true)
}

test.runIf(isSqlite)(
  'a backup from before an erasure does not bring the person back, in another folder too',
  { timeout: 60_000 },
  async () => {
    const { app, file } = await backedUpSite()
    await app.jobs.runDueJobs()
    expect(statSync(path.join(app.dataDir, 'backups', 'erasures.json')).mode & 0o777).toBe(0o600)
    const dataDir = temporaryFolder()
    const { said, code } = await runCommand(['restore', file], { dataDir, databaseUrl: undefined, env })
    expect(code, said).toBe(0)
    expect(said).toContain('Erased again: 1 person whose data the backup still held.')
    await expectOnlyBob(dataDir)
  },
)

test.runIf(isSqlite)(
  'an erasure that is not copied next to the backups yet is repeated by a restore in place',
  { timeout: 60_000 },
  async () => {
    const { app, file } = await backedUpSite()
    await app.db.destroy()
    const place = { dataDir: app.dataDir, databaseUrl: undefined, env }
    const { said, code } = await runCommand(['restore', file, '--force'], place)
    expect(code, said).toBe(0)
    await expectOnlyBob(app.dataDir)
  },
)

test.runIf(isSqlite)(
  'a restore keeps an erasure ended that its person has ended by signing up again',
  { timeout: 60_000 },
  async () => {
    const { app, file } = await backedUpSite()
    const endedAt = '2026-03-11T10:00:00.000Z'
    await app.db.updateTable('erasures').set({ ended_at: endedAt }).execute()
    await app.db.destroy()
    const { said, code } = await runCommand(['restore', file, '--force'], {
      dataDir: app.dataDir,
      databaseUrl: undefined,
      env,
    })
    expect(code, said).toBe(0)
    const db = connect({ databaseUrl: undefined, dataDir: app.dataDir })
    expect(await tablesWithAddress(db)).toEqual([])
    expect(await db.selectFrom('erasures').select('ended_at').execute()).toEqual([{ ended_at: endedAt }])
    await db.destroy()
  },
)

test.runIf(isSqlite)(
  'erasures that wait for the key of the site are repeated once it is back; a list that cannot be read stops the restore',
  { timeout: 90_000 },
  async () => {
    const { app, file } = await backedUpSite()
    await app.jobs.runDueJobs()
    const place = { dataDir: temporaryFolder(), databaseUrl: undefined }
    const without = await runCommand(['restore', file], place)
    expect(without.said).toContain('1 erasure could not be repeated, because the key of the site is another one.')
    const again = await runCommand(['restore', file, '--force'], { ...place, env })
    expect(again.said).toContain('Erased again: 1 person')
    await expectOnlyBob(place.dataDir)
    writeFileSync(path.join(app.dataDir, 'backups', 'erasures.json'), '[{"key"')
    const broken = await runCommand(['restore', file], { ...place, dataDir: temporaryFolder(), env })
    expect(broken).toMatchObject({ code: 1 })
    expect(broken.said).toContain('The list of erasures next to the backups cannot be read.')
  },
)
