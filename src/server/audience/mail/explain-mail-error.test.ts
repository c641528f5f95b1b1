import { expect, test } from 'vitest'
import { describeMailError, explainMailError, withPort } from './explain-mail-error.ts'

test.each([
  [
    "Hostname/IP does not match certificate's altnames: Host: a.example. is not cert's CN: b.example",
    /another host name/,
  ],
  ['certificate has expired', /expired/],
  ['self-signed certificate in certificate chain', /NODE_EXTRA_CA_CERTS/],
  ['unable to verify the first certificate', /NODE_EXTRA_CA_CERTS/],
  ['unable to get local issuer certificate', /NODE_EXTRA_CA_CERTS/],
  [
    'C0:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:ssl/record/rec_layer_s3.c:354:',
    /try STARTTLS/,
  ],
  ['Mail command failed: 530 5.7.0 Must issue a STARTTLS command first', /choose STARTTLS/],
  ['Mail command failed: 530 5.7.0 Authentication required', /user name and a password/],
  ['Invalid login: 535 5.7.8 Wrong password', /did not accept the user name or the password/],
  ['Invalid login: 454 4.7.0 Temporary authentication failure', /could not check the password/],
  ['Error upgrading connection with STARTTLS: 454 4.7.0 TLS not available due to local problem', /cannot start TLS/],
  ["Can't send mail - all recipients were rejected: 454 4.7.0 Daily message quota exceeded", /as much as it may/],
  ["Can't send mail - all recipients were rejected: 450 4.7.1 Error: too much mail from 192.0.2.1", /rate limit/],
  ['Mail command failed: 552 5.3.4 Message size exceeds fixed limit', /too large/],
  ['Message size larger than allowed 200', /too large/],
  ["Can't send mail - all recipients were rejected: 550 5.1.1 <ann@dew.example>: User unknown", /knows no mailbox/],
  ["Can't send mail - all recipients were rejected: 550 No such mailbox", /knows no mailbox/],
  ['Mail command failed: 550 5.7.1 Sender is not allowed', /does not allow this sender/],
  ['Message failed: 554 5.7.1 Spam', /rejected the mail/],
  ['connect ECONNREFUSED 127.0.0.1:587', /Nothing answered/],
  ['Greeting never received', /did not answer in time/],
])('“%s” is a sentence for the owner', (error, sentence) => {
  expect(explainMailError(error)).toMatch(sentence)
  expect(explainMailError(error)).not.toMatch(/SSL routines|altnames|Mail command/)
})

test('the words of the server follow the sentence, and those of a library do not', () => {
  expect(describeMailError('Invalid login: 535 5.7.8 Wrong password')).toBe(
    'The mail server did not accept the user name or the password. The mail server said: 535 5.7.8 Wrong password',
  )
  expect(describeMailError('certificate has expired')).toBe(explainMailError('certificate has expired'))
})

test('STARTTLS on port 465, where the server waits for TLS, says so', () => {
  const { message } = withPort(new Error('Greeting never received'), { port: 465, isSecure: false }) as Error
  expect(explainMailError(message)).toMatch(/^Port 465 speaks TLS from the first byte/)
})
