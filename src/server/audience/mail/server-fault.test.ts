import { expect, test } from 'vitest'
import { findServerFault, findTemporaryFault } from './server-fault.ts'

test.each([
  ['recipient', 454, '454 4.7.0 Daily message quota exceeded', 'over-quota', true],
  ['recipient', 450, '450 4.7.1 Error: too much mail from 192.0.2.1', 'busy', true],
  ['message', 451, '451 4.7.0 Sending rate limit exceeded', 'busy', true],
  ['sender', 450, '450 4.3.0 Try again', 'busy', false],
  ['recipient', 421, '421 4.3.2 Closing', 'busy', false],
  ['sender', 452, '452 4.3.1 Insufficient system storage', 'busy', false],
] as const)('%s %i “%s” is about the server: %s', (stage, code, response, state, isExplicit) => {
  expect(findTemporaryFault({ stage, code, response })).toEqual({ state, isExplicit })
})

test.each([
  ['recipient', 452, '452 4.2.2 The mailbox is over quota'],
  ['recipient', 450, '450 4.2.1 The user is receiving mail at a rate that prevents delivery'],
  ['recipient', 451, '451 4.7.1 Greylisted, too many new senders'],
  ['recipient', 450, '450 Try again'],
  ['recipient', 550, '550 Rate limit exceeded'],
] as const)('%s %i “%s” is not about the server', (stage, code, response) => {
  expect(findTemporaryFault({ stage, code, response })).toBeUndefined()
})

test('a failed attempt is about the account, the connection, or the mail', () => {
  const error = (fields: object) => Object.assign(new Error('535 No'), fields)
  expect(findServerFault(error({ code: 'EAUTH', responseCode: 535 }))?.state).toBe('wrong-account')
  expect(findServerFault(error({ code: 'EAUTH', responseCode: 454 }))?.state).toBe('unreachable')
  expect(findServerFault(error({ code: 'ECONNECTION' }))?.state).toBe('unreachable')
  expect(findServerFault(error({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }))).toBeUndefined()
  expect(findServerFault(new Error('The site has no email'))).toBeUndefined()
})

test.each([
  ['recipient', 450, '450 4.1.2 <quota@nx.example>: Recipient address rejected: Domain not found'],
  ['recipient', 450, '450 4.1.2 <ann@rate.example>: Recipient address rejected: Domain not found'],
  ['recipient', 450, '450 4.7.25 Client host rejected: cannot find your hostname of rate.limit.example'],
] as const)('a name in a reply is not its reason: %s %i “%s”', (stage, code, response) => {
  expect(findTemporaryFault({ stage, code, response })).toBeUndefined()
})

test.each(['450 4.2.1 Peak SMTP relay limit exceeded for customer', '421 4.7.0 Daily user sending quota exceeded'])(
  '“%s” is about the account that sends',
  (response) => {
    expect(findTemporaryFault({ stage: 'recipient', code: Number(response.slice(0, 3)), response })).toEqual({
      ...{ state: 'over-quota', isExplicit: true },
    })
  },
)
