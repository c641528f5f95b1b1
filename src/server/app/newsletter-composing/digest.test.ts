import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Digest, DigestInput, DigestPreview } from '../../../contract/audience/automatic-newsletters.ts'
import { createSubscriber } from '../../audience/subscribers/subscribers.repo.ts'
import { makeDueDigest } from './make-digest.ts'

/** 2026-03-10 is a Tuesday; New York is four hours behind UTC then. */
const input: DigestInput = {
  ...{ isOn: true, every: 'week', weekday: 4, day: 1, hour: 9 },
  ...{ subject: 'New on Dewlight', intro: 'Here is what I wrote.' },
}
const THURSDAY = '2026-03-12T13:00:00.000Z'

async function digestApp() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const settings = { email: 'hello@dewlight.example', timeZone: 'America/New_York' }
  const app = await testApp({ smtpUrl: smtp.url, settings })
  const created = '2026-03-01T00:00:00.000Z'
  await createSubscriber(app.db, { email: 'ann@example.com', isActive: true }, created)
  await createSubscriber(app.db, { email: 'fewer@example.com', isActive: true }, created)
  await app.db
    .updateTable('subscribers')
    .set({ frequency: 'digest' })
    .where('email', '=', 'fewer@example.com')
    .execute()
  return { ...app, smtp }
}

const save = ({ asOwner }: TestApp, over: Partial<DigestInput> = {}) =>
  asOwner('/api/digest', { method: 'PUT', json: { ...input, ...over } })

const post = ({ db }: TestApp, title: string, published_at: string) =>
  makePost(db, { title, slug: title.toLowerCase().replaceAll(' ', '-'), published_at, excerpt: `About ${title}.` })

async function sendAt({ setNow, sendNewsletters }: TestApp, now: string): Promise<void> {
  setNow(now)
  await sendNewsletters()
}

const periods = ({ db }: TestApp) =>
  db.selectFrom('digests').select(['period', 'newsletter_id']).orderBy('period').execute()

