import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import {
  type HookProviderName,
  hookProviderNames,
  hookProviders,
  type MailHook,
} from '../../../contract/audience/mail-hooks.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Separates the encryption of these secrets from others. */
export const HOOK_ADDRESS_PURPOSE = 'mail-hook address'
export const HOOK_KEY_PURPOSE = 'mail-hook key'

export async function listHooks(db: Db, secrets: Secrets, origin: string): Promise<MailHook[]> {
  const rows = await db.selectFrom('mail_hooks').selectAll().execute()
  const order = (provider: HookProviderName) => hookProviderNames.indexOf(provider)
  return rows
    .toSorted((first, second) => order(first.provider) - order(second.provider))
    .map((row) => {
      const secret = secrets.open(HOOK_ADDRESS_PURPOSE, row.secret_sealed)
      const isReadable = row.key_sealed !== null && secrets.open(HOOK_KEY_PURPOSE, row.key_sealed) !== undefined
      return {
        provider: row.provider,
        url: secret === undefined ? null : `${origin}/hooks/mail/${row.provider}/${secret}`,
        key: row.key_sealed === null ? 'none' : isReadable ? 'saved' : 'unreadable',
        createdAt: row.created_at,
        lastReportAt: row.last_report_at,
        reports: Number(row.reports),
        error: row.error,
        errorAt: row.error_at,
        topic: row.topic_arn,
      }
    })
}

type Change = { provider: HookProviderName; key: string; replacesAddress: boolean; now: string }

/** Creates or changes an address; false where the signing key is missing. */
export async function saveHook(
  db: Db,
  secrets: Secrets,
  { provider, key, replacesAddress, now }: Change,
): Promise<boolean> {
  const row = await db
    .selectFrom('mail_hooks')
    .select(['key_sealed'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  const needsKey = hookProviders[provider].key !== undefined
  if (needsKey && key === '' && !row?.key_sealed) return false
  const keyChange = needsKey && key !== '' ? { key_sealed: secrets.seal(HOOK_KEY_PURPOSE, key) } : {}
  const address = () => {
    const secret = randomBytes(32).toString('base64url')
    return { secret_hash: hashOf(secret).toString('hex'), secret_sealed: secrets.seal(HOOK_ADDRESS_PURPOSE, secret) }
  }
  const changes = {
    ...keyChange,
    error: null,
    error_at: null,
    ...(replacesAddress ? { ...address(), topic_arn: null } : {}),
  }
  await db
    .insertInto('mail_hooks')
    .values({ provider, created_at: now, ...address(), ...changes })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(changes))
    .execute()
  return true
}

export async function deleteHook(db: Db, provider: HookProviderName): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('mail_hooks')
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The signing key and the topic of the address with a secret; '' where no key is needed, 'unreadable' where the key of the site has changed. */
export async function findHook(
  db: Db,
  secrets: Secrets,
  { provider, secret }: { provider: HookProviderName; secret: string },
): Promise<{ key: string; topic: string | null } | 'unreadable' | undefined> {
  const hash = hashOf(secret)
  const row = await db
    .selectFrom('mail_hooks')
    .select(['secret_hash', 'key_sealed', 'topic_arn'])
    .where('provider', '=', provider)
    .executeTakeFirst()
  if (!row || !timingSafeEqual(Buffer.from(row.secret_hash, 'hex'), hash)) return undefined
  const topic = row.topic_arn
  if (row.key_sealed === null) return { key: '', topic }
  const key = secrets.open(HOOK_KEY_PURPOSE, row.key_sealed)
  return key === undefined ? 'unreadable' : { key, topic }
}

/** Makes a topic of Amazon SNS the only one; false if another one is. */
export async function pinTopic(db: Db, provider: HookProviderName, topic: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_hooks')
    .set({ topic_arn: topic })
    .where('provider', '=', provider)
    .where((eb) => eb.or([eb('topic_arn', 'is', null), eb('topic_arn', '=', topic)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Notes an accepted request, with how many reports had an effect. */
export async function noteReports(db: Db, provider: HookProviderName, count: number, now: string): Promise<void> {
  await db
    .updateTable('mail_hooks')
    .set({ error: null, error_at: null, ...(count > 0 ? { last_report_at: now } : {}) })
    .$if(count > 0, (update) => update.set({ reports: sql<number>`reports + ${sql.lit(count)}` }))
    .where('provider', '=', provider)
    .execute()
}

export async function noteError(db: Db, provider: HookProviderName, error: string, now: string): Promise<void> {
  await db.updateTable('mail_hooks').set({ error, error_at: now }).where('provider', '=', provider).execute()
}

/** 256 random bits need no slow hash. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
