import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { createImageStore } from '../content/images/image-store.ts'
import { purgeImages } from '../content/images/purge-images.ts'
import { cleanUp } from './cleanup.ts'

const now = new Date('2026-03-10T15:00:00.000Z')
const deleted_at = '2026-01-01T00:00:00.000Z'

/** Says that the site is to stop as soon as anything else has a turn. */
function stopSoon(): AbortSignal {
  const stopping = new AbortController()
  setImmediate(() => stopping.abort(new Error('The site stops.')))
  return stopping.signal
}

test('a clean-up ends between two batches when the site stops, and the next one goes on', async () => {
  const { db } = await testApp()
  const of = {
    name: 'Ann',
    email: 'ann@example.com',
    subject: 'Hello',
    message: 'Hello.',
    created_at: deleted_at,
    is_read: false,
    is_spam: false,
  }
  const rows = Array.from({ length: 900 }, () => ({ ...of, deleted_at }))
  for (let i = 0; i < 9; i++)
    await db
      .insertInto('contacts')
      .values(rows.slice(i * 100, i * 100 + 100))
      .execute()
  const left = async () => (await db.selectFrom('contacts').select('id').execute()).length
  const stopping = new AbortController()
  const watching = (async () => {
    while ((await left()) === 900) await sleep(1)
    stopping.abort(new Error('The site stops.'))
  })()
  await expect(cleanUp(db, now, { signal: stopping.signal })).rejects.toThrow('The site stops.')
  await watching
  expect(await left()).toBeGreaterThan(0)
  await cleanUp(db, now)
  expect(await left()).toBe(0)
})

test('the removal of deleted images ends after one of them when the site stops, and the next one goes on', async () => {
  const { db, media } = await testApp()
  const of = { alt_text: '', width: 1, height: 1, widths: '[1]', placeholder: '', created_at: deleted_at, deleted_at }
  for (let i = 0; i < 20; i++)
    await db
      .insertInto('images')
      .values({ ...of, key: `key-${i}`, url: `/media/key-${i}/1.jpg` })
      .execute()
  const left = async () => (await db.selectFrom('images').select('id').execute()).length
  await expect(purgeImages(db, createImageStore(media), now, stopSoon())).rejects.toThrow('The site stops.')
  const kept = await left()
  expect(kept).toBeGreaterThan(0)
  expect(await purgeImages(db, createImageStore(media), now)).toBe(kept)
})