test('the digest of new posts goes out at its hour, to those who chose fewer letters too, and skips an empty week', async () => {
  const app = await digestApp()
  const { smtp, asOwner } = app
  await post(app, 'Old post', '2026-02-20T10:00:00.000Z')
  await post(app, 'Calm evening', '2026-03-09T10:00:00.000Z')
  await post(app, 'Sunscreen', '2026-03-11T10:00:00.000Z')
  expect((await save(app)).status).toBe(200)
  expect((await (await asOwner('/api/digest')).json()) as Digest).toEqual({
    ...input,
    nextAt: THURSDAY,
    lastNewsletter: null,
  })

  await sendAt(app, '2026-03-12T12:59:00.000Z')
  expect(smtp.received).toEqual([])
  await sendAt(app, THURSDAY)
  await sendAt(app, '2026-03-12T13:05:00.000Z')
  expect(smtp.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual(['ann@example.com', 'fewer@example.com'])
  const [mail] = smtp.received
  expect(mail!.subject).toBe('New on Dewlight')
  expect(mail!.text).toContain('Here is what I wrote.')
  expect(mail!.text).toContain('About Sunscreen.')
  expect(mail!.html).toContain('http://localhost:3000/blog/calm-evening')
  expect(mail!.html).not.toContain('Old post')
  expect((await (await asOwner('/api/digest')).json()) as Digest).toMatchObject({
    nextAt: '2026-03-19T13:00:00.000Z',
    lastNewsletter: { id: expect.any(Number), subject: 'New on Dewlight' },
  })

  await sendAt(app, '2026-03-19T13:00:00.000Z')
  await post(app, 'Toner', '2026-03-20T10:00:00.000Z')
  await sendAt(app, '2026-03-21T13:00:00.000Z')
  expect(smtp.received).toHaveLength(2)
  expect((await periods(app)).map(({ newsletter_id }) => newsletter_id !== null)).toEqual([true, false])

  await sendAt(app, '2026-03-26T13:00:00.000Z')
  expect(smtp.received).toHaveLength(4)
  expect(smtp.received.at(-1)!.text).toContain('About Toner.')
  expect(smtp.received.at(-1)!.text).not.toContain('Sunscreen')
})

test('two processes make one digest of a period, and a kill before it begins loses nothing', async () => {
  const app = await digestApp()
  const { db, setNow, sendNewsletters, smtp } = app
  await post(app, 'Calm evening', '2026-03-09T10:00:00.000Z')
  await save(app)
  setNow(THURSDAY)
  const clock = () => new Date(THURSDAY)
  await Promise.all(Array.from({ length: 5 }, () => makeDueDigest(db, clock)))
  const made = await db.selectFrom('newsletters').select(['kind', 'state']).execute()
  expect(made).toEqual([{ kind: 'digest', state: 'scheduled' }])
  expect(smtp.received).toEqual([])

  await Promise.all([sendNewsletters(), sendNewsletters()])
  await sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual(['ann@example.com', 'fewer@example.com'])
  expect(await db.selectFrom('newsletters').select('state').execute()).toEqual([{ state: 'sent' }])
})

test('periods that were missed become one digest with the posts of all of them', async () => {
  const app = await digestApp()
  await post(app, 'Calm evening', '2026-03-11T10:00:00.000Z')
  await save(app)
  await post(app, 'Toner', '2026-03-20T10:00:00.000Z')
  await sendAt(app, '2026-04-04T10:00:00.000Z')
  await sendAt(app, '2026-04-04T10:05:00.000Z')
  expect(app.smtp.received).toHaveLength(2)
  expect(app.smtp.received[0]!.text).toContain('About Calm evening.')
  expect(app.smtp.received[0]!.text).toContain('About Toner.')
  expect((await periods(app)).map(({ period }) => period)).toEqual(['2026-04-02'])
})

test('a digest that is switched on after its hour waits for the next one, and one that is off is not sent', async () => {
  const app = await digestApp()
  app.setNow('2026-03-13T13:00:00.000Z')
  await post(app, 'Calm evening', '2026-03-12T10:00:00.000Z')
  await save(app)
  await sendAt(app, '2026-03-14T10:00:00.000Z')
  await save(app, { weekday: 5 })
  await sendAt(app, '2026-03-14T11:00:00.000Z')
  expect(await periods(app)).toEqual([])
  await save(app, { isOn: false })
  await sendAt(app, '2026-03-20T13:30:00.000Z')
  expect(app.smtp.received).toEqual([])
  await save(app, { every: 'month', day: 28, hour: 0 })
  await sendAt(app, '2026-03-28T04:00:00.000Z')
  expect(app.smtp.received).toHaveLength(2)
})

test('a digest without readers is skipped, and one without a mail server is not switched on', async () => {
  const app = await digestApp()
  await app.db.updateTable('subscribers').set({ is_active: false }).execute()
  await post(app, 'Calm evening', '2026-03-09T10:00:00.000Z')
  await save(app)
  await sendAt(app, THURSDAY)
  expect(await periods(app)).toEqual([{ period: '2026-03-12', newsletter_id: null }])

  const refused = await save(await testApp())
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ message: 'Set up a mail server in Settings first.' })
})

test('the preview shows the real posts of the next digest', async () => {
  const app = await digestApp()
  const preview = async () => (await (await app.asOwner('/api/digest/preview')).json()) as DigestPreview
  expect(await preview()).toEqual({ posts: 0, mail: null })
  for (let number = 1; number <= 22; number++) await post(app, `Post ${number}`, '2026-03-09T10:00:00.000Z')
  await post(app, 'Sunscreen & hats', '2026-03-10T10:00:00.000Z')
  const { posts, mail } = await preview()
  expect(posts).toBe(23)
  expect(mail).toMatchObject({ subject: 'New on the blog' })
  expect(mail!.preview).toMatch(/^Sunscreen & hats, Post 22/)
  expect(mail!.text).toContain('3 more on the blog')
  expect(mail!.html).not.toContain('{{')
  const { id } = await app.db
    .selectFrom('subscribers')
    .select('id')
    .where('email', '=', 'ann@example.com')
    .executeTakeFirstOrThrow()
  const ofAnn = (await (await app.asOwner(`/api/digest/preview?subscriber=${id}`)).json()) as DigestPreview
  expect(ofAnn.mail!.text).toContain('ann@example.com')
  expect(mail!.text).not.toContain('ann@example.com')
})
