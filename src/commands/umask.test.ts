import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../test/run-command.ts'

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
