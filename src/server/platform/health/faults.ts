import { heldSentence } from '../db/write-hold.ts'
import { StorageError } from '../storage/blob-storage.ts'

/** Faults of the machine, by what the owner can do about them. */
type FaultKind =
  | 'moved'
  | 'disk-full'
  | 'read-only'
  | 'locked'
  | 'damaged'
  | 'unconfirmed'
  | 'unreachable'
  | 'no-connection'
  | 'disk-error'
  | StorageError['kind']

export type Fault = { kind: FaultKind; status: 503 | 507; sentence: string }

const faults: (Fault & { codes: RegExp })[] = [
  {
    kind: 'disk-full',
    status: 507,
    sentence: 'The disk is full: nothing new can be saved. What was saved before is safe.',
    codes: /^(?:SQLITE_FULL|ENOSPC|EDQUOT|53100)$/,
  },
  {
    kind: 'read-only',
    status: 503,
    sentence: 'The data folder cannot be written to: nothing new can be saved. What was saved before is safe.',
    codes: /^(?:SQLITE_READONLY\w*|SQLITE_CANTOPEN\w*|SQLITE_PERM|EROFS|EACCES|EPERM|25006)$/,
  },
  {
    kind: 'locked',
    status: 503,
    sentence: 'The database is held by another program: nothing was saved. Please try again in a moment.',
    codes: /^(?:SQLITE_BUSY\w*|SQLITE_LOCKED\w*|55P03|40P01|40001)$/,
  },
  {
    kind: 'damaged',
    status: 503,
    sentence: 'The database is damaged: nothing was saved. Please bring it back from a backup.',
    codes: /^(?:SQLITE_CORRUPT\w*|SQLITE_NOTADB|XX001|XX002)$/,
  },
  {
    kind: 'disk-error',
    status: 503,
    sentence: 'The disk cannot be read or written: nothing was saved.',
    codes: /^(?:SQLITE_IOERR\w*|EIO|58030)$/,
  },
  {
    kind: 'unconfirmed',
    status: 503,
    sentence:
      'The database does not answer: it could not be confirmed that this was saved. Please look before you try again.',
    codes: /^08007$/,
  },
  {
    kind: 'no-connection',
    status: 503,
    sentence:
      'The database has no connection left: nothing was saved. Please try again in a moment. If this returns, lower DATABASE_POOL or raise max_connections of PostgreSQL.',
    codes: /^53300$/,
  },
  {
    kind: 'unreachable',
    status: 503,
    sentence: 'The database does not answer: nothing was saved. Please try again in a moment.',
    codes:
      /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|57014|57P0[1-5]|08\w{3}|25P0[34])$/,
  },
]

/** The machine's fault that caused an error; undefined for an error of the program. */
export function faultOf(error: unknown): Fault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StorageError) return { kind: cause.kind, status: 503, sentence: cause.message }
    const held = heldSentence(cause)
    if (held !== undefined) return { kind: 'moved', status: 503, sentence: held }
    const code = 'code' in cause ? String(cause.code) : ''
    // The PostgreSQL driver reports a lost connection without a code.
    const text = /^Connection terminated|^Client has encountered a connection error|^timeout e\w+ed/.test(cause.message)
      ? 'ECONNRESET'
      : ''
    const found = faults.find(({ codes }) => codes.test(code) || codes.test(text))
    if (found) return { kind: found.kind, status: found.status, sentence: found.sentence }
  }
  return undefined
}
