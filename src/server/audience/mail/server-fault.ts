import type { MailServerState } from '../../../contract/audience/mails.ts'

/** Why the mail server takes nothing now, with its reply. */
export type ServerFault = { state: MailServerState; reply: string }

export type Reply = { stage: 'sender' | 'recipient' | 'message'; code: number; response: string }

/**
 * The fault that a temporary reply names, if it is about the server's own limits; undefined for a permanent reply and for one about the recipient or the
 * message. `isExplicit`: it names a limit, so that one such reply is enough.
 */
export function findTemporaryFault({
  stage,
  code,
  response,
}: Reply): { state: 'busy' | 'over-quota'; isExplicit: boolean } | undefined {
  if (code < 400 || code >= 500) return undefined
  const words = withoutNames(response)
  // Names the account that sends, whatever its status is.
  if (aboutAccountLimit.test(words)) return { state: 'over-quota', isExplicit: true }
  if (stage !== 'sender' && isAboutRecipient(response)) return undefined
  if (aboutQuota.test(words)) return { state: 'over-quota', isExplicit: true }
  if (aboutRate.test(words)) return { state: 'busy', isExplicit: true }
  // RFC 5321, 4.2.2: the service is not available, or has insufficient storage.
  return stage === 'sender' || code === 421 || code === 452 ? { state: 'busy', isExplicit: false } : undefined
}

/** Without addresses and host names, which anyone can choose; the status stays. */
const withoutNames = (response: string) =>
  response
    .split(/\s+/)
    .filter((word) => !word.includes('@') && (/^\W*\d\.\d+\.\d+\W*$/.test(word) || !/\w\.\w/.test(word)))
    .join(' ')

/** 4.2.X is the status of a mailbox, 4.1.X of an address but for that of the sender (RFC 3463). */
const aboutMailbox =
  /\b4\.2\.\d|\b4\.1\.[0-6]\b|mailbox|domain not found|host not found|lookup (?:failure|failed)|\brecipient\b.*\bquota\b|gr[ae]y-?list/i
const aboutAccountLimit =
  /\b(?:relay|sending|customer|account|daily|hourly|monthly)\b(?!.*\brate\b).*\b(?:quota|limit)\b.*\bexceeded\b/i

/** Whether a temporary reply is about one mailbox, or delays its first attempt. */
export const isAboutRecipient = (response: string): boolean => aboutMailbox.test(withoutNames(response))

const aboutQuota = /\bquota\b|\b(?:daily|hourly|monthly|sending|account|message) limit/i
const aboutRate = /\brate\b|too (?:many|much|fast|quickly)|limit (?:exceeded|reached)|throttl/i

/** The fault of the mail server that a failed attempt of a single mail shows; undefined if it is about the mail or its recipient. */
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
  if (/^421\b|Invalid greeting.*\b421\b/s.test(message) || responseCode === 421)
    return { state: 'busy', reply: message }
  return code !== undefined && connectionCodes.has(code) ? { state: 'unreachable', reply: message } : undefined
}

/** Codes of nodemailer and of Node.js's sockets; the database's errors have others, and are not thrown by a transport. */
const connectionCodes = new Set([
  ...['EAUTH', 'ECONNECTION', 'EDNS', 'ESOCKET', 'ETLS', 'ETIMEDOUT', 'EPROTOCOL', 'ECONNREFUSED', 'ECONNRESET'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE'],
])

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
