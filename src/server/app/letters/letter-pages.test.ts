import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { LetterPage, LetterPageSummary } from '../../../contract/letter-pages.ts'
import type { LetterState } from '../../../contract/letters.ts'

const at = '2026-03-01T10:00:00.000Z'

type Over = { state?: LetterState; isDeleted?: boolean; hasPage?: boolean; isIndexable?: boolean; content?: string }

async function makeLetter({ db }: TestApp, slug: string, over: Over = {}): Promise<number> {
  const {
    state = 'sent',
    isDeleted = false,
    hasPage = true,
    isIndexable = false,
    content = '<p>Three steps.</p>',
  } = over
  const id = await makePost(db, { kind: 'letter', slug, title: 'A draft', content: '<p>A draft.</p>' })
  if (isDeleted) await db.updateTable('posts').set({ deleted_at: at }).where('id', '=', id).execute()
  const hasBegun = state !== 'draft' && state !== 'scheduled'
  const sent = { sent_subject: `Letter ${slug}`, sent_preview: 'For {{name|you}}.', sent_content: content }
  await db
    .updateTable('letters')
    .set({ state, has_page: hasPage, is_indexable: isIndexable, intro: 'Dear {{name|reader}},\n\nhello.' })
    .set(hasBegun ? { ...sent, started_at: at } : {})
    .where('post_id', '=', id)
    .execute()
  return id
}

const found = async ({ request }: TestApp, slug: string) => (await request(`/api/letter-pages/${slug}`)).status

async function listed({ request }: TestApp): Promise<string[]> {
  const letters = (await (await request('/api/letter-pages')).json()) as LetterPageSummary[]
  return letters.map(({ slug }) => slug)
}

const scenarios: [over: Over, isShown: boolean][] = [
  [{ state: 'draft' }, false],
  [{ state: 'scheduled' }, false],
  [{ state: 'sending' }, true],
  [{ state: 'paused' }, true],
  [{ state: 'sent' }, true],
  [{ state: 'cancelled' }, true],
  [{ state: 'sent', hasPage: false }, false],
  [{ state: 'sent', isDeleted: true }, false],
]

test.for(scenarios)('a letter with %j has a page: %s', async ([over, isShown]) => {
  const app = await testApp()
  await makeLetter(app, 'one', { ...over, isIndexable: true })
  expect(await found(app, 'one')).toBe(isShown ? 200 : 404)
  expect(await listed(app)).toEqual(isShown ? ['one'] : [])
  const text = async (path: string) => (await app.request(path)).text()
  expect((await text('/letters/feed.xml')).includes('/letters/one')).toBe(isShown)
  expect((await text('/letters/feed.json')).includes('/letters/one')).toBe(isShown)
  expect((await text('/sitemap.xml')).includes('/letters/one')).toBe(isShown)
  expect((await text('/feed.xml')).includes('/letters/one')).toBe(false)
})

test('the page of a letter is what was sent, with the fallbacks of its fields and no reader’s data', async () => {
  const app = await testApp()
  await makeLetter(app, 'one', {
    content: '<p>Hello {{name|dear reader}}, {{email}}<a href="{{unsubscribe_url}}">leave</a>.</p><h2>Why</h2>',
  })
  const letter = (await (await app.request('/api/letter-pages/one')).json()) as LetterPage
  expect(letter).toMatchObject({
    title: 'Letter one',
    excerpt: 'For you.',
    intro: 'Dear reader,\n\nhello.',
    sentAt: at,
  })
  expect(letter.content).toContain('Hello dear reader, <a href="/newsletter"')
  expect(letter.content).not.toContain('{{')
})

test('a field that was written across tags adds no markup to the page', async () => {
  const app = await testApp()
  const content = '<p><a href="https://a.example/{{browser_url|x">text}}" onmouseover="alert(1)" x="</a></p>'
  await makeLetter(app, 'one', { content })
  const letter = (await (await app.request('/api/letter-pages/one')).json()) as LetterPage
  expect(letter.content).not.toMatch(/<[^>]*onmouseover/)
})

test('the sitemap lists only the letters that search engines may show', async () => {
  const app = await testApp()
  expect(await (await app.request('/sitemap.xml')).text()).not.toContain('/letters')
  await makeLetter(app, 'quiet')
  await makeLetter(app, 'open', { isIndexable: true })
  const sitemap = await (await app.request('/sitemap.xml')).text()
  expect(sitemap).toContain('/letters/open</loc>')
  expect(sitemap).toContain('/letters</loc>')
  expect(sitemap).not.toContain('/letters/quiet')
})

test('the owner takes the page of a sent letter away and brings it back, and caches are purged', async () => {
  const app = await testApp()
  const id = await makeLetter(app, 'one')
  const save = (hasPage: boolean) =>
    app.asOwner(`/api/letters/${id}`, {
      method: 'PUT',
      json: { senderName: '', intro: '', audience: { kind: 'all' }, hasPage, isIndexable: false },
    })
  app.purged.splice(0)
  expect((await save(false)).status).toBe(200)
  expect(app.purged).toEqual([['letters']])
  expect(await found(app, 'one')).toBe(404)
  expect((await save(true)).status).toBe(200)
  expect(await found(app, 'one')).toBe(200)
  expect((await app.asOwner(`/api/letters/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await found(app, 'one')).toBe(404)
  expect((await app.asOwner(`/api/letters/${id}/restore`, { json: {} })).status).toBe(200)
  expect(await found(app, 'one')).toBe(200)
  expect(app.purged).toEqual([['letters'], ['letters'], ['letters'], ['letters']])
})

test('a scheduled letter has no page before its time, and purges the list when it begins', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  app.setNow('2026-03-01T08:00:00Z')
  await app.db
    .insertInto('subscribers')
    .values({ email: 'ann@example.com', name: 'Ann', is_active: true, unsubscribe_token: 't', created_at: at })
    .execute()
  const id = await makePost(app.db, { kind: 'letter', title: 'My morning', content: '<p>Hello {{name|you}}.</p>' })
  const sent = await app.asOwner(`/api/letters/${id}/send`, { json: { at: '2026-03-01T09:00:00.000Z' } })
  expect(sent.status, await sent.clone().text()).toBe(200)
  await app.sendLetters()
  expect(await listed(app)).toEqual([])
  app.setNow('2026-03-01T09:00:01Z')
  app.purged.splice(0)
  await app.sendLetters()
  expect(smtp.received).toHaveLength(1)
  const [slug] = await listed(app)
  expect(await found(app, slug!)).toBe(200)
  expect(smtp.received[0]!.html).toContain(`/letters/${slug}`)
  expect(app.purged).toEqual([['letters']])
})
