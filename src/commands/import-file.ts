import { readFile, stat } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { createAuditEntry } from '../server/accounts/audit/audit.repo.ts'
import { listUsers } from '../server/accounts/users/users.repo.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import { connect } from '../server/platform/db/connect.ts'
import { isCurrent } from '../server/platform/db/migrate.ts'
import type { Db } from '../server/platform/db/schema.ts'
import { checkpointAsUsual } from '../server/platform/db/without-checkpoints.ts'
import { UsageError } from './usage-error.ts'

/** The bytes of the one file that is named. */
export async function readImportFile(files: string[], bytesMax: number): Promise<Uint8Array> {
  const [file, ...more] = files
  if (file === undefined || more.length > 0) throw new UsageError('Please name one file.')
  const size = await stat(file).then(
    (found) => found.size,
    (error: NodeJS.ErrnoException) => {
      throw new Error(`"${file}" cannot be read (${error.code}).`)
    },
  )
  if (size > bytesMax) throw new Error(`"${file}" is larger than ${bytesMax / 1024 / 1024} MB. Please split it.`)
  return readFile(file)
}

/** Calls `act` with the site's migrated database. */
export async function withDatabase(act: (db: Db, config: Config) => Promise<void>): Promise<void> {
  const config = readConfig(process.env)
  // An import is repeated after a power cut.
  const db = connect({ ...config, isBulk: true })
  // V8 would let a heap of 40 MB grow to 180 before it collects the garbage of an import.
  setFlagsFromString('--heap-growing-percent=40')
  try {
    await checkpointAsUsual(db)
    if (!(await isCurrent(db))) throw new Error('The database is not migrated. Start the site once with this version.')
    await act(db, config)
  } finally {
    await db.destroy()
  }
}

/** Enters an import into the audit trail, as the owner's, like one of the admin. */
export async function auditImport(db: Db, path: string, subject: string, now: string): Promise<void> {
  const [owner] = await listUsers(db)
  if (owner) await createAuditEntry(db, { user_id: owner.id, method: 'POST', path, subject, at: now })
}

/** `1 row`, `1,200 rows`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en-US')} ${number === 1 ? singular : plural}`
}

/** Rethrows an error of `parseArgs` as a `UsageError`. */
export function orUsageError<Result>(parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : '')
  }
}

/** An argument as it is typed in a shell. */
export function quoted(argument: string): string {
  return /^[\w./=:-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`
}
