import { expect, onTestFinished, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { AutomaticNewsletter, NewAutomaticNewsletter } from '../../../contract/audience/automatic-newsletters.ts'
import type { Newsletter, NewsletterPreview } from '../../../contract/audience/newsletters.ts'
import { createSubscriber } from '../../audience/subscribers/subscribers.repo.ts'

const START = Date.parse('2026-03-10T15:00:00.000Z')
const DAY = 24 * 3_600_000
const day = (days: number) => new Date(START + days * DAY).toISOString()

async function smtpApp() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url, settings: { email: 'hello@dewlight.example' } })
  /** The subjects of the newsletters to an address so far. */
  const subjectsTo = (email: string) =>
    smtp.received
      .filter(({ envelope, subject }) => envelope.to.includes(email) && !subject!.startsWith('Please confirm'))
      .map(({ subject }) => subject)
  return { ...app, smtp, subjectsTo }
}

type App = Awaited<ReturnType<typeof smtpApp>>

async function write({ asOwner }: TestApp, input: NewAutomaticNewsletter, title: string): Promise<AutomaticNewsletter> {
  const response = await asOwner('/api/automatic-newsletters', { json: input })
  expect(response.status).toBe(201)
  const newsletter = (await response.json()) as AutomaticNewsletter
  await edit({ asOwner }, newsletter.id, title, '<p>Hello {{name|there}}, welcome.</p>')
  return newsletter
}

async function edit({ asOwner }: Pick<TestApp, 'asOwner'>, id: number, title: string, content: string) {
  const response = await asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: { title, content } })
  expect(response.status).toBe(200)
}

const turn = ({ asOwner }: TestApp, id: number, to: 'on' | 'off') =>
  asOwner(`/api/automatic-newsletters/${id}/switch-${to}`, { method: 'POST' })

async function writeOn(app: TestApp, input: NewAutomaticNewsletter, title: string): Promise<number> {
  const { id } = await write(app, input, title)
  expect((await turn(app, id, 'on')).status).toBe(200)
  return id
}

async function signUpAndConfirm({ request, sendMail, smtp }: App, email: string): Promise<void> {
  expect((await request('/api/subscribers', { json: { email, name: 'Ann' } })).status).toBe(201)
  await sendMail()
  const mail = smtp.received.findLast(({ envelope }) => envelope.to.includes(email))!
  const token = /confirm\?token=(\S+)/.exec(mail.text!)![1]!
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const confirm = () => request('/newsletter/confirm', { body: String(new URLSearchParams({ token })), headers })
  expect((await confirm()).headers.get('location')).toBe('/newsletter/confirm?state=done')
  // Pressed twice.
  await confirm()
}

async function sendAt({ setNow, sendNewsletters }: TestApp, days: number): Promise<void> {
  setNow(day(days))
  await sendNewsletters()
}

const list = async ({ asOwner }: TestApp) =>
  (await (await asOwner('/api/automatic-newsletters')).json()) as AutomaticNewsletter[]

test('a new subscriber gets the welcome email once, with the text it was switched on with', async () => {
  const app = await smtpApp()
  await signUpAndConfirm(app, 'before@example.com')
  const id = await writeOn(app, { kind: 'welcome' }, 'Welcome!')
  app.setNow(day(5))
  await signUpAndConfirm(app, 'ann@example.com')
  await edit(app, id, 'Another text', '<p>Not switched on yet.</p>')
  await app.sendNewsletters()
  await app.sendNewsletters()
  expect(app.subjectsTo('ann@example.com')).toEqual(['Welcome!'])
  expect(app.subjectsTo('before@example.com')).toEqual([])
  const mail = app.smtp.received.at(-1)!
  expect(mail.text).toContain('Hello Ann, welcome.')
  expect(mail.date).toBe(day(5))
  expect((await list(app))[0]).toMatchObject({ state: 'on', hasNewText: true, numbers: { total: 1, accepted: 1 } })

  expect((await turn(app, id, 'on')).status).toBe(200)
  await signUpAndConfirm(app, 'eve@example.com')
  await app.sendNewsletters()
  expect(app.subjectsTo('eve@example.com')).toEqual(['Another text'])
  expect(app.subjectsTo('ann@example.com')).toEqual(['Welcome!'])
  expect((await list(app))[0]).toMatchObject({ hasNewText: false })
})

