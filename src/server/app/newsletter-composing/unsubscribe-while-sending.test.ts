import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { writeNewsletterLimits } from '../../audience/newsletter-sending/newsletter-limits.repo.ts'
import { createNewsletterSender } from '../../audience/newsletter-sending/newsletter-sender.ts'
import type { Db } from '../../platform/db/schema.ts'
import { parseSmtpUrl } from '../../platform/smtp-url.ts'

const RECIPIENTS = 250

test('two senders respect an unsubscribe at once, for recipients that they have leased and named to the mail server too', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  const newsletterId = await beginNewsletter(app)
  const named = new Set<string>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  smtp.beforeRecipient = async (address) => {
    named.add(address)
    await released
    return undefined
  }
  for (let sender = 0; sender < 2; sender++) openSender(app, smtp.url)
  await expect.poll(() => named.size, { timeout: 20_000 }).toBe(4)

  const leases = await readLeases(app.db)
  expect(leases.length).toBe(2)
  const leaving = leases.flatMap((emails) => [...emails.filter((email) => named.has(email)), ...emails.slice(-5)])
  expect(leaving).toHaveLength(14)
  for (const email of leaving) {
    const token = `token-${email}`
    const response = await app.request(`/newsletter/unsubscribe?token=${token}&newsletter=${newsletterId}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(response.status).toBe(200)
  }
  release()

  await expect.poll(() => countOpen(app.db), { timeout: 30_000 }).toBe(0)
  const received = smtp.received.map(({ envelope }) => envelope.to[0]!)
  expect(received.filter((email) => leaving.includes(email))).toEqual([])
  expect(new Set(received).size).toBe(RECIPIENTS - leaving.length)
  expect(received).toHaveLength(RECIPIENTS - leaving.length)
  const rows = await app.db.selectFrom('newsletter_recipients').select(['email', 'state', 'attempts']).execute()
  const suppressed = rows.filter(({ state }) => state === 'suppressed')
  expect(suppressed.map(({ email }) => email).sort()).toEqual(leaving.toSorted())
  expect(suppressed.every(({ attempts }) => attempts === 0)).toBe(true)
}, 60_000)

/** A newsletter that is being sent, whose pace no limit keeps. */
async function beginNewsletter({ db, asOwner }: TestApp): Promise<number> {
  for (let number = 0; number < RECIPIENTS; number++) {
    const email = `reader-${number}@example.com`
    await db
      .insertInto('subscribers')
      .values({
        ...{ email, name: null, is_active: true, unsubscribe_token: `token-${email}` },
        created_at: '2026-03-01T00:00:00.000Z',
      })
      .execute()
  }
  await writeNewsletterLimits(db, { perSecond: null, perHour: null, perDay: null }, '2026-03-10T15:00:00.000Z')
  const id = await makePost(db, { kind: 'newsletter', title: 'My morning', content: '<p>Three steps.</p>' })
  const response = await asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })
  expect(response.status, await response.clone().text()).toBe(200)
  return id
}

function openSender(app: TestApp, smtpUrl: string): void {
  const db = app.openDb()
  const server = { smtp: parseSmtpUrl(smtpUrl)!, from: { name: 'Dewlight', address: 'hello@dewlight.example' } }
  const sender = createNewsletterSender({
    ...{
      db,
      origin: 'http://localhost:3000',
      findServer: async () => server,
      begin: async () => {},
      isOutage: () => false,
    },
    ...{ clock: () => new Date(), log: pino({ level: 'silent' }), messageIdOf: () => '<test@dewlight.example>' },
    connections: 2,
  })
  onTestFinished(async () => {
    await sender.close()
    await db.destroy()
  })
  sender.open()
}

/** The addresses that each sender has leased, in the order in which it sends to them. */
async function readLeases(db: Db): Promise<string[][]> {
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select(['email', 'lease'])
    .where('lease', 'is not', null)
    .orderBy('id')
    .execute()
  return [...Map.groupBy(rows, ({ lease }) => lease).values()].map((group) => group.map(({ email }) => email))
}

async function countOpen(db: Db): Promise<number> {
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select('id')
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .execute()
  return rows.length
}
