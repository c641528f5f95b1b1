import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Newsletter, SourceChanges } from '../../../contract/audience/newsletters.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { mergeBody } from './source-text.ts'

const COVER = 'https://example.com/cover.jpg'
const AT = '2026-03-12T08:00:00.000Z'
const BODY = '<p>Why sunscreen is the last step of my morning, all year long and also in winter.</p>'

/** A site with a subscriber, a mail server, and a post that is public on March 12. */
async function siteWithScheduledPost() {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  await app.db
    .insertInto('subscribers')
    .values({
      ...{ email: 'ann@example.com', name: 'Ann', is_active: true },
      ...{ unsubscribe_token: 'token-Ann', created_at: '2026-03-01T00:00:00.000Z' },
    })
    .execute()
  const over = { title: 'Sunscreen', slug: 'sunscreen', content: BODY, published_at: AT, cover_image: COVER }
  return { app, smtp, postId: await makePost(app.db, over) }
}

async function make({ asOwner }: TestApp, postId: number): Promise<number> {
  const response = await asOwner('/api/newsletters', { json: { postId, form: 'whole', isOnce: true } })
  expect(response.status).toBe(201)
  return ((await response.json()) as Newsletter).id
}

async function read<T>({ asOwner }: TestApp, path: string): Promise<T> {
  const response = await asOwner(`/api/${path}`)
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

const act = ({ asOwner }: TestApp, path: string, json: object = {}) => asOwner(`/api/${path}`, { json })

const withPost = { at: null, isWithPost: true }

/** Saves the post with other fields. */
async function save(app: TestApp, postId: number, over: object): Promise<void> {
  const { categoryName: _name, picture: _picture, ...post } = await read<EditablePost>(app, `posts/${postId}/source`)
  const response = await app.asOwner(`/api/posts/${postId}`, { method: 'PUT', json: { ...post, ...over } })
  expect(response.status, await response.clone().text()).toBe(200)
}

test('the newsletter of a post is made once, and found by its post', async () => {
  const { app, postId } = await siteWithScheduledPost()
  expect(await read(app, `posts/${postId}/newsletter`)).toEqual({ newsletter: null })
  const [one, other] = await Promise.all([make(app, postId), make(app, postId)])
  expect(other).toBe(one)
  expect(await read(app, `posts/${postId}/newsletter`)).toMatchObject({
    newsletter: {
      id: one,
      state: 'draft',
      goesWithPost: false,
      sourcePost: { publishedAt: '2026-03-12T08:00:00.000Z' },
    },
  })
})

test('a newsletter goes out with its post, a minute after that is public and never before', async () => {
  const { app, smtp, postId } = await siteWithScheduledPost()
  const id = await make(app, postId)
  app.setNow('2026-03-10T08:00:00.000Z')
  expect((await act(app, `newsletters/${id}/send`, withPost)).status).toBe(200)
  const find = () => read<Newsletter>(app, `newsletters/${id}`)
  expect(await find()).toMatchObject({
    ...{ state: 'scheduled', goesWithPost: true, scheduledAt: '2026-03-12T08:00:00.000Z' },
  })

  await save(app, postId, { publishedAt: '2026-03-14T08:00:00.000Z' })
  expect(await find()).toMatchObject({ state: 'scheduled', scheduledAt: '2026-03-14T08:00:00.000Z' })
  app.setNow('2026-03-12T09:00:00.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])

  await act(app, 'posts/unpublish', { ids: [postId] })
  expect(await find()).toMatchObject({ state: 'scheduled', scheduledAt: null })
  app.setNow('2026-03-15T09:00:00.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])

  await save(app, postId, { publishedAt: '2026-03-15T09:00:00.000Z' })
  app.setNow('2026-03-15T09:00:59.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  app.setNow('2026-03-15T09:01:01.000Z')
  await app.sendNewsletters()
  expect(smtp.received.map(({ subject }) => subject)).toEqual(['Sunscreen'])
  expect(await find()).toMatchObject({ state: 'sent', goesWithPost: false })
})

test('a newsletter that waits for its post is sent earlier only by the owner, and not with a deleted post', async () => {
  const { app, smtp, postId } = await siteWithScheduledPost()
  const id = await make(app, postId)
  await act(app, `newsletters/${id}/send`, withPost)
  await app.asOwner(`/api/posts/${postId}`, { method: 'DELETE' })
  app.setNow('2026-03-20T09:00:00.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  expect((await act(app, `newsletters/${id}/send`, withPost)).status).toBe(409)
  expect((await act(app, `newsletters/${id}/send`, { at: null })).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
})

test('a newsletter says that its post has changed, and takes the changes over around the words of the owner', async () => {
  const { app, postId } = await siteWithScheduledPost()
  const id = await make(app, postId)
  const changes = () => read<SourceChanges>(app, `newsletters/${id}/source`)
  expect(await changes()).toMatchObject({ hasChanged: false, replaced: [] })

  const { draft } = await read<EditablePost>(app, `posts/${id}/source`)
  const own = { ...draft, excerpt: 'For you', content: `<p>Dear all,</p>${draft!.content}<p>See you.</p>` }
  await app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: own })
  const text = '<p>Why sunscreen is the last step of every morning, and what I learned about it since.</p>'
  await save(app, postId, { title: 'Sunscreen, daily', excerpt: 'What I learned since.', content: text })
  expect(await changes()).toMatchObject({
    ...{ hasChanged: true, subject: 'Sunscreen, daily', preview: null, hasNewText: true, replaced: [] },
  })

  expect((await act(app, `newsletters/${id}/source`)).status).toBe(200)
  expect(await changes()).toMatchObject({ hasChanged: false })
  const { draft: after } = await read<EditablePost>(app, `posts/${id}/source`)
  expect(after).toMatchObject({ title: 'Sunscreen, daily', excerpt: 'For you' })
  const cover = `<figure><img src="${COVER}" alt="Sunscreen, daily"></figure>`
  expect(after!.content).toBe(`<p>Dear all,</p>${cover}${text}<p>See you.</p>`)
  const revisions = await read<{ id: number }[]>(app, `posts/${id}/revisions`)
  expect(revisions.length).toBeGreaterThan(1)
})

test('what was written within the text of the post is named before it is replaced', () => {
  expect(mergeBody('<p>a</p><p>mine</p><p>b</p>', '<p>a</p><p>b</p>', '<p>A</p><p>b</p>')).toEqual({
    content: '<p>A</p><p>b</p>',
    replaced: ['mine'],
  })
  expect(mergeBody('<p>Hi</p><p>a &amp; b</p>', '<p>a &amp; b</p>', '<p>c</p>')).toEqual({
    content: '<p>Hi</p><p>c</p>',
    replaced: [],
  })
  expect(mergeBody('<p>other</p>', '<p>a</p>', '<p>b</p>')).toEqual({ content: '<p>b</p>', replaced: ['other'] })
})
