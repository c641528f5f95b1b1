import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type * as z from 'zod/mini'
import { NewPassword, Username } from '../contract/accounts/account.ts'
import { createOwnerAccount, findAccount, resetOwnerAccount } from '../server/accounts/auth/owner-account.ts'
import { findWeakness } from '../server/accounts/auth/weak-password.ts'
import { readConfig } from '../server/platform/config.ts'
import { connect } from '../server/platform/db/connect.ts'
import { migrateToLatest } from '../server/platform/db/migrate.ts'
import type { Db } from '../server/platform/db/schema.ts'
import { withStartLock } from '../server/platform/db/start-lock.ts'
import { purgeAfterWrite } from './purge-after-write.ts'
import { UsageError } from './usage-error.ts'

/**
 * Creates the account of the owner, or recovers it after a lost password or second factor. Uses the configuration of the
 * site and works while the site runs.
 */
export async function admin(args: string[]): Promise<void> {
  const { command, username, isGenerated } = readArguments(args)
  const config = readConfig(process.env)
  const db = connect(config)
  try {
    await withStartLock(
      config.databaseListenUrl,
      () => migrateToLatest(db),
      () => console.log('The site is being started; this begins after it.'),
    )
    await (command === 'create' ? create(db, config.origin) : reset(db, config.origin))
    await purgeAfterWrite(config)
    if (config.owner)
      console.log('ADMIN_USERNAME and ADMIN_PASSWORD are set: the next start gives that account that password again.')
  } finally {
    await db.destroy()
  }

  async function create(db: Db, origin: string): Promise<void> {
    const name = checked(Username, username ?? (await askUsername()))
    const password = await choosePassword(db, { origin, isGenerated })
    await createOwnerAccount(db, name, password)
    console.log(`The account "${name}" is made. Sign in at ${origin}/login`)
    if (isGenerated) console.log(`Password: ${password}`)
  }

  async function reset(db: Db, origin: string): Promise<void> {
    // Checked before the password prompt.
    const account = await findAccount(db, username)
    const password = await choosePassword(db, { origin, isGenerated })
    await resetOwnerAccount(db, account.username, password)
    console.log(
      `The password of "${account.username}" is set. Two-step verification is off, passkeys are removed, all sessions are ended.`,
    )
    if (isGenerated) console.log(`Password: ${password}`)
  }
}

function readArguments(args: string[]) {
  const options = { username: { type: 'string' }, generate: { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [command, ...more] = positionals
    if ((command === 'create' || command === 'reset') && more.length === 0)
      return { command, username: values.username, isGenerated: values.generate ?? false }
  } catch {
    // An unknown option.
  }
  throw new UsageError()
}

async function askUsername(): Promise<string> {
  if (!process.stdin.isTTY) throw new Error('Please name the account: --username <name>')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question('Username: ')
  } finally {
    terminal.close()
  }
}

type Choosing = { origin: string; isGenerated: boolean }

async function choosePassword(db: Db, { origin, isGenerated }: Choosing): Promise<string> {
  if (isGenerated) return randomBytes(18).toString('base64url')
  const password = checked(NewPassword, await readPassword('Password (12 characters or more): '))
  const weakness = await findWeakness(db, password, origin)
  if (weakness !== undefined) throw new Error(`${weakness} Nothing was changed.`)
  if (process.stdin.isTTY && (await readPassword('Once more: ')) !== password)
    throw new Error('The two are not the same. Nothing was changed.')
  return password
}

function checked<Schema extends z.ZodMiniType>(schema: Schema, value: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new Error(`${result.error.issues[0]?.message}. Nothing was changed.`)
  return result.data
}

/** Prompts for a password without echo on a terminal, otherwise reads the first line of stdin. */
async function readPassword(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await readAll()).replace(/\r?\n.*/s, '')
  process.stdout.write(question)
  process.stdin.setRawMode(true)
  process.stdin.setEncoding('utf8')
  try {
    return await readKeys()
  } finally {
    process.stdin.setRawMode(false)
    process.stdin.pause()
    process.stdout.write('\n')
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks).toString('utf8')
}

function readKeys(): Promise<string> {
  return new Promise((resolve, reject) => {
    let typed = ''
    const onData = (text: string) => {
      for (const key of text) {
        if (key === '\r' || key === '\n') return finish(() => resolve(typed))
        if (key === '\u0003' || key === '\u0004')
          return finish(() => reject(new Error('Cancelled. Nothing was changed.')))
        if (key === '\u007f' || key === '\b') typed = [...typed].slice(0, -1).join('')
        else if (key >= ' ') typed += key
      }
    }
    const finish = (settle: () => void) => {
      process.stdin.off('data', onData)
      settle()
    }
    process.stdin.on('data', onData)
  })
}
