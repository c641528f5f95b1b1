import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../postgres.ts'

/** Starts a public site on an empty data folder. */
function start(port: number, workers: number) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-starting-'))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDir,
      SITE_URL: 'https://dew.example',
      WEB_CONCURRENCY: String(workers),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  return { child, ended, output: () => output }
}

test.each([1, 2])(
  'with %i processes, the setup link is printed when it works, and SIGHUP ends the site in order',
  async (workers) => {
    const port = await freePort()
    const { child, ended, output } = start(port, workers)
    while (!output().includes('/setup?token=') && child.exitCode === null) await sleep(5)
    const token = /\/setup\?token=([\w-]+)/.exec(output())![1]
    expect((await fetch(`http://127.0.0.1:${port}/setup?token=${token}`)).status).toBe(200)
    child.kill('SIGHUP')
    expect(await ended).toEqual([0, null])
    expect(output().match(/token=/g)).toHaveLength(1)
  },
)

test('no setup link is printed by a site that cannot listen', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { ended, output } = start((taken.address() as { port: number }).port, 1)
  expect(await ended).toEqual([1, null])
  expect(output()).not.toContain('token=')
})
