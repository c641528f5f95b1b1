import path from 'node:path'
import { stopSignals } from '../server/platform/cluster/stop-signals.ts'
import { commandLine } from '../server/platform/command-line.ts'
import { type Config, ConfigError, readConfig } from '../server/platform/config.ts'
import { type ConnectOptions, connect } from '../server/platform/db/connect.ts'
import { lockFolder } from '../server/platform/db/folder-lock.ts'
import { lockMove, type MoveLock } from '../server/platform/db/move-lock.ts'
import { moveDatabase, undoMove } from '../server/platform/move/move-database.ts'
import { printReport } from '../server/platform/move/move-report.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>

/**
 * Moves the configured database to the one of `--to postgres://…` or `--to sqlite:./folder`, from a running or a stopped
 * site. `--replace` overwrites a target with content; `--undo` lets a database that was moved take writes again.
 */
export async function migrateDatabase(args: string[]): Promise<void> {
  const { to, replaces, undoes } = readArguments(args)
  const from = readConfig(process.env)
  if (undoes) return undo(from)
  if (to === undefined)
    throw new ConfigError('Where to? Add --to postgres://user:password@host/name or --to sqlite:./folder.')
  const target = readPlace(to, from)
  const names = { source: nameOf(from), target: nameOf(target) }
  if (names.source === names.target) throw new ConfigError('The target is the database that the site uses already.')
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error('Stopped: the site goes on with its database. Run it again to continue.'))
  for (const signal of stopSignals) process.on(signal, stop)
  const locks = await lockPlaces([from, target], (error) => stopping.abort(error))
  try {
    await move({ from, target, names, replaces, signal: stopping.signal })
  } finally {
    for (const lock of locks) await lock.release()
  }
}

type Move = {
  from: Config
  target: Place
  names: { source: string; target: string }
  replaces: boolean
  signal: AbortSignal
}

async function move({ from, target, names, replaces, signal }: Move): Promise<void> {
  // Until this process ends no server starts on it.
  if (!target.databaseUrl && !(await lockFolder(target.dataDir)))
    throw new Error(`A server uses ${target.dataDir}. Stop it first: its database is written to.`)
  const [source, copy] = [connect(from), connect(target)]
  try {
    console.log(`Moving ${names.source} to ${names.target}`)
    const tables = await moveDatabase({
      source,
      target: copy,
      names,
      replaces,
      report: printReport(console.log),
      signal,
    })
    const rows = tables.reduce((sum, table) => sum + table.target.rows, 0)
    console.log(`\nMoved and verified ${rows.toLocaleString('en-US')} rows. Restart the site with its new database:\n`)
    for (const line of restartLines(from, target)) console.log(line)
    console.log(
      `\nUntil then the site shows its pages and rejects writes; ${commandLine('migrate-database', '--undo')} ends that.`,
    )
  } finally {
    await source.destroy()
    await copy.destroy()
  }
}

/** Throws if another process moves one of the databases, or ends such a move. */
async function lockPlaces(places: ConnectOptions[], onLost: (error: Error) => void): Promise<MoveLock[]> {
  const locks: MoveLock[] = []
  for (const place of places) {
    const lock = await lockMove(place, onLost)
    if (lock) locks.push(lock)
    else {
      for (const other of locks) await other.release()
      throw new Error(`${nameOf(place)} is being moved by another process. End that one first.`)
    }
  }
  return locks
}

async function undo(from: Config): Promise<void> {
  const locks = await lockPlaces([from], () => {})
  const db = connect(from)
  try {
    const wasHeld = await undoMove(db)
    console.log(wasHeld ? `The site takes writes in ${nameOf(from)} again.` : 'Writes were not held.')
  } finally {
    await db.destroy()
    for (const lock of locks) await lock.release()
  }
}

function readArguments(args: string[]): { to: string | undefined; replaces: boolean; undoes: boolean } {
  let to: string | undefined
  let [replaces, undoes] = [false, false]
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--to') to = args[++i]
    else if (args[i] === '--replace') replaces = true
    else if (args[i] === '--undo') undoes = true
    // The value may contain a password, so the message does not repeat it.
    else throw new ConfigError('An argument is not known. There are --to, --replace and --undo.')
  }
  return { to, replaces, undoes }
}

function readPlace(to: string, from: Config): Place {
  const [, folder] = /^sqlite:(?:\/\/)?(.+)$/.exec(to) ?? []
  if (folder) return { databaseUrl: undefined, dataDir: path.resolve(folder) }
  const { databaseUrl } = readConfig({ DATABASE_URL: to, DATA_DIR: from.dataDir })
  return { databaseUrl, dataDir: from.dataDir }
}

/** Without user and password. */
function nameOf({ databaseUrl, dataDir }: ConnectOptions): string {
  if (!databaseUrl) return path.join(dataDir, 'dewlight.db')
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `postgres://${hostname}:${port || 5432}${pathname}`
}

function restartLines(from: Config, target: Place): string[] {
  if (target.databaseUrl) return [`  DATABASE_URL='${withoutPassword(target.databaseUrl)}' ${commandLine('start')}`]
  const isOther = target.dataDir !== from.dataDir
  return [
    `  DATA_DIR='${target.dataDir}' ${commandLine('start')}   (without DATABASE_URL)`,
    ...(isOther ? [`  Before that, copy media, outbox, backups and secret-key from ${from.dataDir} to it.`] : []),
  ]
}

function withoutPassword(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  if (url.password) url.password = 'PASSWORD'
  return url.href
}
