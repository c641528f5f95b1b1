import { expect, onTestFinished, test } from 'vitest'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import type { BulkResult } from '../../../contract/content/post-bulk.ts'
import { PostDraft } from '../../../contract/content/post-draft.ts'
import type { EditablePost, OwnerPostSummary } from '../../../contract/content/posts.ts'
import { freezeContent } from '../../audience/newsletter-sending/sending.repo.ts'
import { cleanUp } from '../cleanup.ts'

const BODY = '<p>Hello, this is what I use in the morning, and why it stays so simple all year.</p>'
const takeOff = 'Take it off the schedule or cancel it first, then it can be deleted.'

/** A site with one subscriber and a mail server. */
async function siteWithMail() {
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
  return { ...app, smtp }
}

async function write({ asOwner }: TestApp, over: object = {}): Promise<number> {
  const json = { title: 'My morning', content: BODY, kind: 'newsletter', ...over }
  const response = await asOwner('/api/posts/drafts', { json })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

async function act({ asOwner }: TestApp, path: string, json: object = {}): Promise<void> {
  const response = await asOwner(`/api/${path}`, { json })
  expect(response.status, await response.clone().text()).toBeLessThan(300)
}

async function bulk({ asOwner }: TestApp, path: string, json: object): Promise<BulkResult> {
  const response = await asOwner(`/api/posts/${path}`, { json })
  expect(response.status).toBe(200)
  return (await response.json()) as BulkResult
}

const find = async ({ asOwner }: TestApp, id: number) => {
  const response = await asOwner(`/api/newsletters/${id}`)
  return response.ok ? ((await response.json()) as Newsletter) : response.status
}

async function writeWelcome(app: TestApp): Promise<number> {
  const response = await app.asOwner('/api/automatic-newsletters', { json: { kind: 'welcome' } })
  const { id } = (await response.json()) as { id: number }
  await app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: { title: 'Welcome', content: BODY } })
  await act(app, `automatic-newsletters/${id}/switch-on`)
  return id
}

test('a newsletter that is being sent is deleted by no endpoint of posts', async () => {
  const app = await siteWithMail()
  const id = await write(app)
  await act(app, `newsletters/${id}/send`, { at: null })
  app.smtp.refuse = [451, '4.7.1 Greylisted']
  await app.sendNewsletters()
  expect(await bulk(app, 'trash', { ids: [id] })).toEqual({
    ids: [],
    failed: [{ id, title: 'My morning', message: takeOff }],
  })
  const other = await write(app, { title: 'Another' })
  const one = await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })
  const several = await app.asOwner('/api/posts/delete', { json: { ids: [other, id] } })
  for (const response of [one, several])
    expect([response.status, await response.json()]).toEqual([
      409,
      { message: `“My morning” was not deleted. ${takeOff}` },
    ])
  expect(await find(app, id)).toMatchObject({ state: 'sending', numbers: { deferred: 1 } })
  expect(await find(app, other)).toMatchObject({ state: 'draft' })
})

test('of all newsletters, the trash takes those that are not sent by themselves', async () => {
  const app = await siteWithMail()
  const draft = await write(app, { title: 'A draft' })
  const sent = await write(app, { title: 'Sent' })
  await act(app, `newsletters/${sent}/send`, { at: null })
  await app.sendNewsletters()
  const scheduled = await write(app, { title: 'Scheduled' })
  await act(app, `newsletters/${scheduled}/send`, { at: '2026-03-11T08:00:00.000Z' })
  const paused = await write(app, { title: 'Paused' })
  await act(app, `newsletters/${paused}/send`, { at: null })
  await act(app, `newsletters/${paused}/pause`)
  const welcome = await writeWelcome(app)
  expect(await bulk(app, 'trash', { query: { status: 'all', kind: 'newsletter' } })).toEqual({
    ids: [draft, sent],
    failed: [
      { id: scheduled, title: 'Scheduled', message: takeOff },
      { id: paused, title: 'Paused', message: takeOff },
      { id: welcome, title: 'Welcome', message: 'Switch it off first, then it can be deleted.' },
    ],
  })
  const trash = await (await app.asOwner('/api/posts?status=trash&kind=newsletter')).json()
  expect((trash as OwnerPostSummary[]).map(({ id }) => id).sort((a, b) => a - b)).toEqual([draft, sent])
  await cleanUp(app.db, new Date('2026-04-10T16:00:00.000Z'))
  const left = await app.db.selectFrom('newsletters').select('post_id').orderBy('post_id').execute()
  expect(left.map(({ post_id }) => post_id)).toEqual([scheduled, paused, welcome])
})

test('a newsletter is neither published nor put into a category nor featured', async () => {
  const app = await siteWithMail()
  const categoryId = await makeCategory(app.db)
  const id = await write(app, { slug: 'my-morning', coverImage: 'https://example.com/a.jpg', imageAlt: 'A jar' })
  const failed = (message: string) => ({ ids: [], failed: [{ id, title: 'My morning', message }] })
  const unpublished = failed('A newsletter is not published. Please send it from its own page.')
  expect(await bulk(app, 'publish', { ids: [id] })).toEqual(unpublished)
  expect(await bulk(app, 'publish', { query: { status: 'all', kind: 'newsletter' } })).toEqual(unpublished)
  expect(await bulk(app, 'unpublish', { ids: [id] })).toEqual({ ids: [], failed: [] })
  const plain = failed('A newsletter has no category and is not featured')
  expect(await bulk(app, 'category', { ids: [id], categoryId })).toEqual(plain)
  expect(await bulk(app, 'featured', { ids: [id], isFeatured: true })).toEqual(plain)
  expect(
    await app.db
      .selectFrom('posts')
      .select(['published_at', 'category_id', 'version'])
      .where('id', '=', id)
      .executeTakeFirst(),
  ).toEqual({ published_at: null, category_id: null, version: 1 })
})

