import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Newsletter, NewsletterEstimate } from '../../../contract/audience/newsletters.ts'
import { writeNewsletterLimits } from '../../audience/newsletter-sending/newsletter-limits.repo.ts'
import { createSubscriber } from '../../audience/subscribers/subscribers.repo.ts'

const NOW = '2026-03-10T15:00:00.000Z'
const DAYS = (days: number) => new Date(Date.parse(NOW) + days * 24 * 3_600_000).toISOString()

async function site(readers: number) {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  app.setNow(NOW)
  for (let number = 0; number < readers; number++)
    await createSubscriber(app.db, { email: `reader-${number}@example.com`, isActive: true }, NOW)
  return { app, smtp }
}

let count = 0

const limit = ({ db }: TestApp, perDay: number | null) =>
  writeNewsletterLimits(db, { perSecond: null, perHour: null, perDay }, NOW)

function write(app: TestApp): Promise<number> {
  const slug = `newsletter-${++count}`
  return makePost(app.db, { kind: 'newsletter', title: 'My morning', slug, content: '<p>Hello</p>' })
}

const send = ({ asOwner }: TestApp, id: number) => asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })
const read = async ({ asOwner }: TestApp, id: number) =>
  (await (await asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
const estimate = async ({ asOwner }: TestApp, id: number, query = '') =>
  (await (await asOwner(`/api/newsletters/${id}/estimate${query}`)).json()) as NewsletterEstimate

test('the expected end counts the newsletters that are sent before', async () => {
  const { app } = await site(4)
  await limit(app, 2)
  const [first, second, draft] = [await write(app), await write(app), await write(app)]
  for (const id of [first, second]) expect((await send(app, id)).status).toBe(200)
  // Four of the first in two days, four of the second in the two after them.
  expect((await read(app, first)).expectedEnd).toBe(DAYS(1))
  expect((await read(app, second)).expectedEnd).toBe(DAYS(3))
  expect((await estimate(app, draft)).expectedEnd).toBe(DAYS(5))
  expect((await estimate(app, draft, `?at=${DAYS(2)}`)).expectedEnd).toBe(DAYS(5))
  expect((await estimate(app, draft, `?at=${DAYS(9)}`)).expectedEnd).toBe(DAYS(10))
  expect((await app.asOwner(`/api/newsletters/${first}/pause`, { json: {} })).status).toBe(200)
  expect((await read(app, second)).expectedEnd).toBe(DAYS(1))
})

test('the expected end is not before a recipient is tried again that the server has put off', async () => {
  const { app, smtp } = await site(1)
  await limit(app, null)
  const id = await write(app)
  expect((await send(app, id)).status).toBe(200)
  smtp.refuse = [450, 'Greylisted']
  await app.sendNewsletters()
  const { next_at } = await app.db.selectFrom('newsletter_recipients').select('next_at').executeTakeFirstOrThrow()
  expect(next_at > NOW).toBe(true)
  expect(await read(app, id)).toMatchObject({ state: 'sending', expectedEnd: next_at, numbers: { deferred: 1 } })
})

test('a mail server that cannot be reached is named on what waits for it, until it is back', async () => {
  const { app, smtp } = await site(1)
  await limit(app, 1)
  const [id, next] = [await write(app), await write(app)]
  const { port } = smtp
  await smtp.close()
  for (const each of [id, next]) expect((await send(app, each)).status).toBe(200)
  await app.sendNewsletters()
  const { state, note, expectedEnd } = await read(app, id)
  expect(state).toBe('sending')
  expect(note).toMatch(/^It is tried again by itself. Nothing answered at that host and port/)
  expect(expectedEnd).toBeNull()

  const back = await startSmtp({ port })
  onTestFinished(() => back.close())
  const sendNext = async () => {
    await app.sendNewsletters()
    return (await read(app, id)).state
  }
  await expect.poll(sendNext, { timeout: 15_000 }).toBe('sent')
  expect((await read(app, id)).note).toBeNull()
  // The limit of a day makes it wait, no longer the mail server.
  expect(await read(app, next)).toMatchObject({ state: 'sending', note: null, expectedEnd: DAYS(1) })
})
