import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp, type TestSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type {
  Newsletter,
  NewsletterCheck,
  NewsletterPreview,
  NewsletterRecipient,
  NewsletterSummary,
} from '../../../contract/audience/newsletters.ts'

const BODY = '<p>Hello {{name|dear reader}}, this is what I use in the morning, and why it stays simple.</p>'

type Site = { app: TestApp; smtp: TestSmtp }

async function siteWithMail(): Promise<Site> {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  return { app: await testApp({ smtpUrl: smtp.url }), smtp }
}

async function addSubscribers({ db }: TestApp, ...names: string[]): Promise<void> {
  for (const name of names)
    await db
      .insertInto('subscribers')
      .values({
        ...{ email: `${name.toLowerCase()}@example.com`, name, is_active: true },
        ...{ unsubscribe_token: `token-${name}`, created_at: '2026-03-01T00:00:00.000Z' },
      })
      .execute()
}

async function write({ asOwner }: TestApp, over: object = {}): Promise<number> {
  const draft = {
    ...{ title: 'My morning', slug: '', excerpt: 'Three steps.', content: BODY, coverImage: '', imageAlt: '' },
    ...{ isPinOptimized: false, pinText: null, metaTitle: null, metaDescription: null, keywords: '' },
    ...{ categoryId: null, isFeatured: false, publishedAt: null, kind: 'newsletter', ...over },
  }
  const response = await asOwner('/api/posts/drafts', { json: draft })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

async function read<T>({ asOwner }: TestApp, path: string): Promise<T> {
  const response = await asOwner(`/api/newsletters${path}`)
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

const act = ({ asOwner }: TestApp, id: number, action: string, json: object = {}) =>
  asOwner(`/api/newsletters/${id}/${action}`, { json })

test('a newsletter is written as a post, previewed, sent to every subscriber once, and counted', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann', 'Bea')
  const id = await write(app)
  expect(await read<NewsletterSummary[]>(app, '')).toMatchObject([{ id, state: 'draft', subject: 'My morning' }])

  const preview = await read<NewsletterPreview>(app, `/${id}/preview`)
  expect(preview).toMatchObject({ subject: 'My morning', preview: 'Three steps.' })
  expect(preview.text).toContain('Hello dear reader, this is')
  const checks = await read<NewsletterCheck[]>(app, `/${id}/checks`)
  expect(checks.filter(({ result }) => result === 'error')).toEqual([])
  expect(checks).toContainEqual({ name: 'audience', result: 'ok', text: '2 subscribers get it.' })

  expect((await act(app, id, 'send', { at: null })).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0]).sort()).toEqual(['ann@example.com', 'bea@example.com'])
  const mail = smtp.received.find(({ envelope }) => envelope.to[0] === 'ann@example.com')!
  expect(mail.subject).toBe('My morning')
  expect(mail.text).toContain('Hello Ann, this is')
  expect(mail.html).toContain('Hello Ann, this is')
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  const leave = `http://localhost:3000/newsletter/unsubscribe?token=token-Ann&newsletter=${id}`
  expect(header('list-unsubscribe')).toBe(`<${leave}>`)
  expect(mail.raw).toContain(`List-Unsubscribe: <${leave}>\r\n`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header('list-id')).toBe('<newsletter.dewlight.example>')

  const newsletter = await read<Newsletter>(app, `/${id}`)
  expect(newsletter).toMatchObject({
    state: 'sent',
    numbers: { total: 2, accepted: 2, waiting: 0 },
    slug: 'my-morning',
  })
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(2)
  expect((await act(app, id, 'send', { at: null })).status).toBe(409)
})

test('the checklist refuses a newsletter without text, audience or mail server, with a sentence', async () => {
  const app = await testApp({ settings: { email: 'hello@dewlight.example' } })
  const id = await write(app, { title: '', content: '' })
  const checks = await read<NewsletterCheck[]>(app, `/${id}/checks`)
  const errors = checks.filter(({ result }) => result === 'error').map(({ name }) => name)
  expect(errors.sort()).toEqual(['audience', 'content', 'mail-server', 'postal-address', 'subject'])
  const response = await act(app, id, 'send', { at: null })
  expect([response.status, await response.json()]).toEqual([409, { message: 'Please write a subject.' }])
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({ state: 'draft', numbers: { total: 0 } })
})

