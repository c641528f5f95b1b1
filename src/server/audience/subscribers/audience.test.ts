import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { NewsletterAudience } from '../../../contract/audience/newsletter-audience.ts'
import type { SubscriberSource } from '../../../contract/audience/subscribers.ts'
import { selectAudience } from './audience.repo.ts'
import { createSubscriber } from './subscribers.repo.ts'
import { insertTags } from './tags.repo.ts'

type Details = { at?: string; source?: SubscriberSource; tags?: string[]; isActive?: boolean }

async function add(db: TestApp['db'], email: string, details: Details = {}): Promise<number> {
  const { at = '2026-03-01T10:00:00.000Z', source, tags = [], isActive = true } = details
  const id = (await createSubscriber(db, { email: `${email}@example.com`, isActive, source }, at))!
  await insertTags(
    db,
    tags.map((tag) => ({ subscriber_id: id, tag })),
  )
  return id
}

const count = (asOwner: TestApp['asOwner'], audience: unknown) =>
  asOwner(`/api/audience/count?${new URLSearchParams({ audience: JSON.stringify(audience) })}`)

async function names(asOwner: TestApp['asOwner'], audience: NewsletterAudience): Promise<string[]> {
  const response = await count(asOwner, audience)
  expect(response.status).toBe(200)
  const body = (await response.json()) as { count: number; examples: string[] }
  expect(body.examples).toHaveLength(Math.min(5, body.count))
  return body.examples.map((email) => email.split('@')[0]!)
}

test('all means active subscribers who want all newsletters', async () => {
  const { db, asOwner } = await testApp()
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await add(db, name)
  await add(db, 'unconfirmed', { isActive: false })
  await db.updateTable('subscribers').set({ frequency: 'digest' }).where('email', 'like', 'a@%').execute()
  await db
    .updateTable('subscribers')
    .set({ deleted_at: '2026-03-02T10:00:00.000Z' })
    .where('email', 'like', 'b@%')
    .execute()
  const response = await count(asOwner, { kind: 'all' })
  expect(await response.json()).toEqual({
    count: 4,
    examples: ['c', 'd', 'e', 'f'].map((name) => `${name}@example.com`),
  })
  const digest = selectAudience(db, { kind: 'all' }, { timeZone: 'UTC', includesDigestOnly: true })
  expect((await digest.execute()).map(({ email }) => email[0]).sort()).toEqual(['a', 'c', 'd', 'e', 'f'])
})

test('a segment by days includes both, in the time zone of the site', async () => {
  const { db, asOwner } = await testApp({ settings: { timeZone: 'America/New_York' } })
  await add(db, 'before', { at: '2026-03-02T04:59:59.999Z' })
  await add(db, 'first', { at: '2026-03-02T05:00:00.000Z' })
  await add(db, 'last', { at: '2026-03-09T03:59:59.999Z' })
  await add(db, 'after', { at: '2026-03-09T04:00:00.000Z' })
  const days = { signedUpFrom: '2026-03-02', signedUpTo: '2026-03-08' }
  expect(await names(asOwner, { kind: 'segment', ...days })).toEqual(['first', 'last'])
  expect(await names(asOwner, { kind: 'segment', signedUpTo: '2026-03-01' })).toEqual(['before'])
  expect(await names(asOwner, { kind: 'segment', signedUpFrom: '2026-03-09' })).toEqual(['after'])
  expect(await names(asOwner, { kind: 'segment' })).toHaveLength(4)
})

test('a segment takes any of its sources and tags, without the excluded tags', async () => {
  const { db, asOwner } = await testApp()
  await add(db, 'home', { source: 'home', tags: ['gift', 'spf'] })
  await add(db, 'post', { source: 'post', tags: ['spf'] })
  await add(db, 'plain', { source: 'footer' })
  await add(db, 'unknown')
  expect(await names(asOwner, { kind: 'segment', sources: ['home', 'post'] })).toEqual(['home', 'post'])
  expect(await names(asOwner, { kind: 'segment', sources: [''] })).toEqual(['unknown'])
  expect(await names(asOwner, { kind: 'segment', tags: ['gift', 'spf'] })).toEqual(['home', 'post'])
  expect(await names(asOwner, { kind: 'segment', withoutTags: ['gift'] })).toEqual(['post', 'plain', 'unknown'])
  expect(await names(asOwner, { kind: 'segment', tags: ['spf'], withoutTags: ['gift'] })).toEqual(['post'])
})

