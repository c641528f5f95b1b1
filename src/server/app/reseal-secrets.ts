import { sql } from 'kysely'
import { TWO_FACTOR_PURPOSE } from '../accounts/auth/second-factor.ts'
import { HOOK_ADDRESS_PURPOSE, HOOK_KEY_PURPOSE } from '../audience/bounces/mail-hooks.repo.ts'
import { MAILBOX_PURPOSE, MAILBOX_SETTINGS } from '../audience/bounces/mailbox.repo.ts'
import { MAIL_PASSWORD_PURPOSE } from '../audience/mail/mail-server.ts'
import { MAIL_SETTINGS } from '../audience/mail/mail-settings.repo.ts'
import { MAIL_BODY_PURPOSE, SEALED_PREFIX } from '../audience/mail/sealed-body.ts'
import { ERASURE_PURPOSE, ERASURE_SETTINGS } from '../audience/personal-data/erasures.repo.ts'
import type { Db } from '../platform/db/schema.ts'
import type { Secrets } from '../platform/secrets.ts'
import { ACCOUNT_PURPOSE } from '../shop/earnings/accounts/accounts.repo.ts'
import { POSTBACK_PURPOSE } from '../shop/earnings/pushes/postback-addresses.repo.ts'

type SealedColumn = { table: string; column: string; purpose: string; prefix?: string }

/** Every column that holds what `Secrets.seal` returns. */
export const sealedColumns: SealedColumn[] = [
  { table: 'two_factor', column: 'secret', purpose: TWO_FACTOR_PURPOSE },
  { table: 'mail_hooks', column: 'secret_sealed', purpose: HOOK_ADDRESS_PURPOSE },
  { table: 'mail_hooks', column: 'key_sealed', purpose: HOOK_KEY_PURPOSE },
  { table: 'earning_accounts', column: 'token_sealed', purpose: ACCOUNT_PURPOSE },
  { table: 'postback_addresses', column: 'secret_sealed', purpose: POSTBACK_PURPOSE },
  { table: 'mails', column: 'text', purpose: MAIL_BODY_PURPOSE, prefix: SEALED_PREFIX },
  { table: 'mails', column: 'html', purpose: MAIL_BODY_PURPOSE, prefix: SEALED_PREFIX },
]

/** Settings with a sealed `password`. */
const sealedSettings = [
  { key: MAIL_SETTINGS, purpose: MAIL_PASSWORD_PURPOSE },
  { key: MAILBOX_SETTINGS, purpose: MAILBOX_PURPOSE },
  { key: ERASURE_SETTINGS, purpose: ERASURE_PURPOSE },
]

export type Resealed = {
  changed: number
  /** Values that neither key opens; they stay as they are. */
  unreadable: number
}

/**
 * Encrypts what was sealed with `from` with `to`; call it in a transaction, so that a killed run changes nothing. Values of
 * `to` stay. Recovery codes are keyed hashes, so those of an account whose second factor was sealed with `from` are deleted.
 */
export async function resealSecrets(db: Db, from: Secrets, to: Secrets): Promise<Resealed> {
  const counts = { changed: 0, unreadable: 0 }
  const reseal = (purpose: string, sealed: string): string | undefined => {
    if (to.open(purpose, sealed) !== undefined) return undefined
    const text = from.open(purpose, sealed)
    if (text === undefined) counts.unreadable += 1
    else counts.changed += 1
    return text === undefined ? undefined : to.seal(purpose, text)
  }
  for (const column of sealedColumns) await resealColumn(db, column, reseal)
  for (const { key, purpose } of sealedSettings) await resealSetting(db, key, (sealed) => reseal(purpose, sealed))
  return counts
}

type Reseal = (purpose: string, sealed: string) => string | undefined

async function resealColumn(db: Db, sealed: SealedColumn, reseal: Reseal): Promise<void> {
  const { purpose, prefix = '' } = sealed
  const [table, column] = [sql.table(sealed.table), sql.ref(sealed.column)]
  const { rows } = await sql<{ value: string }>`
    select ${column} as value from ${table} where ${column} like ${`${prefix}%`}`.execute(db)
  for (const { value } of rows) {
    const next = reseal(purpose, value.slice(prefix.length))
    if (next === undefined) continue
    if (sealed.table === 'two_factor')
      await db
        .deleteFrom('recovery_codes')
        .where('user_id', 'in', (eb) => eb.selectFrom('two_factor').select('user_id').where('secret', '=', value))
        .execute()
    // A sealed value begins with a random nonce, so it names its row.
    await sql`update ${table} set ${column} = ${prefix + next} where ${column} = ${value}`.execute(db)
  }
}

async function resealSetting(db: Db, key: string, reseal: (sealed: string) => string | undefined): Promise<void> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  const value = JSON.parse(row?.value ?? 'null') as { password?: string } | null
  const next = value?.password ? reseal(value.password) : undefined
  if (next === undefined) return
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify({ ...value, password: next }) })
    .where('key', '=', key)
    .execute()
}
