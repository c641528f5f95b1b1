import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { TEST_ORIGIN, type TestApp, testApp } from '../../../../test/test-app.ts'
import type { NewsletterPage, NewsletterPageSummary } from '../../../contract/audience/newsletter-pages.ts'
import type { NewsletterKind, NewsletterState } from '../../../contract/audience/newsletters.ts'

const at = '2026-03-01T10:00:00.000Z'

type Over = {
  kind?: NewsletterKind
  state?: NewsletterState
  isDeleted?: boolean
  hasPage?: boolean
  isIndexable?: boolean
  content?: string
  intro?: string
}

async function makeNewsletter({ db }: TestApp, slug: string, over: Over = {}): Promise<number> {
  const {
    kind = 'newsletter',
    state = 'sent',
    isDeleted = false,
    hasPage = true,
    isIndexable = false,
    content = '<p>Three steps.</p>',
    intro = 'Dear {{name|reader}},\n\nhello.',
  } = over
  const id = await makePost(db, { kind: 'newsletter', slug, title: 'A draft', content: '<p>A draft.</p>' })
  if (isDeleted) await db.updateTable('posts').set({ deleted_at: at }).where('id', '=', id).execute()
  const hasStarted = state !== 'draft' && state !== 'scheduled'
  const sent = { sent_subject: `Newsletter ${slug}`, sent_preview: 'For {{name|you}}.', sent_content: content }
  await db
    .updateTable('newsletters')
    .set({ kind, state, has_page: hasPage, is_indexable: isIndexable, intro })
    .set(hasStarted ? { ...sent, started_at: at } : {})
    .where('post_id', '=', id)
    .execute()
  return id
}

const found = async ({ request }: TestApp, slug: string) => (await request(`/api/newsletter-pages/${slug}`)).status

async function listed({ request }: TestApp): Promise<string[]> {
  const newsletters = (await (await request('/api/newsletter-pages')).json()) as NewsletterPageSummary[]
  return newsletters.map(({ slug }) => slug)
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
  [{ kind: 'digest' }, true],
  [{ kind: 'welcome', state: 'sending' }, false],
  [{ kind: 'series', state: 'sending' }, false],
]

test.for(scenarios)('a newsletter with %j has a page: %s', async ([over, isShown]) => {
  const app = await testApp()
  await makeNewsletter(app, 'one', { ...over, isIndexable: true })
  expect(await found(app, 'one')).toBe(isShown ? 200 : 404)
  expect(await listed(app)).toEqual(isShown ? ['one'] : [])
  const text = async (path: string) => (await app.request(path)).text()
  expect((await text('/letters/feed.xml')).includes('/letters/one')).toBe(isShown)
  expect((await text('/letters/feed.json')).includes('/letters/one')).toBe(isShown)
  expect((await text('/sitemap.xml')).includes('/letters/one')).toBe(isShown)
  expect((await text('/feed.xml')).includes('/letters/one')).toBe(false)
})

test('the page of a newsletter is what was sent, with the fallbacks of its fields and no reader’s data', async () => {
  const app = await testApp()
  await makeNewsletter(app, 'one', {
    content: '<p>Hello {{name|dear reader}}, {{email}}<a href="{{unsubscribe_url}}">leave</a>.</p><h2>Why</h2>',
  })
  const newsletter = (await (await app.request('/api/newsletter-pages/one')).json()) as NewsletterPage
  expect(newsletter).toMatchObject({
    title: 'Newsletter one',
    excerpt: 'For you.',
    intro: 'Dear reader,\n\nhello.',
    sentAt: at,
  })
  expect(newsletter.content).toContain('Hello dear reader, <a href="/newsletter"')
  expect(newsletter.content).not.toContain('{{')
})

test('the id of a newsletter in feeds is the same in both, and not made of its slug', async () => {
  const app = await testApp()
  await makeNewsletter(app, 'one')
  await makeNewsletter(app, 'two')
  await app.db.updateTable('posts').set({ feed_id: '/letters/größe' }).where('slug', '=', 'two').execute()
  const xml = await (await app.request('/letters/feed.xml')).text()
  const { items } = (await (await app.request('/letters/feed.json')).json()) as { items: { id: string }[] }
  const guids = [...xml.matchAll(/<guid isPermaLink="false">([^<]+)<\/guid>/g)].map(([, guid]) => guid!)
  expect(items.map(({ id }) => id)).toEqual(guids)
  expect(guids.sort()).toEqual([
    `${TEST_ORIGIN}/letters/gr%C3%B6%C3%9Fe`,
    expect.stringMatching(/^urn:uuid:[0-9a-f-]{36}$/),
  ])
})

test('the lines of the owner’s words stay apart in the feed, as in the mail', async () => {
  const app = await testApp()
  await makeNewsletter(app, 'one', { intro: 'Dear reader,\nhello.\n\nNora' })
  const feed = await (await app.request('/letters/feed.xml')).text()
  expect(feed).toContain('<p>Dear reader,<br>hello.</p><p>Nora</p>')
})

