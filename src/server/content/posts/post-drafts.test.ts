import { expect, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { PostDraft } from '../../../contract/content/post-draft.ts'
import type { DraftSaved } from '../../../contract/content/post-drafts.ts'
import { unlabelled } from '../../../contract/content/post-labels.ts'
import type { EditablePost, OwnerPostSummary, PostConflict } from '../../../contract/content/posts.ts'
import type { RevisionSummary } from '../../../contract/content/revisions.ts'
import type { SearchResults } from '../../../contract/content/search.ts'

const content = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'

function draft(over: Partial<PostDraft> = {}): PostDraft {
  return {
    ...{ title: '', slug: '', excerpt: '', content: '', coverImage: '', imageAlt: '', isPinOptimized: true },
    ...{ pinLayout: null, pinImage: '' },
    ...{ pinText: null, metaTitle: null, metaDescription: null, keywords: '', categoryId: null, isFeatured: false },
    linkIngredients: true,
    ...unlabelled,
    publishedAt: null,
    ...over,
  }
}

const whole = (over: Partial<PostDraft> = {}) =>
  draft({ title: 'Washing gently', slug: 'washing-gently', content, coverImage: 'https://example.com/a.jpg', ...over })

const published = '2026-03-01T12:00:00.000Z'

function editor({ asOwner }: TestApp) {
  const send = (method: string, path: string) => (json: unknown, version?: number) =>
    asOwner(path, { method, json, headers: version === undefined ? {} : { 'if-match': `"${version}"` } })
  return {
    begin: async (input: Partial<PostDraft> & { kind?: string }) => {
      const response = await asOwner('/api/posts/drafts', { json: input })
      expect(response.status).toBe(201)
      return (await response.json()) as DraftSaved
    },
    publish: async (input: PostDraft) => {
      const response = await asOwner('/api/posts', { json: input })
      expect(response.status).toBe(201)
      return (await response.json()) as EditablePost
    },
    autosave: (id: number, input: unknown, version?: number) => send('PUT', `/api/posts/${id}/draft`)(input, version),
    save: (id: number, input: unknown, version?: number) => send('PUT', `/api/posts/${id}`)(input, version),
    keep: (id: number, input: unknown, version?: number) =>
      send('PUT', `/api/posts/${id}/keep-as-draft`)(input, version),
    discard: (id: number, version?: number) => send('DELETE', `/api/posts/${id}/draft`)(undefined, version),
    source: async (id: number) => (await (await asOwner(`/api/posts/${id}/source`)).json()) as EditablePost,
    list: async (query: string) => (await (await asOwner(`/api/posts?${query}`)).json()) as OwnerPostSummary[],
    revisions: async (id: number) => (await (await asOwner(`/api/posts/${id}/revisions`)).json()) as RevisionSummary[],
  }
}

test('a draft exists from its first character, without any rule', async () => {
  const app = await testApp()
  const { begin, autosave, source, list } = editor(app)
  const { id, version } = await begin({ title: 'W' })
  expect(version).toBe(1)
  const typed = draft({
    ...{ title: 'Was', slug: 'wa', excerpt: 'Sh', content: '<p>A</p>', coverImage: 'not yet an address' },
    ...{ categoryId: 77, publishedAt: '2026-12-24T09:00:00.000Z' },
  })
  const response = await autosave(id, typed, 1)
  expect([response.status, response.headers.get('etag'), await response.json()]).toEqual([
    200,
    '"2"',
    { id, version: 2, savedAt: '2026-03-10T15:00:00.000Z' },
  ])
  const post = await source(id)
  expect(post).toMatchObject({ status: 'draft', kind: 'post', version: 2, slug: 'wa', publishedAt: null })
  expect(post.draft).toEqual({ ...typed, categoryId: null })
  expect(post.draftedAt).toBe('2026-03-10T15:00:00.000Z')
  expect(await list('status=draft')).toMatchObject([{ id, title: 'Was', slug: 'wa', status: 'draft' }])
  expect((await app.request('/api/posts/wa')).status).toBe(404)
})

test('a draft takes its slug as soon as it is valid and free', async () => {
  const app = await testApp()
  const { begin, autosave, source } = editor(app)
  await makePost(app.db, { slug: 'taken-slug' })
  const { id } = await begin(draft({ title: 'Slugs', slug: 'taken-slug' }))
  const slugOf = async () =>
    (await app.db.selectFrom('posts').select('slug').where('id', '=', id).executeTakeFirst())?.slug
  expect(await slugOf()).toMatch(/^~draft-/)
  expect((await source(id)).draft?.slug).toBe('taken-slug')
  await autosave(id, draft({ title: 'Slugs', slug: 'free-slug' }))
  expect(await slugOf()).toBe('free-slug')
  await autosave(id, draft({ title: 'Slugs', slug: 'no' }))
  expect(await slugOf()).toMatch(/^~draft-/)
  expect((await source(id)).draft?.slug).toBe('no')
})

test('the text of a draft is sanitised like that of a post', async () => {
  const { begin, autosave, source } = editor(await testApp())
  const { id } = await begin({ title: 'T' })
  await autosave(id, draft({ title: 'T', content: '<p onclick="x()">Hi<script>alert(1)</script></p>' }), 1)
  expect((await source(id)).draft?.content).toBe('<p>Hi</p>')
})

test('a public post is autosaved into a working copy, which readers do not see', async () => {
  const app = await testApp()
  const { publish, autosave, source, list } = editor(app)
  const post = await publish(whole({ publishedAt: published }))
  const before = await (await app.request('/api/posts/washing-gently')).json()
  app.setNow('2026-03-11T09:00:00.000Z')
  const changed = whole({ title: 'Not for readers yet', slug: 'other-slug', publishedAt: published })
  const response = await autosave(post.id, changed, post.version)
  expect([response.status, await response.json()]).toEqual([
    200,
    { id: post.id, version: post.version + 1, savedAt: '2026-03-11T09:00:00.000Z' },
  ])
  expect(await (await app.request('/api/posts/washing-gently')).json()).toEqual(before)
  expect((await app.request('/api/posts/other-slug')).status).toBe(404)
  const edited = await source(post.id)
  expect(edited).toMatchObject({ title: 'Washing gently', status: 'published', updatedAt: post.updatedAt })
  expect([edited.draft, edited.draftedAt]).toEqual([changed, '2026-03-11T09:00:00.000Z'])
  expect(await list('status=all')).toMatchObject([{ title: 'Washing gently', hasUnpublishedChanges: true }])
  expect(await list('status=all&q=readers')).toHaveLength(1)
})

test('typing back to what is public ends the working copy', async () => {
  const { publish, autosave, source, list } = editor(await testApp())
  const input = whole({ publishedAt: published })
  const { id } = await publish(input)
  await autosave(id, { ...input, title: 'Another title' }, 1)
  expect((await autosave(id, input, 2)).status).toBe(200)
  expect((await source(id)).draft).toBeNull()
  expect(await list('status=all')).toMatchObject([{ hasUnpublishedChanges: false }])
})

test('an autosave over a version that the writer has not seen is a conflict that carries the draft', async () => {
  const { begin, publish, autosave } = editor(await testApp())
  const { id } = await begin({ title: 'One' })
  await autosave(id, draft({ title: 'From the phone' }), 1)
  const response = await autosave(id, draft({ title: 'From the desk' }), 1)
  expect(response.status).toBe(409)
  expect(((await response.json()) as PostConflict).current).toMatchObject({
    version: 2,
    draft: { title: 'From the phone' },
  })
  const post = await publish(whole({ publishedAt: published }))
  await autosave(post.id, whole({ title: 'Copy of the phone', publishedAt: published }), 1)
  const conflict = await autosave(post.id, whole({ title: 'Copy of the desk', publishedAt: published }), 1)
  expect(((await conflict.json()) as PostConflict).current).toMatchObject({
    title: 'Washing gently',
    draft: { title: 'Copy of the phone' },
  })
})

test('Save with If-Match publishes and ends the working copy; without it the copy stays and conflicts', async () => {
  const { publish, autosave, save, source } = editor(await testApp())
  const input = whole({ publishedAt: published })
  const { id } = await publish(input)
  await autosave(id, { ...input, title: 'Seen by the writer' }, 1)
  expect((await save(id, { ...input, title: 'Seen by the writer' }, 2)).status).toBe(200)
  expect(await source(id)).toMatchObject({ title: 'Seen by the writer', version: 3, draft: null })

  await autosave(id, { ...input, title: 'Being typed' }, 3)
  expect((await save(id, { ...input, title: 'From a script' })).status).toBe(200)
  expect(await source(id)).toMatchObject({ title: 'From a script', version: 5, draft: { title: 'Being typed' } })
  expect((await autosave(id, { ...input, title: 'Being typed on' }, 4)).status).toBe(409)
})

test('a discarded working copy stays as a revision', async () => {
  const app = await testApp()
  const { publish, autosave, discard, revisions } = editor(app)
  const input = whole({ publishedAt: published })
  const { id } = await publish(input)
  await autosave(id, { ...input, title: 'Thrown away' }, 1)
  expect((await discard(id, 1)).status).toBe(409)
  const response = await discard(id, 2)
  expect([response.status, response.headers.get('etag')]).toEqual([200, '"3"'])
  expect(await response.json()).toMatchObject({ title: 'Washing gently', draft: null, version: 3 })
  expect((await revisions(id)).map(({ kind, title }) => [kind, title])).toEqual([
    ['discarded', 'Thrown away'],
    ['published', 'Washing gently'],
  ])
  expect((await discard(id)).status).toBe(200)
})

test('a public post that is kept as a draft leaves the site, with any text', async () => {
  const app = await testApp()
  const { publish, keep, autosave, source, revisions } = editor(app)
  const { id } = await publish(whole({ publishedAt: published }))
  await autosave(id, whole({ title: 'Working copy', publishedAt: published }), 1)
  const response = await keep(id, draft({ title: 'Half', publishedAt: '2026-05-01T09:00:00.000Z' }), 2)
  expect(response.status).toBe(200)
  expect(await source(id)).toMatchObject({
    ...{ status: 'draft', version: 3, publishedAt: null },
    draft: { title: 'Half', slug: '', publishedAt: '2026-05-01T09:00:00.000Z' },
  })
  expect((await app.request('/api/posts/washing-gently')).status).toBe(404)
  expect((await revisions(id)).map(({ kind }) => kind)).toEqual(['draft', 'autosaved', 'published'])
  expect(await app.db.selectFrom('post_drafts').selectAll().execute()).toEqual([])
})

test('a draft is published by Save, with the rules of the specification', async () => {
  const app = await testApp()
  const { begin, autosave, save } = editor(app)
  const { id } = await begin({ title: 'Was' })
  await autosave(id, draft({ title: 'Was', publishedAt: published }), 1)
  const refused = await save(id, draft({ title: 'Was', publishedAt: published }), 2)
  expect([refused.status, JSON.stringify(await refused.json())]).toEqual([
    400,
    expect.stringContaining('Title must be at least 5 characters'),
  ])
  const saved = await save(id, whole({ publishedAt: published }), 2)
  expect(await saved.json()).toMatchObject({ id, status: 'published', slug: 'washing-gently', draft: null })
  expect((await app.request('/api/posts/washing-gently')).status).toBe(200)
})

test('a template is in no list of posts and is never published', async () => {
  const app = await testApp()
  const { begin, save, list } = editor(app)
  const { id } = await begin({ ...whole(), kind: 'template' })
  expect(await list('status=all')).toEqual([])
  expect(await list('status=all&kind=template')).toMatchObject([{ id }])
  expect((await save(id, whole({ publishedAt: published }), 1)).status).toBe(400)
  expect((await save(id, whole({ title: 'The weekly review' }), 1)).status).toBe(200)
})

test('a repeated Idempotency-Key finds the draft that it created, also after days', async () => {
  const app = await testApp()
  const create = (json: object) =>
    app.asOwner('/api/posts/drafts', { json, headers: { 'idempotency-key': 'one-draft' } })
  const first = (await (await create({ title: 'Once' })).json()) as DraftSaved
  expect(await (await create({ title: 'Once' })).json()).toMatchObject({ id: first.id, version: 1 })
  app.setNow('2026-03-14T15:00:00.000Z')
  await app.db.deleteFrom('idempotency_keys').execute()
  expect(await (await create({ title: 'Once, and more' })).json()).toMatchObject({ id: first.id, version: 2 })
  expect(await (await create({ title: 'Once, and more' })).json()).toMatchObject({ id: first.id, version: 2 })
  const conflict = await create({ title: 'Another text' })
  expect([conflict.status, ((await conflict.json()) as PostConflict).current.draft?.title]).toEqual([
    409,
    'Once, and more',
  ])
  expect(await app.db.selectFrom('posts').select('title').execute()).toEqual([{ title: 'Once, and more' }])
  await app.asOwner(`/api/posts/${first.id}`, { method: 'DELETE' })
  const again = (await (await create({ title: 'Still in a journal' })).json()) as DraftSaved
  expect(again.id).not.toBe(first.id)
})

test('an autosave that is repeated under its key is stored once', async () => {
  const app = await testApp()
  const { begin, source } = editor(app)
  const { id } = await begin({ title: 'One' })
  const headers = { 'idempotency-key': 'autosave-1', 'if-match': '"1"' }
  const send = () => app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: draft({ title: 'Two' }), headers })
  const [one, two] = await Promise.all([send(), send()])
  expect([one.status, two.status, (await send()).status]).toEqual([200, 200, 200])
  expect(await source(id)).toMatchObject({ version: 2, draft: { title: 'Two' } })
})

