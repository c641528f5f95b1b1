import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { fastTmpdir } from './fast-tmpdir.ts'
import { freePort, unprivilegedUser } from './postgres.ts'

export type PgBouncer = {
  /** The address of the same database through it. */
  urlOf(databaseUrl: string): string
  stop(): Promise<void>
}

const PROGRAM = '/usr/sbin/pgbouncer'

export const NO_PGBOUNCER = 'It needs PgBouncer and an installed PostgreSQL server.'

/** PgBouncer in transaction mode before a server, with few connections so that clients share them; undefined without it. */
export async function startPgBouncer(serverUrl: string, poolSize = 3): Promise<PgBouncer | undefined> {
  if (!existsSync(PROGRAM)) return undefined
  const folder = mkdtempSync(path.join(fastTmpdir(), 'dewlight-pgbouncer-'))
  const port = await freePort()
  const server = new URL(serverUrl)
  const users = path.join(folder, 'users.txt')
  const settings = path.join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${server.username}" ""\n`)
  writeFileSync(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
server_login_retry = 1
max_client_conn = 500
`,
  )
  const owner = unprivilegedUser()
  for (const file of [folder, users, settings]) {
    if (owner) chownSync(file, owner.uid, owner.gid)
    chmodSync(file, 0o700)
  }
  const bouncer = spawn(PROGRAM, ['-q', settings], { ...owner, cwd: folder, stdio: 'ignore' })
  const end = () => {
    bouncer.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.prependListener('exit', end)
  const urlOf = (databaseUrl: string) => {
    const url = new URL(databaseUrl)
    url.port = String(port)
    return url.href
  }
  await waitFor(urlOf(serverUrl))
  return {
    urlOf,
    async stop() {
      process.removeListener('exit', end)
      const ended = new Promise((resolve) => bouncer.once('exit', resolve))
      end()
      await ended
    },
  }
}

async function waitFor(url: string): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
