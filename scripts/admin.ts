/**
 * `npm run admin -- create|reset`: creates the account of the owner, or recovers it after a lost password or second factor.
 * Uses the configuration of the site and works while the site runs.
 */
import '../src/server/platform/require-node-24.ts'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import type * as z from 'zod/mini'
import type { Db } from '../src/server/platform/db/schema.ts'
import { purgeAfterWrite } from './purge-after-write.ts'
import { Cancelled, readPassword } from './read-password.ts'

const { NewPassword, Username } = await import('../src/contract/account.ts')
const { AccountError, createOwnerAccount, findAccount, resetOwnerAccount } = await import(
  '../src/server/accounts/auth/owner-account.ts'
)
const { ConfigError, readConfig } = await import('../src/server/platform/config.ts')
const { connect } = await import('../src/server/platform/db/connect.ts')
const { migrateToLatest } = await import('../src/server/platform/db/migrate.ts')

const usage = `npm run admin -- create [--username <name>] [--generate]
    makes the owner's account
npm run admin -- reset [--username <name>] [--generate]
    sets a new password, turns off two-step verification, removes passkeys and ends all sessions

The password is asked for, or read from what is piped in; --generate makes one and prints it.`

/** Invalid input, described in a sentence for the user. */
class InputError extends Error {}

try {
  await main()
} catch (error) {
  const isForeseen = [AccountError, Cancelled, ConfigError, InputError].some((kind) => error instanceof kind)
  console.error(isForeseen ? (error as Error).message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const { command, username, isGenerated } = readArguments()
  const config = readConfig(process.env)
  const db = connect(config)
  try {
    await migrateToLatest(db)
    await (command === 'create' ? create(db, config.origin) : reset(db))
    await purgeAfterWrite(config)
    if (config.owner)
      console.log('ADMIN_USERNAME and ADMIN_PASSWORD are set: the next start gives that account that password again.')
  } finally {
    await db.destroy()
  }

  async function create(db: Db, origin: string): Promise<void> {
    const name = checked(Username, username ?? (await askUsername()))
    const password = await choosePassword(isGenerated)
    await createOwnerAccount(db, name, password)
    console.log(`The account "${name}" is made. Sign in at ${origin}/login`)
    if (isGenerated) console.log(`Password: ${password}`)
  }

  async function reset(db: Db): Promise<void> {
    // Checked before the password prompt.
    const account = await findAccount(db, username)
    const password = await choosePassword(isGenerated)
    await resetOwnerAccount(db, account.username, password)
    console.log(
      `The password of "${account.username}" is set. Two-step verification is off, passkeys are removed, all sessions are ended.`,
    )
    if (isGenerated) console.log(`Password: ${password}`)
  }
}

function readArguments() {
  const options = { username: { type: 'string' }, generate: { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [command, ...more] = positionals
    if ((command === 'create' || command === 'reset') && more.length === 0)
      return { command, username: values.username, isGenerated: values.generate ?? false }
  } catch {
    // An unknown option.
  }
  throw new InputError(usage)
}

async function askUsername(): Promise<string> {
  if (!process.stdin.isTTY) throw new InputError('Please name the account: --username <name>')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question('Username: ')
  } finally {
    terminal.close()
  }
}

async function choosePassword(isGenerated: boolean): Promise<string> {
  if (isGenerated) return randomBytes(18).toString('base64url')
  const password = checked(NewPassword, await readPassword('Password (12 characters or more): '))
  if (process.stdin.isTTY && (await readPassword('Once more: ')) !== password)
    throw new InputError('The two are not the same. Nothing was changed.')
  return password
}

function checked<Schema extends z.ZodMiniType>(schema: Schema, value: string): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new InputError(`${result.error.issues[0]!.message}. Nothing was changed.`)
  return result.data
}
