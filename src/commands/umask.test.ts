import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/run-command.ts'
import { connect } from '../server/platform/db/connect.ts'

/** The paths below a folder, and it, that other accounts of the machine may read. */
function readableByOthers(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return ['', ...names].map((name) => path.join(folder, name)).filter((file) => (statSync(file).mode & 0o077) !== 0)
}

test.skipIf(process.platform === 'win32')(
  'no other account of the machine may read what a command writes',
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-umask-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const dataDir = path.join(folder, 'data')
    const { said, code } = await runCommand(['admin', 'create', '--username', 'nora', '--generate'], {
      dataDir,
      databaseUrl: undefined,
    })
    expect(code, said).toBe(0)
    const written = [dataDir, ...readdirSync(dataDir).map((name) => path.join(dataDir, name))]
    expect(written).toContain(path.join(dataDir, 'dewlight.db'))
    for (const file of written) expect(statSync(file).mode & 0o077, file).toBe(0)
  },
)

test.skipIf(process.platform === 'win32')(
  'the files of an earlier version and those of a restored backup are closed to other accounts',
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-umask-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const dataDir = path.join(folder, 'data')
    const file = path.join(dataDir, 'dewlight.db')
    const run = async (...args: string[]) => {
      const { said, code } = await runCommand(args, { dataDir, databaseUrl: undefined })
      expect(code, said).toBe(0)
    }
    await run('admin', 'create', '--username', 'nora', '--generate')
    for (const ending of ['', '-wal', '-shm']) {
      writeFileSync(file + ending, '', { flag: 'a' })
      chmodSync(file + ending, 0o644)
    }
    await run('backup')
    expect(readableByOthers(dataDir)).toEqual([])
    const [backup] = readdirSync(path.join(dataDir, 'backups')).filter((name) => name.endsWith('.tar.gz'))
    chmodSync(file, 0o644)
    await run('restore', path.join(dataDir, 'backups', backup!), '--force')
    expect(readableByOthers(dataDir)).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')('a database is created for its own account, whatever the umask', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-umask-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const dataDir = path.join(folder, 'data')
  const db = connect({ databaseUrl: undefined, dataDir })
  await sql`create table a (b)`.execute(db)
  expect(readableByOthers(dataDir)).toEqual([])
  expect(readdirSync(dataDir)).toEqual(['dewlight.db', 'dewlight.db-shm', 'dewlight.db-wal'])
  await db.destroy()
})
