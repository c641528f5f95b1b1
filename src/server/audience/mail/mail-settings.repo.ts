import * as z from 'zod/mini'
import { MailSecurity } from '../../../contract/audience/mail-settings.ts'
import { readStored, saveStored } from '../../accounts/settings/settings.repo.ts'
import { lockTable } from '../../platform/db/advisory-lock.ts'
import { orThrow } from '../../platform/db/first-row.ts'
import type { Db } from '../../platform/db/schema.ts'

/** A row of the settings that is not one of their fields. */
export const MAIL_SETTINGS = '#mail'

/** As stored; the password is encrypted, '' for none. */
const StoredMailServer = z.object({
  host: z.string(),
  port: z.number(),
  security: MailSecurity,
  user: z.string(),
  password: z.string(),
  fromName: z.string(),
  fromAddress: z.string(),
  /** Missing in settings saved before they existed. */
  replyTo: z._default(z.string(), ''),
  dkimSelector: z._default(z.string(), ''),
})
export type StoredMailServer = z.infer<typeof StoredMailServer>

type Stored = { version: number; server: StoredMailServer | null }

export async function readMailServer(db: Db): Promise<Stored> {
  const { value, version } = await readStored(db, MAIL_SETTINGS)
  return { version, server: value === undefined ? null : z.nullable(StoredMailServer).parse(value) }
}

/**
 * Replaces the mail server; must run in a transaction. `next` gets the stored one. Undefined if `version` is given and
 * outdated.
 */
export async function replaceMailServer(
  db: Db,
  next: (current: StoredMailServer | null) => StoredMailServer | null,
  now: string,
  version?: number,
): Promise<Stored | undefined> {
  await lockTable(db, 'mail settings')
  const current = await readMailServer(db)
  if (version !== undefined && version !== current.version) return undefined
  const server = next(current.server)
  return { version: await orThrow(saveStored(db, { key: MAIL_SETTINGS, value: server, now })), server }
}
