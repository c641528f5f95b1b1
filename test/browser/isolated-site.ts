import { type ChildProcess, spawn } from 'node:child_process'
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
  /** Ends all its processes, and deletes the data folder unless `DATA_DIR` named one. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

type Options = {
  env?: Record<string, string>
  /** Starts on an empty data folder instead of a copy of the demo. */
  isEmpty?: boolean
  /** The caller deletes the data folder. */
  keepsData?: boolean
  /** Folder of the control group that the processes run in. */
  cgroup?: string | undefined
}

/** Enters a control group, then becomes the program that follows. */
const entering = 'echo $$ > "$0/cgroup.procs" && exec "$@"'

const root = path.resolve(import.meta.dirname, '../..')

/** The built site on a data folder of its own, for tests whose changes other tests would see. Resolves when it is ready. */
export async function startIsolatedSite(
  port: number,
  { env, isEmpty, keepsData, cgroup }: Options = {},
): Promise<IsolatedSite> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-isolated-site-'))
  if (!isEmpty) copyDemoData(dataDir)
  const site = [process.execPath, 'dist/server/main.js']
  const [program, ...args] = cgroup ? ['sh', '-c', entering, cgroup, ...site] : site
  const child = spawn(program!, args, {
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
    detached: true,
  })
  // It does not outlive a test that failed.
  const kill = () => isAlive(child) && process.kill(-child.pid!, 'SIGKILL')
  process.once('exit', kill)
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
    stop: async (signal = 'SIGTERM') => {
      const ended = once(child, 'exit')
      process.off('exit', kill)
      if (signal === 'SIGKILL') kill()
      else child.kill(signal)
      await ended
      if (!keepsData) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Copies what `prepare.ts` made. */
export function copyDemoData(dataDir: string): void {
  cpSync(path.join(root, 'test-results/demo-data'), dataDir, { recursive: true })
}
