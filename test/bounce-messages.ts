/** Messages in the shape in which mail servers return a newsletter; `id` is its Message-ID. */

type Bounced = { to: string; id: string; status?: string; diagnostic?: string }

const lines = (...parts: string[]) => parts.join('\r\n')

const returned = (to: string, id: string) =>
  lines(
    'From: Dewlight <hello@dewlight.example>',
    `To: ${to}`,
    `Message-ID: ${id}`,
    'Subject: Hello',
    '',
    'A newsletter.',
  )

function report(from: string, text: string, status: string, type: string, original: string): string {
  return lines(
    ...[`From: ${from}`, 'To: hello@dewlight.example', 'Subject: Undelivered Mail Returned to Sender'],
    ...['Auto-Submitted: auto-replied', 'MIME-Version: 1.0'],
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b"',
    ...['', '--=_b', 'Content-Type: text/plain; charset=us-ascii', '', text, ''],
    ...['--=_b', 'Content-Type: message/delivery-status', '', status, ''],
    ...['--=_b', `Content-Type: ${type}`, '', original, '', '--=_b--', ''],
  )
}

export function postfix({ to, id, status = '5.1.1', diagnostic = '550 5.1.1 User unknown' }: Bounced): string {
  const fields = lines(
    ...['Reporting-MTA: dns; mx.dewlight.example', 'X-Postfix-Queue-ID: 4A1B2C3D', ''],
    ...[`Final-Recipient: rfc822; ${to}`, `Original-Recipient: rfc822;${to}`, 'Action: failed', `Status: ${status}`],
    ...['Remote-MTA: dns; mx.mail.example', `Diagnostic-Code: smtp; ${diagnostic}`],
  )
  return report(
    'MAILER-DAEMON@mx.dewlight.example (Mail Delivery System)',
    'This is the mail system at host mx.dewlight.example.',
    fields,
    'message/rfc822',
    returned(to, id),
  )
}

export function exim({ to, id }: Bounced): string {
  const fields = lines(
    ...['Reporting-MTA: dns; exim.dewlight.example', ''],
    ...['Action: failed', `Final-Recipient: rfc822;${to}`, 'Status: 5.0.0', 'Remote-MTA: dns; mx.mail.example'],
    ...['Diagnostic-Code: smtp; 550 No such user', '    here'],
  )
  const headers = returned(to, id).split('\r\n\r\n')[0]!
  return report(
    'Mail Delivery System <Mailer-Daemon@exim>',
    'A message failed.',
    fields,
    'text/rfc822-headers',
    headers,
  )
}

export function exchange({ to, id }: Bounced): string {
  const fields = lines(
    ...['Reporting-MTA: dns;EX01.mail.example', 'Received-From-MTA: dns;mx.dewlight.example', ''],
    ...[`Final-Recipient: rfc822;${to}`, 'Action: failed', 'Status: 5.2.2'],
    ...['Diagnostic-Code: smtp;554 5.2.2 mailbox full', 'X-Display-Name: Ann'],
  )
  return report(
    'postmaster@mail.example',
    'Your message could not be delivered.',
    fields,
    'message/rfc822',
    returned(to, id),
  )
}

export function gmail({ to, id }: Bounced): string {
  const fields = lines(
    ...['Reporting-MTA: dns; googlemail.com', 'Arrival-Date: Tue, 10 Mar 2026 07:00:00 -0800 (PST)', ''],
    ...[`Final-Recipient: rfc822; ${to}`, 'Action: delayed', 'Status: 4.4.1'],
    ...['Diagnostic-Code: smtp; The recipient server did not accept our requests to connect.'],
  )
  return report(
    'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    'Delay.',
    fields,
    'message/rfc822',
    returned(to, id),
  )
}

/** Amazon SES replaces the Message-ID and returns the other headers. */
export function amazonSes({ to, id, ...reply }: Bounced): string {
  return postfix({ to, id, ...reply })
    .replaceAll('mx.dewlight.example', 'a8-70.smtp-out.amazonses.com')
    .replace(`Message-ID: ${id}`, `Message-ID: <0100018f5c2e@email.amazonses.com>\r\nX-Newsletter-Id: ${id}`)
}

export function complaint({ to, id }: Bounced): string {
  return postfix({ to, id })
    .replace('report-type=delivery-status', 'report-type=feedback-report')
    .replace(
      /Content-Type: message\/delivery-status[\s\S]*?--=_b/,
      lines(
        ...['Content-Type: message/feedback-report', '', 'Feedback-Type: abuse', 'User-Agent: SomeLoop/1.0'],
        ...['Version: 1', `Original-Rcpt-To: <${to}>`, '', '--=_b'],
      ),
    )
}

/** As feedback loops send it that hide who complained. */
export function redactedComplaint({ to, id }: Bounced): string {
  return complaint({ to, id })
    .replace(`Original-Rcpt-To: <${to}>`, 'Original-Rcpt-To: <redacted>')
    .replaceAll(to, 'redacted@feedback.example')
}

export const personal = lines('From: bea@mail.example', 'To: hello@dewlight.example', 'Subject: Hi', '', 'How are you?')
