import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { makePost } from '../../../../test/factories.ts'
import { type SenderProcess, startSenderProcess } from '../../../../test/newsletter-processes.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { type Moment, startUnreliableSmtp, type UnreliableSmtp } from '../../../../test/unreliable-smtp.ts'
import type { Db, Row } from '../../platform/db/schema.ts'
import { writeNewsletterLimits } from './newsletter-limits.repo.ts'
import { beginSending } from './sending.repo.ts'

const RECIPIENTS = 20_000
const KILLS = 20
/** Messages between two kills. */
const KILL_EVERY = 600
const HOUR = 3_600_000
const MOMENTS: Moment[] = ['received', 'started', 'taken', 'acknowledged']
/** More than a process leases at once, and what its connections still hold of the lease before. */
const LEASED_MAX = 105

/** One in fifty is an address that the server refuses, or greylists. */
const kinds = ['unknown', 'full', 'grey', 'spam', 'reader', 'reader', 'reader', 'reader', 'reader', 'reader']

test('each reader gets a newsletter at most once and the books add up, over kills, two processes and an unreliable server', {
  tags: ['full'],
  timeout: 400_000,
}, async () => {
  const database = await migratedDatabase()
  const { db } = database
  const smtp = await startUnreliableSmtp()
  onTestFinished(() => smtp.close())
  await addSubscribers(db, RECIPIENTS)
  await begin(db)

  const senders = [startSenderProcess(database, smtp), startSenderProcess(database, smtp)]
  const abandoned = new Map<string, string>()
  for (let kill = 0; kill < KILLS; kill++) {
    await smtp.waitFor((kill + 1) * KILL_EVERY)
    const sender = senders[kill % 2]!
    await smtp.interrupt(sender.address, MOMENTS[kill % MOMENTS.length]!, sender.kill)
    await sender.ended
    for (const email of await listSending(db))
      if (smtp.from.get(email) === sender.address) abandoned.set(email, sender.address)
    senders[kill % 2] = startSenderProcess(database, smtp)
  }
  await untilIdle(db, smtp, senders)
  await expectAttemptsToAddUp(db)

  // Leases end and deferred recipients are due again some time later.
  for (let hours = 1; hours <= 48 && (await countOpen(db)) > 0; hours *= 2)
    await untilIdle(db, smtp, senders, hours * HOUR)
  await Promise.all(senders.map((sender) => sender.stop()))

  expect(Object.entries(smtp.occurrences()).filter(([, times]) => times === 0)).toEqual([])
  expect(smtp.greylisted.size).toBe(RECIPIENTS / 100)
  expect(smtp.dropped).toBeGreaterThan(RECIPIENTS / 250)
  // Nearly every kill hit a process that was handing messages over.
  expect(new Set(abandoned.values()).size).toBeGreaterThanOrEqual(15)

  const rows = await listRows(db)
  expect(rows).toHaveLength(RECIPIENTS)
  expect([...smtp.taken].filter(([, times]) => times > 1)).toEqual([])
  expect(rows.filter((row) => !isTrue(row, smtp, abandoned))).toEqual([])
  expectTries(rows, smtp)
  const counts = countBy(rows.map(({ state }) => state))
  expect(counts).toEqual({
    accepted: expect.any(Number),
    failed: expect.any(Number),
    'in-doubt': expect.any(Number),
  })
  expect(counts.accepted! + counts['in-doubt']!).toBeGreaterThanOrEqual(smtp.taken.size)
  expect(counts['in-doubt']).toBeLessThanOrEqual(abandoned.size + lostMessages(smtp))
  expect(await db.selectFrom('newsletters').select(['state', 'note']).execute()).toEqual([
    { state: 'sent', note: null },
  ])
  expect((await countRows(db)).delivery_reports).toBe(counts.failed)
})

type Recipient = Pick<Row<'newsletter_recipients'>, 'email' | 'state' | 'attempts' | 'response'>

/** Whether a row says what the server knows. */
function isTrue({ email, state }: Recipient, smtp: UnreliableSmtp, abandoned: ReadonlyMap<string, string>): boolean {
  const { acknowledged, rejected, taken } = smtp
  switch (state) {
    case 'accepted':
      return acknowledged.get(email) === 1
    case 'in-doubt':
      // A process that lives reads every reply.
      return abandoned.has(email) || !acknowledged.has(email)
    case 'failed':
      return rejected.has(email) && !taken.has(email)
    default:
      return false
  }
}

