import { expect, onTestFinished, test } from 'vitest'
import { addNewsletter, addSubscribers } from '../../../../test/newsletter-sending.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { StoredAppearance } from '../../../contract/accounts/appearance.ts'
import { listAuditEntries } from '../../../contract/accounts/audit.ts'
import type { DomainCheck, MailSettings } from '../../../contract/audience/mail-settings.ts'
import type { Mail } from '../../../contract/audience/mails.ts'
import type { Dns } from './dns.ts'
import { createMail } from './mail.repo.ts'
import { renderMail } from './mail-body.ts'

const address = '/api/mails/settings'
const server = {
  host: 'smtp.example.com',
  port: 465,
  security: 'tls',
  user: 'nora',
  password: 'a secret password',
  fromName: 'Nora',
  fromAddress: 'nora@dew.example',
  dkimSelector: '',
  replyTo: '',
}

const read = async (asOwner: TestApp['asOwner']) => (await (await asOwner(address)).json()) as MailSettings
const save = (asOwner: TestApp['asOwner'], json: unknown, headers: Record<string, string> = {}) =>
  asOwner(address, { method: 'PUT', json, headers })
const sendTest = async (asOwner: TestApp['asOwner']) =>
  (await (await asOwner('/api/mails/test', { method: 'POST' })).json()) as Mail

const settings = { email: 'hello@dewlight.example' }

async function smtpServer(login?: [string, string]) {
  const smtp = await startSmtp({ login })
  onTestFinished(smtp.close)
  return { smtp, local: { ...server, host: '127.0.0.1', port: smtp.port, security: 'none' } }
}

test('the mail server is saved without a restart, and its password is never sent back', async () => {
  const { smtp, local } = await smtpServer(['nora', 'a secret password'])
  const { asOwner, db, request } = await testApp({ settings })
  expect(await read(asOwner)).toEqual({ settings: null, variable: null, version: 0 })
  const saved = await save(asOwner, local)
  expect(saved.status).toBe(200)
  const { password: _, ...rest } = local
  expect(await saved.json()).toEqual({ settings: { ...rest, password: 'saved' }, variable: null, version: 1 })
  expect((await asOwner(address)).headers.get('etag')).toBe('"1"')
  expect(await (await asOwner('/api/mails/setup')).json()).toEqual({
    isSetUp: true,
    server: `127.0.0.1:${smtp.port}`,
    from: 'nora@dew.example',
    owner: 'hello@dewlight.example',
    fault: null,
    learnedPerHour: null,
  })
  const sent = await sendTest(asOwner)
  expect(sent).toMatchObject({ state: 'sent', response: expect.stringMatching(/^250/) })
  expect(smtp.received[0]!.from).toEqual({ name: 'Nora', address: 'nora@dew.example' })
  const stored = await db.selectFrom('settings').selectAll().execute()
  const audited = await db.selectFrom('audit_log').selectAll().execute()
  const keys = await db.selectFrom('idempotency_keys').selectAll().execute()
  expect(JSON.stringify([stored, audited, keys])).not.toContain('a secret password')
  expect((await request(address)).status).toBe(401)
  expect((await request(address, { method: 'PUT', json: local })).status).toBe(401)
  const entries = await (await asOwner(`/api${listAuditEntries.path}?area=mails`)).json()
  expect(entries).toMatchObject([
    { text: 'Sent a test mail to hello@dewlight.example' },
    { text: `Set the mail server: 127.0.0.1:${smtp.port}` },
  ])
})

test('a newsletter sign-up is confirmed by mail from the moment a mail server is saved', async () => {
  const { smtp, local } = await smtpServer()
  const { asOwner, request, sendMail } = await testApp({ settings })
  const signUp = async (email: string) => (await request('/api/subscribers', { json: { email } })).json()
  expect(await signUp('ann@example.com')).toMatchObject({ confirmation: 'later' })
  await save(asOwner, { ...local, user: '', password: '' })
  expect(await signUp('bea@example.com')).toMatchObject({ confirmation: 'now' })
  await sendMail()
  expect(smtp.received.map(({ envelope }) => envelope.to)).toEqual([['bea@example.com']])
  expect((await asOwner(address, { method: 'DELETE' })).status).toBe(200)
  expect(await read(asOwner)).toEqual({ settings: null, variable: null, version: 2 })
  expect(await signUp('cleo@example.com')).toMatchObject({ confirmation: 'later' })
})