test('a newsletter with an invalid stored audience opens, and cannot be sent until it gets another', async () => {
  const { app } = await siteWithMail()
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  for (const audience of ['{"kind":"segment","tags":["\u200b"]}', '{"kind":"segment","withoutTags":["a,b"]}', 'null']) {
    await app.db.updateTable('newsletters').set({ audience }).execute()
    await read<Newsletter>(app, `/${id}`)
    const response = await act(app, id, 'send', { at: null })
    const message = 'Nobody would get it: no active subscriber is in the audience.'
    expect([response.status, await response.json()]).toEqual([409, { message }])
  }
  const { senderName, intro, audience, hasPage, isIndexable, countsClicks, version } = await read<Newsletter>(
    app,
    `/${id}`,
  )
  const settings = { senderName, intro, hasPage, isIndexable, countsClicks }
  const save = (json: object) =>
    app.asOwner(`/api/newsletters/${id}`, { method: 'PUT', json, headers: { 'if-match': `"${version}"` } })
  expect((await save({ ...settings, audience })).status).toBe(200)
})

test('a scheduled newsletter starts at its time with the text and the subscribers of that moment', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  expect((await act(app, id, 'send', { at: '2026-03-11T08:00:00.000Z' })).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  await addSubscribers(app, 'Bea')
  app.setNow('2026-03-11T08:00:01.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(2)
})

test('a scheduled newsletter that cannot start becomes a draft that says why', async () => {
  const { app } = await siteWithMail()
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  await act(app, id, 'send', { at: '2026-03-11T08:00:00.000Z' })
  await app.db.updateTable('subscribers').set({ is_active: false }).execute()
  app.setNow('2026-03-11T08:00:01.000Z')
  await app.sendNewsletters()
  const { state, note, scheduledAt } = await read<Newsletter>(app, `/${id}`)
  expect([state, scheduledAt]).toEqual(['draft', null])
  expect(note).toBe('It was not sent at its time: Nobody would get it: no active subscriber is in the audience.')
})

test('a newsletter whose time is taken back or changed while another one begins is not sent', async () => {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  let duringCheck = async () => {}
  const txt = async () => {
    await duringCheck()
    return []
  }
  const app = await testApp({
    ...{ smtpUrl: smtp.url, isPublic: true },
    dns: { txt, addresses: async () => [], mailExchangers: async () => [] },
  })
  await addSubscribers(app, 'Ann')
  const [first, second, third, faulty] = [await write(app), await write(app), await write(app), await write(app)]
  for (const [index, id] of [first, second, third, faulty].entries())
    expect((await act(app, id, 'send', { at: `2026-03-10T16:0${index}:00.000Z` })).status).toBe(200)
  await app.db.updateTable('posts').set({ title: '' }).where('id', '=', faulty).execute()
  duringCheck = async () => {
    duringCheck = async () => {}
    expect((await act(app, second, 'unschedule')).status).toBe(200)
    for (const id of [third, faulty])
      await app.db
        .updateTable('newsletters')
        .set({ scheduled_at: '2026-03-12T16:00:00.000Z' })
        .where('post_id', '=', id)
        .execute()
  }
  app.setNow('2026-03-10T17:00:00.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
  expect(await read<Newsletter>(app, `/${first}`)).toMatchObject({ state: 'sent' })
  expect(await read<Newsletter>(app, `/${second}`)).toMatchObject({ state: 'draft', note: null })
  for (const id of [third, faulty])
    expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({ state: 'scheduled', note: null })
})

test('who unsubscribes before their turn gets nothing', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann', 'Bea')
  const id = await write(app)
  await act(app, id, 'send', { at: null })
  const response = await app.request('/newsletter/unsubscribe?token=token-Ann', {
    body: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(response.status).toBeLessThan(400)
  await app.sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['bea@example.com'])
  expect(await read<NewsletterRecipient[]>(app, `/${id}/recipients?state=suppressed`)).toMatchObject([
    { email: 'ann@example.com', response: 'Unsubscribed or suppressed before its turn' },
  ])
})

test('refused and greylisted recipients are settled by the reply of the server', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  await act(app, id, 'send', { at: null })
  smtp.refuse = [451, '4.7.1 Greylisted']
  await app.sendNewsletters()
  const [deferred] = await read<NewsletterRecipient[]>(app, `/${id}/recipients`)
  expect(deferred).toMatchObject({ state: 'deferred', attempts: 1, response: '451 4.7.1 Greylisted' })
  smtp.refuse = [550, '5.1.1 No such user']
  app.setNow('2026-03-10T15:04:00.000Z')
  await app.sendNewsletters()
  expect(await read<NewsletterRecipient[]>(app, `/${id}/recipients`)).toMatchObject([
    { state: 'deferred', attempts: 1 },
  ])
  app.setNow('2026-03-10T15:06:00.000Z')
  await app.sendNewsletters()
  expect(await read<NewsletterRecipient[]>(app, `/${id}/recipients?outcome=bounced`)).toMatchObject([
    { state: 'failed', bounce: 'hard', attempts: 2 },
  ])
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({ state: 'sent', numbers: { failed: 1, bounced: 1 } })
})

test('a newsletter is paused, resumed and cancelled', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann', 'Bea')
  const id = await write(app)
  await act(app, id, 'send', { at: null })
  expect((await act(app, id, 'pause')).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  expect((await act(app, id, 'resume')).status).toBe(200)
  expect((await act(app, id, 'cancel')).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({ state: 'cancelled', numbers: { cancelled: 2 } })
  expect((await act(app, id, 'resume')).status).toBe(409)
})

test('recipients in doubt wait for the owner, who may send to them again', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  await act(app, id, 'send', { at: null })
  await app.db
    .updateTable('newsletter_recipients')
    .set({ state: 'sending', lease: 'of a process that was killed', next_at: '2026-03-10T14:00:00.000Z' })
    .execute()
  await app.sendNewsletters()
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({ state: 'sent', numbers: { inDoubt: 1 } })
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  expect((await act(app, id, 'resend-in-doubt')).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({ state: 'sent', numbers: { accepted: 1, inDoubt: 0 } })
})

test('a server that refuses the sender pauses the newsletter, and says so', async () => {
  const smtp = await startSmtp({ login: ['user', 'right'] })
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url.replace('smtp://', 'smtp://user:wrong@') })
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  await act(app, id, 'send', { at: null })
  await app.sendNewsletters()
  const { state, note, numbers } = await read<Newsletter>(app, `/${id}`)
  expect([state, numbers.waiting]).toEqual(['paused', 1])
  expect(note).toMatch(/^The mail server did not accept the user name or the password. The mail server said: 535/)
})

