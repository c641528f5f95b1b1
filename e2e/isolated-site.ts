import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type IsolatedSite = {
  origin: string
  dataDir: string
  /** The process that was started. */
  pid: number
  /** Its standard output so far. */
  output(): string
  stop(): Promise<void>
}

type Options = {
  env?: Record<string, string>
  /** Starts on an empty data folder instead of a copy of the demo. */
  isEmpty?: boolean
}

const root = path.resolve(import.meta.dirname, '..')

/** The built site on a data folder of its own, for tests whose changes other tests would see. Resolves when it is ready. */
export async function startIsolatedSite(port: number, { env, isEmpty }: Options = {}): Promise<IsolatedSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-isolated-site-'))
  if (!isEmpty) copyDemoData(dataDir)
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Starts in a third of the time; the shared site runs in the default number of processes.
      WEB_CONCURRENCY: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const origin = `http://localhost:${port}`
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`The site did not start: ${output}`)
    await sleep(50)
  }
  return {
    origin,
    dataDir,
    pid: child.pid!,
    output: () => output,
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies what `prepare.ts` made. */
export function copyDemoData(dataDir: string): void {
  cpSync(path.join(root, 'test-results/demo-data'), dataDir, { recursive: true })
}
