import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { ContactMessage } from '../../../contract/audience/contact-messages.ts'
import type { ContactReply, SavedReply } from '../../../contract/audience/replies.ts'
import type { SpamRule } from '../../../contract/audience/spam-rules.ts'
import { learnFrom, listSpamRules } from './spam-rules.repo.ts'

const message = {
  name: 'Ann Lee',
  email: 'Ann@example.com',
  subject: 'Working together',
  message: 'I read your article about sunscreen.\nThank you!',
}
const links = 'https://www.one.example/a https://two.example http://two.example/b www.three.example'

async function siteWithMail() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url })
  const { id } = (await (await app.request('/api/contacts', { json: message })).json()) as { id: number }
  return { ...app, smtp, id }
}

const messages = async (asOwner: TestApp['asOwner'], query = '') =>
  (await (await asOwner(`/api/contacts${query}`)).json()) as ContactMessage[]
const rules = async (asOwner: TestApp['asOwner']) =>
  (await (await asOwner('/api/contacts/spam-rules')).json()) as SpamRule[]

test('a reply is mailed as a person’s mail, kept with the message, and changes its status', async () => {
  const { asOwner, sendMail, smtp, id } = await siteWithMail()
  const sent = await asOwner(`/api/contacts/${id}/replies`, {
    json: { text: 'Dear Ann,\n\nwith pleasure.\nNora\n\n> I read' },
  })
  expect(sent.status).toBe(201)
  expect(await sent.json()).toMatchObject({ text: 'Dear Ann,\n\nwith pleasure.\nNora\n\n> I read', state: 'waiting' })
  await sendMail()
  const mail = smtp.received.find(({ subject }) => subject === 'Re: Working together')!
  expect(mail).toMatchObject({
    to: [{ address: 'Ann@example.com' }],
    replyTo: [{ address: 'hello@dewlight.example' }],
    inReplyTo: `<message-${id}@dewlight.example>`,
    references: `<message-${id}@dewlight.example>`,
  })
  expect(mail.text).toContain('with pleasure.\nNora')
  expect(mail.raw).not.toMatch(/^auto-submitted/im)
  const replies = (await (await asOwner(`/api/contacts/${id}/replies`)).json()) as ContactReply[]
  expect(replies).toMatchObject([{ state: 'sent', createdAt: '2026-03-10T15:00:00.000Z', error: null }])
  expect(await messages(asOwner)).toMatchObject([{ isRead: true, answeredAt: '2026-03-10T15:00:00.000Z' }])
  expect(await messages(asOwner, '?status=answered')).toHaveLength(1)
  expect(await messages(asOwner, '?status=new')).toEqual([])
  expect(await (await asOwner('/api/contacts.csv')).text()).toContain('Answered')
  expect(await (await asOwner('/api/audit?area=contacts')).json()).toMatchObject([
    { text: 'Downloaded messages' },
    { text: 'Replied to a message' },
  ])
})

test('a reply that is sent twice with one key is one mail', async () => {
  const { asOwner, db, id } = await siteWithMail()
  const options = { json: { text: 'Thank you!' }, headers: { 'idempotency-key': 'a-key-of-its-own' } }
  const first = await (await asOwner(`/api/contacts/${id}/replies`, options)).json()
  expect(await (await asOwner(`/api/contacts/${id}/replies`, options)).json()).toEqual(first)
  expect(await db.selectFrom('contact_replies').selectAll().execute()).toHaveLength(1)
  expect(await db.selectFrom('mails').selectAll().where('kind', '=', 'reply').execute()).toHaveLength(1)
})

test('without a mail server, for an unknown message or without a text nothing is sent', async () => {
  const app = await testApp()
  const { id } = (await (await app.request('/api/contacts', { json: message })).json()) as { id: number }
  const refused = await app.asOwner(`/api/contacts/${id}/replies`, { json: { text: 'Hello' } })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toEqual({ message: 'No mail server is set up: enter one in Settings first' })
  const site = await siteWithMail()
  expect((await site.asOwner('/api/contacts/999/replies', { json: { text: 'Hello' } })).status).toBe(404)
  const empty = await site.asOwner(`/api/contacts/${site.id}/replies`, { json: { text: '  ' } })
  expect(await empty.json()).toMatchObject({ message: 'Please write a reply' })
  expect((await site.request(`/api/contacts/${site.id}/replies`, { json: { text: 'Hello' } })).status).toBe(401)
})

