import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { PlanEntry } from '../../../contract/app/planning.ts'

async function listDays({ asOwner }: TestApp, from = '2026-03-01', to = '2026-03-31'): Promise<PlanEntry[]> {
  const response = await asOwner(`/api/plan?from=${from}&to=${to}`)
  expect(response.status).toBe(200)
  return (await response.json()) as PlanEntry[]
}

async function move({ asOwner }: TestApp, path: string, json: object): Promise<unknown[]> {
  const response = await asOwner(`/api/plan/${path}`, { method: 'PUT', json })
  return response.ok ? [response.status] : [response.status, ((await response.json()) as { message: string }).message]
}

async function createIdea({ asOwner }: TestApp, title: string, day: string): Promise<number> {
  const response = await asOwner('/api/plan/ideas', { json: { title, day } })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

/** A site in New York on March 10. */
async function site(): Promise<TestApp> {
  const app = await testApp({ settings: { timeZone: 'America/New_York' } })
  app.setNow('2026-03-10T12:00:00.000Z')
  return app
}

test('the plan has ideas, posts and newsletters on their days in the time zone of the site', async () => {
  const app = await site()
  await createIdea(app, 'Winter skin', '2026-03-20')
  await makePost(app.db, { title: 'Retinol', published_at: '2026-03-21T02:00:00.000Z' })
  await makePost(app.db, { title: 'Oat cream', published_at: '2026-03-02T09:00:00.000Z' })
  await makePost(app.db, { title: 'A template', kind: 'template', published_at: null })
  await makePost(app.db, { title: 'Next month', published_at: '2026-04-01T05:00:00.000Z' })
  const newsletter = await makePost(app.db, { title: 'Hello', kind: 'newsletter', published_at: null })
  await app.db
    .updateTable('newsletters')
    .set({ state: 'scheduled', scheduled_at: '2026-03-25T14:00:00.000Z' })
    .where('post_id', '=', newsletter)
    .execute()
  expect((await listDays(app)).map(({ kind, title, state, day }) => [kind, title, state, day])).toEqual([
    ['post', 'Oat cream', 'published', '2026-03-02'],
    ['post', 'Winter skin', 'idea', '2026-03-20'],
    ['post', 'Retinol', 'scheduled', '2026-03-20'],
    ['newsletter', 'Hello', 'scheduled', '2026-03-25'],
  ])
  expect((await app.asOwner('/api/plan?from=2026-03-01&to=2026-06-01')).status).toBe(400)
})

test('the day of an idea publishes nothing, and an idea is moved to another day or to none', async () => {
  const app = await site()
  const id = await createIdea(app, 'Winter skin', '2026-03-12')
  app.setNow('2026-03-14T12:00:00.000Z')
  expect(await (await app.request('/api/posts')).json()).toEqual([])
  expect(await listDays(app)).toMatchObject([{ id, state: 'idea', day: '2026-03-12', at: null }])
  expect(await move(app, `ideas/${id}`, { day: '2026-03-30' })).toEqual([200])
  const plannedDay = async () => (await app.asOwner(`/api/plan/ideas/${id}`)).json()
  expect(await plannedDay()).toEqual({ day: '2026-03-30' })
  expect(await listDays(app)).toMatchObject([{ id, day: '2026-03-30' }])
  expect(await move(app, `ideas/${id}`, { day: null })).toEqual([200])
  expect(await plannedDay()).toEqual({ day: null })
  const template = await makePost(app.db, { title: 'A template', kind: 'template', published_at: null })
  expect((await app.asOwner(`/api/plan/ideas/${template}`)).status).toBe(404)
  expect(await listDays(app)).toEqual([])
  expect(await move(app, 'ideas/999', { day: null })).toEqual([404, 'Post not found'])
})

test('a scheduled post is moved with its working copy; a public one, and a time that has passed, are refused', async () => {
  const app = await site()
  const id = await makePost(app.db, { title: 'Retinol', published_at: '2026-03-20T14:00:00.000Z' })
  const published = await makePost(app.db, { title: 'Oat cream', published_at: '2026-03-02T09:00:00.000Z' })
  const source = async () =>
    (await (await app.asOwner(`/api/posts/${id}/source`)).json()) as {
      publishedAt: string
      draft: { publishedAt: string } | null
    }
  const copy = { ...(await source()), title: 'Retinol, revised' }
  await app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: copy })
  const at = '2026-03-24T14:00:00.000Z'
  expect(await move(app, `posts/${id}`, { at })).toEqual([200])
  expect(await source()).toMatchObject({ publishedAt: at, draft: { publishedAt: at, title: 'Retinol, revised' } })
  expect(await move(app, `posts/${published}`, { at })).toEqual([
    409,
    'Only a scheduled post is moved. This one is public already, or a draft again.',
  ])
  expect(await move(app, `posts/${id}`, { at: '2026-03-09T14:00:00.000Z' })).toEqual([
    400,
    'This time has passed. Please choose a day in the future.',
  ])
})

test('a scheduled newsletter is moved; one that goes out with its post follows that', async () => {
  const app = await site()
  const at = '2026-03-24T14:00:00.000Z'
  const post = await makePost(app.db, { title: 'Retinol', published_at: '2026-03-20T14:00:00.000Z' })
  const id = await makePost(app.db, { title: 'Hello', kind: 'newsletter', published_at: null })
  const set = (values: object) => app.db.updateTable('newsletters').set(values).where('post_id', '=', id).execute()
  await set({ state: 'scheduled', scheduled_at: '2026-03-12T14:00:00.000Z' })
  expect(await move(app, `newsletters/${id}`, { at })).toEqual([200])
  expect(await listDays(app, '2026-03-24', '2026-03-24')).toMatchObject([{ title: 'Hello', at, isWithPost: false }])
  await set({ scheduled_at: null, goes_with_post: true, source_post_id: post, source_form: 'whole' })
  expect(await move(app, `newsletters/${id}`, { at })).toEqual([
    409,
    'This newsletter goes out with its post. Move the post instead.',
  ])
  await move(app, `posts/${post}`, { at: '2026-03-27T14:00:00.000Z' })
  expect((await listDays(app)).map(({ title, day }) => [title, day])).toEqual([
    ['Hello', '2026-03-27'],
    ['Retinol', '2026-03-27'],
  ])
  await set({ state: 'draft', goes_with_post: false })
  expect(await move(app, `newsletters/${id}`, { at })).toEqual([
    409,
    'Only a scheduled newsletter is moved. This one has been sent, or is a draft again.',
  ])
})
