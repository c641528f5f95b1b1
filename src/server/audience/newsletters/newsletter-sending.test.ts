import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { migratedDatabase, type TestDatabase } from '../../../../test/test-database.ts'
import { startUnreliableSmtp, type UnreliableSmtp } from '../../../../test/unreliable-smtp.ts'
import type { RecipientState } from '../../../contract/newsletters.ts'
import type { Db } from '../../platform/db/schema.ts'
import { writeNewsletterLimits } from './newsletter-limits.repo.ts'
import { beginSending } from './sending.repo.ts'

const RECIPIENTS = 20_000
const KILLS = 20
const HOUR = 3_600_000

/** One in fifty is an address that the server refuses, or greylists. */
const kinds = ['unknown', 'full', 'grey', 'spam', 'reader', 'reader', 'reader', 'reader', 'reader', 'reader']

test('each reader gets a newsletter at most once and the books add up, over kills, two processes and an unreliable server', async () => {
  const database = await migratedDatabase()
  const { db } = database
  const smtp = await startUnreliableSmtp()
  onTestFinished(() => smtp.close())
  await addSubscribers(db, RECIPIENTS)
  await begin(db)

  const senders = [startSender(database, smtp), startSender(database, smtp)]
  for (let kill = 1; kill <= KILLS; kill++) {
    await Promise.race([smtp.waitFor(kill * 700), allIdle(senders)])
    const at = kill % 2
    senders[at]!.child.kill('SIGKILL')
    await once(senders[at]!.child, 'close')
    senders[at] = startSender(database, smtp)
  }
  await allIdle(senders)
  await Promise.all(senders.map(stop))

  // What was leased or deferred is due again some time later.
  for (let hours = 1; hours <= 60; hours = hours * 2 + 1) {
    const sender = startSender(database, smtp, hours * HOUR)
    await allIdle([sender])
    await stop(sender)
  }

  const rows = await db.selectFrom('newsletter_recipients').select(['email', 'state']).execute()
  expect(rows).toHaveLength(RECIPIENTS)
  expect([...smtp.taken].filter(([, times]) => times > 1)).toEqual([])
  const wrong = rows.filter(({ email, state }) => !isTrue(state, smtp, email))
  expect(wrong).toEqual([])
  const counts = countBy(rows.map(({ state }) => state))
  expect(counts).toEqual({
    accepted: expect.any(Number),
    failed: expect.any(Number),
    'in-doubt': expect.any(Number),
  })
  // At most what the connections of a killed process, or all that the server dropped, had in hand, and what it lost by itself.
  expect(counts['in-doubt']).toBeLessThan(KILLS * 5 + (RECIPIENTS / 250) * 10 + RECIPIENTS * 0.01)
  expect(await db.selectFrom('newsletters').select(['state', 'note']).execute()).toEqual([
    { state: 'sent', note: null },
  ])
}, 300_000)

/** Whether a row says what the server knows. */
function isTrue(state: RecipientState, { taken, acknowledged }: UnreliableSmtp, email: string): boolean {
  switch (state) {
    case 'accepted':
      return acknowledged.get(email) === 1
    case 'in-doubt':
      return true
    default:
      return !taken.has(email)
  }
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

type Sender = { child: ChildProcess; idle: Promise<void> }

function startSender({ dataDir, databaseUrl }: TestDatabase, smtp: UnreliableSmtp, ahead = 0): Sender {
  const child = spawn(process.execPath, ['test/newsletter-sender-process.ts', dataDir, smtp.url, String(ahead)], {
    env: { ...process.env, DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const idle = new Promise<void>((resolve) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      if (/^idle \d/m.test(chunk.toString())) resolve()
    })
  })
  return { child, idle }
}

const allIdle = async (senders: Sender[]): Promise<void> => void (await Promise.all(senders.map(({ idle }) => idle)))

async function stop({ child }: Sender): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'close')
}

function countBy(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
