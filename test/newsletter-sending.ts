import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Newsletter } from '../src/contract/audience/newsletters.ts'
import { writeNewsletterLimits } from '../src/server/audience/newsletter-sending/newsletter-limits.repo.ts'
import {
  createNewsletterSender,
  type NewsletterSenderOptions,
} from '../src/server/audience/newsletter-sending/newsletter-sender.ts'
import { faultOf } from '../src/server/platform/health/faults.ts'
import { parseSmtpUrl } from '../src/server/platform/smtp-url.ts'
import { makePost } from './factories.ts'
import { startSmtp, type TestSmtp } from './smtp-server.ts'
import { type TestApp, testApp } from './test-app.ts'

/** The time of the site, which stands still. */
export const NOW = '2026-03-10T15:00:00.000Z'
/** So many minutes after `NOW`. */
export const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

/** A site with a mail server that the test plays, without limits of sending. */
export async function startSendingSite(
  options: { login?: [string, string]; size?: number } = {},
): Promise<{ app: TestApp; smtp: TestSmtp }> {
  const { login } = options
  const smtp = await startSmtp(options)
  onTestFinished(() => smtp.close())
  const signIn = login ? `${login[0]}:${login[1]}@` : ''
  const app = await testApp({ smtpUrl: smtp.url.replace('smtp://', `smtp://${signIn}`) })
  // The clock of a test stands still, so that a pace would never end.
  await writeNewsletterLimits(app.db, { perSecond: null, perHour: null, perDay: null }, NOW)
  return { app, smtp }
}

/** Active subscribers who signed up an hour ago. */
export async function addSubscribers({ db }: TestApp, ...emails: string[]): Promise<void> {
  for (const email of emails)
    await db
      .insertInto('subscribers')
      .values({ email, name: null, is_active: true, unsubscribe_token: `token-${email}`, created_at: at(-60) })
      .execute()
}

/** A newsletter that is being sent to every subscriber, or as `over` says. */
export async function addNewsletter({ db }: TestApp, over: object = {}): Promise<number> {
  const id = await makePost(db, { kind: 'newsletter', title: 'My morning' })
  await db
    .updateTable('newsletters')
    .set({
      state: 'sending',
      sent_subject: 'My morning',
      sent_html: '<p>Hello</p>',
      sent_text: 'Hello',
      started_at: NOW,
      ...over,
    })
    .where('post_id', '=', id)
    .execute()
  for (const subscriber of await db.selectFrom('subscribers').select(['id', 'email']).orderBy('id').execute())
    await db
      .insertInto('newsletter_recipients')
      .values({
        newsletter_id: id,
        subscriber_id: subscriber.id,
        email: subscriber.email,
        state: 'waiting',
        next_at: NOW,
      })
      .execute()
  return id
}

export const readNewsletter = async ({ asOwner }: TestApp, id: number) =>
  (await (await asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
export const actOnNewsletter = ({ asOwner }: TestApp, id: number, action: string) =>
  asOwner(`/api/newsletters/${id}/${action}`, { json: {} })
export const listRecipients = ({ db }: TestApp) =>
  db.selectFrom('newsletter_recipients').selectAll().orderBy('id').execute()
/** The attempts that count against the limits. */
export const countAttempts = async ({ db }: TestApp) =>
  (await db.selectFrom('newsletter_attempts').select('count').execute()).reduce((sum, { count }) => sum + count, 0)

/** Another sender on the same database, such as that of a second process. */
export function senderOf({ db }: TestApp, smtp: TestSmtp, over: Partial<NewsletterSenderOptions> = {}) {
  const server = { smtp: parseSmtpUrl(smtp.url)!, from: { name: 'Dewlight', address: 'hello@dewlight.example' } }
  const sender = createNewsletterSender({
    db,
    origin: 'http://localhost:3000',
    findServer: async () => server,
    begin: async () => {},
    isOutage: (error: unknown) => faultOf(error) !== undefined,
    clock: () => new Date(NOW),
    log: pino({ level: 'silent' }),
    messageIdOf: () => '<test@dewlight.example>',
    ...over,
  })
  onTestFinished(() => sender.close())
  return { sender, server }
}

/** A promise that the test resolves. */
export function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

export const readers = (count: number) => Array.from({ length: count }, (_, index) => `reader@example-${index}.example`)
