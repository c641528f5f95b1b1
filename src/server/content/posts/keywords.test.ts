import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'

const merge = ({ asOwner }: TestApp, from: string, into: string, key = 'one') =>
  asOwner('/api/post-keywords/merge', { json: { from, into }, headers: { 'idempotency-key': `merge-${key}` } })
const list = async ({ asOwner }: TestApp) => (await (await asOwner('/api/post-keywords')).json()) as string[]
const read = async ({ asOwner }: TestApp, id: number) =>
  (await (await asOwner(`/api/posts/${id}/source`)).json()) as EditablePost

test('a keyword gives way to another one in posts, templates, working copies and the trash', async () => {
  const app = await testApp()
  const { db, asOwner, request } = app
  const post = await makePost(db, { slug: 'a-post', keywords: 'Retinoids, oil, retinoids ' })
  const both = await makePost(db, { keywords: 'retinol,RETINOIDS' })
  const template = await makePost(db, { kind: 'template', published_at: null, keywords: 'retinoids' })
  const gone = await makePost(db, { keywords: 'retinoids', slug: 'gone' })
  const other = await makePost(db, { keywords: 'Retinol, retinol night' })
  const source = await read(app, other)
  const copied = await asOwner(`/api/posts/${other}/draft`, {
    method: 'PUT',
    json: { ...source, keywords: 'spf, retinoids' },
  })
  expect(copied.status).toBe(200)
  expect((await asOwner(`/api/posts/${gone}`, { method: 'DELETE' })).status).toBe(200)
  const versions = new Map(
    await Promise.all([post, both, other].map(async (id) => [id, (await read(app, id)).version] as const)),
  )
  expect(await list(app)).toEqual(['oil', 'retinoids', 'retinol', 'retinol night', 'spf'])

  const response = await merge(app, 'retinoids', 'retinol')
  expect([response.status, await response.json()]).toEqual([200, { moved: 4 }])
  expect(app.purged.at(-1)).toContain('posts')
  expect(await (await merge(app, 'retinoids', 'retinol')).json()).toEqual({ moved: 4 })
  expect((await merge(app, 'retinoids', 'retinol', 'two')).status).toBe(404)
  expect(await read(app, post)).toMatchObject({ keywords: 'retinol, oil', version: versions.get(post)! + 1 })
  expect((await read(app, both)).keywords).toBe('retinol')
  expect((await read(app, template)).keywords).toBe('retinol')
  expect(await read(app, other)).toMatchObject({
    keywords: 'Retinol, retinol night',
    draft: { keywords: 'spf, retinol' },
    version: versions.get(other)! + 1,
  })
  expect((await asOwner(`/api/posts/${gone}/restore`, { method: 'POST' })).status).toBe(200)
  expect((await read(app, gone)).keywords).toBe('retinol')
  expect(((await (await request('/api/posts/a-post')).json()) as EditablePost).keywords).toBe('retinol, oil')
  const [, entry] = (await (await asOwner('/api/audit')).json()) as { text: string }[]
  expect(entry?.text).toContain('“')
})

test('only into another keyword that a post has, and none becomes too long', async () => {
  const app = await testApp()
  const long = 'a'.repeat(480)
  await makePost(app.db, { title: 'Full', keywords: `spf, ${'b'.repeat(490)}` })
  await makePost(app.db, { keywords: long })
  expect((await merge(app, 'spf', 'SPF', 'two')).status).toBe(422)
  expect((await merge(app, 'spf', 'sun', 'three')).status).toBe(422)
  expect((await merge(app, 'sun', 'spf', 'four')).status).toBe(404)
  expect((await merge(app, ' ', 'spf', 'five')).status).toBe(400)
  const full = await merge(app, 'spf', long, 'six')
  expect([full.status, await full.text()]).toEqual([
    422,
    expect.stringContaining('“Full” would have more than 500 characters of keywords'),
  ])
})
