/**
 * Whether a final refusal says that the mailbox does not exist ('hard') or is about this mail, this sender or this moment
 * ('soft'). The enhanced status code of RFC 3463 decides where there is one. Without one, only words about the mailbox are
 * hard: a 550 alone is also the reply to a sender that may not use the server.
 */
export function classifyReply(code: number | undefined, text: string): 'hard' | 'soft' {
  const reply = text.slice(0, REPLY_MAX)
  // Addresses may contain any word.
  const words = reply
    .split(/\s/)
    .filter((word) => !word.includes('@'))
    .join(' ')
  const status = findStatus(reply)
  if (status !== undefined) {
    if (!status.startsWith('5.')) return 'soft'
    if (isCertain(status)) return receivesTooMuch.test(words) ? 'soft' : 'hard'
    const detail = status.slice(2)
    if (usualStatus.has(detail)) return aboutSender.test(words) ? 'soft' : 'hard'
    // Microsoft 365's reply for an unknown recipient.
    if (detail === '4.1' && /recipient address rejected/i.test(words)) return 'hard'
    if (!vagueStatus.has(detail)) return 'soft'
  }
  if (code !== undefined && code < 500) return 'soft'
  if ([aboutSender, aboutAccount, aboutPolicy].some((pattern) => pattern.test(words))) return 'soft'
  return aboutMailbox.test(words) ? 'hard' : 'soft'
}

/** Characters of a reply that are read; anyone can send a report of any length. */
const REPLY_MAX = 2000

/** Whether the status of a reply is about the mailbox alone, so that the sender cannot be the reason. */
export function isAboutMailbox(text: string): boolean {
  return isCertain(findStatus(text.slice(0, REPLY_MAX)))
}

const isCertain = (status: string | undefined) =>
  status?.startsWith('5.') === true && certainStatus.has(status.slice(2))

/** The first status that says something; a report may repeat the status of the reply behind its own. */
function findStatus(text: string): string | undefined {
  const found = [...text.matchAll(/(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/g)].map(([status]) => status)
  return found.find((status) => !vagueStatus.has(status.slice(2))) ?? found[0]
}

/** No such mailbox, null MX, disabled mailbox. X.1.7 and X.1.8 are about the sender. */
const certainStatus = new Set(['1.1', '1.10', '2.1'])
/** Another problem of an address, bad system, bad syntax, ambiguous, moved; some servers use these for the sender too. */
const usualStatus = new Set(['1.0', '1.2', '1.3', '1.4', '1.6'])
/** Undefined, of the mail system, of the protocol: Outlook.com and sendmail use the last two for unknown mailboxes too. */
const vagueStatus = new Set(['0.0', '3.0', '5.0'])

const aboutMailbox =
  /(?:user|mailbox|recipient|address|email account)[^.]{0,60}(?:unknown|unavailable|not (?:be )?found|not local|does ?n[o'’]t exist|does not have an account|no longer|invalid|disabled|inactive|not allowed)|no such (?:user|mailbox|recipient|address|person)|(?:unknown|invalid) (?:user|mailbox|recipient)|unroute?able address|no mailbox (?:here|by that name)|(?:user|recipient) does ?n[o'’]t have/i

/** Gmail's reply for a mailbox that exists, with the status of a disabled one. */
const receivesTooMuch = /receiving mail (?:too quickly|at a rate)/i

const aboutSender = /relay(?!\s+recipient)|\bsender\b|\b(?:from|return|envelope)[- ](?:address|header|domain|path)/i

/** The server takes no mail of this account, or not before something is set up. */
const aboutAccount =
  /verif(?:y|ied|ication)|identit(?:y|ies)|(?:un|not )authori[sz]ed|authenticat|\bauth\b|log ?in|credential|\bdomain\b|(?:your|this|sending) account|account (?:is |has been |was )?(?:disabled|suspended|blocked|closed|locked|inactive|limited)|suspended|subscription|billing|api key|\bdns\b|\bmx\b/i

const aboutPolicy =
  /spam|block|blacklist|policy|polic(?:y|ies)|reputation|rate limit|limit exceeded|too many|too much|dmarc|\bspf\b|dkim|greylist|quota|mailbox (?:is )?full|over quota|too large|access denied|not permitted|prohibited|try again|temporar/i
