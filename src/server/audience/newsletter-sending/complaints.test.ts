import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { COMPLAINTS_HELD, type Complaints } from '../../../contract/audience/complaints.ts'
import { ADDRESS_NEEDED } from '../../../contract/audience/newsletters.ts'
import { recordReport } from '../bounces/record-report.repo.ts'

const NOW = Date.parse('2026-03-10T15:00:00.000Z')
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString()
const reader = (number: number) => `reader-${number}@example.com`

/** A newsletter that was delivered to so many readers. */
async function deliver({ db }: TestApp, count: number, at: string, from = 0): Promise<void> {
  const id = await makePost(db, { kind: 'newsletter', title: `Sent ${at}` })
  const rows = Array.from({ length: count }, (_, number) => ({
    newsletter_id: id,
    email: reader(from + number),
    state: 'accepted' as const,
    next_at: at,
    settled_at: at,
  }))
  for (let first = 0; first < rows.length; first += 100)
    await db
      .insertInto('newsletter_recipients')
      .values(rows.slice(first, first + 100))
      .execute()
}

async function complain({ db }: TestApp, number: number, at = daysAgo(0)): Promise<void> {
  const report = { source: 'mailgun', eventId: `complaint ${number}`, kind: 'complaint', detail: '' } as const
  await db.transaction().execute((transaction) => recordReport(transaction, { ...report, email: reader(number), at }))
}

const read = async ({ asOwner }: TestApp) => (await (await asOwner('/api/newsletter-complaints')).json()) as Complaints

/** A welcome email that is on. */
async function addWelcome({ db, asOwner }: TestApp): Promise<number> {
  const added = await asOwner('/api/automatic-newsletters', { json: { kind: 'welcome' } })
  const { id } = (await added.json()) as { id: number }
  await db.updateTable('posts').set({ content: '<p>Hello!</p>' }).where('id', '=', id).execute()
  const on = await asOwner(`/api/automatic-newsletters/${id}/switch-on`, { method: 'POST' })
  expect(on.status, await on.clone().text()).toBe(200)
  return id
}

async function siteWithMail() {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  return testApp({ smtpUrl: smtp.url })
}

test('complaints are counted over 7 and 30 days by the delivery, on the overview too', async () => {
  const app = await testApp()
  await deliver(app, 400, daysAgo(20))
  await deliver(app, 200, daysAgo(3), 400)
  await deliver(app, 50, daysAgo(40), 600)
  for (const number of [1, 401, 601]) await complain(app, number)
  const found = { week: { delivered: 200, complaints: 1 }, month: { delivered: 600, complaints: 2 } }
  expect(await read(app)).toMatchObject(found)
  expect(await (await app.asOwner('/api/overview')).json()).toMatchObject({ complaints: found })
})

test('at 0.3 % automatic newsletters pause with a sentence, and go on when the owner says so', async () => {
  const app = await siteWithMail()
  const id = await addWelcome(app)
  await deliver(app, 1000, daysAgo(1))
  const states = async () =>
    (await app.db.selectFrom('newsletters').select(['state', 'note']).where('post_id', '=', id).execute())[0]
  for (const number of [1, 2]) await complain(app, number)
  await app.sendNewsletters()
  expect(await states()).toEqual({ state: 'sending', note: null })
  expect((await read(app)).isHeld).toBe(false)
  await complain(app, 3)
  await app.sendNewsletters()
  expect(await states()).toEqual({ state: 'paused', note: COMPLAINTS_HELD })
  expect(await (await app.asOwner('/api/overview')).json()).toMatchObject({
    stopped: [{ id, reason: 'paused' }],
    complaints: { week: { delivered: 1000, complaints: 3 }, isHeld: true },
  })

  expect((await app.asOwner('/api/newsletter-complaints/release', { json: {} })).status).toBe(200)
  await app.sendNewsletters()
  expect(await states()).toEqual({ state: 'sending', note: null })
  // Complaints about what was delivered before do not pause it again.
  await complain(app, 4)
  await app.sendNewsletters()
  expect(await states()).toEqual({ state: 'sending', note: null })
  expect((await read(app)).isHeld).toBe(false)
})

