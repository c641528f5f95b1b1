import { expect, test } from 'vitest'
import { replyAddress } from './reply-address.ts'

const message = {
  id: 1,
  name: 'Ann & Lee',
  email: 'ann+news@example.com',
  subject: 'Working together?',
  message: 'Hello!\nI like your work & more.',
  createdAt: '2026-03-10T15:00:00.000Z',
  isRead: true,
  isSpam: false,
  spamReason: null,
}

function read(address: string) {
  const url = new URL(address)
  return { to: decodeURIComponent(url.pathname), ...Object.fromEntries(url.searchParams) }
}

test('a reply has the subject with Re: and the message quoted', () => {
  expect(read(replyAddress(message, 'March 10, 2026 at 11:00 AM'))).toEqual({
    to: 'ann+news@example.com',
    subject: 'Re: Working together?',
    body: '\r\n\r\nOn March 10, 2026 at 11:00 AM, Ann & Lee wrote:\r\n> Hello!\r\n> I like your work & more.',
  })
})

test('a reply to a reply has one Re:', () => {
  expect(read(replyAddress({ ...message, subject: 're: Hello' }, 'today'))).toMatchObject({ subject: 're: Hello' })
})

test('nothing in an address adds a receiver or a header', () => {
  const address = replyAddress({ ...message, email: 'a@b.example?bcc=eve@evil.example', subject: 'x&cc=eve' }, 'today')
  expect([...new URL(address).searchParams.keys()]).toEqual(['subject', 'body'])
})

test('a long message and half of an emoji still make an address', () => {
  const address = replyAddress({ ...message, message: `${'a'.repeat(999)}🌿${'b'.repeat(4000)}` }, 'today')
  expect(address.length).toBeLessThan(2000)
})
