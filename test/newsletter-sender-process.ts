/** Sends newsletters in a process of its own: `<data folder> <SMTP URL> <milliseconds that its clock is ahead>`. */
import { pino } from 'pino'
import { createNewsletterSender } from '../src/server/audience/newsletters/newsletter-sender.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { parseSmtpUrl } from '../src/server/platform/smtp-url.ts'

const [dataDir = '', smtpUrl = '', ahead = '0'] = process.argv.slice(2)
const db = connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir })
const sender = createNewsletterSender({
  db,
  origin: 'https://dewlight.example',
  messageIdOf: ({ newsletterId, recipientId }, domain) => `<newsletter-${newsletterId}-${recipientId}.0@${domain}>`,
  findServer: async () => ({
    smtp: parseSmtpUrl(smtpUrl)!,
    from: { name: 'Dewlight', address: 'hello@dewlight.example' },
  }),
  begin: async () => {},
  clock: () => new Date(Date.now() + Number(ahead)),
  log: pino({ level: process.env.LOG ? 'warn' : 'silent' }),
  timeouts: { connect: 2000, idle: 1000 },
  backoff: { least: 20, most: 100 },
})

/** How often a run has found nothing that is due; the parent reads it. */
let idleRuns = 0
process.on('SIGTERM', () => void sender.close().then(() => process.exit(0)))
for (;;) {
  const before = await countDue()
  await sender.sendDue()
  if (before === 0) {
    idleRuns += 1
    process.stdout.write(`idle ${idleRuns}\n`)
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
}

async function countDue(): Promise<number> {
  const now = new Date(Date.now() + Number(ahead)).toISOString()
  const { count } = await db
    .selectFrom('newsletter_recipients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .where('next_at', '<=', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}