test('a newsletter that was sent keeps its recipients when its text is emptied, and is deleted into the trash', async () => {
  const app = await siteWithMail()
  const id = await write(app)
  await act(app, `newsletters/${id}/send`, { at: null })
  await app.sendNewsletters()
  await app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: { title: '', content: '' } })
  await cleanUp(app.db, new Date('2026-03-12T16:00:00.000Z'))
  expect(await find(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 1 } })
  expect((await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await find(app, id)).toBe(404)
  expect((await app.asOwner(`/api/posts/${id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await find(app, id)).toMatchObject({ state: 'sent', numbers: { accepted: 1 } })
})

test.for(['posts', 'newsletters'])('/%s/:id/restore brings a newsletter back as it was', async (noun) => {
  const app = await siteWithMail()
  const draft = await write(app, { title: 'A draft' })
  const settings = {
    ...{ senderName: 'Nora', intro: 'Dear {{name|friend}}', audience: { kind: 'all' } },
    ...{ hasPage: true, isIndexable: true, countsClicks: true },
  }
  expect((await app.asOwner(`/api/newsletters/${draft}`, { method: 'PUT', json: settings })).status).toBe(200)
  const sent = await write(app, { title: 'My morning' })
  await act(app, `newsletters/${sent}/send`, { at: null })
  await app.sendNewsletters()
  const findPage = async () => (await app.request('/api/newsletter-pages/my-morning')).status
  const before = [(await find(app, draft)) as Newsletter, (await find(app, sent)) as Newsletter]
  expect([before[1]!.state, await findPage()]).toEqual(['sent', 200])

  for (const id of [draft, sent])
    expect((await app.asOwner(`/api/newsletters/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect([await find(app, draft), await find(app, sent), await findPage()]).toEqual([404, 404, 404])
  for (const id of [draft, sent]) await act(app, `${noun}/${id}/restore`)
  const after = [await find(app, draft), await find(app, sent)]
  expect(after).toEqual(before.map((newsletter) => ({ ...newsletter, version: newsletter.version + 1 })))
  expect(await findPage()).toBe(200)
  await app.sendNewsletters()
  expect(app.smtp.received).toHaveLength(1)
})

test('a newsletter whose address is taken stays in the trash, and the owner is told why', async () => {
  const app = await siteWithMail()
  const id = await write(app, { slug: 'my-morning' })
  await app.asOwner(`/api/newsletters/${id}`, { method: 'DELETE' })
  await makePost(app.db, { slug: 'my-morning' })
  const response = await app.asOwner(`/api/newsletters/${id}/restore`, { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([
    409,
    {
      message:
        '“My morning” cannot come back: its slug “my-morning” belongs to another post now. Change that one first.',
    },
  ])
})

test('the endpoint of newsletters restores no post', async () => {
  const app = await testApp()
  const id = await makePost(app.db)
  await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })
  expect((await app.asOwner(`/api/newsletters/${id}/restore`, { method: 'POST' })).status).toBe(404)
})

test('a newsletter that was deleted while its start was prepared does not start', async () => {
  const app = await siteWithMail()
  const id = await write(app)
  const { version } = (await find(app, id)) as Newsletter
  const content = {
    ...{ subject: 'My morning', preview: '', html: BODY, text: 'Hello', content: BODY, links: [] },
    ...{ slug: 'my-morning', postVersion: 1, version },
  }
  expect((await app.asOwner(`/api/newsletters/${id}`, { method: 'DELETE' })).status).toBe(200)
  await act(app, `newsletters/${id}/restore`)
  const start = { content, now: '2026-03-10T15:00:00.000Z', kinds: ['newsletter' as const], from: ['draft' as const] }
  expect(await freezeContent(app.db, id, start)).toBe(false)
  expect(await find(app, id)).toMatchObject({ state: 'draft' })
})

test('a newsletter from a public post has the text that readers see, not that of the working copy', async () => {
  const { db, asOwner } = await testApp()
  const id = await makePost(db, { title: 'Public', content: '<p>What readers see.</p>' })
  const post = (await (await asOwner(`/api/posts/${id}/source`)).json()) as EditablePost
  const json = { ...PostDraft.parse(post), title: 'Not yet', content: '<p>Unfinished.</p>' }
  const put = { method: 'PUT', json, headers: { 'if-match': `"${post.version}"` } }
  expect((await asOwner(`/api/posts/${id}/draft`, put)).status).toBe(200)
  const made = await asOwner('/api/newsletters', { json: { postId: id, form: 'whole' } })
  expect(made.status).toBe(201)
  const newsletter = (await made.json()) as Newsletter
  const row = await db
    .selectFrom('posts')
    .select(['title', 'content'])
    .where('id', '=', newsletter.id)
    .executeTakeFirst()
  expect(row).toMatchObject({ title: 'Public', content: expect.stringContaining('What readers see.') })
})
