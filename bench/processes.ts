import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobStatus } from '../src/contract/platform/jobs.ts'
import type { ClickLoad, ClickLoadResult } from './click-load.ts'
import type { Load, LoadResult } from './load-options.ts'

export type Running = {
  origin: string
  pid: number
  stop(): Promise<void>
  /** With SIGKILL. */
  kill(): Promise<void>
}

/**
 * The built site in one process (unless WEB_CONCURRENCY is set). Resolves when it is ready. Default `dataDir`: a copy of the
 * demo, deleted with it. `checkout` is the folder whose `dist` is started, by default this one.
 */
export async function startSite(env: Record<string, string> = {}, dataDir?: string, checkout = '.'): Promise<Running> {
  const folder = dataDir ?? (await copyOfDemo(checkout))
  const port = await freePort()
  // Another checkout is started as it was built, with its own flags.
  const start: typeof import('../bin/replace-process.js') = await import(
    path.resolve(checkout, 'bin/replace-process.js')
  )
  const script = checkout === '.' ? ['scripts/start.ts'] : [...start.serverFlags, 'dist/server/main.js']
  const child = spawn(process.execPath, script, {
    cwd: checkout,
    env: {
      WEB_CONCURRENCY: '1',
      ...process.env,
      ...start.serverVariables,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(`${origin}/readyz`, child)
  return {
    origin,
    pid: child.pid!,
    kill: () => end(child, 'SIGKILL', -child.pid!),
    stop: async () => {
      await end(child)
      if (!dataDir) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `baseline-server.ts` with a file of responses, in one process unless `env` sets WEB_CONCURRENCY. */
export async function startBaseline(file: string, env: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, ['bench/baseline-server.ts', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [chunk] = (await once(child.stdout!, 'data')) as [Buffer]
  return {
    origin: `http://127.0.0.1:${String(chunk).trim()}`,
    pid: child.pid!,
    stop: () => end(child),
    kill: () => end(child, 'SIGKILL'),
  }
}

/** Signs in with the demo account and returns the cookie. */
export async function signIn({ origin }: Running): Promise<string> {
  const response = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'dewlight-demo' }),
  })
  if (!response.ok) throw new Error(`The demo account could not sign in: ${response.status}`)
  return response.headers.getSetCookie()[0]!.split(';')[0]!
}

let demo: Promise<string> | undefined

/** Created once for all sites of a run, with all image variants. */
export async function copyOfDemo(checkout = '.'): Promise<string> {
  demo ??= makeDemo(checkout)
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
  cpSync(await demo, folder, { recursive: true })
  return folder
}

async function makeDemo(checkout: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const site = await startSite({}, folder, checkout)
  await untilImagesAreMade(site, await signIn(site))
  await site.stop()
  return folder
}

/** The first start warms image variants in the background, which would distort the measurement. */
export function untilImagesAreMade(site: Running, cookie: string): Promise<void> {
  return untilJobIsDone(site, cookie, 'make-images')
}

/** Throws the error of the job, and after 20 minutes. */
export async function untilJobIsDone({ origin }: Running, cookie: string, name: string): Promise<void> {
  const started = Date.now()
  for (;;) {
    const answer = await fetch(`${origin}/api/jobs`, { headers: { cookie } })
    const job = ((await answer.json()) as JobStatus[]).find((each) => each.name === name)
    if (job?.lastError) throw new Error(`The job ${name} failed: ${job.lastError}`)
    if (job?.state === 'waiting' && job.lastFinishedAt) return
    if (Date.now() - started > 20 * 60_000) throw new Error(`The job ${name} is not done after 20 minutes.`)
    await sleep(500)
  }
}

export function send(load: Load): Promise<LoadResult> {
  return answerOf<LoadResult>('bench/load.ts', load)
}

export function sendClicks(load: ClickLoad): Promise<ClickLoadResult> {
  return answerOf<ClickLoadResult>('bench/click-load.ts', load)
}

async function answerOf<Answer>(script: string, load: object): Promise<Answer> {
  const child = spawn(process.execPath, [script, JSON.stringify(load)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    text += chunk
  })
  await once(child, 'close')
  return JSON.parse(text) as Answer
}

/** `pid` is the child's, or its process group as a negative number. */
async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM', pid = child.pid!): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(pid, signal)
  await ended
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error('The site did not start.')
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}
