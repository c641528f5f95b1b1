import { setTimeout as sleep } from 'node:timers/promises'
import type { Smtp } from '../../platform/smtp-url.ts'
import { describeMailError } from '../mail/explain-mail-error.ts'
import type { NewsletterFrom } from './newsletter-message.ts'
import { ServerRefusal } from './server-refusal.ts'
import { openSession, type SmtpSession, type SmtpTimeouts } from './smtp-session.ts'

export type NewsletterServer = { smtp: Smtp; from: NewsletterFrom }

type ConnectOptions = { timeouts?: SmtpTimeouts | undefined; signal: AbortSignal; onOpen: () => Promise<void> }

/** The connections of a batch. */
export type Connections = { sessions: Set<SmtpSession>; opening?: Promise<SmtpSession> | undefined }

/** Failures of either kind (a refused sign-in, anything else) before it gives up, and half the pause after the first. */
const CONNECT = { attempts: 3, pauseMs: 100 }

/**
 * Opens a connection. They are opened one after another, and those that wait for one that fails fail with it, so that a wrong
 * password is tried three times only.
 */
export async function connect(
  server: NewsletterServer,
  options: ConnectOptions,
  shared: Connections,
): Promise<SmtpSession> {
  const opening = (shared.opening ?? Promise.resolve()).then(() => open(server, options))
  shared.opening = opening
  try {
    const session = await opening
    for (const other of shared.sessions) if (!other.isOpen()) shared.sessions.delete(other)
    shared.sessions.add(session)
    if (shared.sessions.size === 1) await options.onOpen()
    return session
  } finally {
    if (shared.opening === opening) shared.opening = undefined
  }
}

async function open({ smtp }: NewsletterServer, { timeouts, signal }: ConnectOptions): Promise<SmtpSession> {
  const failures = { signIn: 0, other: 0 }
  for (;;) {
    signal.throwIfAborted()
    try {
      return await openSession(smtp, timeouts)
    } catch (error) {
      const { message } = error as Error
      failures[isSignInRefused(error) ? 'signIn' : 'other'] += 1
      if (failures.signIn === CONNECT.attempts)
        throw new ServerRefusal(describeMailError(message), true, 'wrong-account')
      if (failures.other === CONNECT.attempts) throw new ServerRefusal(describeMailError(message), false)
      await sleep(CONNECT.pauseMs * 2 ** (failures.signIn + failures.other), undefined, { signal })
    }
  }
}

/** 4xx is a server that cannot check the password at the moment. */
function isSignInRefused(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return code === 'EAUTH' && !(responseCode !== undefined && responseCode < 500)
}
