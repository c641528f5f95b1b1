import type { MailServerState } from '../../../contract/mails.ts'

/** Why the mail server takes nothing now, with its reply. */
export type ServerFault = { state: MailServerState; reply: string }

export type Reply = { stage: 'sender' | 'recipient' | 'message'; code: number; response: string }

/**
 * What a temporary reply says about the server's own limits; undefined for a permanent reply and for one about the recipient or the
 * message. `isExplicit`: it names a limit, so that one such reply is enough.
 */
export function findTemporaryFault({
  stage,
  code,
  response,
}: Reply): { state: 'busy' | 'over-quota'; isExplicit: boolean } | undefined {
  if (code < 400 || code >= 500) return undefined
  if (stage !== 'sender' && isAboutRecipient(response)) return undefined
  if (aboutQuota.test(response)) return { state: 'over-quota', isExplicit: true }
  if (aboutRate.test(response)) return { state: 'busy', isExplicit: true }
  // RFC 5321, 4.2.2: the service is not available, or has insufficient storage.
  return stage === 'sender' || code === 421 || code === 452 ? { state: 'busy', isExplicit: false } : undefined
}

/** 4.2.X is the status of a mailbox (RFC 3463). */
const aboutMailbox = /\b4\.2\.\d|mailbox|\buser\b.*\bquota\b|gr[ae]y-?list/i

/** Whether a temporary reply is about one mailbox, or delays its first attempt. */
export const isAboutRecipient = (response: string): boolean => aboutMailbox.test(response)

const aboutQuota = /\bquota\b|\b(?:daily|hourly|monthly|sending|account|message) limit/i
const aboutRate = /\brate\b|too (?:many|much|fast|quickly)|limit (?:exceeded|reached)|throttl/i

/** What a failed attempt of a single mail says about the mail server; undefined if it is about the mail or its recipient. */
export function findServerFault(error: unknown): ServerFault | undefined {
  const { code, command, responseCode, message } = error as {
    code?: string
    command?: string
    responseCode?: number
    message: string
  }
  if (code === 'EAUTH' && !(responseCode !== undefined && responseCode < 500))
    return { state: 'wrong-account', reply: message }
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    const stage = command === 'MAIL FROM' ? 'sender' : command === 'RCPT TO' ? 'recipient' : 'message'
    const found = findTemporaryFault({ stage, code: responseCode ?? 0, response: message })
    // One reply that names no limit may be about the recipient.
    return found?.isExplicit ? { state: found.state, reply: message } : undefined
  }
  return code === undefined ? undefined : { state: 'unreachable', reply: message }
}

const sentences: Record<MailServerState, string> = {
  busy: 'The mail server is busy or has a rate limit.',
  'over-quota': 'The account at the mail server has sent as much as it may for now.',
  refusing: 'The mail server refuses what this site sends.',
  'wrong-account': 'The mail server did not accept the user name or the password.',
  unreachable: 'The mail server could not be reached.',
}

/** Whether the server ends the fault by itself. */
export const isTemporary = ({ state }: Pick<ServerFault, 'state'>): boolean =>
  state === 'busy' || state === 'over-quota'

/** The state as a sentence for the owner. */
export const describeFault = (state: MailServerState) => sentences[state]
