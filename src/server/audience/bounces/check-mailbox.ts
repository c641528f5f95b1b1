import type { FetchMessageObject, ImapFlow } from 'imapflow'
import type { ConnectOptions } from '../../platform/db/connect.ts'
import type { Db } from '../../platform/db/schema.ts'
import { DAY_MS } from '../../platform/durations.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { explainConnectionError } from '../mail/explain-mail-error.ts'
import { MESSAGE_BYTES_MAX, type Step, TooMuchReceived, withImapSession } from './imap-session.ts'
import { findMailbox, type MailboxState, readMailboxState, saveCheck } from './mailbox.repo.ts'
import { readBounce } from './read-bounce.ts'
import { findRecipientEmail, recordReport } from './record-report.repo.ts'

/** Messages in a session, and sessions in a run: 10,000 messages. */
const MESSAGES_MAX = 200
const SESSIONS_MAX = 50
/** Days of the mailbox that the first check reads: an inbox of years says nothing about newsletters. */
const FIRST_CHECK_MS = 7 * DAY_MS

const PASSED_OVER = 'A message of the mailbox could not be read and was passed over.'

/** The data of the thread that checks the mailbox. */
export type MailboxThreadData = {
  database: Pick<ConnectOptions, 'databaseUrl' | 'databaseListenUrl' | 'dataDir'>
  secretKey: string
}

type CheckOptions = {
  secrets: Secrets
  clock: () => Date
  /** Whether an error is an outage of the database, after which the same message is read again. */
  isOutage: (error: unknown) => boolean
  signal?: AbortSignal
  /** Milliseconds of a session. */
  sessionMs?: number
}
type Mailbox = NonNullable<Awaited<ReturnType<typeof findMailbox>>>

/**
 * Reads new messages of the mailbox, also those that a mail program has marked as seen, and records the reports among them,
 * which are marked as seen; nothing is moved or deleted. Goes on with another session while there are more. A failure is stored
 * as a sentence for the owner.
 */
export async function checkMailbox(db: Db, options: CheckOptions): Promise<void> {
  for (let session = 1; session <= SESSIONS_MAX; session++)
    if (!(await runSession(db, { ...options, isFirst: session === 1 }))) return
}

/** Returns whether there are more messages to read. */
async function runSession(
  db: Db,
  { signal, isFirst, ...options }: CheckOptions & { isFirst: boolean },
): Promise<boolean> {
  const mailbox = await findMailbox(db, options.secrets)
  if (!mailbox) return false
  const before = await readMailboxState(db)
  // Says until the next run that a message was passed over.
  const state = { ...before, error: isFirst ? null : before.error }
  let hasMore = false
  try {
    hasMore = await readMessages(db, mailbox, { ...options, state, signal })
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof DatabaseFault) throw error.cause
    state.error = explain(error, mailbox)
  }
  const now = options.clock().toISOString()
  await saveCheck(db, { ...state, checkedAt: now }, { version: mailbox.version, now })
  // Without progress the next session would read the same messages.
  return hasMore && (state.lastUid > before.lastUid || state.uidValidity !== before.uidValidity)
}

type Reading = Omit<CheckOptions, 'signal'> & { state: MailboxState; signal: AbortSignal | undefined }

async function readMessages(db: Db, mailbox: Mailbox, reading: Reading): Promise<boolean> {
  const { host, port, security, user, password } = mailbox
  if (password === undefined) throw new UnreadablePassword()
  const account = {
    host,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    auth: { user, pass: password },
  }
  return withImapSession(account, (client, step) => readNew(db, mailbox, { ...reading, client, step }), reading)
}

type Session = Reading & { client: ImapFlow; step: Step }

/** Returns whether there are more. */
async function readNew(db: Db, mailbox: Mailbox, session: Session): Promise<boolean> {
  const { client, step, state, signal } = session
  const { uidValidity } = await step(() => client.mailboxOpen(mailbox.folder))
  // UIDs of another validity are those of other messages.
  if (state.uidValidity !== String(uidValidity)) Object.assign(state, { uidValidity: String(uidValidity), lastUid: 0 })
  const found = await listNew(session)
  for (const uid of found.slice(0, MESSAGES_MAX)) {
    signal?.throwIfAborted()
    const message = await fetchMessage(session, uid)
    if (message === 'refused') {
      // A message behind it that can be read shows that the server works, and moves on.
      state.error = PASSED_OVER
      continue
    }
    const count = message ? await recordSafely(db, message, session) : undefined
    if (count !== undefined) {
      state.reports += count
      await step(() => client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))
    }
    state.lastUid = uid
    // A run that is killed does not begin again.
    await saveProgress(db, mailbox, session)
  }
  return found.length > MESSAGES_MAX
}

