import { expect, test } from 'vitest'
import { classifyReply, isAboutMailbox } from './classify-reply.ts'

const replies: [kind: 'hard' | 'soft', code: number | undefined, text: string][] = [
  ['hard', 550, '5.1.1 <ann@mail.example>: Recipient address rejected: User unknown in virtual mailbox table'],
  ['hard', 550, '5.1.1 The email account that you tried to reach does not exist. NoSuchUser - gsmtp'],
  ['hard', 550, '5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
  ['hard', 550, 'Requested action not taken: mailbox unavailable'],
  ['hard', 554, 'delivery error: dd This user doesn’t have an account (user unknown)'],
  ['hard', 550, '5.2.1 The email account that you tried to reach is disabled.'],
  ['hard', 551, 'User not local; please try another path'],
  ['hard', 553, '5.1.3 The recipient address is not a valid RFC-5321 address'],
  ['hard', undefined, '5.1.2 Bad destination system: no such domain'],
  ['hard', 550, '5.0.0 Unknown user'],
  ['hard', 554, '5.5.0 5.1.1 mailbox not found'.slice(6)],
  ['soft', 552, '5.2.2 The email account that you tried to reach is over quota.'],
  ['soft', 552, 'Mailbox full'],
  ['soft', 550, '5.7.1 Our system has detected that this message is likely unsolicited mail'],
  ['soft', 550, '5.7.26 Unauthenticated email is not accepted due to the domain’s DMARC policy'],
  ['soft', 550, 'Message rejected as spam'],
  ['soft', 554, '5.7.1 Service unavailable; Client host blocked using a blocklist'],
  ['soft', 554, 'Transaction failed'],
  ['soft', 550, '5.1.8 Sender address rejected: Domain not found'],
  ['hard', 550, '5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
  [
    'hard',
    550,
    '5.4.1 Recipient address rejected: Access denied. [AM0EUR02FT025.eop-EUR02.prod.protection.outlook.com]',
  ],
  ['hard', 553, '5.3.0 <ann@mail.example>... No such user here'],
  ['hard', undefined, '5.3.0 550 5.1.1 unknown'],
  ['soft', 550, '5.5.0 550 5.7.1 Relaying denied'],
  ['soft', 550, '5.5.0 Sender mailbox unavailable'],
  ['soft', 554, '5.5.0 Transaction failed'],
  ['soft', 553, '5.3.0 DNSBL:RBL 521 is_blocked'],
  ['soft', 550, '5.3.0 Requested action not taken'],
  ['soft', 550, '5.4.1 No answer from host'],
  ['soft', 554, '5.7.1 Recipient address rejected: Access denied'],
  ['soft', 550, '4.5.0 mailbox unavailable'],
  ['soft', 552, '5.3.4 Message size exceeds fixed limit'],
  ['soft', 421, '4.7.0 Try again later'],
  ['soft', 450, '4.2.1 The user is receiving mail too quickly'],
  [
    'soft',
    550,
    '5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
  ],
  ['soft', undefined, ''],
  // What is wrong with the sender or the account says nothing about the recipient.
  ['soft', 550, 'relay not permitted'],
  ['soft', 550, 'Relaying denied'],
  ['soft', 550, 'The mail.example domain is not verified. Please, add and verify your domain'],
  [
    'soft',
    550,
    'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved',
  ],
  ['soft', 550, 'Your account has been disabled'],
  ['soft', 550, 'Account suspended'],
  [
    'soft',
    554,
    'Message rejected: Email address is not verified. The following identities failed the check: ann@mail.example',
  ],
  // The last line of the replies of GMX says the reason.
  ['soft', 550, 'Requested action not taken: mailbox unavailable invalid DNS MX or A/AAAA resource record'],
  ['soft', 550, 'unauthorized'],
  ['soft', 550, 'Authentication required'],
  ['soft', 550, 'Sender verify failed'],
  ['soft', 550, '5.1.0 <hello@dewlight.example> sender rejected'],
  ['soft', 550, '5.0.0 relay not permitted'],
  ['soft', 550, '5.0.0 550 5.7.1 Relaying denied'],
  ['soft', 550, ''],
  ['soft', 553, 'sorry, that domain isn’t in my list of allowed rcpthosts'],
  ['hard', 550, 'No such user here'],
  ['hard', 550, 'Unrouteable address'],
  ['hard', 550, '<relay@sender.example>: Recipient address rejected: User unknown in relay recipient table'],
  ['hard', 553, 'Mailbox name not allowed'],
  ['hard', 550, '5.0.0 550 5.1.1 unknown'],
  // An IP address does not count as a status.
  ['soft', 554, 'Connection from 5.1.1.9 refused'],
]

test('the first 2000 characters of a reply count', () => {
  const long = 'x'.repeat(120_000)
  expect(classifyReply(550, `5.1.1 ${long}`)).toBe('hard')
  expect(classifyReply(550, `No such user ${long}@`)).toBe('hard')
  for (const late of ['5.1.1', 'No such user']) expect(classifyReply(550, `${long} ${late}`)).toBe('soft')
  expect(isAboutMailbox(`${long} 5.1.1`)).toBe(false)
})

for (const [kind, code, text] of replies)
  test(`“${code ?? ''} ${text}” is a ${kind} bounce`, () => {
    expect(classifyReply(code, text)).toBe(kind)
  })
