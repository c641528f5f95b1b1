import * as z from 'zod/mini'
import type { BounceMailbox, BounceMailboxInput } from '../../../contract/audience/bounce-mailbox.ts'
import { MailSecurity } from '../../../contract/audience/mail-settings.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import type { Db } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Rows of the settings that are not among their fields. */
export const MAILBOX_SETTINGS = '#bounce-mailbox'
const STATE = '#bounce-mailbox-state'
/** Separates the encryption of this password from others. */
export const MAILBOX_PURPOSE = 'bounce mailbox'
/** Locks settings and state together. */
const LOCK = 'bounce mailbox'

const Stored = z.object({
  host: z.string(),
  port: z.number(),
  security: MailSecurity,
  user: z.string(),
  folder: z.string(),
  password: z.string(),
})
type Stored = z.infer<typeof Stored>

/** Messages up to `lastUid` were read; UIDs are valid within a `uidValidity` (RFC 3501, 2.3.1.1). */
const MailboxState = z.object({
  checkedAt: z.nullable(z.string()),
  reports: z.number(),
  error: z.nullable(z.string()),
  uidValidity: z.string(),
  lastUid: z.number(),
})
export type MailboxState = z.infer<typeof MailboxState>

const unread: MailboxState = { checkedAt: null, reports: 0, error: null, uidValidity: '', lastUid: 0 }

export async function readMailboxState(db: Db): Promise<MailboxState> {
  return MailboxState.parse((await readStored(db, STATE)).value ?? unread)
}

async function saveMailboxState(db: Db, value: MailboxState, now: string): Promise<void> {
  await saveStored(db, { key: STATE, value, now })
}

/** Saves what a check has read so far, unless the mailbox was changed or removed meanwhile. */
export async function saveCheck(db: Db, value: MailboxState, { version, now }: Check): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockTable(transaction, LOCK)
    const stored = await readStored(transaction, MAILBOX_SETTINGS)
    if (stored.version === version) await saveMailboxState(transaction, value, now)
  })
}

type Check = { version: number; now: string }

export async function readMailbox(db: Db, secrets: Secrets): Promise<BounceMailbox> {
  const { checkedAt, reports, error } = await readMailboxState(db)
  const stored = await readSettings(db)
  if (!stored) return { settings: null, checkedAt: null, reports, error: null }
  const { password, ...settings } = stored
  const state = secrets.open(MAILBOX_PURPOSE, password) === undefined ? 'unreadable' : 'saved'
  return { settings: { ...settings, password: state }, checkedAt, reports, error }
}

/** With the password, which is undefined where the key of the site has changed, and the version of the settings. */
export async function findMailbox(db: Db, secrets: Secrets) {
  const { value, version } = await readStored(db, MAILBOX_SETTINGS)
  const stored = z.nullable(Stored).parse(value ?? null)
  if (!stored) return null
  return { ...stored, password: secrets.open(MAILBOX_PURPOSE, stored.password), version }
}

/** Sets the mailbox; must run in a transaction. False if a password is needed: the saved one belongs to one account. */
export async function saveMailbox(
  db: Db,
  secrets: Secrets,
  { password, ...input }: BounceMailboxInput,
  now: string,
): Promise<boolean> {
  await lockTable(db, LOCK)
  const current = await readSettings(db)
  const isSame =
    current?.host === input.host &&
    current.port === input.port &&
    current.security === input.security &&
    current.user === input.user
  const kept = isSame ? current.password : undefined
  const sealed = password === '' ? kept : secrets.seal(MAILBOX_PURPOSE, password)
  if (sealed === undefined) return false
  await saveStored(db, { key: MAILBOX_SETTINGS, value: { ...input, password: sealed }, now })
  const isRead = isSame && current.folder === input.folder
  const state = await readMailboxState(db)
  await saveMailboxState(db, isRead ? { ...state, error: null } : { ...unread, reports: state.reports }, now)
  return true
}

export async function deleteMailbox(db: Db, now: string): Promise<void> {
  await lockTable(db, LOCK)
  await saveStored(db, { key: MAILBOX_SETTINGS, value: null, now })
  await saveMailboxState(db, unread, now)
}

async function readSettings(db: Db): Promise<Stored | null> {
  return z.nullable(Stored).parse((await readStored(db, MAILBOX_SETTINGS)).value ?? null)
}