test('the mail of an automatic newsletter has the products and rules of now, and the text it was switched on with', async () => {
  const app = await smtpApp()
  const { db, asOwner } = app
  const image_url = 'https://pics.example/balm.jpg'
  const product = await makeProduct(db, { name: 'Balm', price_minor: 1250, image_url })
  const { id } = await write(app, { kind: 'welcome' }, 'Welcome!')
  await edit(app, id, 'Welcome!', `<p>My first text.</p><div data-product-id="${product}"></div>`)
  expect((await turn(app, id, 'on')).status).toBe(200)
  await signUpAndConfirm(app, 'ann@example.com')
  await app.sendNewsletters()
  expect(app.smtp.received.at(-1)!.text).toContain('$12.50')

  app.setNow(day(1))
  await edit(app, id, 'Later', '<p>My next text.</p>')
  await db.updateTable('products').set({ price_minor: 1500, affiliate_link: 'https://new-shop.example/balm' }).execute()
  app.setNow(day(2))
  await signUpAndConfirm(app, 'bea@example.com')
  await app.sendNewsletters()
  const mail = app.smtp.received.at(-1)!
  expect(mail.subject).toBe('Welcome!')
  expect(mail.text).toContain('My first text.')
  expect(mail.text).toContain('$15.00')
  expect(mail.text).toContain('https://new-shop.example/balm')
  expect(mail.text).not.toContain('$12.50')
  // It is the text that waits, not the mail.
  expect((await list(app))[0]).toMatchObject({ state: 'on', hasNewText: true })
  const sent = (await (await asOwner(`/api/newsletters/${id}/sent`)).json()) as NewsletterPreview
  expect(sent.text).toContain('$15.00')
})