test('an audience that is not one is rejected with a sentence', async () => {
  const { asOwner, request } = await testApp()
  const days = { signedUpFrom: '2026-03-02', signedUpTo: '2026-03-01' }
  const many = Array.from({ length: 21 }, (_, number) => `tag ${number}`)
  for (const [audience, message] of [
    [{ kind: 'some' }, 'Invalid input'],
    [{ kind: 'segment', ...days }, 'Please choose a last day that is not before the first'],
    [{ kind: 'segment', signedUpFrom: 'soon' }, 'Please write a day as 2026-03-10'],
    [{ kind: 'segment', tags: many }, 'Please choose at most 20'],
    [{ kind: 'segment', sources: ['elsewhere'] }, 'Invalid input'],
  ] as const) {
    const response = await count(asOwner, audience)
    expect(response.status, message).toBe(400)
    expect(JSON.stringify(await response.json())).toContain(message)
  }
  expect((await asOwner('/api/audience/count?audience=%7B')).status).toBe(400)
  expect((await asOwner('/api/audience/count')).status).toBe(400)
  expect((await request('/api/audience/count?audience=%7B%7D')).status).toBe(401)
})

test('every form says where a reader signed up, and anything else is unknown', async () => {
  const { db, request } = await testApp()
  const sent: [unknown, string][] = [
    ['home', 'home'],
    ['post', 'post'],
    ['newsletter-page', 'newsletter-page'],
    ['import', ''],
    ['owner', ''],
    ['<script>', ''],
    [7, ''],
    [undefined, ''],
  ]
  for (const [index, [source]] of sent.entries()) {
    const response = await request('/api/subscribers', { json: { email: `${index}@example.com`, source } })
    expect(response.status).toBe(201)
  }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await request('/newsletter', { body: 'email=footer@example.com&source=footer', headers })
  const rows = await db.selectFrom('subscribers').select('source').orderBy('id').execute()
  expect(rows.map(({ source }) => source)).toEqual([...sent.map(([, stored]) => stored), 'footer'])
})

test('a second sign-up elsewhere keeps the first source', async () => {
  const { db, request } = await testApp()
  for (const source of ['post', 'footer'])
    await request('/api/subscribers', { json: { email: 'a@example.com', source } })
  expect(await db.selectFrom('subscribers').select('source').execute()).toEqual([{ source: 'post' }])
})

test('the owner sees what has become of the sign-ups of each source', async () => {
  const { db, asOwner, request } = await testApp()
  await add(db, 'a', { source: 'post' })
  const left = await add(db, 'b', { source: 'post' })
  await add(db, 'c', { source: 'post', isActive: false })
  await add(db, 'd', { source: 'home', at: '2025-06-01T10:00:00.000Z' })
  await add(db, 'e', { at: '2024-06-01T10:00:00.000Z' })
  await request('/api/subscribers', { json: { email: 'bot@example.com', website: 'x', source: 'post' } })
  await asOwner('/api/subscribers/unsubscribe', { json: { ids: [left] } })
  const sources = async (query = '') => (await asOwner(`/api/subscribers/sources${query}`)).json()
  const post = { source: 'post', signedUp: 3, confirmed: 1, active: 1, unsubscribed: 1 }
  const one = { signedUp: 1, confirmed: 1, active: 1, unsubscribed: 0 }
  expect(await sources()).toEqual([post])
  expect(await sources('?days=30')).toEqual([post])
  expect(await sources('?days=365')).toEqual([post, { source: 'home', ...one }])
  expect(await sources('?days=all')).toEqual([post, { source: '', ...one }, { source: 'home', ...one }])
  expect((await asOwner('/api/subscribers/sources?days=7')).status).toBe(400)
})
