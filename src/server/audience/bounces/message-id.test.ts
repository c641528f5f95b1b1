import { expect, test } from 'vitest'
import { createSecrets } from '../../platform/secrets.ts'
import { newsletterMessageId, recipientNamedBy } from './message-id.ts'

const secrets = createSecrets('the key of a site, which is long enough')
const recipient = { newsletterId: 7, recipientId: 5 }
const id = newsletterMessageId(secrets, recipient, 'dewlight.example')

test('a Message-ID is the same for each attempt and names its recipient', () => {
  expect(id).toMatch(/^<newsletter-7-5\.[\da-f]{32}@dewlight\.example>$/)
  expect(newsletterMessageId(secrets, recipient, 'dewlight.example')).toBe(id)
  const named = { newsletterRecipient: 5, newsletterId: 7 }
  expect(recipientNamedBy(secrets, id)).toEqual(named)
  // Some providers leave out the brackets.
  expect(recipientNamedBy(secrets, id.slice(1, -1))).toEqual(named)
})

test('the Message-ID of another recipient, newsletter or site names no one', () => {
  const others = [
    id.replace('-5.', '-6.'),
    id.replace('-7-', '-8-'),
    id.replace('-7-', '-9999999999-'),
    id.replace(/\.[\da-f]+@/, '.0123456789ab@'),
    newsletterMessageId(createSecrets('the key of another site, long enough'), recipient, 'dewlight.example'),
  ]
  for (const other of others)
    expect([other, recipientNamedBy(secrets, other)]).toEqual([other, { newsletterRecipient: null }])
})

test('a Message-ID of another form, as providers set it, counts as none', () => {
  for (const missing of [undefined, null, '', '<x@dewlight.example>', '<0100018f-5c2e@email.amazonses.com>'])
    expect(recipientNamedBy(secrets, missing)).toEqual({})
})
