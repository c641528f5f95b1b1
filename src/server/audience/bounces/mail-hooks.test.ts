import { createHmac, createSign, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import * as payloads from '../../../../test/mail-hook-payloads.ts'
import { expectSentence } from '../../../../test/malicious-input.ts'
import { makeAcceptedNewsletter, makeReader, messageIdOf } from '../../../../test/newsletters.ts'
import { TEST_KEY, type TestApp, type TestAppChoices, testApp } from '../../../../test/test-app.ts'
import { type HookProviderName, hookProviderNames, type MailHook } from '../../../contract/audience/mail-hooks.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { isSuppressed } from '../suppressions/suppressions.repo.ts'

const ANN = 'ann@mail.example'
const NOW = 1_773_154_800
const MAILGUN_KEY = 'key-0123456789abcdef'
const RESEND_KEY = `whsec_${Buffer.from('a secret of resend').toString('base64')}`
const keys: Partial<Record<HookProviderName, string>> = { mailgun: MAILGUN_KEY, resend: RESEND_KEY }

async function open(provider: HookProviderName, choices: TestAppChoices = {}) {
  const app = await testApp(choices)
  await makeAcceptedNewsletter(app.db, ANN)
  return { app, path: await connect(app, provider) }
}

async function connect(app: TestApp, provider: HookProviderName, change: object = {}): Promise<string> {
  const body = { key: keys[provider] ?? '', ...change }
  expect((await app.asOwner(`/api/mail-hooks/${provider}`, { method: 'PUT', json: body })).status).toBe(200)
  return new URL((await findHook(app, provider))!.url!).pathname
}

const findHook = async (app: TestApp, provider: HookProviderName) =>
  ((await (await app.asOwner('/api/mail-hooks')).json()) as MailHook[]).find((hook) => hook.provider === provider)

/** The status and what the response says. */
async function post(app: TestApp, path: string, json: unknown, headers: Record<string, string> = {}) {
  const body = typeof json === 'string' ? json : JSON.stringify(json)
  const response = await app.request(path, { body, headers: { 'content-type': 'application/json', ...headers } })
  return [response.status, ((await response.json()) as { recorded?: number }).recorded]
}

/** What the newsletters say about their recipients. */
const bounces = async ({ db }: TestApp) =>
  (await db.selectFrom('newsletter_recipients').select('bounce').orderBy('id').execute()).map(({ bounce }) => bounce)

function signMailgun(data: object, change: { token?: string; timestamp?: number; key?: string } = {}) {
  const { token = randomUUID(), timestamp = NOW, key = MAILGUN_KEY } = change
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex')
  return { signature: { timestamp: String(timestamp), token, signature }, 'event-data': data }
}

function signResend(body: object, { at = NOW, key = RESEND_KEY, id = 'msg_1' } = {}) {
  const text = JSON.stringify(body)
  const secret = Buffer.from(key.slice(6), 'base64')
  const signature = createHmac('sha256', secret).update(`${id}.${at}.${text}`).digest('base64')
  const headers = { 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': `v1,AAAA v1,${signature}` }
  return [text, headers] as const
}

test('Postmark reports bounces, complaints and deliveries', async () => {
  const { app, path } = await open('postmark')
  expect(await post(app, path, payloads.postmarkBounce(ANN, { ID: 1, Type: 'Transient' }))).toEqual([200, 1])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  expect(await bounces(app)).toEqual(['soft'])
  expect(await post(app, path, payloads.postmarkDelivery(ANN))).toEqual([200, 1])
  expect(await bounces(app)).toEqual([null])
  expect(await post(app, path, payloads.postmarkBounce(ANN, { ID: 2, Type: 'AutoResponder' }))).toEqual([200, 0])
  expect(await post(app, path, payloads.postmarkBounce(ANN))).toEqual([200, 1])
  expect(await post(app, path, payloads.postmarkBounce(ANN))).toEqual([200, 0])
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
  expect(await bounces(app)).toEqual(['hard'])
  const complaint = payloads.postmarkBounce(ANN, { RecordType: 'SpamComplaint', Type: 'SpamComplaint', ID: 42 })
  expect(await post(app, path, complaint)).toEqual([200, 1])
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toMatchObject([
    { reason: 'complaint', source: 'postmark', created_at: '2026-03-10T14:33:54.907Z' },
  ])
  expect(await findHook(app, 'postmark')).toMatchObject({
    ...{ key: 'none', reports: 4, lastReportAt: '2026-03-10T15:00:00.000Z', error: null },
  })
})

test('Mailgun’s signature, its age and its token count; the Message-ID names the newsletter', async () => {
  const { app, path } = await open('mailgun')
  const first = (await app.db.selectFrom('newsletter_recipients').selectAll().executeTakeFirstOrThrow()).id
  await makeAcceptedNewsletter(app.db, ANN)
  const headers = { 'message-id': (await messageIdOf(app.db, first)).slice(1, -1) }
  const full = {
    reason: 'generic',
    'delivery-status': { code: 552, message: '5.2.2 mailbox full' },
    message: { headers },
  }
  const soft = signMailgun(payloads.mailgunFailure(ANN, { ...full, id: 'soft' }), { token: 'one' })
  const before = await countRows(app.db)
  for (const wrong of [
    signMailgun(payloads.mailgunFailure(ANN), { key: 'another' }),
    signMailgun(payloads.mailgunFailure(ANN), { timestamp: NOW - 40_000 }),
    { ...soft, signature: { ...soft.signature, token: 'two' } },
    { ...soft, signature: { ...soft.signature, signature: 'ß' } },
  ])
    expect(await post(app, path, wrong)).toEqual([403, undefined])
  expect(await countRows(app.db)).toEqual(before)
  expect((await findHook(app, 'mailgun'))?.error).toContain('The signature is wrong or too old.')
  expect(await post(app, path, soft)).toEqual([200, 1])
  expect((await findHook(app, 'mailgun'))?.error).toBeNull()
  expect(await bounces(app)).toEqual(['soft', null])
  // The signature does not cover the event, so a captured one is worth nothing.
  expect(await post(app, path, { ...soft, 'event-data': payloads.mailgunFailure(ANN) })).toEqual([200, 0])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  expect(await post(app, path, signMailgun(payloads.mailgunFailure(ANN)))).toEqual([200, 1])
  expect(await post(app, path, signMailgun(payloads.mailgunFailure(ANN)))).toEqual([200, 0])
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
  expect(await bounces(app)).toEqual(['soft', 'hard'])
  const complained = payloads.mailgunFailure(ANN, { event: 'complained', id: 'c' })
  expect(await post(app, path, signMailgun(complained))).toEqual([200, 1])
  expect(await isSuppressed(app.db, ANN)).toBe('complaint')
})

test('Mailgun reports that a newsletter was delivered after a delay', async () => {
  const { app, path } = await open('mailgun')
  const full = { code: 552, message: '5.2.2 mailbox full' }
  const soft = payloads.mailgunFailure(ANN, { reason: 'generic', 'delivery-status': full, timestamp: NOW - 60 })
  expect(await post(app, path, signMailgun(soft))).toEqual([200, 1])
  expect(await bounces(app)).toEqual(['soft'])
  expect(await post(app, path, signMailgun(payloads.mailgunDelivery(ANN)))).toEqual([200, 1])
  expect(await bounces(app)).toEqual([null])
})

test('Brevo reports single events and batches', async () => {
  const { app, path } = await open('brevo')
  const events = ['request', 'opened', 'soft_bounce', 'spam'].map((event) => payloads.brevoEvent(ANN, event))
  expect(await post(app, path, payloads.brevoEvent(ANN, 'click'))).toEqual([200, 0])
  expect(await post(app, path, events)).toEqual([200, 2])
  expect(await post(app, path, events)).toEqual([200, 0])
  expect(await isSuppressed(app.db, ANN)).toBe('complaint')
  expect(await bounces(app)).toEqual(['complaint'])
})

test('a batch is recorded whole or not at all, so that the provider can send it again', async () => {
  const { app, path } = await open('brevo')
  const events = ['soft_bounce', 'spam'].map((event) => payloads.brevoEvent(ANN, event))
  // A complaint cannot be stored for a moment.
  await app.db.schema.alterTable('suppressions').renameTo('suppressions_away').execute()
  expect((await app.request(path, { json: events })).status).toBe(500)
  await app.db.schema.alterTable('suppressions_away').renameTo('suppressions').execute()
  expect(await app.db.selectFrom('delivery_reports').selectAll().execute()).toEqual([])
  expect(await post(app, path, events)).toEqual([200, 2])
})

test('Brevo’s own Message-ID counts as none, so that bounces of newsletters are marked and counted', async () => {
  const { app, path } = await open('brevo')
  for (let newsletter = 1; newsletter <= 5; newsletter++) {
    if (newsletter > 1) await makeAcceptedNewsletter(app.db, ANN)
    expect(await isSuppressed(app.db, ANN)).toBeUndefined()
    const event = { ...payloads.brevoEvent(ANN, 'soft_bounce'), 'message-id': `<${newsletter}@smtp-relay.mailin.fr>` }
    expect(await post(app, path, event)).toEqual([200, 1])
  }
  expect(await isSuppressed(app.db, ANN)).toBe('soft-bounces')
  expect(await post(app, path, payloads.brevoEvent(ANN, 'hard_bounce'))).toEqual([200, 1])
  expect(await bounces(app)).toEqual(['soft', 'soft', 'soft', 'soft', 'hard'])
})

test('Resend’s signature covers the body, and is refused once it is old', async () => {
  const { app, path } = await open('resend')
  const [body, headers] = signResend(payloads.resendBounce(ANN))
  const before = await countRows(app.db)
  expect(await post(app, path, body)).toEqual([403, undefined])
  expect(await post(app, path, body.replace(ANN, 'bea@mail.example'), headers)).toEqual([403, undefined])
  expect(await post(app, path, body, { ...headers, 'svix-id': 'msg_2' })).toEqual([403, undefined])
  for (const wrong of [{ at: NOW - 400 }, { key: `whsec_${Buffer.from('another').toString('base64')}` }])
    expect(await post(app, path, ...signResend(payloads.resendBounce(ANN), wrong))).toEqual([403, undefined])
  expect(await countRows(app.db)).toEqual(before)
  expect(await post(app, path, ...signResend(payloads.resendBounce(ANN, 'Transient')))).toEqual([200, 1])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  const permanent = payloads.resendBounce(ANN)
  permanent.data.email_id = 'another'
  expect(await post(app, path, ...signResend(permanent))).toEqual([200, 1])
  expect(await post(app, path, ...signResend(permanent, { at: NOW + 5 }))).toEqual([200, 0])
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
  expect(await bounces(app)).toEqual(['hard'])
})

test.each([
  ['a failure', payloads.resendFailure(ANN)],
  ['an address on its own list', payloads.resendSuppression(ANN)],
])('Resend reports %s as a soft bounce, and a later delivery', async (_, event) => {
  const { app, path } = await open('resend')
  expect(await post(app, path, ...signResend(event))).toEqual([200, 1])
  expect(await bounces(app)).toEqual(['soft'])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  expect(await post(app, path, ...signResend(payloads.resendEvent(ANN, 'email.delivered')))).toEqual([200, 1])
  expect(await bounces(app)).toEqual([null])
})

test('Resend reports complaints', async () => {
  const { app, path } = await open('resend')
  expect(await post(app, path, ...signResend(payloads.resendEvent(ANN, 'email.opened')))).toEqual([200, 0])
  expect(await post(app, path, ...signResend(payloads.resendEvent(ANN, 'email.complained')))).toEqual([200, 1])
  expect(await bounces(app)).toEqual(['complaint'])
  expect(await isSuppressed(app.db, ANN)).toBe('complaint')
})

test('SMTP2GO reports rejections, deliveries and complaints', async () => {
  const { app, path } = await open('smtp2go')
  expect(await post(app, path, payloads.smtp2goEvent(ANN, 'open'))).toEqual([200, 0])
  expect(await post(app, path, payloads.smtp2goEvent(ANN, 'reject'))).toEqual([200, 1])
  expect(await bounces(app)).toEqual(['soft'])
  expect(await post(app, path, payloads.smtp2goEvent(ANN, 'delivered'))).toEqual([200, 1])
  expect(await bounces(app)).toEqual([null])
  expect(await post(app, path, payloads.smtp2goEvent(ANN, 'spam'))).toEqual([200, 1])
  expect(await bounces(app)).toEqual(['complaint'])
  expect(await isSuppressed(app.db, ANN)).toBe('complaint')
})

test('SMTP2GO reports as JSON or as a form', async () => {
  const { app, path } = await open('smtp2go')
  expect(await post(app, path, payloads.smtp2goBounce(ANN, 'soft'))).toEqual([200, 1])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  const form = new URLSearchParams({ ...payloads.smtp2goBounce(ANN, 'hard'), email_id: 'x' }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await post(app, path, form, type)).toEqual([200, 1])
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
  expect(await bounces(app)).toEqual(['hard'])
})

/** Amazon SNS with a certificate of its own; `confirmed` are the addresses of confirmed subscriptions. */
function createSns() {
  const fixture = (name: string) =>
    readFileSync(new URL(`../../../../test/fixtures/${name}.pem`, import.meta.url), 'utf8')
  const [certificate, privateKey] = [fixture('sns-certificate'), fixture('sns-key')]
  const SigningCertURL = `https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-${randomUUID().replaceAll('-', '')}.pem`
  const fetched: string[] = []
  const sign = (change: Record<string, string>, version: '1' | '2' = '2') => {
    const message: Record<string, string> = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: 'arn:aws:sns:eu-west-1:123456789012:bounces',
      Timestamp: '2026-03-10T15:00:00.000Z',
      SignatureVersion: version,
      SigningCertURL,
      ...change,
    }
    const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
    const text = names.flatMap((name) => (name in message ? `${name}\n${message[name]}\n` : [])).join('')
    const signer = createSign(version === '1' ? 'RSA-SHA1' : 'RSA-SHA256').update(text)
    return { ...message, SigningCertURL, ...change, Signature: signer.sign(privateKey, 'base64') }
  }
  return {
    fetched,
    sign,
    subscription: (host = 'sns.eu-west-1.amazonaws.com', change: Record<string, string> = {}) =>
      sign({
        ...{ Type: 'SubscriptionConfirmation', Token: 't', Message: 'You have chosen to subscribe' },
        SubscribeURL: `https://${host}/?Action=ConfirmSubscription&TopicArn=arn&Token=t`,
        ...change,
      }),
    event: (event: object, version?: '1' | '2') => sign({ Message: JSON.stringify(event) }, version),
    async request(url: string) {
      fetched.push(url)
      const isConfirmed = url.includes('ConfirmSubscription')
      const body = isConfirmed ? '<ok/>' : certificate
      return { status: 200, headers: {}, body }
    },
  }
}

test('Amazon SES reports through SNS, whose signature is verified with Amazon’s certificate', async () => {
  const sns = createSns()
  const { app, path } = await open('ses', { hookRequest: sns.request })
  const type = { 'content-type': 'text/plain; charset=UTF-8' }
  expect(await post(app, path, sns.event(payloads.sesBounce(ANN)), type)).toEqual([403, undefined])
  expect((await findHook(app, 'ses'))?.error).toContain('No subscription to a topic')
  expect(await post(app, path, sns.subscription(), type)).toEqual([200, 0])
  sns.fetched.splice(1)
  const bounce = sns.event(payloads.sesBounce(ANN, '<0100018f5c2e@email.amazonses.com>'), '1')
  const before = await countRows(app.db)
  for (const wrong of [
    { ...bounce, Message: JSON.stringify(payloads.sesBounce('bea@mail.example')) },
    { ...bounce, Signature: 'AAAA' },
    sns.sign({
      Message: '{}',
      SigningCertURL: 'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-a.pem',
    }),
    sns.sign({ Message: '{}', SigningCertURL: 'https://evil.s3.amazonaws.com/SimpleNotificationService-a.pem' }),
    sns.sign({ Message: '{}', SigningCertURL: 'https://sns.s3.amazonaws.com/SimpleNotificationService-a.pem' }),
    sns.sign({
      Message: '{}',
      SigningCertURL: 'https://sns.s3-us-west-2.amazonaws.com/SimpleNotificationService-a.pem',
    }),
    sns.sign({ Message: '{}', SigningCertURL: 'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-a.pem' }),
    sns.sign({ Message: '{}', SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/other.pem' }),
  ])
    expect(await post(app, path, wrong, type)).toEqual([403, undefined])
  expect(await countRows(app.db)).toEqual(before)
  expect(new Set(sns.fetched)).toEqual(new Set([bounce.SigningCertURL]))
  expect(await post(app, path, bounce, type)).toEqual([200, 1])
  expect(await post(app, path, bounce, type)).toEqual([200, 0])
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
  expect(await bounces(app)).toEqual(['hard'])
  expect(sns.fetched).toHaveLength(1)
  expect(await post(app, path, sns.event(payloads.sesComplaint(ANN)), type)).toEqual([200, 1])
  expect(await bounces(app)).toEqual(['complaint'])
  expect(await isSuppressed(app.db, ANN)).toBe('complaint')
  expect(await post(app, path, sns.event(payloads.sesDelivery(ANN)), type)).toEqual([200, 0])
  expect(await post(app, path, sns.sign({ Message: 'Successfully validated SNS topic' }), type)).toEqual([200, 0])
})

test('a subscription to a topic is confirmed at Amazon and nowhere else', async () => {
  const sns = createSns()
  const { app, path } = await open('ses', { hookRequest: sns.request })
  const query = '?Action=ConfirmSubscription&TopicArn=arn&Token=t'
  const { subscription } = sns
  const confirmed = () => sns.fetched.filter((url) => url.includes('Confirm'))
  expect(await post(app, path, { ...subscription('sns.eu-west-1.amazonaws.com'), Token: 'x' })).toEqual([
    403,
    undefined,
  ])
  expect(await post(app, path, subscription('evil.example'))).toEqual([200, 0])
  expect(await post(app, path, subscription('127.0.0.1'))).toEqual([200, 0])
  expect(confirmed()).toEqual([])
  expect(await post(app, path, subscription('sns.eu-west-1.amazonaws.com'))).toEqual([200, 0])
  expect(confirmed()).toEqual([`https://sns.eu-west-1.amazonaws.com/${query}`])
})

test('the topic of the first confirmed subscription is shown and the only one, and old messages are refused', async () => {
  const sns = createSns()
  const { app, path } = await open('ses', { hookRequest: sns.request })
  await post(app, path, sns.subscription('evil.example'))
  expect((await findHook(app, 'ses'))?.topic).toBeNull()
  await post(app, path, sns.subscription())
  expect((await findHook(app, 'ses'))?.topic).toBe('arn:aws:sns:eu-west-1:123456789012:bounces')
  const TopicArn = 'arn:aws:sns:eu-west-1:999999999999:others'
  const Message = JSON.stringify(payloads.sesBounce(ANN))
  expect(await post(app, path, sns.subscription(undefined, { TopicArn }))).toEqual([403, undefined])
  expect(await post(app, path, sns.sign({ TopicArn, Message }))).toEqual([403, undefined])
  expect((await findHook(app, 'ses'))?.error).toContain('another topic')
  for (const Timestamp of ['2026-03-10T13:50:00.000Z', '2026-03-10T16:10:00.000Z', 'never'])
    expect(await post(app, path, sns.sign({ Timestamp, Message }))).toEqual([403, undefined])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  expect(await post(app, path, sns.sign({ Timestamp: '2026-03-10T14:10:00.000Z', Message }))).toEqual([200, 1])
  await connect(app, 'ses', { replacesAddress: true })
  expect((await findHook(app, 'ses'))?.topic).toBeNull()
})

test('a signing key that holds no key is refused, also where it was stored before', async () => {
  const { app, path } = await open('resend')
  for (const key of ['whsec_!!!!', 'whsec_', 'whsec_AAAA', '====']) {
    const response = await app.asOwner('/api/mail-hooks/resend', { method: 'PUT', json: { key } })
    expect([key, response.status]).toEqual([key, 400])
    expect(await response.json()).toMatchObject({ issues: [{ path: 'key' }] })
  }
  const sealed = createSecrets(TEST_KEY).seal('mail-hook key', 'whsec_!!!!')
  await app.db.updateTable('mail_hooks').set({ key_sealed: sealed }).execute()
  const [body, headers] = signResend(payloads.resendBounce(ANN), { key: 'whsec_!!!!' })
  expect(await post(app, path, body, headers)).toEqual([403, undefined])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
})

test('a failure that is tried again says nothing about the address', async () => {
  const { app, path } = await open('mailgun')
  const temporary = payloads.mailgunFailure(ANN, { severity: 'temporary', id: 't' })
  expect(await post(app, path, signMailgun(temporary))).toEqual([200, 0])
  expect(await post(app, await connect(app, 'brevo'), payloads.brevoEvent(ANN, 'deferred'))).toEqual([200, 0])
})

test('a token of Mailgun is stored for known addresses only, and for a day', async () => {
  const { app, path } = await open('mailgun')
  const stored = async () =>
    (await app.db.selectFrom('delivery_reports').select('event_id').execute()).filter(({ event_id }) =>
      event_id.startsWith('once '),
    ).length
  await post(app, path, signMailgun(payloads.mailgunFailure('x@mail.example')))
  expect(await stored()).toBe(0)
  await post(app, path, signMailgun(payloads.mailgunFailure(ANN)))
  expect(await stored()).toBe(1)
  await app.jobs.runDueJobs()
  app.setNow('2026-03-11T17:30:00.000Z')
  await app.jobs.runDueJobs()
  expect(await stored()).toBe(0)
  expect(await app.db.selectFrom('delivery_reports').selectAll().execute()).toHaveLength(1)
})

test('an address on the list of unsubscribed ones of Mailgun, which delivers nothing to it, is unsubscribed', async () => {
  const app = await testApp()
  await makeReader(app, ANN)
  await makeAcceptedNewsletter(app.db, ANN)
  const status = { code: 605, message: '', description: 'Not delivering to unsubscribed address' }
  const failure = payloads.mailgunFailure(ANN, { reason: 'suppress-unsubscribe', 'delivery-status': status })
  expect(await post(app, await connect(app, 'mailgun'), signMailgun(failure))).toEqual([200, 1])
  expect(await app.db.selectFrom('subscribers').select('unsubscribed_at').execute()).toEqual([
    { unsubscribed_at: '2026-03-10T15:00:00.000Z' },
  ])
  expect(await bounces(app)).toEqual([null])
})

test('who unsubscribes by the link of the provider gets no more newsletters from here', async () => {
  const app = await testApp()
  const unsubscribed: [HookProviderName, (email: string) => unknown][] = [
    ['brevo', (email) => payloads.brevoEvent(email, 'unsubscribed')],
    ['mailgun', (email) => signMailgun({ id: 'u', event: 'unsubscribed', recipient: email })],
    ['postmark', (email) => payloads.postmarkSubscriptionChange(email)],
    ['smtp2go', (email) => payloads.smtp2goEvent(email, 'unsubscribe')],
  ]
  for (const [provider, payload] of unsubscribed) {
    const email = `${provider}@mail.example`
    await makeReader(app, email)
    const path = await connect(app, provider)
    expect(await post(app, path, payload(email))).toEqual([200, 1])
    expect(await post(app, path, payload(email))).toEqual([200, 0])
  }
  const back = payloads.postmarkSubscriptionChange(ANN, { SuppressSending: false, SuppressionReason: null })
  await makeReader(app, ANN)
  expect(await post(app, await connect(app, 'postmark'), back)).toEqual([200, 0])
  const rows = await app.db.selectFrom('subscribers').select(['email', 'is_active']).orderBy('id').execute()
  expect(rows.map(({ email, is_active }) => [email, Boolean(is_active)])).toEqual([
    ['brevo@mail.example', false],
    ['mailgun@mail.example', false],
    ['postmark@mail.example', false],
    ['smtp2go@mail.example', false],
    [ANN, true],
  ])
  const left = await app.db.selectFrom('consents').select('source').where('act', '=', 'unsubscribed').execute()
  expect(left.map(({ source }) => source)).toContain('Link of the mail provider (brevo)')
})

test('a certificate that cannot be fetched is a 503, which the provider repeats', async () => {
  const sns = createSns()
  const hookRequest = async () => ({ status: 500, headers: {}, body: '' })
  const { app, path } = await open('ses', { hookRequest })
  expect(await post(app, path, sns.event(payloads.sesBounce(ANN)))).toEqual([503, undefined])
  expect((await findHook(app, 'ses'))?.error).toContain('could not be fetched')
})

test('unknown recipients leave nothing, malformed and large bodies are refused with a sentence', async () => {
  const { app, path } = await open('postmark')
  const before = await countRows(app.db)
  expect(await post(app, path, payloads.postmarkBounce('nobody@mail.example'))).toEqual([200, 0])
  const wrong: [number, string, Record<string, string>?][] = [
    [400, '{"RecordType": '],
    [400, '[]'],
    [400, 'null'],
    [400, JSON.stringify({ RecordType: 'Bounce', Email: 7 })],
    [413, JSON.stringify({ RecordType: 'Bounce', padding: 'x'.repeat(300_000) })],
    [403, JSON.stringify(payloads.postmarkBounce(ANN)), { 'sec-fetch-site': 'none' }],
  ]
  for (const [status, body, headers] of wrong) {
    const response = await app.request(path, { body, headers: { 'content-type': 'application/json', ...headers } })
    expect([response.status, body.slice(0, 40)]).toEqual([status, body.slice(0, 40)])
    await expectSentence(response)
  }
  expect(await countRows(app.db)).toEqual(before)
})

test('an address is shown again, replaced and removed; wrong secrets are not found and slowed down', async () => {
  const { app, path } = await open('postmark')
  const body = payloads.postmarkBounce(ANN)
  const replaced = await connect(app, 'postmark', { replacesAddress: true })
  expect(replaced).not.toBe(path)
  for (const wrong of [path, `${replaced}x`, replaced.replace('postmark', 'brevo'), '/hooks/mail/unknown/x'])
    expect(await post(app, wrong, body)).toEqual([404, undefined])
  expect(await post(app, replaced, body)).toEqual([200, 1])
  expect((await app.asOwner('/api/mail-hooks/postmark', { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner('/api/mail-hooks/postmark', { method: 'DELETE' })).status).toBe(404)
  expect(await post(app, replaced, body)).toEqual([404, undefined])
  const statuses = []
  for (let count = 0; count < 11; count++)
    statuses.push((await app.request('/hooks/mail/ses/guess', { method: 'POST', from: '203.0.113.9' })).status)
  expect(statuses.slice(-2)).toEqual([404, 429])
})

test('a provider with signatures needs its key, which is kept while it is empty and never shown', async () => {
  const app = await testApp()
  const save = (json: object) => app.asOwner('/api/mail-hooks/resend', { method: 'PUT', json })
  const missing = await save({ key: '' })
  expect(missing.status).toBe(400)
  expect(await missing.json()).toMatchObject({ message: 'Please enter the signing secret' })
  const path = await connect(app, 'resend')
  expect((await save({ key: '' })).status).toBe(200)
  await makeAcceptedNewsletter(app.db, ANN)
  expect(await post(app, path, ...signResend(payloads.resendBounce(ANN)))).toEqual([200, 1])
  const secret = path.split('/').at(-1)!
  for (const table of ['mail_hooks', 'audit_log', 'idempotency_keys', 'settings'] as const) {
    const rows = JSON.stringify(await app.db.selectFrom(table).selectAll().execute())
    for (const clear of [RESEND_KEY, secret]) expect(rows).not.toContain(clear)
  }
  expect(JSON.stringify(await findHook(app, 'resend'))).not.toContain(RESEND_KEY)
  expect((await app.request('/api/mail-hooks')).status).toBe(401)
  expect((await app.request('/api/mail-hooks/resend', { method: 'DELETE' })).status).toBe(401)
})

test('whatever is sent to a webhook, it is never a fault of the server, and stores nothing', async () => {
  const app = await testApp({ hookRequest: createSns().request })
  const paths: string[] = []
  for (const provider of hookProviderNames) paths.push(await connect(app, provider))
  await makeAcceptedNewsletter(app.db, ANN)
  const before = await countRows(app.db)
  const valid = [
    payloads.postmarkBounce('x@mail.example'),
    { signature: { timestamp: '1', token: 't', signature: 's' }, 'event-data': {} },
    payloads.brevoEvent('x@mail.example', 'hard_bounce'),
    payloads.resendBounce('x@mail.example'),
    payloads.smtp2goBounce('x@mail.example', 'hard'),
    createSns().event(payloads.sesBounce('x@mail.example')),
  ]
  const address = fc
    .tuple(fc.constantFrom('\0', '\ud800', '\udc00', '\r\n', '\u0007'), fc.constantFrom('', 'ann', 'x'))
    .map(([odd, name]) => `${name}${odd}@mail.example`)
  const hostile = fc
    .tuple(fc.constantFrom(...valid), address)
    .map(([payload, email]) => JSON.stringify(payload).replaceAll('x@mail.example', JSON.stringify(email).slice(1, -1)))
  const mutated = fc.tuple(fc.constantFrom(...valid), fc.jsonValue(), fc.nat(30)).map(([payload, value, index]) => {
    const names = Object.keys(payload)
    return JSON.stringify({ ...payload, [names[index % names.length]!]: value })
  })
  const body = fc.oneof(
    hostile,
    mutated,
    fc.json(),
    fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  )
  const type = fc.constantFrom('application/json', 'text/plain', 'application/x-www-form-urlencoded', 'image/png')
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), body, type, async (path, text, contentType) => {
      const response = await app.request(path, { method: 'POST', body: text, headers: { 'content-type': contentType } })
      expect([200, 400, 403]).toContain(response.status)
    }),
    { numRuns: 600 },
  )
  expect(await countRows(app.db)).toEqual(before)
  expect(app.logged).toEqual([])
})