test('a field that was written across tags adds no markup to the page', async () => {
  const app = await testApp()
  const content = '<p><a href="https://a.example/{{browser_url|x">text}}" onmouseover="alert(1)" x="</a></p>'
  await makeNewsletter(app, 'one', { content })
  const newsletter = (await (await app.request('/api/newsletter-pages/one')).json()) as NewsletterPage
  expect(newsletter.content).not.toMatch(/<[^>]*onmouseover/)
})

test('the sitemap lists only the newsletters that search engines may show', async () => {
  const app = await testApp()
  expect(await (await app.request('/sitemap.xml')).text()).not.toContain('/letters')
  await makeNewsletter(app, 'quiet')
  await makeNewsletter(app, 'open', { isIndexable: true })
  const sitemap = await (await app.request('/sitemap.xml')).text()
  expect(sitemap).toContain('/letters/open</loc>')
  expect(sitemap).toContain('/letters</loc>')
  expect(sitemap).not.toContain('/letters/quiet')
})

test('the owner takes the page of a sent newsletter away and brings it back, and caches are purged', async () => {
  const app = await testApp()
  await makeNewsletter(app, 'other')
  const id = await makeNewsletter(app, 'one')
  const save = (hasPage: boolean) =>
    app.asOwner(`/api/newsletters/${id}`, {
      method: 'PUT',
      json: { senderName: '', intro: '', audience: { kind: 'all' }, hasPage, isIndexable: false },
    })
  app.purged.splice(0)
  expect((await save(false)).status).toBe(200)
  expect(app.purged).toEqual([['newsletters']])
  expect(await found(app, 'one')).toBe(404)
  expect((await save(true)).status).toBe(200)
  expect(await found(app, 'one')).toBe(200)
  expect((await app.asOwner(`/api/newsletters/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await found(app, 'one')).toBe(404)
  expect((await app.asOwner(`/api/newsletters/${id}/restore`, { json: {} })).status).toBe(200)
  expect(await found(app, 'one')).toBe(200)
  expect(app.purged).toEqual([['newsletters'], ['newsletters'], ['newsletters'], ['newsletters']])
})

test('a scheduled newsletter has no page before its time, and purges the list and all footers when it begins', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  app.setNow('2026-03-01T08:00:00Z')
  await app.db
    .insertInto('subscribers')
    .values({ email: 'ann@example.com', name: 'Ann', is_active: true, unsubscribe_token: 't', created_at: at })
    .execute()
  const id = await makePost(app.db, { kind: 'newsletter', title: 'My morning', content: '<p>Hello {{name|you}}.</p>' })
  const sent = await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: '2026-03-01T09:00:00.000Z' } })
  expect(sent.status, await sent.clone().text()).toBe(200)
  await app.sendNewsletters()
  expect(await listed(app)).toEqual([])
  app.setNow('2026-03-01T09:00:01Z')
  app.purged.splice(0)
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
  const [slug] = await listed(app)
  expect(await found(app, slug!)).toBe(200)
  expect(smtp.received[0]!.html).toContain(`/letters/${slug}`)
  expect(app.purged).toEqual([['newsletters', 'settings']])
})

test('the address and the public titles of a newsletter are those of a reader without a name', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  await app.db
    .insertInto('subscribers')
    .values({ email: 'ann@example.com', name: 'Ann', is_active: true, unsubscribe_token: 't', created_at: at })
    .execute()
  const title = 'Hi {{name|Friend}} & <b>all</b>'
  const id = await makePost(app.db, { kind: 'newsletter', slug: '', title, content: '<p>Hello.</p>' })
  const sent = await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })
  expect(sent.status, await sent.clone().text()).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received[0]!.subject).toBe('Hi Ann & <b>all</b>')
  expect(await listed(app)).toEqual(['hi-friend-b-all-b'])
  expect(await (await app.request('/api/newsletter-pages')).json()).toMatchObject([{ title: 'Hi Friend & <b>all</b>' }])
  for (const feed of ['/letters/feed.xml', '/letters/feed.json']) {
    const text = await (await app.request(feed)).text()
    expect(text).toContain('Hi Friend &')
    expect(text).not.toContain('{{')
  }
})

test('the page of a newsletter with a Korean subject is found in either normal form of its address', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  await app.db
    .insertInto('subscribers')
    .values({ email: 'ann@example.com', name: 'Ann', is_active: true, unsubscribe_token: 't', created_at: at })
    .execute()
  const id = await makePost(app.db, { kind: 'newsletter', slug: '', title: '겨울 수분크림', content: '<p>Hello.</p>' })
  const sent = await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })
  expect(sent.status, await sent.clone().text()).toBe(200)
  await app.sendNewsletters()
  for (const form of ['NFC', 'NFD'])
    expect(await found(app, encodeURIComponent('겨울-수분크림'.normalize(form))), form).toBe(200)
})
