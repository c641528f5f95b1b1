/** What can be done about the failure of a mail, by what nodemailer or the server said. The first match counts. */
const explanations: [RegExp, string][] = [
  [/^The saved password cannot be read/, 'Please enter the password of the mail server again.'],
  [/^The site has no email/, 'Please enter the email of the site in Settings.'],
  [/Invalid login|Missing credentials|\b535\b|EAUTH/, 'The mail server did not accept the user name or the password.'],
  [/\b530\b|authentication required/i, 'The mail server wants a user name and a password.'],
  [/ECONNREFUSED/, 'Nothing answered at that host and port. Please check both.'],
  [/ENOTFOUND|EAI_AGAIN|EDNS|ENODATA/, 'There is no host of that name, or the DNS did not answer.'],
  [/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/, 'That host cannot be reached from this machine.'],
  [
    /certificate|self.signed|CERT_|ERR_TLS|altnames/i,
    'The certificate of the mail server is not valid for that host name, has expired or is self-signed.',
  ],
  [
    /wrong version number|packet length too long|SSL routines|EPROTO\b/i,
    'The server does not speak TLS from the first byte on that port: try STARTTLS, or port 465.',
  ],
  [/STARTTLS|upgrading connection/i, 'The server does not offer STARTTLS on that port: try TLS with port 465.'],
  [
    /greeting|timeout|timed out|ETIMEDOUT|did not answer/i,
    'The mail server did not answer in time. A firewall or the hosting company may block the port.',
  ],
  [
    /ECONNRESET|socket close|closed unexpectedly|ESOCKET/i,
    'The server closed the connection. Please check port and security.',
  ],
  [/\b(?:550|553|554)\b.*(?:sender|from|relay|spf|dkim|dmarc|auth)/i, 'The mail server does not allow this sender.'],
  [/\b5\d\d\b/, 'The mail server rejected the mail.'],
  [/\b4\d\d\b/, 'The mail server could not take the mail now. It is tried again later.'],
]

/** A sentence for the owner about the error of a mail. */
export function explainMailError(error: string): string {
  return explanations.find(([pattern]) => pattern.test(error))?.[1] ?? 'The mail could not be sent.'
}
