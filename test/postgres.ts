import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { fastTmpdir } from './fast-tmpdir.ts'

export type TestPostgres = {
  url: string
  sentence: string
  stop: () => Promise<void>
  /** PGlite: one database, no templates. */
  isEmbedded?: boolean
  /** Absent for PGlite and a named server. */
  control?: PostgresControl
}

export type PostgresControl = {
  /** Stops the server like a crash and restarts it on the same data. */
  crash(): Promise<void>
  /** Closes all connections and stops; `start` runs it again on the same data and port. */
  halt(): Promise<void>
  start(): Promise<void>
  /** Suspends the server with all its processes (SIGSTOP): the kernel still accepts connections, and nothing responds. */
  pause(): void
  resume(): void
  /** The process id of the running server. */
  pid(): number
}

/**
 * A PostgreSQL for the tests: the server of `TEST_DATABASE_URL` (a superuser), the installed one, or PGlite, which
 * `TEST_POSTGRES=pglite` forces.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const named = process.env.TEST_DATABASE_URL
  if (named)
    return { url: named, sentence: 'PostgreSQL: the server that TEST_DATABASE_URL names.', stop: async () => {} }
  if (process.env.TEST_POSTGRES === 'pglite') return startPglite('TEST_POSTGRES asks for it')
  const programs = findPrograms()
  if (!programs) return startPglite('no PostgreSQL server is installed here')
  try {
    return await startServer(programs)
  } catch (error) {
    return startPglite(
      `the installed PostgreSQL did not start (${error instanceof Error ? error.message.split('\n')[0] : error})`,
    )
  }
}

/** Whether a server is installed, which can be stopped and paused; PGlite cannot. */
export function hasPostgres(): boolean {
  return findPrograms() !== undefined
}

function findPrograms(): string | undefined {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').sort().reverse() : []
  const folders = [
    ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env.PATH ?? '').split(':'),
  ]
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')))
}

async function startServer(programs: string): Promise<TestPostgres> {
  const folder = mkdtempSync(path.join(fastTmpdir(), 'dewlight-postgres-'))
  const owner = unprivilegedUser()
  if (owner) {
    chownSync(folder, owner.uid, owner.gid)
    chmodSync(folder, 0o700)
  }
  const data = path.join(folder, 'data')
  execFileSync(
    path.join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
    { ...owner, cwd: folder, stdio: 'ignore' },
  )
  return launchServer(programs, folder)
}

/** Runs a server on the data in `folder`/data, which is removed when it stops. */
async function launchServer(programs: string, folder: string): Promise<TestPostgres> {
  const port = await freePort()
  const options = { ...unprivilegedUser(), cwd: folder, stdio: 'ignore' as const }
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
  ]
  const data = path.join(folder, 'data')
  const launch = () =>
    spawn(path.join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], options)
  let server = launch()
  const isRunning = () => server.exitCode === null && server.signalCode === null
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (!isRunning()) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    signalAll(server, 'SIGCONT')
    server.kill(signal)
    await ended
  }
  const start = async () => {
    server = launch()
    await waitForPort(port, server)
  }
  // If a signal ends the tests.
  process.prependListener('exit', () => {
    if (isRunning()) {
      signalAll(server, 'SIGCONT')
      server.kill('SIGQUIT')
    }
    rmSync(folder, { recursive: true, force: true })
  })
  await waitForPort(port, server)
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    sentence: `PostgreSQL: ${execFileSync(path.join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()}, started for the tests.`,
    async stop() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
    control: {
      async crash() {
        await end('SIGQUIT')
        await start()
      },
      halt: () => end('SIGINT'),
      start,
      pause: () => signalAll(server, 'SIGSTOP'),
      resume: () => signalAll(server, 'SIGCONT'),
      pid: () => server.pid!,
    },
  }
}

/** The postmaster first, so that it starts no further process meanwhile. */
function signalAll({ pid }: ChildProcess, signal: 'SIGSTOP' | 'SIGCONT'): void {
  process.kill(pid!, signal)
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  for (const child of children) {
    try {
      process.kill(Number(child), signal)
    } catch {
      // It has ended.
    }
  }
}

/** PostgreSQL and PgBouncer refuse to run as root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  return process.getuid?.() === 0 ? numericUser() : undefined
}

async function startPglite(reason: string): Promise<TestPostgres> {
  const [{ PGlite }, { pg_trgm }, { PGLiteSocketServer }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite-socket'),
  ])
  const db = await PGlite.create({ extensions: { pg_trgm } })
  keepBatchesWhole(db)
  const port = await freePort()
  const server = new PGLiteSocketServer({ db, port, host: '127.0.0.1', maxConnections: 20 })
  await server.start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres?sslmode=disable&pgbouncer=true`,
    sentence: `PostgreSQL: PGlite, embedded in the tests, since ${reason}.`,
    isEmbedded: true,
    async stop() {
      await server.stop()
      await db.close()
    },
  }
}

/**
 * All connections share PGlite's only session, and its socket server keeps a connection's messages together
 * only within a transaction (electric-sql/pglite#1046): a foreign `Parse` between `Parse` and `Bind` replaces the unnamed
 * statement. So a batch without its `Sync` counts as a transaction here.
 */
function keepBatchesWhole(db: PGlite): void {
  const batch = new Set([...'PBDECH'].map((type) => type.charCodeAt(0)))
  const isInTransaction = db.isInTransaction.bind(db)
  const exec = db.execProtocolRawStream.bind(db)
  let isBatch = false
  db.isInTransaction = () => isBatch || isInTransaction()
  db.execProtocolRawStream = (message, options) => {
    isBatch = batch.has(message[0]!)
    return exec(message, options)
  }
}

function numericUser(): { uid: number; gid: number } {
  const id = (flag: string, user: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  for (const user of ['postgres', 'nobody']) {
    try {
      return { uid: id('-u', user), gid: id('-g', user) }
    } catch {
      // Try the next one.
    }
  }
  throw new Error('there is no user to run it as')
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function waitForPort(port: number, server: ChildProcess): Promise<void> {
  const { Client } = (await import('pg')).default
  for (let attempt = 0; attempt < 150; attempt++) {
    if (server.exitCode !== null) throw new Error(`it ended with ${server.exitCode}`)
    const client = new Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  server.kill('SIGKILL')
  throw new Error('it did not answer within 15 seconds')
}
