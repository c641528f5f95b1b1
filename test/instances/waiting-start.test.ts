import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { withStartLock } from '../../src/server/platform/db/start-lock.ts'
import { freePort, startPostgres } from '../postgres.ts'

test('an instance of several processes that waits for the start of another one ends at SIGTERM', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-instances-'))
  const postgres = await startPostgres()
  onTestFinished(async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const port = String(await freePort())
  const env = { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: dataDir, PORT: port, WEB_CONCURRENCY: '2' }
  await withStartLock(
    postgres.url,
    async () => {
      const child = spawn(process.execPath, ['dist/server/main.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      onTestFinished(() => void child.kill('SIGKILL'))
      await untilItSays(child, 'another process prepares the database')
      child.kill('SIGTERM')
      const startedAt = performance.now()
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(performance.now() - startedAt).toBeLessThan(8000)
    },
    () => {},
  )
})

async function untilItSays({ stdout }: ChildProcess, text: string): Promise<void> {
  let said = ''
  for await (const chunk of stdout!.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (said.includes(text)) return
  }
  throw new Error(`It ended. ${said}`)
}
