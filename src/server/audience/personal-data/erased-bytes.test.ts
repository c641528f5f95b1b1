import { expect, inject, test } from 'vitest'
import { ANN, appWithAnn, occurrences, tablesWithAddress } from '../../../../test/erased-person.ts'

test.skipIf(inject('postgres'))(
  'an erased address is nowhere in the bytes of the database, its log or its shared memory, before and after a clean stop',
  async () => {
    const app = await appWithAnn()
    expect(await tablesWithAddress(app.db)).toEqual([
      ...['contact_replies', 'contacts', 'idempotency_keys', 'mails', 'newsletter_recipients', 'newsletters'],
      ...['spam_rules', 'subscribers', 'suppressions'],
    ])
    expect((await app.asOwner('/api/personal-data/erase', { json: { email: ANN } })).status).toBe(200)
    await app.jobs.runDueJobs()
    expect(await tablesWithAddress(app.db)).toEqual([])
    expect(occurrences(app.dataDir)).toEqual({ 'dewlight.db': 0, 'dewlight.db-shm': 0, 'dewlight.db-wal': 0 })
    await app.db.destroy()
    expect(Object.values(occurrences(app.dataDir)).every((count) => count === 0)).toBe(true)
  },
)
