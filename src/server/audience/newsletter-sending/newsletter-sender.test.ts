import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migratedDatabase } from '../../../../test/test-database.ts'
import { createNewsletterSender } from './newsletter-sender.ts'

test('a poll of a site without open newsletters only looks for one: no mail server, no lease, no write', async () => {
  const { db } = await migratedDatabase()
  const findServer = vi.fn(async () => undefined)
  const sender = createNewsletterSender({
    db,
    findServer,
    origin: 'http://localhost:3000',
    messageIdOf: () => 'id',
    begin: async () => {},
    isOutage: () => false,
    clock: () => new Date('2026-03-10T15:00:00.000Z'),
    log: pino({ level: 'silent' }),
  })
  onTestFinished(sender.close)
  const transaction = vi.spyOn(db, 'transaction')
  const update = vi.spyOn(db, 'updateTable')
  await sender.sendDue()
  expect(findServer).not.toHaveBeenCalled()
  expect(transaction).not.toHaveBeenCalled()
  expect(update).not.toHaveBeenCalled()
})