test('a changed count of clicks waits with the new text of an automatic newsletter', async () => {
  const app = await smtpApp()
  const id = await writeOn(app, { kind: 'welcome' }, 'Welcome!')
  expect((await list(app))[0]).toMatchObject({ hasNewText: false })
  const newsletter = (await (await app.asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
  const { senderName, intro, audience, hasPage, isIndexable, version } = newsletter
  const json = { senderName, intro, audience, hasPage, isIndexable, countsClicks: true, version }
  expect((await app.asOwner(`/api/newsletters/${id}`, { method: 'PUT', json })).status).toBe(200)
  expect((await list(app))[0]).toMatchObject({ hasNewText: true })
  expect((await turn(app, id, 'on')).status).toBe(200)
  expect((await list(app))[0]).toMatchObject({ hasNewText: false })
})

test('after a pause a newsletter goes on with the text from before, and a new one waits as ever', async () => {
  const app = await smtpApp()
  const id = await writeOn(app, { kind: 'welcome' }, 'Welcome!')
  expect((await app.asOwner(`/api/newsletters/${id}/pause`, { json: {} })).status).toBe(200)
  app.setNow(day(1))
  await edit(app, id, 'Half writ', '<p>Half writ</p>')
  expect((await app.asOwner(`/api/newsletters/${id}/resume`, { json: {} })).status).toBe(200)
  expect((await list(app))[0]).toMatchObject({ state: 'on', hasNewText: true })
  await signUpAndConfirm(app, 'ann@example.com')
  await app.sendNewsletters()
  expect(app.subjectsTo('ann@example.com')).toEqual(['Welcome!'])
})

test('imported, reactivated and returned subscribers get no welcome, and a second confirmation no second one', async () => {
  const app = await smtpApp()
  const { db, asOwner } = app
  await writeOn(app, { kind: 'welcome' }, 'Welcome!')
  const json = { csv: 'email\nimported@example.com', consent: 'They asked me by mail.', isDryRun: false }
  expect((await asOwner('/api/subscribers/import', { json })).status).toBe(200)
  const id = await createSubscriber(db, { email: 'left@example.com', isActive: false }, day(0))
  await asOwner(`/api/subscribers/${id}`, { method: 'PUT', json: { isActive: true, consent: 'They asked me again.' } })
  await signUpAndConfirm(app, 'ann@example.com')
  await app.sendNewsletters()
  await db
    .updateTable('subscribers')
    .set({ is_active: false, unsubscribed_at: day(0) })
    .where('email', '=', 'ann@example.com')
    .execute()
  app.setNow(day(3))
  await signUpAndConfirm(app, 'ann@example.com')
  await app.sendNewsletters()
  expect(app.subjectsTo('ann@example.com')).toEqual(['Welcome!'])
  expect(app.subjectsTo('imported@example.com')).toEqual([])
  expect(app.subjectsTo('left@example.com')).toEqual([])
})

test('newsletters of a series arrive on their days, and stop for those who unsubscribe or choose fewer letters', async () => {
  const app = await smtpApp()
  for (const delayDays of [1, 3]) await writeOn(app, { kind: 'series', delayDays }, `Day ${delayDays}`)
  await signUpAndConfirm(app, 'ann@example.com')
  await signUpAndConfirm(app, 'bea@example.com')
  await signUpAndConfirm(app, 'cleo@example.com')
  await sendAt(app, 0.9)
  expect(app.subjectsTo('ann@example.com')).toEqual([])
  await sendAt(app, 1)
  expect(app.subjectsTo('ann@example.com')).toEqual(['Day 1'])
  await sendAt(app, 2.9)
  expect(app.subjectsTo('ann@example.com')).toEqual(['Day 1'])
  await app.db.updateTable('subscribers').set({ is_active: false }).where('email', '=', 'bea@example.com').execute()
  await app.db.updateTable('subscribers').set({ frequency: 'digest' }).where('email', '=', 'cleo@example.com').execute()
  await sendAt(app, 3)
  await sendAt(app, 4)
  expect(app.subjectsTo('ann@example.com')).toEqual(['Day 1', 'Day 3'])
  expect(app.subjectsTo('bea@example.com')).toEqual(['Day 1'])
  expect(app.subjectsTo('cleo@example.com')).toEqual(['Day 1'])
  expect((await list(app)).map(({ state, numbers }) => [state, numbers.accepted, numbers.suppressed])).toEqual([
    ['on', 3, 0],
    ['on', 1, 2],
  ])
})

test('after an outage a subscriber gets one newsletter of the series a day, the first days first', async () => {
  const app = await smtpApp()
  await writeOn(app, { kind: 'welcome' }, 'Welcome!')
  for (const delayDays of [2, 1]) await writeOn(app, { kind: 'series', delayDays }, `Day ${delayDays}`)
  await signUpAndConfirm(app, 'ann@example.com')
  await sendAt(app, 10)
  await sendAt(app, 10.5)
  expect(app.subjectsTo('ann@example.com')).toEqual(['Welcome!'])
  await sendAt(app, 11)
  await sendAt(app, 11.1)
  expect(app.subjectsTo('ann@example.com')).toEqual(['Welcome!', 'Day 1'])
  await sendAt(app, 12)
  expect(app.subjectsTo('ann@example.com')).toEqual(['Welcome!', 'Day 1', 'Day 2'])
})

test('a newsletter that is switched off is not sent, and those who wait get it if it is switched on again in time', async () => {
  const app = await smtpApp()
  const id = await writeOn(app, { kind: 'series', delayDays: 3 }, 'Day 3')
  await signUpAndConfirm(app, 'early@example.com')
  app.setNow(day(5))
  await signUpAndConfirm(app, 'ann@example.com')
  expect((await turn(app, id, 'off')).status).toBe(200)
  await sendAt(app, 9)
  await signUpAndConfirm(app, 'late@example.com')
  expect((await list(app))[0]).toMatchObject({ state: 'off', numbers: { waiting: 2 } })
  expect((await turn(app, id, 'on')).status).toBe(200)
  await sendAt(app, 20)
  expect(app.subjectsTo('early@example.com')).toEqual([])
  expect(app.subjectsTo('ann@example.com')).toEqual(['Day 3'])
  expect(app.subjectsTo('late@example.com')).toEqual([])
  expect((await list(app))[0]).toMatchObject({ state: 'on', numbers: { cancelled: 1, accepted: 1 } })
})

test('a newsletter that was switched off after its process was killed holds up no other one of the series', async () => {
  const app = await smtpApp()
  const [first] = [
    await writeOn(app, { kind: 'series', delayDays: 1 }, 'Day one'),
    await writeOn(app, { kind: 'series', delayDays: 5 }, 'Day five'),
  ]
  await signUpAndConfirm(app, 'ann@example.com')
  await app.db
    .updateTable('newsletter_recipients')
    .set({ lease: 'of a process that was killed', next_at: day(1) })
    .where('newsletter_id', '=', first)
    .execute()
  expect((await turn(app, first, 'off')).status).toBe(200)
  await sendAt(app, 5)
  await sendAt(app, 6)
  expect(app.subjectsTo('ann@example.com')).toEqual(['Day five'])
})

test('an unfinished newsletter, a taken day and the buttons of other newsletters are refused with a sentence', async () => {
  const app = await smtpApp()
  const { asOwner } = app
  const empty = (await (
    await asOwner('/api/automatic-newsletters', { json: { kind: 'welcome' } })
  ).json()) as AutomaticNewsletter
  const refused = async (response: Response) => {
    expect(response.status).toBe(409)
    return ((await response.json()) as { message: string }).message
  }
  expect(await refused(await turn(app, empty.id, 'on'))).toBe('Please write the newsletter first.')
  const id = await writeOn(app, { kind: 'series', delayDays: 1 }, 'Day 1')
  const other = await write(app, { kind: 'series', delayDays: 1 }, 'Another')
  expect(await refused(await turn(app, other.id, 'on'))).toBe('“Day 1” is sent on day 1 already. Switch it off first.')
  const save = (delayDays: number) =>
    asOwner(`/api/automatic-newsletters/${other.id}`, { method: 'PUT', json: { delayDays } })
  expect((await save(0)).status).toBe(400)
  expect((await save(2)).status).toBe(200)
  expect((await turn(app, other.id, 'on')).status).toBe(200)
  expect(await refused(await save(1))).toBe('“Day 1” is sent on day 1 already. Switch it off first.')
  expect(await refused(await asOwner(`/api/newsletters/${id}/send`, { json: { at: null } }))).toBe(
    'This newsletter is sent by itself, once it is switched on under Automatic newsletters.',
  )
  expect(await refused(await asOwner(`/api/newsletters/${id}/cancel`, { method: 'POST' }))).toBe(
    'Switch it off under Automatic newsletters instead.',
  )
  expect(await refused(await asOwner(`/api/newsletters/${id}`, { method: 'DELETE' }))).toBe(
    'Switch it off first, then it can be deleted.',
  )
  expect((await turn(app, 999, 'on')).status).toBe(404)
  for (let count = 3; count < 20; count++) await write(app, { kind: 'series', delayDays: 9 }, 'Draft')
  expect(await refused(await asOwner('/api/automatic-newsletters', { json: { kind: 'welcome' } }))).toBe(
    'There can be 20 automatic newsletters. Delete one first.',
  )
})

test('without a mail server a newsletter cannot be switched on', async () => {
  const app = await testApp()
  const { id } = await write(app, { kind: 'welcome' }, 'Welcome!')
  const response = await turn(app, id, 'on')
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ message: 'Set up a mail server in Settings first.' })
})

