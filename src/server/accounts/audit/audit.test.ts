import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { createAuditEntry } from './audit.repo.ts'

test('GET /api/audit requires the owner and lists the newest change first', async () => {
  const { db, request, asOwner } = await testApp()
  expect((await request('/api/audit')).status).toBe(401)
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
    { username: 'nora', method: 'PUT', path: '/posts/1', subject: 'Second', text: 'Changed post “Second”' },
  ])
})

test('the trail is filtered by area and by the name of the changed thing', async () => {
  const { db, asOwner } = await testApp()
  await asOwner('/api/audit')
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const entries = [
    ['/posts', '100% hydrated'],
    ['/posts/1', 'Sunscreen'],
    ['/products/1', 'Sunscreen stick'],
    ['/analytics/conversion', '$3'],
    ['/conversion-networks', 'Network'],
  ] as const
  for (const [path, subject] of entries) {
    await createAuditEntry(db, { user_id: id, method: 'PUT', path, subject, at: '2026-03-10T15:00:00.000Z' })
  }
  const found = async (query: string) => {
    const response = await asOwner(`/api/audit?${query}`)
    const items = (await response.json()) as { subject: string }[]
    expect(response.headers.get('x-total-count')).toBe(String(items.length))
    return items.map(({ subject }) => subject)
  }
  expect(await found('area=posts')).toEqual(['Sunscreen', '100% hydrated'])
  expect(await found('q=sunSCREEN')).toEqual(['Sunscreen stick', 'Sunscreen'])
  expect(await found('q=sunscreen&area=products')).toEqual(['Sunscreen stick'])
  expect(await found('q=%25')).toEqual(['100% hydrated'])
  expect(await found('area=conversions')).toEqual(['Network', '$3'])
  expect((await asOwner('/api/audit?area=nothing')).status).toBe(400)
})

test('a replayed write is entered once', async () => {
  const { asOwner } = await testApp()
  const headers = { 'idempotency-key': 'same-key-twice' }
  for (let i = 0; i < 2; i++) await asOwner('/api/settings', { method: 'PUT', json: { brand: 'Petal' }, headers })
  expect(await (await asOwner('/api/audit')).json()).toMatchObject([
    { path: '/settings', subject: 'brand', text: 'Changed settings: Site name' },
  ])
})

test('downloads are entered, those of one path within an hour together, and only what was sent', async () => {
  const { request, asOwner } = await testApp()
  expect((await request('/api/subscribers.csv')).status).toBe(401)
  await asOwner('/api/subscribers.csv', { method: 'HEAD' })
  await asOwner('/api/backups/dewlight-2026-03-10-071500-1a2b3c.tar.gz')
  expect(await (await asOwner('/api/audit')).json()).toEqual([])
  for (let i = 0; i < 2; i++) await (await asOwner('/api/subscribers.csv')).text()
  expect(await (await asOwner('/api/audit?area=subscribers')).json()).toMatchObject([
    { username: 'nora', method: 'GET', text: 'Downloaded subscribers (2 times within an hour)' },
  ])
})