test('an erasure deletes replies and what was learned, an export holds the replies', async () => {
  const { asOwner, db, request, id } = await siteWithMail()
  await asOwner(`/api/contacts/${id}/replies`, { json: { text: 'Thank you!' } })
  await request('/api/contacts', { json: { ...message, website: 'x' } })
  const [spam] = await messages(asOwner, '?folder=spam')
  await asOwner(`/api/contacts/${spam!.id}`, { method: 'PUT', json: { isSpam: false } })
  const person = { json: { email: 'ann@example.com' } }
  expect(await (await asOwner('/api/personal-data/export', person)).json()).toMatchObject({
    messages: [{ replies: [{ text: 'Thank you!' }] }, {}],
    spamExceptions: [{ reason: 'hidden-field', createdAt: expect.any(String) }],
  })
  await asOwner('/api/personal-data/erase', person)
  for (const table of ['contact_replies', 'spam_rules', 'mails'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('hosts that were learned from the links of a message are in the export and the erasure of its sender alone', async () => {
  const { asOwner, request, db } = await testApp()
  for (const [email, host] of [
    ['ann@example.com', 'ann.example'],
    ['bea@example.com', 'bea.example'],
  ]) {
    await request('/api/contacts', { json: { ...message, email, message: `https://${host}/a `.repeat(4) } })
    const [caught] = await messages(asOwner, '?folder=spam')
    await asOwner(`/api/contacts/${caught!.id}`, { method: 'PUT', json: { isSpam: false } })
  }
  // As an older version has learned it.
  await db.updateTable('spam_rules').set({ sender: null }).where('value', '=', 'ann.example').execute()
  const person = { json: { email: 'ANN@example.com' } }
  const at = expect.any(String)
  expect(await (await asOwner('/api/personal-data/export', person)).json()).toMatchObject({
    spamExceptions: [
      { reason: 'links', createdAt: at },
      { reason: 'links', host: 'ann.example', createdAt: at },
    ],
  })
  await asOwner('/api/personal-data/erase', person)
  expect((await rules(asOwner)).map(({ value }) => value).sort()).toEqual(['bea.example', 'bea@example.com'])
  await db.deleteFrom('contacts').execute()
  await asOwner('/api/personal-data/erase', { json: { email: 'bea@example.com' } })
  expect(await rules(asOwner)).toEqual([])
})

test('replies are saved, changed and deleted', async () => {
  const { asOwner } = await testApp()
  const list = async () => (await (await asOwner('/api/contacts/saved-replies')).json()) as SavedReply[]
  const made = await asOwner('/api/contacts/saved-replies', { json: { name: 'Thanks', text: 'Thank you!' } })
  expect(made.status).toBe(201)
  const { id } = (await made.json()) as SavedReply
  const path = `/api/contacts/saved-replies/${id}`
  expect((await asOwner(path, { method: 'PUT', json: { name: 'Many thanks', text: 'Thanks!' } })).status).toBe(200)
  expect(await list()).toEqual([{ id, name: 'Many thanks', text: 'Thanks!' }])
  const long = await asOwner(path, { method: 'PUT', json: { name: 'n'.repeat(61), text: 'Thanks!' } })
  expect(await long.json()).toMatchObject({ message: 'Please keep this under 60 characters' })
  expect((await asOwner(path, { method: 'DELETE' })).status).toBe(200)
  expect((await asOwner(path, { method: 'DELETE' })).status).toBe(404)
  expect(await list()).toEqual([])
})

test.each([
  ['hidden-field', { website: 'x' }, { website: 'y' }],
  ['too-fast', { elapsed: '900' }, { elapsed: '300' }],
  ['links', { message: links }, { message: `Again: ${links}` }],
])('‘Not spam’ learns %s: the next message like it arrives, another sender’s does not', async (reason, first, next) => {
  const { asOwner, request } = await testApp()
  const count = async () => (await (await asOwner('/api/contacts/spam-count')).json()) as unknown
  const send = (over: object) => request('/api/contacts', { json: { ...message, ...over } })
  await send(first)
  expect(await count()).toEqual({ count: 1 })
  const [caught] = await messages(asOwner, '?folder=spam')
  await asOwner('/api/contacts/mark', { json: { ids: [caught!.id], isSpam: false } })
  await send(next)
  expect(await messages(asOwner, '?folder=spam')).toEqual([])
  expect(await count()).toEqual({ count: 0 })
  const strange = reason === 'links' ? { message: links.replaceAll('.example', '.test') } : next
  await send({ ...strange, email: 'eve@example.com' })
  expect(await messages(asOwner, '?folder=spam')).toMatchObject([{ spamReason: reason }])
  // Another rule still holds for the sender.
  await send(reason === 'links' ? { website: 'x' } : { message: links })
  expect(await count()).toEqual({ count: 2 })
})

test('the newest 500 rules are kept', async () => {
  const { db } = await testApp()
  const spam = Array.from({ length: 510 }, (_, i) => ({
    ...{ name: 'Ann', email: `ann-${i}@example.com`, subject: 'Hello', message: 'A question' },
    spam_reason: 'too-fast' as const,
  }))
  for (const each of spam) await learnFrom(db, [each], '2026-03-10T15:00:00.000Z')
  const kept = await listSpamRules(db)
  expect(await db.selectFrom('spam_rules').select('id').execute()).toHaveLength(500)
  expect([kept[0]?.value, kept.at(-1)?.value]).toEqual(['ann-509@example.com', 'ann-10@example.com'])
})

test('what was learned is listed and can be removed, and ‘Spam’ unlearns it', async () => {
  const { asOwner, request } = await testApp()
  const send = () => request('/api/contacts', { json: { ...message, message: links } })
  await send()
  const [caught] = await messages(asOwner, '?folder=spam')
  const mark = (isSpam: boolean) => asOwner(`/api/contacts/${caught!.id}`, { method: 'PUT', json: { isSpam } })
  await mark(false)
  const learned = await rules(asOwner)
  expect(learned.map(({ kind, value }) => `${kind} ${value}`).sort()).toEqual([
    'host one.example',
    'host three.example',
    'host two.example',
    'sender ann@example.com',
  ])
  for (const { id } of learned)
    expect((await asOwner(`/api/contacts/spam-rules/${id}`, { method: 'DELETE' })).status).toBe(200)
  await send()
  const [again] = await messages(asOwner, '?folder=spam')
  expect(again).toMatchObject({ spamReason: 'links' })
  await asOwner(`/api/contacts/${again!.id}`, { method: 'PUT', json: { isSpam: false } })
  expect(await rules(asOwner)).toHaveLength(4)
  await asOwner(`/api/contacts/${again!.id}`, { method: 'PUT', json: { isSpam: true } })
  expect(await rules(asOwner)).toEqual([])
  // The owner moved it, so no rule has to be relaxed.
  await asOwner(`/api/contacts/${again!.id}`, { method: 'PUT', json: { isSpam: false } })
  expect(await rules(asOwner)).toEqual([])
})
