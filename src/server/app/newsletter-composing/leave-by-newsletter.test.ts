import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { type ReceivedMail, startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Newsletter, NewsletterRecipient } from '../../../contract/audience/newsletters.ts'

async function newsletterTo(...names: string[]) {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url })
  for (const name of names)
    await app.db
      .insertInto('subscribers')
      .values({
        ...{ email: `${name}@example.com`, name, is_active: true },
        ...{ unsubscribe_token: `token-${name}`, created_at: '2026-03-01T00:00:00.000Z' },
      })
      .execute()
  const id = await makePost(app.db, { kind: 'newsletter', title: 'My morning', content: '<p>Three steps.</p>' })
  const sent = await app.asOwner(`/api/newsletters/${id}/send`, { json: { at: null } })
  expect(sent.status, await sent.clone().text()).toBe(200)
  return { app, smtp, id }
}

const post = ({ request }: TestApp, path: string, fields: Record<string, string>) =>
  request(path, {
    body: String(new URLSearchParams(fields)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

async function recipients({ asOwner }: TestApp, id: number) {
  const rows = (await (await asOwner(`/api/newsletters/${id}/recipients`)).json()) as NewsletterRecipient[]
  return Object.fromEntries(rows.map((row) => [row.email, row]))
}

const oneClickUrl = ({ headers }: ReceivedMail) => {
  const { pathname, search } = new URL(headers.find(({ key }) => key === 'list-unsubscribe')!.value.slice(1, -1))
  return pathname + search
}

test('a reader who leaves with one click while a newsletter is being sent does not get it any more', async () => {
  const { app, smtp, id } = await newsletterTo('ann', 'bea')
  const response = await post(app, `/newsletter/unsubscribe?token=token-bea&newsletter=${id}`, {
    'List-Unsubscribe': 'One-Click',
  })
  expect(response.status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received.map(({ envelope }) => envelope.to[0])).toEqual(['ann@example.com'])
  const rows = await recipients(app, id)
  expect(rows['bea@example.com']).toMatchObject({ state: 'suppressed', unsubscribedAt: expect.any(String) })
  expect(rows['ann@example.com']).toMatchObject({ state: 'accepted', unsubscribedAt: null })
})

test('a newsletter counts each reader once who unsubscribed by it, by one click or by the page', async () => {
  const { app, smtp, id } = await newsletterTo('ann', 'bea', 'cleo')
  await app.sendNewsletters()
  const [first] = smtp.received
  for (let time = 0; time < 2; time++) await post(app, oneClickUrl(first!), { 'List-Unsubscribe': 'One-Click' })
  const [, second] = smtp.received
  const query = new URL(oneClickUrl(second!), 'http://localhost').searchParams
  const page = await post(app, '/newsletter/unsubscribe', { token: query.get('token')!, newsletter: String(id) })
  expect(page.headers.get('location')).toBe(
    `/newsletter/unsubscribe?state=done&token=${query.get('token')}&newsletter=${id}`,
  )
  const newsletter = (await (await app.asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
  expect(newsletter.numbers).toMatchObject({ accepted: 3, unsubscribed: 2 })
})

test('an unsubscribe link with a wrong newsletter unsubscribes, and counts for no newsletter', async () => {
  const { app, id } = await newsletterTo('ann', 'bea', 'cleo')
  await app.sendNewsletters()
  for (const [name, newsletter] of [
    ['ann', 'x'],
    ['bea', '99999'],
    ['cleo', '1e99'],
  ]) {
    const response = await post(app, `/newsletter/unsubscribe?token=token-${name}&newsletter=${newsletter}`, {})
    expect(response.status).toBe(200)
  }
  const active = await app.db.selectFrom('subscribers').select('id').where('is_active', '=', true).execute()
  expect(active).toEqual([])
  const newsletter = (await (await app.asOwner(`/api/newsletters/${id}`)).json()) as Newsletter
  expect(newsletter.numbers.unsubscribed).toBe(0)
})

test('a scanner that opens the links of a newsletter has no effect', async () => {
  const { app, smtp, id } = await newsletterTo('ann')
  await app.sendNewsletters()
  for (const method of ['GET', 'HEAD']) await app.request(oneClickUrl(smtp.received[0]!), { method })
  const rows = await recipients(app, id)
  expect(rows['ann@example.com']).toMatchObject({ state: 'accepted', unsubscribedAt: null })
})