test('an autosave stores what it replaces after ten minutes, or if more than half of the text goes', async () => {
  const app = await testApp()
  const { begin, autosave, revisions } = editor(app)
  const long = `<p>${'Many words of a long text. '.repeat(20)}</p>`
  const { id } = await begin({ title: 'A post' })
  const at = async (time: string, text: string) => {
    app.setNow(`2026-03-10T${time}:00.000Z`)
    await autosave(id, draft({ title: 'A post', content: text }))
    return (await revisions(id)).map(({ kind, words }) => `${kind} ${words}`)
  }
  expect(await at('15:05', long)).toEqual([])
  expect(await at('15:09', `${long}<p>More.</p>`)).toEqual([])
  expect(await at('15:09', '<p>Oh no</p>')).toEqual(['autosaved 121'])
  expect(await at('15:10', `${long}<p>More.</p>`)).toHaveLength(1)
  expect(await at('15:21', `${long}<p>More words.</p>`)).toEqual(['autosaved 121', 'autosaved 121'])
  expect(await at('15:22', `${long}<p>Even more words.</p>`)).toHaveLength(3)
  expect(await at('15:30', `${long}<p>And a few more words.</p>`)).toHaveLength(3)
})

test('autosaves push no saved revision out of the list', async () => {
  const app = await testApp()
  const { publish, autosave, revisions } = editor(app)
  const input = whole({ publishedAt: published })
  const { id } = await publish(input)
  for (let hour = 0; hour < 60; hour++) {
    app.setNow(new Date(Date.UTC(2026, 3, 1, hour)).toISOString())
    await autosave(id, { ...input, title: `Working title ${hour}` })
  }
  const kinds = (await revisions(id)).map(({ kind }) => kind)
  expect([kinds.filter((kind) => kind === 'autosaved').length, kinds.at(-1)]).toEqual([20, 'published'])
})