test('SMTP_URL takes precedence: the settings say so and cannot be changed', async () => {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const { asOwner } = await testApp({ smtpUrl: smtp.url })
  expect(await read(asOwner)).toMatchObject({ variable: 'SMTP_URL' })
  const refused = await save(asOwner, server)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ message: 'The variable SMTP_URL sets the mail server: change it there' })
})

test('the saved password stays with the account that it was entered for', async () => {
  const { asOwner } = await testApp({ settings })
  await save(asOwner, server)
  const { password: _, ...without } = server
  expect((await save(asOwner, { ...without, fromName: 'Nora Lind' })).status).toBe(200)
  expect((await read(asOwner)).settings).toMatchObject({ fromName: 'Nora Lind', password: 'saved' })
  const moved = [{ host: 'smtp.evil.example' }, { port: 587 }, { security: 'starttls' }, { user: 'eve' }]
  for (const change of moved) {
    const refused = await save(asOwner, { ...without, ...change })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ issues: [{ path: 'password', message: 'Please enter the password' }] })
  }
  expect((await save(asOwner, { ...without, user: '' })).status).toBe(200)
  expect((await read(asOwner)).settings).toMatchObject({ password: 'none' })
})

test('of two changes based on one version, the second is told', async () => {
  const { asOwner } = await testApp({ settings })
  const both = await Promise.all(
    ['one', 'two'].map((fromName) => save(asOwner, { ...server, fromName }, { 'if-match': '"0"' })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await read(asOwner)).version).toBe(1)
  const late = await asOwner(address, { method: 'DELETE', headers: { 'if-match': '"0"' } })
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({ current: { version: 1 } })
})

test('a save that is sent twice with one key is one save', async () => {
  const { asOwner } = await testApp({ settings })
  const headers = { 'idempotency-key': 'a-key-of-its-own' }
  const first = await (await save(asOwner, server, headers)).json()
  expect(await (await save(asOwner, server, headers)).json()).toEqual(first)
  expect((await read(asOwner)).version).toBe(1)
  expect((await save(asOwner, { ...server, password: 'another' }, headers)).status).toBe(422)
})

test.each([
  [{ host: '' }, 'host', 'Please enter the mail server'],
  [
    { host: 'https://smtp.example.com' },
    'host',
    'Please enter a host such as smtp.example.com, without https:// and port',
  ],
  [{ port: 0 }, 'port', 'Please enter a port from 1 to 65535'],
  [{ port: 70_000 }, 'port', 'Please enter a port from 1 to 65535'],
  [{ fromAddress: 'nora' }, 'fromAddress', 'Please enter a valid email address'],
  [{ security: 'none' }, 'security', 'Without encryption, only a mail server on this machine (localhost) can be used'],
  [{ dkimSelector: 'two words' }, 'dkimSelector', 'Please enter a selector such as mail'],
  [{ user: 'n'.repeat(201) }, 'user', 'Please keep this under 200 characters'],
  [{ password: 'p'.repeat(501) }, 'password', 'Please keep this under 500 characters'],
])('%j is rejected at %s: %s', async (change, path, message) => {
  const { asOwner } = await testApp({ settings })
  const refused = await save(asOwner, { ...server, ...change })
  expect(refused.status).toBe(400)
  expect(((await refused.json()) as { issues: unknown }).issues).toEqual([{ path, message }])
})

test('a password that was encrypted with another key is required again, and mail waits until then', async () => {
  const { smtp, local } = await smtpServer(['nora', 'a secret password'])
  const { asOwner, db, sendMail, setNow } = await testApp({ settings })
  await save(asOwner, local)
  const { value } = await db.selectFrom('settings').select('value').where('key', '=', '#mail').executeTakeFirstOrThrow()
  const restored = await testApp({ settings, secretKey: 'the key of another machine, which is long enough' })
  await restored.db
    .insertInto('settings')
    .values({ key: '#mail', value, updated_at: '2026-03-10T15:00:00.000Z' })
    .execute()
  expect((await read(restored.asOwner)).settings).toMatchObject({ password: 'unreadable' })
  expect(await (await restored.asOwner('/api/mails/setup')).json()).toMatchObject({ isSetUp: false })
  expect(await sendTest(restored.asOwner)).toMatchObject({
    state: 'failed',
    explanation: 'Please enter the password of the mail server again.',
  })
  await createMail(
    restored.db,
    {
      kind: 'contact',
      to: 'nora@dew.example',
      subject: 'Waits',
      body: renderMail({ appearance: StoredAppearance.parse({}) }, { paragraphs: ['Hello'] }),
    },
    '2026-03-10T15:00:00.000Z',
  )
  await restored.sendMail()
  await save(restored.asOwner, local)
  restored.setNow('2026-03-10T16:00:00.000Z')
  await restored.sendMail()
  // The test that failed is not sent any more.
  expect(smtp.received).toHaveLength(1)
  setNow('2026-03-10T16:00:00.000Z')
  expect(await sendMail()).toBe(0)
})

