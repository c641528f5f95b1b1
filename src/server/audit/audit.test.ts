import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { createAuditEntry } from './audit.repo.ts'

test('GET /api/audit is for the owner alone and shows the newest change first', async () => {
  const { db, ask, asOwner } = await testApp()
  expect((await ask('/api/audit')).status).toBe(401)
  expect(await (await asOwner('/api/audit')).json()).toEqual([])
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  for (const subject of ['First', 'Second']) {
    await createAuditEntry(db, {
      user_id: id,
      method: 'PUT',
      path: '/posts/1',
      subject,
      at: '2026-03-10T15:00:00.000Z',
    })
  }
  const response = await asOwner('/api/audit?limit=1')
  expect(response.headers.get('x-total-count')).toBe('2')
  expect(await response.json()).toMatchObject([
    { username: 'nora', method: 'PUT', path: '/posts/1', subject: 'Second' },
  ])
})
