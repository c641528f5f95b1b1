import { expect, onTestFinished, test, vi } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { createWriteQueue, type Held } from './write-queue.ts'

const NOW = '2026-03-10T15:00:00.000Z'
const UNTIL = '2026-03-10T15:03:00.000Z'

/** Two recipients of a newsletter that is being sent, under one lease. */
async function leasedRecipients() {
  const { db } = await migratedDatabase()
  const newsletter_id = await makePost(db, { kind: 'newsletter' })
  await db.updateTable('newsletters').set({ state: 'sending', started_at: NOW }).execute()
  const held: Held[] = []
  for (const email of ['a@example.com', 'b@example.com']) {
    const { id: subscriber_id } = await db
      .insertInto('subscribers')
      .values({ email, name: null, is_active: true, unsubscribe_token: email, created_at: NOW })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('newsletter_recipients')
      .values({ newsletter_id, subscriber_id, email, state: 'waiting', next_at: UNTIL, lease: 'lease' })
      .returning('id')
      .executeTakeFirstOrThrow()
    held.push({ id, lease: 'lease' })
  }
  const transactions = vi.spyOn(db, 'transaction')
  onTestFinished(() => transactions.mockRestore())
  const states = () =>
    db.selectFrom('newsletter_recipients').select(['state', 'attempts', 'lease']).orderBy('id').execute()
  return { queue: createWriteQueue(db, () => ({ now: NOW, until: UNTIL })), held, transactions, states }
}

test('a result is stored with the mark of the next message', async () => {
  const { queue, held, transactions, states } = await leasedRecipients()
  const [first, second] = held
  expect(await queue.mark(first!)).toBe(true)
  const stored = queue.record({ ...first!, state: 'accepted', response: '250 OK', isMarked: true })
  expect(await queue.mark(second!)).toBe(true)
  await stored
  expect(transactions).toHaveBeenCalledTimes(2)
  expect(await states()).toEqual([
    { state: 'accepted', attempts: 1, lease: null },
    { state: 'sending', attempts: 1, lease: 'lease' },
  ])
})

test('a result is stored without a next message, with others of the moment', async () => {
  const { queue, held, transactions, states } = await leasedRecipients()
  await Promise.all(held.map(queue.mark))
  expect(transactions).toHaveBeenCalledTimes(1)
  const record = (one: Held) => queue.record({ ...one, state: 'accepted', response: '250 OK', isMarked: true })
  await Promise.all(held.map(record))
  expect(transactions).toHaveBeenCalledTimes(2)
  expect((await states()).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
})
