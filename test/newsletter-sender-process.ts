/**
 * Sends newsletters in a process of its own, as the program does: `<data folder> <SMTP URL> <envelope sender>`. A message over IPC
 * sets how many milliseconds its clock is ahead, and wakes the sender.
 */
import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { createNewsletterSender } from '../src/server/audience/newsletter-sending/newsletter-sender.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { parseSmtpUrl } from '../src/server/platform/smtp-url.ts'

const [dataDir = '', smtpUrl = '', address = ''] = process.argv.slice(2)
let ahead = 0
const sender = createNewsletterSender({
  db: connect({ databaseUrl: process.env.DATABASE_URL || undefined, dataDir }),
  origin: 'https://dewlight.example',
  messageIdOf: ({ newsletterId, recipientId }, domain) => `<newsletter-${newsletterId}-${recipientId}.0@${domain}>`,
  findServer: async () => ({ smtp: parseSmtpUrl(smtpUrl)!, from: { name: 'Dewlight', address } }),
  begin: async () => {},
  isOutage: () => false,
  clock: () => new Date(Date.now() + ahead),
  log: pino({ level: process.env.LOG ? 'warn' : 'silent' }),
  // Longer than a busy machine needs to reply, so that only stalls end in one.
  timeouts: { connect: 4000, idle: 4000, reply: 4000 },
  backoff: { least: 20, most: 100 },
})

process.on('SIGTERM', () => void sender.close().then(() => process.exit(0)))
process.on('message', (message: { ahead: number }) => {
  ahead = message.ahead
  sender.wake()
})
sender.open()
// Node.js writes the cache at the end, which a killed process does not reach.
setTimeout(flushCompileCache, 1000).unref()
