/**
 * Whether a final refusal says that the mailbox does not exist ('hard') or is about this mail, this sender or this moment
 * ('soft'). The enhanced status code of RFC 3463 decides where there is one, since servers reply 550 to almost anything.
 */
export function classifyReply(code: number | undefined, text: string): 'hard' | 'soft' {
  const [, kind, subject, detail] = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/.exec(text) ?? []
  if (kind !== undefined) {
    if (kind !== '5') return 'soft'
    const status = `${subject}.${detail}`
    if (hardStatus.has(status)) return 'hard'
    // 5.0.0 is undefined, so the code of the reply decides.
    if (status !== '0.0') return 'soft'
  }
  if (aboutPolicy.test(text)) return 'soft'
  if (aboutMailbox.test(text)) return 'hard'
  return code !== undefined && hardCodes.has(code) ? 'hard' : 'soft'
}

/** Bad mailbox, system or syntax, ambiguous, moved, null MX; disabled mailbox. X.1.7 and X.1.8 are about the sender. */
const hardStatus = new Set(['1.0', '1.1', '1.2', '1.3', '1.4', '1.6', '1.10', '2.1'])

/** 550 no mailbox or no access, 551 not local, 553 not allowed as a mailbox name (RFC 5321, 4.2.3). */
const hardCodes = new Set([550, 551, 553])

const aboutMailbox =
  /(?:user|mailbox|recipient|address|account)[^.]{0,60}(?:unknown|not (?:be )?found|does ?n[o']t exist|no longer|invalid|disabled)|no such (?:user|mailbox|recipient)|unknown (?:user|mailbox|recipient)/i

const aboutPolicy =
  /spam|blocked|blacklist|blocklist|policy|reputation|rate limit|dmarc|\bspf\b|dkim|greylist|quota|mailbox (?:is )?full|over quota|too large/i
