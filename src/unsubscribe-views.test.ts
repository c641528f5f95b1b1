import { expect, test, vi } from 'vitest'
import { makePost } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'

const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const NOW = '2026-03-10T15:00:00.000Z'

test('the unsubscribe page that a reader gets is noted for the newsletter, and does not need it', async () => {
  let id = 0
  const { db, get, origin, lines } = await testSite({
    async rows(db) {
      id = await makePost(db, { kind: 'newsletter', title: 'My morning' })
      await db.updateTable('newsletters').set({ counts_clicks: true }).where('post_id', '=', id).execute()
      const subscriber = await db
        .insertInto('subscribers')
        .values({ email: 'ann@example.com', is_active: true, unsubscribe_token: 'token-ann', created_at: NOW })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('newsletter_recipients')
        .values({
          ...{ newsletter_id: id, subscriber_id: subscriber.id, email: 'ann@example.com' },
          ...{ state: 'accepted', next_at: NOW, settled_at: NOW },
        })
        .execute()
    },
  })
  const path = `/newsletter/unsubscribe?token=token-ann&newsletter=${id}`
  const noted = () => db.selectFrom('newsletter_click_requests').select(['link_key', 'reason']).execute()
  await fetch(origin + path, { method: 'HEAD', headers })
  expect((await get(path, headers)).status).toBe(200)
  await vi.waitFor(async () => expect(await noted()).toEqual([{ link_key: 'unsubscribe', reason: 'footer' }]), 10_000)

  await db.schema.dropTable('newsletter_click_requests').execute()
  expect((await get(path, headers)).status).toBe(200)
  await vi.waitFor(
    () => expect(lines.map(({ msg }) => msg)).toContain('a view of the unsubscribe page was not noted'),
    10_000,
  )
  expect((await fetch(origin + path, { method: 'POST' })).status).toBe(200)
  const { is_active } = await db.selectFrom('subscribers').select('is_active').executeTakeFirstOrThrow()
  expect(Boolean(is_active)).toBe(false)
})
