import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type {
  Newsletter,
  NewsletterCheck,
  NewsletterEstimate,
  NewsletterPreview,
} from '../../../contract/audience/newsletters.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'

const at = '2026-03-01T10:00:00.000Z'

async function siteWithMail(readers: number) {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url, settings: { email: 'hello@dewlight.example' } })
  for (let number = 1; number <= readers; number++)
    await app.db
      .insertInto('subscribers')
      .values({
        ...{ email: `reader-${number}@example.com`, name: `Reader ${number}`, is_active: true },
        ...{ unsubscribe_token: `t${number}`, created_at: at },
      })
      .execute()
  const id = await makePost(app.db, {
    ...{ kind: 'newsletter', title: 'My morning', excerpt: 'Three steps.', published_at: null },
    content: '<p>Hello {{name|you}}, this is what I do in the morning.</p>',
  })
  return { app, smtp, id }
}

async function read<T>({ asOwner }: TestApp, path: string): Promise<T> {
  const response = await asOwner(`/api/newsletters/${path}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as T
}

test('what was sent stays to be seen, as any recipient got it, while the text is changed', async () => {
  const { app, smtp, id } = await siteWithMail(1)
  expect((await app.asOwner(`/api/newsletters/${id}/sent`)).status).toBe(404)
  expect((await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })).status).toBe(200)
  await app.sendNewsletters()
  const draft = { title: 'Another subject', content: '<p>Another text, which came later.</p>' }
  expect((await app.asOwner(`/api/posts/${id}/draft`, { method: 'PUT', json: draft })).status).toBe(200)

  const { id: reader } = await app.db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const sent = await read<NewsletterPreview>(app, `${id}/sent?subscriber=${reader}`)
  expect(sent).toMatchObject({ senderName: 'Dewlight', subject: 'My morning', preview: 'Three steps.' })
  expect(sent.text).toContain('Hello Reader 1, this is what I do')
  expect(sent.html).toContain('Hello Reader 1, this is what I do')
  expect(sent.html).not.toContain('Another text')
  // The link of the subscriber would unsubscribe them from the preview.
  expect(smtp.received[0]!.text).toContain('token=t1')
  expect(sent.text + sent.html).not.toContain('token=t1')
  expect((await read<NewsletterPreview>(app, `${id}/preview`)).text).toContain('Another text')
})

test('the preview names the sender as the inbox does', async () => {
  const { app, id } = await siteWithMail(1)
  expect((await read<NewsletterPreview>(app, `${id}/preview`)).senderName).toBe('Dewlight')
  await app.db.updateTable('newsletters').set({ sender_name: 'Nora' }).where('post_id', '=', id).execute()
  expect((await read<NewsletterPreview>(app, `${id}/preview`)).senderName).toBe('Nora')
})

test('the estimate says to how many a newsletter goes and when the limits let it be done', async () => {
  const { app, id } = await siteWithMail(5)
  const limit = (perDay: number | null) =>
    app.asOwner('/api/newsletter-limits', { method: 'PUT', json: { perSecond: null, perHour: null, perDay } })
  await limit(null)
  app.setNow('2026-03-10T08:00:00.000Z')
  expect(await read<NewsletterEstimate>(app, `${id}/estimate`)).toEqual({ recipients: 5, expectedEnd: null })
  await limit(2)
  expect((await read<NewsletterEstimate>(app, `${id}/estimate`)).expectedEnd).toBe('2026-03-12T08:00:00.000Z')
  const later = `${id}/estimate?at=2026-03-20T08:00:00.000Z`
  expect((await read<NewsletterEstimate>(app, later)).expectedEnd).toBe('2026-03-22T08:00:00.000Z')
  const past = `${id}/estimate?at=2026-03-01T08:00:00.000Z`
  expect((await read<NewsletterEstimate>(app, past)).expectedEnd).toBe('2026-03-12T08:00:00.000Z')
  expect((await app.asOwner('/api/newsletters/999/estimate')).status).toBe(404)
})

test('a duplicate has sender, note, audience and source, and is a draft of its own', async () => {
  const { app, id } = await siteWithMail(1)
  const source = await makePost(app.db, { title: 'A post' })
  const settings = {
    ...{ sender_name: 'Nora', intro: 'Dear all,', source_post_id: source, source_form: 'excerpt' as const },
    ...{ audience: '{"kind":"segment","tags":["fans"]}', has_page: false, state: 'sent' as const, started_at: at },
  }
  await app.db.updateTable('newsletters').set(settings).where('post_id', '=', id).execute()
  const duplicate = async () => {
    const response = await app.asOwner(`/api/posts/${id}/duplicate`, { json: { kind: 'newsletter' } })
    expect(response.status, await response.clone().text()).toBe(201)
    return read<Newsletter>(app, String(((await response.json()) as EditablePost).id))
  }
  expect(await duplicate()).toMatchObject({
    ...{ kind: 'newsletter', state: 'draft', subject: 'My morning (copy)', startedAt: null, hasPage: false },
    ...{ senderName: 'Nora', intro: 'Dear all,', audience: { kind: 'segment', tags: ['fans'] } },
    sourcePost: { id: source, title: 'A post' },
  })
  await app.db.updateTable('newsletters').set({ kind: 'welcome', state: 'sending' }).where('post_id', '=', id).execute()
  expect(await duplicate()).toMatchObject({ kind: 'newsletter', state: 'draft', hasPage: true, senderName: 'Nora' })
})

test('the size is that of the longest mail, the same in the checklist and the preview', async () => {
  const { app, smtp, id } = await siteWithMail(1)
  const name = 'Nora'.repeat(25)
  await app.db
    .updateTable('subscribers')
    .set({ name, unsubscribe_token: '0'.repeat(32) })
    .execute()
  const setLinks = async (count: number) => {
    const links = Array.from(
      { length: count },
      (_, at) => `<p><a href="https://a.example/${at}">${at}</a> {{name}}</p>`,
    )
    await app.db
      .updateTable('posts')
      .set({ content: links.join('') })
      .where('id', '=', id)
      .execute()
    await app.db.updateTable('newsletters').set({ counts_clicks: true }).where('post_id', '=', id).execute()
    const preview = await read<NewsletterPreview>(app, `${id}/preview`)
    const size = (await read<NewsletterCheck[]>(app, `${id}/checks`)).find((check) => check.name === 'size')!
    expect(size.text).toContain(`The newsletter has ${Math.ceil(preview.bytes / 1000)} kB.`)
    return { preview, size }
  }
  expect((await setLinks(250)).size.result).toBe('error')
  const { preview, size } = await setLinks(100)
  expect(size.result).toBe('ok')
  expect(preview.html).toContain('href="https://a.example/99"')
  expect((await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })).status).toBe(200)
  await app.sendNewsletters()
  const { length } = Buffer.from(smtp.received[0]!.html!)
  // The address and the id of this recipient are shorter than they may be.
  expect(preview.bytes).toBeGreaterThanOrEqual(length)
  expect(preview.bytes - length).toBeLessThan(100 * 10 + 200)
  expect((await read<NewsletterPreview>(app, `${id}/sent`)).bytes).toBe(preview.bytes)
})

test('the mail offers fewer letters only while the digest is on', async () => {
  const { app, id } = await siteWithMail(1)
  const digest = { every: 'week', weekday: 1, day: 1, hour: 9, subject: 'New on the blog', intro: '' }
  for (const isOn of [false, true, false]) {
    const saved = await app.asOwner('/api/digest', { method: 'PUT', json: { ...digest, isOn } })
    expect(saved.status, await saved.clone().text()).toBe(200)
    const { html, text } = await read<NewsletterPreview>(app, `${id}/preview`)
    for (const part of [html, text]) expect(part.includes('Fewer letters')).toBe(isOn)
  }
})