test('a test mail says what is wrong, in a sentence and in the words of the server', async () => {
  const { smtp, local } = await smtpServer(['nora', 'a secret password'])
  const { asOwner } = await testApp({ settings })
  await save(asOwner, { ...local, password: 'wrong' })
  expect(await sendTest(asOwner)).toMatchObject({
    explanation: 'The mail server did not accept the user name or the password.',
    error: expect.stringContaining('Invalid login'),
  })
  await save(asOwner, { ...local, security: 'tls' })
  expect((await sendTest(asOwner)).explanation).toBe(
    'The server does not speak TLS from the first byte on that port: try STARTTLS, or port 465.',
  )
  await save(asOwner, { ...local, security: 'starttls' })
  expect((await sendTest(asOwner)).explanation).toBe(
    'The server does not offer STARTTLS on that port: try TLS with port 465.',
  )
  await save(asOwner, local)
  smtp.refuse = [550, 'No such mailbox']
  expect(await sendTest(asOwner)).toMatchObject({
    explanation: 'The mail server knows no mailbox of that address.',
    error: expect.stringContaining('No such mailbox'),
  })
  await smtp.close()
  expect(await sendTest(asOwner)).toMatchObject({
    explanation: 'Nothing answered at that host and port. Please check both.',
    error: expect.stringContaining('ECONNREFUSED'),
  })
})

