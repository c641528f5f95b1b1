import path from 'node:path'
import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { Newsletter } from '../../../contract/newsletters.ts'
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
