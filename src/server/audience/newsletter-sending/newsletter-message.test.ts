import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { compileTemplate } from '../../../contract/audience/merge-fields.ts'
import { createNewsletterMessages, type MessageIdOf, mergeValuesOf } from './newsletter-message.ts'

const from = { name: 'Dewlight', address: 'hello@dewlight.example' }
const origin = 'https://dewlight.example'
const messageIdOf: MessageIdOf = ({ newsletterId, recipientId }, domain) =>
  `<newsletter-${newsletterId}-${recipientId}.0123456789ab@${domain}>`
const reader = {
  id: 5,
  email: 'ann@example.com',
  name: 'Änn & “Co”',
  unsubscribe_token: '0123456789abcdef0123456789abcdef',
}
const leaveUrl = `${origin}/newsletter/unsubscribe?token=${reader.unsubscribe_token}&newsletter=7`
const values = {
  ...{ name: reader.name, email: reader.email, unsubscribe_url: leaveUrl, preferences_url: leaveUrl },
  browser_url: `${origin}/letters/a-newsletter`,
  click_key: '1.key',
}

const words = fc.string({
  unit: fc.oneof(fc.constantFrom(' ', '.', '=', '\n', 'é', '🌿', '“'), fc.string({ minLength: 1, maxLength: 1 })),
})
const field = fc.constantFrom('{{name|there}}', '{{email}}', '{{unsubscribe_url}}', '{{browser_url}}')
const template = fc
  .array(fc.oneof(words, field), { maxLength: 12 })
  .map((parts) => parts.join('').replace(/[^\P{Cc}\n]/gu, ''))

const messageOf = async (html: string, text: string) => {
  const newsletter = {
    id: 7,
    subject: 'Hello {{name}}',
    html,
    text,
    slug: 'a-newsletter',
    countsClicks: false,
  }
  return (
    await (
      await createNewsletterMessages(newsletter, from, {
        origin,
        messageIdOf,
        clock: () => new Date('2026-03-10T18:00:00.000Z'),
      })
    )(reader)
  ).toString()
}

/** Ends of lines, and what ends the last one, are those of mail. */
const normal = (text: string) => text.replace(/\r\n/g, '\n').replace(/\n+$/, '')

test('every text survives the encoding, in lines that mail servers take', async () => {
  await fc.assert(
    fc.asyncProperty(template, template, async (html, text) => {
      const raw = await messageOf(`<p>${html}</p>`, `Text: ${text}.`)
      expect(raw.split('\r\n').filter((line) => line.length > 76 && !line.startsWith('List-Unsubscribe'))).toEqual([])
      const mail = await PostalMime.parse(raw)
      expect(normal(mail.html!)).toBe(normal(compileTemplate(`<p>${html}</p>`, 'html')(values)))
      expect(normal(mail.text!)).toBe(normal(compileTemplate(`Text: ${text}.`, 'text')(values)))
      expect(mail.subject).toBe('Hello Änn & “Co”')
    }),
    // The encoded text before the field has 76 characters.
    { examples: [['', '   🌿 🌿   “  “      🌿!{{name|there}}']] },
  )
})

test('the header for one click stands on one line, and the Message-ID is the same for every attempt', async () => {
  const [first, second] = [await messageOf('<p>Hello</p>', 'Hello'), await messageOf('<p>Hello</p>', 'Hello')]
  expect(first).toContain(`\r\nList-Unsubscribe: <${leaveUrl}>\r\n`)
  const idOf = (raw: string) => /^Message-ID: (.*)$/m.exec(raw)![1]
  expect(idOf(first)).toBe(idOf(second))
  expect(idOf(first)).toMatch(/^<newsletter-7-5\.[\da-f]{12}@dewlight\.example>/)
})

test('a header of its own repeats the Message-ID, which some providers replace', async () => {
  const { headers, messageId } = await PostalMime.parse(await messageOf('<p>Hello</p>', 'Hello'))
  expect(messageId).toContain('newsletter-7-5.')
  expect(headers.find(({ key }) => key === 'x-newsletter-id')?.value).toBe(messageId)
})

test('the Date header is when a message is handed over', async () => {
  expect((await PostalMime.parse(await messageOf('<p>Hello</p>', 'Hello'))).date).toBe('2026-03-10T18:00:00.000Z')
})

test('an address that is stored as a name greets no one', () => {
  const newsletter = { id: 7, slug: 'a-newsletter', countsClicks: false }
  const named = mergeValuesOf(newsletter, { ...reader, name: 'b@mail.example' }, origin)
  expect(compileTemplate('Hello {{name|there}}', 'text')(named)).toBe('Hello there')
})