/** An attempt is counted for each message that was started, and for none that the server does not know of. */
function expectTries(rows: Recipient[], { started, tried, ...smtp }: UnreliableSmtp): void {
  expect(rows.filter(({ email, attempts }) => attempts < (started.get(email) ?? 0))).toEqual([])
  const unseen = rows.map(({ email, attempts }) => Math.max(0, attempts - (tried.get(email) ?? 0)))
  const sum = unseen.reduce((one, other) => one + other, 0)
  // A connection may end before the server is told the address, which is not told either after the sender was refused.
  expect(sum).toBeLessThanOrEqual(smtp.dropped + timesOf(smtp.occurrences(), /^mail |drop|stall|421/))
}

/** Every attempt was counted against the limits, and what was counted for a process that died is not refunded. */
async function expectAttemptsToAddUp(db: Db): Promise<void> {
  const rows = await listRows(db)
  const made = rows.reduce((sum, { attempts }) => sum + attempts, 0)
  const limits = await db.selectFrom('newsletter_attempts').select('count').execute()
  const counted = limits.reduce((sum, { count }) => sum + count, 0)
  expect(counted).toBeGreaterThanOrEqual(made)
  expect(counted).toBeLessThanOrEqual(made + KILLS * LEASED_MAX)
}

/** Messages that were started on a connection that ended before the reply. */
const lostMessages = (smtp: UnreliableSmtp) =>
  smtp.dropped + timesOf(smtp.occurrences(), /^(data|message|taken) (drop|stall)/)

const timesOf = (occurrences: Record<string, number>, name: RegExp) =>
  Object.entries(occurrences).reduce((sum, [key, times]) => (name.test(key) ? sum + times : sum), 0)

const listRows = (db: Db): Promise<Recipient[]> =>
  db.selectFrom('newsletter_recipients').select(['email', 'state', 'attempts', 'response']).execute()

async function listSending(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('newsletter_recipients').select('email').where('state', '=', 'sending').execute()
  return rows.map(({ email }) => email)
}

/** In milliseconds. */
const POLL = 100
/** Longer than a connection is closed before it is opened again. */
const QUIET_POLLS = 8

/** Waits until nothing is due by the clocks of the senders, and none of them is connected. */
async function untilIdle(db: Db, smtp: UnreliableSmtp, senders: SenderProcess[], ahead = 0): Promise<void> {
  for (let quiet = 0; quiet < QUIET_POLLS; ) {
    if (quiet === 0) for (const sender of senders) sender.wake(ahead)
    await sleep(POLL)
    const isQuiet = smtp.connections() === 0 && (await countOpen(db, Date.now() + ahead)) === 0
    quiet = isQuiet ? quiet + 1 : 0
  }
}

async function countOpen(db: Db, until = Date.now() + 96 * HOUR): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter_recipients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['waiting', 'deferred', 'sending'])
    .where('next_at', '<=', new Date(until).toISOString())
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function addSubscribers(db: Db, count: number): Promise<void> {
  const now = '2026-03-01T00:00:00.000Z'
  for (let from = 0; from < count; from += 2000) {
    const rows = Array.from({ length: 2000 }, (_, index) => {
      const number = from + index
      const kind = number % 10 === 0 ? kinds[(number / 10) % kinds.length]! : 'reader'
      return { email: `${kind}-${number}@example.com`, name: null, is_active: true, created_at: now }
    })
    await db
      .insertInto('subscribers')
      .values(rows.map((row) => ({ ...row, unsubscribe_token: row.email })))
      .execute()
  }
}

async function begin(db: Db): Promise<void> {
  const id = await makePost(db, { kind: 'newsletter', title: 'A newsletter' })
  const { version } = await db.selectFrom('posts').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  await writeNewsletterLimits(db, { perSecond: null, perHour: null, perDay: null }, new Date().toISOString())
  const content = {
    ...{
      subject: 'A newsletter',
      preview: '',
      html: '<p>Hello {{name|there}}</p>',
      text: 'Hello',
      content: '',
      links: [],
    },
    ...{ slug: 'a-newsletter', postVersion: version, version: 1 },
  }
  const audience = db.selectFrom('subscribers').select(['id', 'email']).where('is_active', '=', sql.lit(true))
  await db.transaction().execute(async (transaction) => {
    expect(await beginSending(transaction, id, { content, audience, now: new Date().toISOString() })).toBe(true)
  })
}

function countBy(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