test('autosaves of one hour share an entry of the audit trail', async () => {
  const app = await testApp()
  const { begin, autosave } = editor(app)
  const { id } = await begin({ title: 'One' })
  for (const title of ['Two', 'Three', 'Four']) await autosave(id, draft({ title }))
  app.setNow('2026-03-10T16:30:00.000Z')
  await autosave(id, draft({ title: 'Five' }))
  const entries = (await (await app.asOwner('/api/audit?area=posts')).json()) as { text: string }[]
  expect(entries.map(({ text }) => text)).toEqual([
    'Edited without publishing: “Five”',
    'Edited without publishing: “Four” (3 times within an hour)',
    'Began draft “One”',
  ])
})

test('an autosave purges nothing, and keeping a public post as a draft does', async () => {
  const app = await testApp()
  const { publish, autosave, keep } = editor(app)
  const { id } = await publish(whole({ publishedAt: published }))
  const changes = app.changes()
  await autosave(id, whole({ title: 'Changed here', publishedAt: published }))
  expect(app.changes()).toBe(changes)
  await keep(id, draft({ title: 'Half' }))
  expect(app.changes()).toBe(changes + 1)
})

test('an editor that was opened and left leaves nothing in the trash', async () => {
  const app = await testApp()
  const { begin, list } = editor(app)
  const { id } = await begin({ metaTitle: ' | Dewlight' })
  expect((await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await list('status=trash')).toEqual([])
  expect(await app.db.selectFrom('posts').select('id').execute()).toEqual([])
})

test('text that was never saved does not become public by a restore', async () => {
  const app = await testApp()
  const { publish, autosave, discard, source, revisions } = editor(app)
  const input = whole({ publishedAt: published })
  const { id } = await publish(input)
  await autosave(id, { ...input, title: 'Discarded text' }, 1)
  await discard(id, 2)
  await autosave(id, { ...input, title: 'Text of the working copy' }, 3)
  const discarded = (await revisions(id)).find(({ kind }) => kind === 'discarded')!
  const restore = (revision: number) =>
    app.asOwner(`/api/posts/${id}/revisions/${revision}/restore`, { method: 'POST', headers: { 'if-match': '"4"' } })
  expect((await restore(discarded.id)).status).toBe(200)
  expect(await source(id)).toMatchObject({ title: 'Washing gently', draft: { title: 'Discarded text' }, version: 5 })
  expect((await revisions(id)).map(({ kind, title }) => [kind, title])).toEqual([
    ['before restore', 'Text of the working copy'],
    ['discarded', 'Discarded text'],
    ['published', 'Washing gently'],
  ])
  expect((await restore(discarded.id)).status).toBe(409)
})

test('a restored draft keeps the text before the restore as a revision', async () => {
  const app = await testApp()
  const { begin, autosave, keep, source, revisions } = editor(app)
  const { id } = await begin({ title: 'First' })
  await keep(id, draft({ title: 'Kept', slug: 'no' }), 1)
  await autosave(id, draft({ title: 'Typed since' }), 2)
  const kept = (await revisions(id)).find(({ kind }) => kind === 'draft')!
  await app.asOwner(`/api/posts/${id}/revisions/${kept.id}/restore`, { method: 'POST' })
  expect(await source(id)).toMatchObject({ status: 'draft', draft: { title: 'Kept', slug: 'no' } })
  expect((await revisions(id)).map(({ kind, title }) => [kind, title])).toEqual([
    ['draft', 'Kept'],
    ['before restore', 'Typed since'],
    ['draft', 'Kept'],
  ])
})

test('pages and templates are in no public read of posts', async () => {
  const app = await testApp()
  const published_at = '2026-03-01T00:00:00.000Z'
  await makePost(app.db, { title: 'Zqpost', slug: 'zq-post', published_at })
  await makePost(app.db, { title: 'Zqhidden', slug: 'zq-page', published_at, kind: 'page', is_featured: true })
  await makePost(app.db, { title: 'Zqhidden', slug: 'zq-template', published_at, kind: 'template' })
  for (const path of ['/api/posts', '/api/posts?featured=true', '/feed.xml']) {
    const text = await (await app.request(path)).text()
    expect(text, path).not.toMatch(/zqhidden|zq-page|zq-template/i)
  }
  const found = (await (await app.request('/api/search?q=zqhidden')).json()) as SearchResults
  expect(found).toMatchObject({ posts: [], pages: [{ slug: 'zq-page' }] })
  expect(await (await app.request('/sitemap.xml')).text()).not.toMatch(/blog\/zq-page|zq-template/)
  expect((await app.request('/api/posts/zq-page')).status).toBe(404)
  expect((await app.request('/api/posts/zq-post')).status).toBe(200)
})

test('a redirect works until the draft that takes its slug is published', async () => {
  const app = await testApp()
  const { publish, save, begin } = editor(app)
  const input = whole({ publishedAt: published })
  const { id } = await publish(input)
  await save(id, { ...input, slug: 'moved-elsewhere' })
  const draftInput = whole({ title: 'Takes the slug', slug: 'washing-gently' })
  const { id: taker } = await begin(draftInput)
  const shown = async () => ((await (await app.request('/api/posts/washing-gently')).json()) as { title: string }).title
  expect(await shown()).toBe('Washing gently')
  await save(taker, draftInput)
  expect(await shown()).toBe('Washing gently')
  await save(taker, { ...draftInput, publishedAt: published })
  expect(await shown()).toBe('Takes the slug')
})