test('a newsletter says why it waits after the email of the site was removed', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  await act(app, id, 'send', { at: null })
  const setEmail = (email: string) =>
    app.db
      .updateTable('settings')
      .set({ value: JSON.stringify(email) })
      .where('key', '=', 'email')
      .execute()
  await setEmail('')
  await app.sendNewsletters()
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({
    state: 'sending',
    note: 'It is tried again by itself. The site has no email yet: write it into Settings',
  })
  await setEmail('hello@dewlight.example')
  await expect
    .poll(
      async () => {
        await app.sendNewsletters()
        return smtp.received.length
      },
      { timeout: 10_000 },
    )
    .toBe(1)
})

test('the limit of an hour holds, and the rest is sent later', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann', 'Bea', 'Cleo')
  const limits = { perSecond: null, perHour: 2, perDay: null }
  expect((await app.asOwner('/api/newsletter-limits', { method: 'PUT', json: limits })).status).toBe(200)
  const id = await write(app)
  await act(app, id, 'send', { at: null })
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(2)
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({
    state: 'sending',
    expectedEnd: '2026-03-10T16:00:00.000Z',
  })
  app.setNow('2026-03-10T15:59:00.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(2)
  app.setNow('2026-03-10T16:01:00.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(3)
})

test('a post becomes a newsletter, whole or as its excerpt with a button', async () => {
  const { app } = await siteWithMail()
  const postId = await makePost(app.db, {
    title: 'Sunscreen',
    slug: 'sunscreen',
    excerpt: 'Two fingers.',
    content: BODY,
    cover_image: 'https://pics.example/cover.jpg',
    image_alt: 'A tube of sunscreen',
  })
  const create = async (form: string) => {
    const response = await app.asOwner('/api/newsletters', { json: { postId, form } })
    expect(response.status).toBe(201)
    return (await response.json()) as Newsletter
  }
  const whole = await create('whole')
  expect(whole).toMatchObject({ subject: 'Sunscreen', sourcePost: { id: postId, slug: 'sunscreen' } })
  const mail = await read<NewsletterPreview>(app, `/${whole.id}/preview`)
  expect(mail.text).toContain('what I use in the morning')
  expect(mail.html.match(/alt="A tube of sunscreen"/g)).toHaveLength(1)
  const excerpt = await create('excerpt')
  const { html, text } = await read<NewsletterPreview>(app, `/${excerpt.id}/preview`)
  expect(text).toContain('Two fingers.\n\nRead the article (http://localhost:3000/blog/sunscreen)')
  const [button] = /<a href="http:\/\/localhost:3000\/blog\/sunscreen"[^>]*>/.exec(html)!
  expect(button).toContain('padding:14px 24px')
  expect((await app.asOwner('/api/newsletters', { json: { postId: 999, form: 'whole' } })).status).toBe(404)
})

test('a test goes to the owner alone, and its link unsubscribes no one', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  expect((await act(app, id, 'test')).status).toBe(200)
  expect(smtp.received).toMatchObject([{ subject: 'Test: My morning', envelope: { to: ['hello@dewlight.example'] } }])
  expect(smtp.received[0]!.raw).not.toContain('token-Ann')
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({ state: 'draft', numbers: { total: 0 } })
})

