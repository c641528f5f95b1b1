import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { mallocSettings } from '../../bin/malloc-settings.js'
import { serverFlags } from '../../bin/replace-process.js'
import { freePort } from '../postgres.ts'

export type SiteUnderTest = {
  origin: string
  /** Throws with its output if it exits. */
  start(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  stop(): Promise<void>
  untilReady(): Promise<void>
  /** Resolves at the first response: a site that is not ready may still serve pages. */
  untilAnswering(): Promise<void>
  /** The process that was started last: the primary process if there are several. */
  pid(): number
  /** Its output since the last start, if `isHeard`. */
  said(): string
}

export type SiteOptions = {
  dataDir: string
  databaseUrl: string | undefined
  env?: Record<string, string>
  /** Default: a free port. */
  port?: number
  /** The user it runs as: root may write everywhere. */
  user?: { uid: number; gid: number }
  /** Captures its log from level warn. */
  isHeard?: boolean
  /** The folder whose `dist` is started. Default: this one. */
  checkout?: string
}

/** Starts the built site as a process that can be killed and restarted on the same data. */
export async function startSiteUnderTest(options: SiteOptions): Promise<SiteUnderTest> {
  const site = await createSiteUnderTest(options)
  await site.start()
  return site
}

/** The same without starting it. */
export async function createSiteUnderTest(options: SiteOptions): Promise<SiteUnderTest> {
  const { dataDir, databaseUrl, env = {}, user, isHeard, port = await freePort() } = options
  const { checkout = '.' } = options
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let said = ''
  let isEnding = false
  // The site exits with this program.
  process.prependListener('exit', () => child && isAlive(child) && process.kill(-child.pid!, 'SIGKILL'))

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || !isAlive(child)) return
    isEnding = true
    const ended = once(child, 'exit')
    // All its processes at once, like the OOM killer or a power failure.
    if (signal === 'SIGKILL') process.kill(-child.pid!, signal)
    else child.kill(signal)
    await ended
  }

  async function until(isThere: (answer: Response) => boolean): Promise<void> {
    for (let i = 0; i < 1200; i++) {
      if (child && !isAlive(child)) throw new Error(`The site ended with ${child.exitCode}. ${said}`.trim())
      const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
      if (answer && isThere(answer)) return
      await sleep(50)
    }
    throw new Error('The site was not ready within a minute.')
  }

  const site: SiteUnderTest = {
    origin,
    async start() {
      // Log messages about the injected faults are expected.
      const logLevel = process.env.LOG_LEVEL ?? (isHeard ? 'warn' : 'silent')
      const settings = {
        NODE_ENV: 'production',
        LOG_LEVEL: logLevel,
        TRUST_PROXY: '1',
        PORT: String(port),
        WEB_CONCURRENCY: process.env.WEB_CONCURRENCY ?? '2',
        DATA_DIR: dataDir,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      }
      const toSee = process.env.LOG_LEVEL ? 'inherit' : 'ignore'
      said = ''
      isEnding = false
      // Same as `npm start`.
      child = spawn(process.execPath, [...serverFlags, 'dist/server/main.js'], {
        env: { ...mallocSettings, ...process.env, ...settings, ...env },
        stdio: isHeard ? ['ignore', 'pipe', 'pipe'] : ['ignore', toSee, 'inherit'],
        detached: true,
        cwd: checkout,
        ...user,
      })
      child.once('exit', (code, signal) => {
        if (!isEnding) console.log(`The site ended by itself: code ${code}, signal ${signal}`)
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-200_000)
        })
      if (isHeard) await site.untilAnswering()
      else await site.untilReady()
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    untilReady: () => until((answer) => answer.ok),
    untilAnswering: () => until(() => true),
    pid: () => child!.pid!,
    said: () => said,
  }
  return site
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null
