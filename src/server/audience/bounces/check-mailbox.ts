import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { Db } from '../../platform/db/schema.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findMailbox, type MailboxState, readMailboxState, saveMailboxState } from './mailbox.repo.ts'
import { readBounce } from './read-bounce.ts'
import { recordReport } from './record-report.repo.ts'

/** Messages in a run. */
const MESSAGES_MAX = 200
/** Bytes of a message; the status and the returned headers come before a returned body. */
const BYTES_MAX = 131_072

type CheckOptions = { secrets: Secrets; clock: () => Date; signal?: AbortSignal }
type Mailbox = NonNullable<Awaited<ReturnType<typeof findMailbox>>>

/**
 * Reads unseen messages of the mailbox and records the reports among them, which are marked as seen once they are recorded;
 * nothing is moved or deleted. A failure is stored as a sentence for the owner.
 */
export async function checkMailbox(db: Db, { secrets, clock, signal }: CheckOptions): Promise<void> {
  const mailbox = await findMailbox(db, secrets)
  if (!mailbox) return
  const before = await readMailboxState(db)
  const state = { ...before, error: null as string | null }
  try {
    await readMessages(db, mailbox, { state, clock, signal })
  } catch (error) {
    signal?.throwIfAborted()
    state.error = explain(error, mailbox)
  }
  const now = clock().toISOString()
  await saveMailboxState(db, { ...state, checkedAt: now }, now)
}

type Reading = { state: MailboxState; clock: () => Date; signal: AbortSignal | undefined }

async function readMessages(db: Db, mailbox: Mailbox, { state, clock, signal }: Reading): Promise<void> {
  const client = await connect(mailbox)
  const abort = () => client.close()
  signal?.addEventListener('abort', abort, { once: true })
  try {
    const { uidValidity } = await client.mailboxOpen(mailbox.folder)
    if (state.uidValidity !== String(uidValidity))
      Object.assign(state, { uidValidity: String(uidValidity), lastUid: 0 })
    const range = `${state.lastUid + 1}:*`
    const found = (await client.search({ seen: false, uid: range }, { uid: true })) || []
    // `*` is the last message, also where its UID is lower.
    const uids = found.filter((uid) => uid > state.lastUid).toSorted((first, second) => first - second)
    for (const uid of uids.slice(0, MESSAGES_MAX)) {
      signal?.throwIfAborted()
      const source = { start: 0, maxLength: BYTES_MAX }
      const message = await client.fetchOne(String(uid), { source }, { uid: true })
      const count = message ? await recordMessage(db, message, { eventId: `${state.uidValidity} ${uid}`, clock }) : 0
      if (count !== undefined) {
        state.reports += count
        if (message) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
      }
      state.lastUid = uid
    }
  } finally {
    signal?.removeEventListener('abort', abort)
    await client.logout().catch(() => client.close())
  }
}

async function connect({ host, port, security, user, password }: Mailbox): Promise<ImapFlow> {
  if (password === undefined) throw new UnreadablePassword()
  const { ImapFlow } = await import('imapflow')
  const client = new ImapFlow({
    ...{ host, port, secure: security === 'tls', doSTARTTLS: security === 'starttls' },
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    ...{ connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 },
  })
  // Without a listener, a lost connection would end the process; the call that waits rejects too.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The number of recorded reports; undefined for a message that is not a report. */
async function recordMessage(
  db: Db,
  { source }: FetchMessageObject,
  { eventId, clock }: { eventId: string; clock: () => Date },
): Promise<number | undefined> {
  const reports = source ? await readBounce(source).catch(() => []) : []
  let count = 0
  for (const { email, ...report } of reports) {
    const at = clock().toISOString()
    const outcome = await db.transaction().execute((transaction) =>
      recordReport(transaction, {
        ...{ ...report, email, at, source: 'mailbox', eventId: `${eventId} ${email}` },
      }),
    )
    if (outcome === 'recorded') count += 1
  }
  return reports.length > 0 ? count : undefined
}

class UnreadablePassword extends Error {}

function explain(error: unknown, { host, folder }: Mailbox): string {
  if (error instanceof UnreadablePassword)
    return 'The key of this site has changed. Please enter the password of the mailbox again.'
  const { code, authenticationFailed, mailboxMissing, responseText } = error as Record<string, unknown>
  if (authenticationFailed) return 'The mailbox did not accept the user name or the password.'
  if (mailboxMissing) return `The mailbox has no folder “${folder}”.`
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(String(code))) return `There is no server ${host}.`
  if (/^(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|GREETING_TIMEOUT)$/.test(String(code)))
    return `The server ${host} cannot be reached at this port.`
  const reason =
    typeof responseText === 'string' ? responseText : error instanceof Error ? error.message : String(error)
  return `The mailbox could not be read: ${reason.replace(/\p{Cc}+/gu, ' ').slice(0, 200)}`
}
