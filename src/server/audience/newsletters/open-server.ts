import { setTimeout as sleep } from 'node:timers/promises'
import type { Smtp } from '../../platform/smtp-url.ts'
import type { NewsletterFrom } from './newsletter-message.ts'
import { ServerRefusal } from './server-refusal.ts'
import { openSession, type SmtpSession, type SmtpTimeouts } from './smtp-session.ts'

export type NewsletterServer = { smtp: Smtp; from: NewsletterFrom }

type ConnectOptions = { timeouts?: SmtpTimeouts | undefined; signal: AbortSignal; onOpen: () => Promise<void> }

/** The connections of a batch: how many were opened, and the one that is opened before the others. */
export type Connections = { sessions: number; first?: Promise<SmtpSession> | undefined }

/** Attempts to connect, and the milliseconds before the second. */
const CONNECT = { attempts: 3, pause: 100 }

/** Opens a connection. The first of a batch is opened before the others, so that a wrong password is tried three times only. */
export async function connect(
  server: NewsletterServer,
  options: ConnectOptions,
  shared: Connections,
): Promise<SmtpSession> {
  const isFirst = shared.first === undefined
  if (!isFirst) await shared.first
  const opening = open(server, options)
  if (isFirst) shared.first = opening
  const session = await opening
  shared.sessions += 1
  if (isFirst) await options.onOpen()
  return session
}

async function open({ smtp }: NewsletterServer, { timeouts, signal }: ConnectOptions): Promise<SmtpSession> {
  let refusals = 0
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await openSession(smtp, timeouts)
    } catch (error) {
      const { message } = error as Error
      if (isSignInRefused(error)) refusals += 1
      if (refusals === CONNECT.attempts) throw new ServerRefusal(`The mail server refuses to sign in: ${message}`, true)
      if (attempt >= CONNECT.attempts) throw new ServerRefusal(`The mail server cannot be used now: ${message}`, false)
      await sleep(CONNECT.pause * 2 ** attempt, undefined, { signal })
    }
  }
}

/** 4xx is a server that cannot check the password at the moment. */
function isSignInRefused(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return code === 'EAUTH' && !(responseCode !== undefined && responseCode < 500)
}
