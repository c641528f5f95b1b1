import type { Smtp } from '../../platform/smtp-url.ts'
import { classifyReply } from '../bounces/classify-reply.ts'
import { describeFault, findTemporaryFault } from './server-fault.ts'

type Explanation = readonly [RegExp, string]

/** About a connection, by what Node.js, OpenSSL and nodemailer say. The first match counts. */
const aboutConnection: readonly Explanation[] = [
  [
    /altnames|ERR_TLS_CERT_ALTNAME_INVALID/i,
    'The certificate of the server is for another host name: enter the name that the provider gives.',
  ],
  [
    /certificate has expired|CERT_HAS_EXPIRED/i,
    'The certificate of the server has expired: its provider has to renew it.',
  ],
  [
    /self.signed|unable to (?:verify|get)|UNABLE_TO_|SELF_SIGNED|unknown ca/i,
    'The certificate of the server is of an issuer that this machine does not know. Where that is right, name the file with the certificate of the issuer in the variable NODE_EXTRA_CA_CERTS.',
  ],
  [/certificate|CERT_|ERR_TLS/i, 'The certificate of the server is not valid.'],
  [
    /wrong version number|packet length too long|SSL routines|EPROTO\b/i,
    'The server does not speak TLS from the first byte on that port: try STARTTLS, or port 465.',
  ],
  [/ECONNREFUSED/, 'Nothing answered at that host and port. Please check both.'],
  [/ENOTFOUND|EAI_AGAIN|EDNS|ENODATA/, 'There is no host of that name, or the DNS did not answer.'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'That host cannot be reached from this machine.'],
]

const aboutSignIn: readonly Explanation[] = [
  [/^The saved password cannot be read/, 'Please enter the password of the mail server again.'],
  [/^The site has no email/, 'Please enter the email of the site in Settings.'],
  [/^STARTTLS on port 465/, 'Port 465 speaks TLS from the first byte: choose TLS, or STARTTLS with port 587.'],
  [/\b530\b.*STARTTLS/i, 'The mail server takes no mail without encryption on that port: choose STARTTLS.'],
  [/\b454\b.*TLS/i, 'The mail server cannot start TLS at the moment. If that lasts, try TLS with port 465.'],
  [/STARTTLS|upgrading connection/i, 'The server does not offer STARTTLS on that port: try TLS with port 465.'],
  [/(?:Invalid login|EAUTH).*\b4\d\d\b/i, 'The mail server could not check the password at the moment.'],
  [/Invalid login|Missing credentials|\b535\b|EAUTH/, 'The mail server did not accept the user name or the password.'],
  [/\b530\b|authentication required/i, 'The mail server wants a user name and a password.'],
]

const aboutSession: readonly Explanation[] = [
  [
    /greeting|timeout|timed out|ETIMEDOUT|did not answer/i,
    'The mail server did not answer in time. A firewall or the hosting company may block the port.',
  ],
  [
    /ECONNRESET|socket close|closed unexpectedly|connection was closed|ESOCKET/i,
    'The server closed the connection. Please check port and security.',
  ],
]

const aboutReply: readonly Explanation[] = [
  [
    /\b5\.3\.4\b|\b552\b(?!.*\b5\.2\.\d).*\b(?:size|large|big)\b|larger than allowed/i,
    'The mail is too large for the mail server.',
  ],
  [/\b(?:550|553|554)\b.*(?:sender|from|relay|spf|dkim|dmarc|auth)/i, 'The mail server does not allow this sender.'],
]

const find = (explanations: readonly Explanation[], error: string) =>
  explanations.find(([pattern]) => pattern.test(error))?.[1]

/** A sentence for the owner about the error of a mail: what nodemailer or the server said. */
export function explainMailError(error: string): string {
  const reply = replyIn(error)
  return (
    find(aboutSignIn, error) ??
    // A reply may contain any word, such as that of a certificate.
    (reply === undefined ? find([...aboutConnection, ...aboutSession], error) : explainReply(reply)) ??
    find([...aboutConnection, ...aboutSession, ...aboutReply], error) ??
    'The mail could not be sent.'
  )
}

/** That sentence, and the server's own words where it said something. */
export function describeMailError(error: string): string {
  const reply = replyIn(error)
  return reply === undefined ? explainMailError(error) : `${explainMailError(error)} The mail server said: ${reply}`
}

/** A sentence for the owner about an error of any connection; undefined if it is about something else. */
export const explainConnectionError = (error: string): string | undefined => find(aboutConnection, error)

/** Says in the error what the server cannot: on port 465 it waits for TLS, so that a client of STARTTLS gets no greeting. */
export function withPort(error: unknown, { port, isSecure }: Pick<Smtp, 'port' | 'isSecure'>): unknown {
  if (port !== 465 || isSecure || !(error instanceof Error) || !/greeting|closed|ECONNRESET/i.test(error.message))
    return error
  error.message = `STARTTLS on port 465: ${error.message}`
  return error
}

/** The reply of a server in an error: its code, and what follows. */
export const replyIn = (error: string) => /(?<![\d.:])[245]\d\d[ -]\S.*/s.exec(error)?.[0]

function explainReply(reply: string): string | undefined {
  const code = Number(reply.slice(0, 3))
  const fault = findTemporaryFault({ stage: 'recipient', code, response: reply })
  if (fault?.isExplicit) return describeFault(fault.state)
  if (code < 500) return 'The mail server could not take the mail now.'
  const explanation = find(aboutReply, reply)
  if (explanation) return explanation
  return classifyReply(code, reply) === 'hard'
    ? 'The mail server knows no mailbox of that address.'
    : 'The mail server rejected the mail.'
}