test('“Go on” of a newsletter that complaints have paused lets all go on', async () => {
  const app = await siteWithMail()
  const id = await addWelcome(app)
  await deliver(app, 100, daysAgo(1))
  await complain(app, 1)
  await app.sendNewsletters()
  expect((await app.asOwner(`/api/newsletters/${id}/resume`, { json: {} })).status).toBe(200)
  await app.sendNewsletters()
  expect(await app.db.selectFrom('newsletters').select('state').where('post_id', '=', id).execute()).toEqual([
    { state: 'sending' },
  ])
  expect((await read(app)).isHeld).toBe(false)
})

test('few deliveries say nothing: one complaint of 99 pauses nothing', async () => {
  const app = await testApp()
  await deliver(app, 99, daysAgo(1))
  await complain(app, 1)
  expect((await read(app)).isHeld).toBe(false)
})

test('a digest that is due while automatic newsletters are paused becomes a draft with the reason', async () => {
  const app = await siteWithMail()
  await deliver(app, 100, daysAgo(1))
  await complain(app, 1)
  await app.db
    .insertInto('subscribers')
    .values({ email: 'ann@example.com', name: null, is_active: true, unsubscribe_token: 'a', created_at: daysAgo(9) })
    .execute()
  const id = await makePost(app.db, { kind: 'newsletter', title: 'New', content: '<p>News.</p>', published_at: null })
  await app.db
    .updateTable('newsletters')
    .set({ kind: 'digest', state: 'scheduled', scheduled_at: daysAgo(0) })
    .where('post_id', '=', id)
    .execute()
  await app.sendNewsletters()
  expect(await (await app.asOwner(`/api/newsletters/${id}`)).json()).toMatchObject({
    state: 'draft',
    note: `It was not sent at its time. ${COMPLAINTS_HELD}`,
  })
  expect((await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })).status).toBe(200)
  await app.sendNewsletters()
  expect(await (await app.asOwner(`/api/newsletters/${id}`)).json()).toMatchObject({ state: 'sent' })
})

test('what complaints have paused does not go on because the postal address is missing too', async () => {
  const app = await siteWithMail()
  const welcome = await addWelcome(app)
  const digest = await makePost(app.db, { kind: 'newsletter', title: 'New' })
  await app.db
    .updateTable('newsletters')
    .set({ kind: 'digest', state: 'sending' })
    .where('post_id', '=', digest)
    .execute()
  await app.db
    .insertInto('newsletter_recipients')
    .values({ newsletter_id: digest, email: reader(5000), state: 'waiting', next_at: daysAgo(-1) })
    .execute()
  await deliver(app, 100, daysAgo(1))
  await complain(app, 1)
  const states = async () => {
    await app.sendNewsletters()
    const rows = await app.db
      .selectFrom('newsletters')
      .select(['state', 'note'])
      .where('post_id', 'in', [welcome, digest])
      .orderBy('post_id')
      .execute()
    return rows.map(({ state, note }) => (state === 'paused' ? note : state))
  }
  const setAddress = (postalAddress: string) => app.asOwner('/api/settings', { method: 'PUT', json: { postalAddress } })
  expect(await states()).toEqual([COMPLAINTS_HELD, COMPLAINTS_HELD])
  await setAddress('')
  expect(await states()).toEqual([COMPLAINTS_HELD, COMPLAINTS_HELD])
  expect((await app.asOwner('/api/newsletter-complaints/release', { json: {} })).status).toBe(200)
  expect(await states()).toEqual([ADDRESS_NEEDED, 'sending'])
  await setAddress('PO Box 12')
  expect(await states()).toEqual(['sending', 'sending'])
})
