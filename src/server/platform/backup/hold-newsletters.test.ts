import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { readDigest } from '../../audience/newsletter-sending/digests.repo.ts'
import { createSubscriber } from '../../audience/subscribers/subscribers.repo.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const now = '2026-03-10T15:00:00.000Z'

test('a restored site sends no newsletter by itself, and says who may have got one', async () => {
  const { db, asOwner, media, dataDir, sendNewsletters } = await testApp()
  const [sending, scheduled] = [await makePost(db, { kind: 'newsletter' }), await makePost(db, { kind: 'newsletter' })]
  await db
    .updateTable('newsletters')
    .set({ state: 'sending', started_at: now })
    .where('post_id', '=', sending)
    .execute()
  await db
    .updateTable('newsletters')
    .set({ state: 'scheduled', scheduled_at: now })
    .where('post_id', '=', scheduled)
    .execute()
  for (const state of ['waiting', 'deferred', 'sending', 'accepted'] as const)
    await db
      .insertInto('newsletter_recipients')
      .values({ newsletter_id: sending, email: `${state}@example.com`, state, next_at: now })
      .execute()
  const backupDir = path.join(dataDir, 'backups')
  const file = path.join(backupDir, await writeBackup({ db, media, backupDir, now: new Date(now) }))
  await restoreBackup(db, media, file, { replaces: true })
  await sendNewsletters()

  const read = async (id: number) => (await (await asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
  expect(await read(sending)).toMatchObject({ state: 'paused', numbers: { inDoubt: 3, accepted: 1, waiting: 0 } })
  expect((await read(sending)).note).toMatch(/^Restored from a backup\./)
  expect(await read(scheduled)).toMatchObject({ state: 'draft', scheduledAt: null })
})

test('a digest that was due since the backup is not made after the restore, and the next one is', async () => {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url, settings: { email: 'hello@dewlight.example', timeZone: 'UTC' } })
  const { db, asOwner, media, dataDir, setNow, sendNewsletters } = app
  await createSubscriber(db, { email: 'ann@example.com', isActive: true }, '2026-03-01T00:00:00.000Z')
  await makePost(db, { title: 'Sunscreen', slug: 'sunscreen', published_at: '2026-03-09T10:00:00.000Z' })
  const digest = { isOn: true, every: 'week', weekday: 4, day: 1, hour: 9, subject: 'New', intro: '' }
  expect((await asOwner('/api/digest', { method: 'PUT', json: digest })).status).toBe(200)
  const backupDir = path.join(dataDir, 'backups')
  const file = path.join(backupDir, await writeBackup({ db, media, backupDir, now: new Date(now) }))
  // It may have been sent at 2026-03-12T09:00.
  await restoreBackup(db, media, file, { replaces: true, now: new Date('2026-03-12T20:00:00.000Z') })
  setNow('2026-03-12T20:01:00.000Z')
  await sendNewsletters()
  expect(smtp.received).toEqual([])
  expect(await readDigest(db)).toMatchObject({ ...digest, startsAt: '2026-03-12T20:00:00.000Z' })
  setNow('2026-03-19T09:01:00.000Z')
  await sendNewsletters()
  await sendNewsletters()
  expect(smtp.received.map(({ subject }) => subject)).toEqual(['New'])
})
