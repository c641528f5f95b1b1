import { expect, test } from 'vitest'
import { makeEarlyPost } from '../../../../../test/factories.ts'
import { emptyDatabase } from '../../../../../test/test-database.ts'
import { readSettings, saveSettings } from '../../../accounts/settings/settings.repo.ts'
import { migrateTo, migrateToLatest } from '../migrate.ts'

const now = '2026-03-10T15:00:00.000Z'

async function databaseBefore() {
  const { db } = await emptyDatabase()
  await migrateTo(db, '0020-shared-assets')
  return db
}

test('a site that runs on the former defaults keeps what it shows', { timeout: 60_000 }, async () => {
  const db = await databaseBefore()
  await makeEarlyPost(db, { slug: 'a-post' })
  await migrateToLatest(db)
  const { settings } = await readSettings(db)
  expect(settings).toMatchObject({
    email: 'hello@dewlight.example',
    location: 'Portland, Maine, USA',
    pinterest: 'https://www.pinterest.com/',
    instagram: 'https://www.instagram.com/',
  })
  expect(settings.aboutText).toMatch(/^Hi, I’m Nora Ellery\.[\s\S]*reader’s question\.$/)
})

test('what the owner has set or emptied stays', { timeout: 60_000 }, async () => {
  const db = await databaseBefore()
  await saveSettings(db, { email: 'ada@mail.example', instagram: '', aboutText: 'I am Ada.' }, now)
  await migrateToLatest(db)
  expect((await readSettings(db)).settings).toMatchObject({
    email: 'ada@mail.example',
    instagram: '',
    aboutText: 'I am Ada.',
    location: 'Portland, Maine, USA',
  })
})

test('a new database has no invented text', { timeout: 60_000 }, async () => {
  const { db } = await emptyDatabase()
  await migrateToLatest(db)
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
  const { settings } = await readSettings(db)
  expect(settings).toMatchObject({ email: '', location: '', pinterest: '', instagram: '', aboutText: '' })
  expect(JSON.stringify(settings)).not.toMatch(/Nora|Portland|example|https:/)
})
