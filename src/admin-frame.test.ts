import { expect, test } from 'vitest'
import { makeUser } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import { createSession } from './server/accounts/auth/sessions.repo.ts'

test('the document of the admin passes on the cookies that extend the session, and none while it is young', async () => {
  const { db, get } = await testSite()
  const used = new Date(Date.now() - 6 * 60 * 1000)
  const token = await createSession(db, await makeUser(db), used)
  const open = (session: string) => get('/admin', { cookie: `session=${session}; signed-in=1`, accept: 'text/html' })
  const extended = await open(token)
  expect(extended.status).toBe(200)
  expect(extended.headers.getSetCookie().map((line) => line.split('; ').slice(0, 2))).toEqual([
    [`session=${token}`, 'Max-Age=2592000'],
    ['signed-in=1', 'Max-Age=2592000'],
  ])
  expect(extended.headers.get('cache-control')).toBe('private, no-store')
  const { last_seen_at } = await db.selectFrom('sessions').select('last_seen_at').executeTakeFirstOrThrow()
  expect(Date.parse(last_seen_at)).toBeGreaterThan(used.getTime())
  const again = await open(token)
  expect([again.status, again.headers.getSetCookie()]).toEqual([200, []])
  expect((await open('made-up')).headers.getSetCookie()).toEqual([expect.stringMatching(/^signed-in=; Max-Age=0/)])
})