/** 'refused': the server cannot read this message, or none at the moment. */
async function fetchMessage(
  { client, step, state }: Session,
  uid: number,
): Promise<FetchMessageObject | false | 'refused'> {
  const source = { start: 0, maxLength: MESSAGE_BYTES_MAX }
  try {
    return await step(() => client.fetchOne(String(uid), { source }, { uid: true }))
  } catch (error) {
    // The next run begins behind it.
    if (error instanceof TooMuchReceived) state.lastUid = uid
    const { responseStatus, code } = error as { responseStatus?: unknown; code?: unknown }
    if (responseStatus !== 'NO' || code === 'ETHROTTLE') throw error
    return 'refused'
  }
}

async function saveProgress(db: Db, { version }: Mailbox, { state, clock }: Reading): Promise<void> {
  try {
    await saveCheck(db, state, { version, now: clock().toISOString() })
  } catch (error) {
    throw new DatabaseFault(undefined, { cause: error })
  }
}

/** The UIDs after the last one that was read, oldest first; without one, those of the last days. */
async function listNew({ client, step, state, clock }: Session): Promise<number[]> {
  const uid = `${state.lastUid + 1}:*`
  const since = new Date(clock().getTime() - FIRST_CHECK_MS)
  const query = state.lastUid === 0 ? { uid, since } : { uid }
  const found = await step(() => client.search(query, { uid: true }))
  if (!found) throw new Error('its server refuses to search it.')
  // `*` is the last message, also where its UID is lower.
  return found.filter((found) => found > state.lastUid).toSorted((first, second) => first - second)
}

/** A message that cannot be recorded is passed over, so that it does not keep back all later ones. */
async function recordSafely(db: Db, message: FetchMessageObject, recording: Reading): Promise<number | undefined> {
  try {
    return await recordMessage(db, message, recording)
  } catch (error) {
    if (recording.isOutage(error)) throw new DatabaseFault(undefined, { cause: error })
    recording.state.error = PASSED_OVER
    return undefined
  }
}

/** The number of recorded reports; undefined for a message that is not a report. */
async function recordMessage(
  db: Db,
  { source }: FetchMessageObject,
  { secrets, clock }: Reading,
): Promise<number | undefined> {
  const reports = source ? await readBounce(source, secrets).catch(() => []) : []
  let count = 0
  for (const { messageKey, ...report } of reports) {
    const at = clock().toISOString()
    const outcome = await db.transaction().execute(async (transaction) => {
      const email = report.email ?? (await findRecipientEmail(transaction, report.newsletterRecipient)) ?? ''
      const eventId = `${messageKey} ${report.newsletterRecipient} ${email}`
      return recordReport(transaction, { ...report, email, at, source: 'mailbox', eventId })
    })
    if (outcome === 'recorded') count += 1
  }
  return reports.length > 0 ? count : undefined
}

class UnreadablePassword extends Error {}

/** Tells an outage of the database from one of the mail server, whose errors have the same codes. */
class DatabaseFault extends Error {}

function explain(error: unknown, { host, folder }: Mailbox): string {
  if (error instanceof UnreadablePassword)
    return 'The key of this site has changed. Please enter the password of the mailbox again.'
  const { code, authenticationFailed, mailboxMissing, responseText } = error as Record<string, unknown>
  if (authenticationFailed) return 'The mailbox did not accept the user name or the password.'
  if (mailboxMissing) return `The mailbox has no folder “${folder}”.`
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(String(code))) return `There is no server ${host}.`
  if (/^(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|GREETING_TIMEOUT)$/.test(String(code)))
    return `The server ${host} cannot be reached at this port.`
  const explanation = explainConnectionError(`${code} ${error instanceof Error ? error.message : ''}`)
  if (explanation) return explanation
  const reason =
    typeof responseText === 'string' ? responseText : error instanceof Error ? error.message : String(error)
  return `The mailbox could not be read: ${reason.replace(/\p{Cc}+/gu, ' ').slice(0, 200)}`
}
