import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/postgres.ts'

export type World = {
  origin: string
  /** Throws with what it said where it ends instead. */
  start(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  stop(): Promise<void>
  untilReady(): Promise<void>
  /** Until it answers at all: a site that is not ready may still be read. */
  untilAnswering(): Promise<void>
  /** What it has logged and printed since its last start, where that is kept. */
  said(): string
}

export type WorldOptions = {
  dataDir: string
  databaseUrl: string | undefined
  env?: Record<string, string>
  /** Where it listens; another free one unless it is named. */
  port?: number
  /** As whom it runs: `root` may write everywhere. */
  user?: { uid: number; gid: number }
  /** Keeps what it says, from warnings up. */
  isHeard?: boolean
}

/** The built site as a process that can be killed and started again on the same data. */
export async function startWorld(options: WorldOptions): Promise<World> {
  const world = await createWorld(options)
  await world.start()
  return world
}

/** The same, not started yet. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { dataDir, databaseUrl, env = {}, user, isHeard, port = await freePort() } = options
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let said = ''
  // Whatever ends this program ends the site.
  process.prependListener('exit', () => child && isAlive(child) && process.kill(-child.pid!, 'SIGKILL'))

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (!child || !isAlive(child)) return
    const ended = once(child, 'exit')
    // All its processes at once, as the kernel or a power cut would end them.
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

  const world: World = {
    origin,
    async start() {
      // Its complaints about the faults are part of the play.
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
      // As `npm start` does.
      child = spawn(process.execPath, ['--max-semi-space-size=8', 'dist/server/main.js'], {
        env: { MALLOC_ARENA_MAX: '2', ...process.env, ...settings, ...env },
        stdio: isHeard ? ['ignore', 'pipe', 'pipe'] : ['ignore', toSee, 'inherit'],
        detached: true,
        ...user,
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          said = (said + text).slice(-200_000)
        })
      if (isHeard) await world.untilAnswering()
      else await world.untilReady()
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    untilReady: () => until((answer) => answer.ok),
    untilAnswering: () => until(() => true),
    said: () => said,
  }
  return world
}

const isAlive = (child: ChildProcess) => child.exitCode === null && child.signalCode === null