test('settings of a newsletter are saved with a version, and a newsletter that is being sent is not deleted', async () => {
  const { app } = await siteWithMail()
  await addSubscribers(app, 'Ann')
  const id = await write(app)
  const input = { senderName: 'Nora', intro: '', audience: { kind: 'all' }, hasPage: false, isIndexable: false }
  const save = (version: number) =>
    app.asOwner(`/api/newsletters/${id}`, { method: 'PUT', json: input, headers: { 'if-match': `"${version}"` } })
  expect((await save(1)).status).toBe(200)
  expect((await save(1)).status).toBe(409)
  await act(app, id, 'send', { at: '2026-03-11T08:00:00.000Z' })
  expect((await app.asOwner(`/api/newsletters/${id}`, { method: 'DELETE' })).status).toBe(409)
  await act(app, id, 'unschedule')
  expect((await app.asOwner(`/api/newsletters/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await app.asOwner(`/api/newsletters/${id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({ senderName: 'Nora', state: 'draft' })
})

test('an address that bounced gets no further newsletter, and an import does not change that', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann', 'Bea')
  const first = await write(app)
  await act(app, first, 'send', { at: null })
  smtp.refuse = [550, '5.1.1 No such user']
  await app.db
    .updateTable('newsletter_recipients')
    .set({ next_at: '2026-03-10T15:30:00.000Z' })
    .where('email', '=', 'bea@example.com')
    .execute()
  await app.sendNewsletters()
  smtp.refuse = undefined
  expect(await app.db.selectFrom('suppressions').select(['email', 'reason', 'source']).execute()).toEqual([
    { email: 'ann@example.com', reason: 'hard-bounce', source: 'smtp' },
  ])
  const second = await write(app, { title: 'The evening' })
  expect(await read<NewsletterCheck[]>(app, `/${second}/checks`)).toContainEqual(
    expect.objectContaining({ name: 'audience', text: 'One subscriber gets it.' }),
  )
  await act(app, second, 'send', { at: null })
  await app.sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['bea@example.com'])
  expect(await read<Newsletter>(app, `/${second}`)).toMatchObject({ numbers: { total: 2, accepted: 1, suppressed: 1 } })
})

test('an address that is suppressed before its turn gets nothing', async () => {
  const { app, smtp } = await siteWithMail()
  await addSubscribers(app, 'Ann', 'Bea')
  const id = await write(app)
  await act(app, id, 'send', { at: null })
  await app.db
    .insertInto('suppressions')
    .values({
      email: 'ann@example.com',
      reason: 'complaint',
      source: 'owner',
      created_at: '2026-03-10T15:00:00.000Z',
    })
    .execute()
  await app.sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['bea@example.com'])
  expect(await read<NewsletterRecipient[]>(app, `/${id}/recipients?state=suppressed`)).toMatchObject([
    { email: 'ann@example.com', response: 'Unsubscribed or suppressed before its turn' },
  ])
  expect(await read<Newsletter>(app, `/${id}`)).toMatchObject({
    state: 'sent',
    numbers: { accepted: 1, suppressed: 1 },
  })
})
