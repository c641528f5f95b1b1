import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../postgres.ts'

export type World = {
  origin: string
  start(): Promise<void>
  /** `kill -9`. */
  kill(): Promise<void>
  stop(): Promise<void>
  untilReady(): Promise<void>
}

/** The built site as a process that can be killed and started again on the same data. */
export async function startWorld({
  dataDir,
  databaseUrl,
}: {
  dataDir: string
  databaseUrl: string | undefined
}): Promise<World> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // All its processes at once, as the kernel or a power cut would end them.
    if (signal === 'SIGKILL') process.kill(-child.pid!, signal)
    else child.kill(signal)
    await ended
  }
  const world: World = {
    origin,
    async start() {
      // Its complaints about the faults are part of the play.
      const env = {
        NODE_ENV: 'production',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
        TRUST_PROXY: '1',
        PORT: String(port),
        WEB_CONCURRENCY: process.env.WEB_CONCURRENCY ?? '2',
        DATA_DIR: dataDir,
      }
      child = spawn(process.execPath, ['dist/server/main.js'], {
        env: { ...process.env, ...env, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) },
        stdio: ['ignore', process.env.LOG_LEVEL ? 'inherit' : 'ignore', 'inherit'],
        detached: true,
      })
      await world.untilReady()
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    async untilReady() {
      for (let i = 0; i < 1200; i++) {
        if (child.exitCode !== null) throw new Error(`The site ended with ${child.exitCode}.`)
        const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
        if (answer?.ok) return
        await sleep(50)
      }
      throw new Error('The site was not ready within a minute.')
    },
  }
  await world.start()
  return world
}