test('a newsletter without a text yet is deleted and restored', async () => {
  const app = await smtpApp()
  const { asOwner } = app
  const { id } = (await (
    await asOwner('/api/automatic-newsletters', { json: { kind: 'welcome' } })
  ).json()) as AutomaticNewsletter
  expect((await asOwner(`/api/newsletters/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await list(app)).toEqual([])
  expect((await asOwner(`/api/newsletters/${id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await list(app)).toMatchObject([{ id, kind: 'welcome', state: 'off' }])
})

test('sender name and note of an automatic newsletter wait for ‘Use the new text’, and it has neither page nor audience', async () => {
  const app = await smtpApp()
  const { asOwner } = app
  const id = await writeOn(app, { kind: 'welcome' }, 'Welcome!')
  const settings = {
    ...{ senderName: 'Nora of Dewlight', intro: 'Dear {{name|you}},' },
    ...{ audience: { kind: 'all' }, hasPage: false, isIndexable: false },
  }
  const save = (over: object) => asOwner(`/api/newsletters/${id}`, { method: 'PUT', json: { ...settings, ...over } })
  for (const [over, message] of [
    [{ hasPage: true }, 'An automatic newsletter has no page: it is written for one reader at a time'],
    [{ isIndexable: true }, 'An automatic newsletter has no page: it is written for one reader at a time'],
    [{ audience: { kind: 'segment' } }, 'An automatic newsletter has no audience: it goes to those who confirm'],
  ] as const) {
    const response = await save(over)
    expect([response.status, await response.json()]).toEqual([400, { message }])
  }
  expect((await list(app))[0]).toMatchObject({ hasNewText: false })
  expect((await save({})).status).toBe(200)
  expect((await list(app))[0]).toMatchObject({ state: 'on', hasNewText: true })
  await signUpAndConfirm(app, 'ann@example.com')
  await app.sendNewsletters()
  const before = app.smtp.received.at(-1)!
  expect([before.from!.name, before.text!.includes('Dear Ann,')]).toEqual(['Dewlight', false])
  const sent = (await (await asOwner(`/api/newsletters/${id}/sent`)).json()) as NewsletterPreview
  expect([sent.senderName, sent.text.includes('Dear you,')]).toEqual(['Dewlight', false])

  expect((await turn(app, id, 'on')).status).toBe(200)
  expect((await list(app))[0]).toMatchObject({ hasNewText: false })
  await signUpAndConfirm(app, 'eve@example.com')
  await app.sendNewsletters()
  const after = app.smtp.received.at(-1)!
  expect([after.from!.name, after.text!.includes('Dear Ann,')]).toEqual(['Nora of Dewlight', true])
})