test('one network cannot test mail servers without end', async () => {
  const { asOwner } = await testApp({ settings })
  const statuses: number[] = []
  for (let i = 0; i < 11; i++)
    statuses.push((await asOwner('/api/mails/test', { method: 'POST', from: '192.0.2.250' })).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(10)
  expect(statuses.at(-1)).toBe(429)
})

type Records = Record<string, string[]>

function dnsOf(records: Records): Dns {
  const of = (kind: string, name: string) => records[`${kind} ${name}`] ?? []
  return {
    txt: async (name) => of('TXT', name),
    addresses: async (name) => of('A', name),
    mailExchangers: async (name) => of('MX', name),
  }
}

async function check(dns: Dns, query = ''): Promise<DomainCheck['findings']> {
  const { asOwner } = await testApp({ settings, dns })
  await save(asOwner, server)
  const response = await asOwner(`/api/mails/domain-check${query}`)
  expect(response.status).toBe(200)
  const { domain, findings } = (await response.json()) as DomainCheck
  expect(domain).toBe('dew.example')
  return findings
}

test('a domain without records is told which are missing', async () => {
  expect(await check(dnsOf({}))).toMatchObject([
    { name: 'SPF', state: 'bad', record: null },
    { name: 'DKIM', state: 'unknown', text: expect.stringContaining('no key under the usual names') },
    { name: 'DMARC', state: 'warning', record: null },
  ])
})

const spf = (record: string, more: Records = {}) => ({
  'TXT dew.example': ['some other text', record],
  'A smtp.example.com': ['192.0.2.10'],
  ...more,
})

test.each([
  ['good', spf('v=spf1 ip4:192.0.2.0/24 -all')],
  ['good', spf('v=spf1 mx ~all', { 'MX dew.example': ['mx.example.com'], 'A mx.example.com': ['192.0.2.10'] })],
  ['good', spf('v=spf1 a:smtp.example.com -all')],
  [
    'good',
    spf('v=spf1 include:_spf.provider.example -all', { 'TXT _spf.provider.example': ['v=spf1 ip4:192.0.2.10 -all'] }),
  ],
  ['good', spf('v=spf1 include:spf.example.com -all', { 'TXT spf.example.com': ['v=spf1 ip4:198.51.100.1 -all'] })],
  ['unknown', spf('v=spf1 ip4:198.51.100.1 -all')],
  ['unknown', spf('v=spf1 -ip4:192.0.2.10 -all')],
  ['unknown', spf('v=spf1 include:dew.example -all')],
  ['warning', spf('v=spf1 +all')],
  ['bad', spf('v=spf1 -all', { 'TXT dew.example': ['v=spf1 -all', 'v=spf1 ip4:192.0.2.10 -all'] })],
])('SPF is %s for %j', async (state, records) => {
  expect((await check(dnsOf(records)))[0]).toMatchObject({ name: 'SPF', state })
})

test('a DKIM key is found under a usual name or the one that the owner enters', async () => {
  const dns = dnsOf({
    'TXT selector1._domainkey.dew.example': ['v=DKIM1; k=rsa; p=MIIB'],
    'TXT mine._domainkey.dew.example': ['v=DKIM1; p='],
  })
  expect((await check(dns))[1]).toMatchObject({ state: 'good', text: expect.stringContaining('“selector1”') })
  expect((await check(dns, '?selector=mine'))[1]).toMatchObject({
    state: 'bad',
    text: expect.stringContaining('withdrawn'),
  })
  expect((await check(dns, '?selector=other'))[1]).toMatchObject({
    state: 'bad',
    text: 'There is no key under “other”.',
  })
})

test('the DKIM key of the mail settings is looked for, unless the query names another', async () => {
  const dns = dnsOf({
    'TXT mail._domainkey.dew.example': ['v=DKIM1; k=rsa; p=MIIB'],
    'TXT k2026q1._domainkey.dew.example': ['v=DKIM1; k=rsa; p=MIIC'],
  })
  const { asOwner } = await testApp({ settings, dns })
  const dkimOf = async (query = '') =>
    ((await (await asOwner(`/api/mails/domain-check${query}`)).json()) as DomainCheck).findings[1]
  await save(asOwner, { ...server, dkimSelector: 'k2026q1' })
  expect((await read(asOwner)).settings).toMatchObject({ dkimSelector: 'k2026q1' })
  expect(await dkimOf()).toMatchObject({ state: 'good', record: expect.stringContaining('MIIC') })
  expect(await dkimOf('?selector=mail')).toMatchObject({ state: 'good', record: expect.stringContaining('MIIB') })
})

test('replies go to the address of the settings, those to a contact message to its writer', async () => {
  const { smtp, local } = await smtpServer()
  const app = await testApp({ settings })
  expect((await save(app.asOwner, { ...local, user: '', replyTo: 'two words' })).status).toBe(400)
  expect((await save(app.asOwner, { ...local, user: '', replyTo: 'ann@dew.example' })).status).toBe(200)
  await sendTest(app.asOwner)
  await app.request('/api/contacts', {
    json: { name: 'Eve', email: 'eve@example.com', subject: 'A question', message: 'Does it work on dry skin?' },
  })
  await app.sendMail()
  await addSubscribers(app, 'reader@example.com')
  await addNewsletter(app)
  await app.sendNewsletters()
  const replyTo = Object.fromEntries(smtp.received.map((mail) => [mail.subject, mail.replyTo?.[0]?.address]))
  expect(replyTo).toEqual({
    'Your mail works': 'ann@dew.example',
    'New message from Eve: A question': 'eve@example.com',
    'My morning': 'ann@dew.example',
  })
})

test('settings that were saved before they had a DKIM selector and a Reply-To are read', async () => {
  const { asOwner, db } = await testApp({ settings })
  await save(asOwner, server)
  const { dkimSelector: _, replyTo: _replyTo, ...earlier } = { ...server, password: '' }
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify(earlier) })
    .where('key', '=', '#mail')
    .execute()
  expect((await read(asOwner)).settings).toMatchObject({ host: server.host, dkimSelector: '', replyTo: '' })
  const { dkimSelector: __, replyTo: __replyTo, ...ofClient } = server
  expect((await save(asOwner, ofClient)).status).toBe(200)
})

test('DMARC is that of the domain or of its organisation', async () => {
  const dns = dnsOf({ 'TXT _dmarc.dew.example': ['v=DMARC1; p=quarantine; rua=mailto:a@dew.example'] })
  expect((await check(dns))[2]).toMatchObject({ state: 'good', record: expect.stringContaining('p=quarantine') })
})

test('without a response of the DNS nothing is claimed', async () => {
  const fail = () => Promise.reject(new Error('SERVFAIL'))
  const findings = await check({ txt: fail, addresses: fail, mailExchangers: fail })
  expect(findings.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
})

test('without a mail server there is no domain to check', async () => {
  const { asOwner } = await testApp({ settings })
  expect((await asOwner('/api/mails/domain-check')).status).toBe(409)
})
