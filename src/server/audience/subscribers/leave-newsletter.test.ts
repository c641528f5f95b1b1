import { expect, onTestFinished, test } from 'vitest'
import { makeReader } from '../../../../test/newsletters.ts'
import { type ReceivedMail, startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { recordReport } from '../bounces/record-report.repo.ts'
import { writeDigest } from '../newsletter-sending/digests.repo.ts'
import { addSuppressions } from '../suppressions/suppressions.repo.ts'

async function smtpApp() {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  return { ...(await testApp({ smtpUrl: smtp.url })), smtp }
}

async function status(db: TestApp['db'], email = 'ann@example.com') {
  const row = await db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  return { isActive: Boolean(row.is_active), isAwaited: row.unconfirmed_at !== null, name: row.name }
}

function linkIn({ text }: ReceivedMail, page: 'confirm' | 'unsubscribe'): URL {
  return new URL(new RegExp(`http://localhost:3000/newsletter/${page}\\?token=\\S+`).exec(text!)![0])
}

function post(request: TestApp['request'], path: string, fields: Record<string, string>) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return request(path, { body: String(new URLSearchParams(fields)), headers })
}

const confirm = (request: TestApp['request'], link: URL) =>
  post(request, '/newsletter/confirm', { token: link.searchParams.get('token')! })

test('the unsubscribe link needs the button of its page; opening it has no effect', async () => {
  const { db, request } = await testApp()
  await makeReader({ db, request }, 'ann@example.com')
  await makeReader({ db, request }, 'bea@example.com')
  const { unsubscribe_token: token } = await db
    .selectFrom('subscribers')
    .select('unsubscribe_token')
    .where('email', '=', 'ann@example.com')
    .executeTakeFirstOrThrow()
  await request(`/newsletter/unsubscribe?token=${token}`)
  expect((await status(db)).isActive).toBe(true)
  const result = await post(request, '/newsletter/unsubscribe', { token })
  expect(result.status).toBe(303)
  expect(result.headers.get('location')).toBe(`/newsletter/unsubscribe?state=done&token=${token}`)
  expect(await status(db)).toMatchObject({ isActive: false, isAwaited: false })
  expect((await status(db, 'bea@example.com')).isActive).toBe(true)
  await post(request, '/newsletter/unsubscribe', { token })
  const acts = await db.selectFrom('consents').select(['act', 'source']).where('act', '=', 'unsubscribed').execute()
  expect(acts).toEqual([{ act: 'unsubscribed', source: 'Page of the unsubscribe link' }])
})

test('a mail client unsubscribes with one click (RFC 8058), with any form encoding', async () => {
  const { db, request, smtp, sendMail } = await smtpApp()
  await makeReader({ db, request }, 'ann@example.com')
  await sendMail()
  await confirm(request, linkIn(smtp.received[0]!, 'confirm'))
  const header = smtp.received[0]!.headers.find(({ key }) => key === 'list-unsubscribe')!.value
  const { pathname, search } = new URL(header.slice(1, -1))
  const form = new FormData()
  form.set('List-Unsubscribe', 'One-Click')
  const result = await request(pathname + search, { body: form })
  expect(result.status).toBe(200)
  expect((await status(db)).isActive).toBe(false)
  const again = await post(request, pathname + search, { 'List-Unsubscribe': 'One-Click' })
  expect(again.status).toBe(200)
})

test('an unknown unsubscribe token gets the same response as a known one', async () => {
  const { db, request } = await testApp()
  await makeReader({ db, request }, 'ann@example.com')
  for (const token of ['', 'x', "' or 1=1 --"]) {
    const result = await post(request, '/newsletter/unsubscribe', { token })
    expect(result.headers.get('location')).toBe(
      `/newsletter/unsubscribe?${new URLSearchParams({ state: 'done', token })}`,
    )
  }
  expect((await status(db)).isActive).toBe(true)
})

/** Switches the digest on or off. */
async function switchDigest({ db }: Pick<TestApp, 'db'>, isOn: boolean) {
  const times = { every: 'week', weekday: 1, day: 1, hour: 9 } as const
  const digest = { isOn, ...times, subject: 'New on the blog', intro: '' }
  await db.transaction().execute((transaction) => writeDigest(transaction, digest, '2026-03-10T15:00:00.000Z'))
}

async function subscribed() {
  const app = await testApp()
  await switchDigest(app, true)
  await makeReader(app, 'ann@example.com')
  const row = await app.db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  const read = async () => {
    const { is_active, frequency } = await app.db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
    return { isActive: Boolean(is_active), frequency }
  }
  const acts = async () =>
    (await app.db.selectFrom('consents').select('act').orderBy('id').execute()).map(({ act }) => act)
  return { ...app, token: row.unsubscribe_token, read, acts }
}

test('a reader chooses only the digest, all newsletters again, leaves and comes back, each by a button', async () => {
  const { request, token, read, acts } = await subscribed()
  const fewer = await post(request, '/newsletter/frequency', { token, frequency: 'digest' })
  expect(fewer.status).toBe(303)
  expect(fewer.headers.get('location')).toBe(`/newsletter/unsubscribe?state=digest&token=${token}`)
  expect(await read()).toEqual({ isActive: true, frequency: 'digest' })
  await post(request, '/newsletter/frequency', { token, frequency: 'all' })
  expect(await read()).toEqual({ isActive: true, frequency: 'all' })
  await post(request, '/newsletter/unsubscribe', { token })
  const late = await post(request, '/newsletter/frequency', { token, frequency: 'digest' })
  expect(late.headers.get('location')).toBe(`/newsletter/unsubscribe?state=done&token=${token}`)
  expect(await read()).toEqual({ isActive: false, frequency: 'all' })
  const back = await post(request, '/newsletter/come-back', { token })
  expect(back.headers.get('location')).toBe(`/newsletter/unsubscribe?state=back&token=${token}`)
  expect(await read()).toEqual({ isActive: true, frequency: 'all' })
  expect(await acts()).toEqual(['signed-up', 'fewer-newsletters', 'all-newsletters', 'unsubscribed', 'resubscribed'])
})

test('a scanner that opens every link of the choices changes nothing', async () => {
  const { request, token, read, acts, db } = await subscribed()
  const paths = ['unsubscribe', 'frequency', 'come-back', 'confirm'].flatMap((page) =>
    ['', '&frequency=digest', '&state=done', '&state=digest', '&state=back'].map(
      (rest) => `/newsletter/${page}?token=${token}${rest}`,
    ),
  )
  const visitAll = async () => {
    for (const path of paths) for (const method of ['GET', 'HEAD']) await request(path, { method })
  }
  await visitAll()
  expect(await read()).toEqual({ isActive: true, frequency: 'all' })
  await post(request, '/newsletter/unsubscribe', { token })
  await visitAll()
  expect(await read()).toEqual({ isActive: false, frequency: 'all' })
  expect(await acts()).toEqual(['signed-up', 'unsubscribed'])
  expect(await db.selectFrom('subscribers').select('id').execute()).toHaveLength(1)
})

test('the same choice made twice at once is recorded once', async () => {
  const { request, token, read, acts } = await subscribed()
  const twice = (path: string, fields: Record<string, string>) =>
    Promise.all([1, 2].map(() => post(request, path, { token, ...fields })))
  for (const response of await twice('/newsletter/frequency', { frequency: 'digest' }))
    expect(response.status).toBe(303)
  await twice('/newsletter/unsubscribe', {})
  await twice('/newsletter/come-back', {})
  expect(await read()).toEqual({ isActive: true, frequency: 'digest' })
  expect(await acts()).toEqual(['signed-up', 'fewer-newsletters', 'unsubscribed', 'resubscribed'])
})

test('an unknown token gets the same responses to its choices as a known one, and changes nothing', async () => {
  const { request, token, read } = await subscribed()
  for (const [path, fields] of [
    ['/newsletter/frequency', { frequency: 'digest' }],
    ['/newsletter/come-back', {}],
    ['/newsletter/unsubscribe', {}],
  ] as const) {
    const locationOf = async (chosen: string) => {
      const response = await post(request, path, { token: chosen, ...fields })
      expect(response.status).toBe(303)
      return response.headers.get('location')!.replace(/token=.*/, '')
    }
    const unknown = [await locationOf('f'.repeat(32)), await locationOf(''), await locationOf('a\0b')]
    expect(await read()).toEqual({ isActive: true, frequency: 'all' })
    expect(new Set(unknown)).toEqual(new Set([await locationOf(token)]))
    await post(request, '/newsletter/frequency', { token, frequency: 'all' })
  }
})

test('a one-click request needs neither cookies nor redirects, and works from the same second on', async () => {
  const { request, token, read } = await subscribed()
  const response = await post(request, `/newsletter/unsubscribe?token=${token}`, { 'List-Unsubscribe': 'One-Click' })
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(response.headers.get('location')).toBeNull()
  expect(await read()).toMatchObject({ isActive: false })
})

test('who leaves after the owner deleted them stays unsubscribed when the deletion is undone', async () => {
  const { db, request, asOwner } = await testApp()
  await makeReader({ db, request }, 'ann@example.com')
  await makeReader({ db, request }, 'bea@example.com')
  const rows = await db.selectFrom('subscribers').selectAll().orderBy('id').execute()
  const json = { ids: rows.map(({ id }) => id) }
  expect((await asOwner('/api/subscribers/delete', { json })).status).toBe(200)
  await post(request, `/newsletter/unsubscribe?token=${rows[0]!.unsubscribe_token}`, {
    'List-Unsubscribe': 'One-Click',
  })
  await db.transaction().execute((transaction) =>
    recordReport(transaction, {
      ...{ source: 'mailgun', eventId: 'a', email: 'bea@example.com', kind: 'unsubscribed', detail: '' },
      at: '2026-03-10T15:00:00.000Z',
    }),
  )
  expect((await asOwner('/api/subscribers/restore', { json })).status).toBe(200)
  expect(await (await asOwner('/api/subscribers?sort=email')).json()).toMatchObject([
    { email: 'ann@example.com', status: 'unsubscribed' },
    { email: 'bea@example.com', status: 'unsubscribed' },
  ])
})

test('coming back replaces neither a confirmation nor a restored deletion', async () => {
  const { db, request } = await smtpApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com' } })
  const { unsubscribe_token: token } = await db.selectFrom('subscribers').selectAll().executeTakeFirstOrThrow()
  await post(request, '/newsletter/come-back', { token })
  expect(await status(db)).toMatchObject({ isActive: false, isAwaited: true })
  await db.updateTable('subscribers').set({ deleted_at: '2026-03-10T15:00:00.000Z', unconfirmed_at: null }).execute()
  await post(request, '/newsletter/come-back', { token })
  expect(await status(db)).toMatchObject({ isActive: false })
})

test('coming back does not activate a sign-up that was left unconfirmed, but leads to its confirmation', async () => {
  const { db, request, smtp, sendMail } = await smtpApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com' } })
  await sendMail()
  const token = linkIn(smtp.received[0]!, 'unsubscribe').searchParams.get('token')!
  await post(request, '/newsletter/unsubscribe', { token })
  const response = await post(request, '/newsletter/come-back', { token })
  expect(await status(db)).toMatchObject({ isActive: false })
  const link = new URL(response.headers.get('location')!, 'http://localhost:3000')
  expect(`${link.pathname} ${link.searchParams.get('state')}`).toBe('/newsletter/confirm back')
  await request(link.pathname + link.search)
  expect(await status(db)).toMatchObject({ isActive: false })
  expect((await confirm(request, link)).headers.get('location')).toBe('/newsletter/confirm?state=done')
  expect(await status(db)).toMatchObject({ isActive: true })
  await post(request, '/newsletter/unsubscribe', { token })
  const back = await post(request, '/newsletter/come-back', { token })
  expect(back.headers.get('location')).toBe(`/newsletter/unsubscribe?state=back&token=${token}`)
  const acts = (await db.selectFrom('consents').select('act').orderBy('id').execute()).map(({ act }) => act)
  expect(acts).toEqual(['signed-up', 'unsubscribed', 'confirmed', 'unsubscribed', 'resubscribed'])
})

test('a suppressed address that comes back is told that its mail stays stopped', async () => {
  const { db, request, token, read } = await subscribed()
  const created_at = '2026-03-10T15:00:00.000Z'
  await addSuppressions(db, [{ email: 'ann@example.com', reason: 'complaint', source: 'ses', created_at }])
  await post(request, '/newsletter/unsubscribe', { token })
  const back = await post(request, '/newsletter/come-back', { token })
  expect(back.headers.get('location')).toBe(`/newsletter/unsubscribe?state=stopped&token=${token}`)
  expect(await read()).toMatchObject({ isActive: true })
})

test('the page learns what a reader gets and whether there is a digest, and nothing else', async () => {
  const { db, request, token } = await subscribed()
  const choices = async (of: string) =>
    (await request(`/api/newsletter-choices?token=${encodeURIComponent(of)}`)).json() as Promise<unknown>
  expect(await choices(token)).toEqual({ frequency: 'all', hasDigest: true, hasLeft: false })
  await post(request, '/newsletter/frequency', { token, frequency: 'digest' })
  await switchDigest({ db }, false)
  expect(await choices(token)).toEqual({ frequency: 'digest', hasDigest: false, hasLeft: false })
  await post(request, '/newsletter/unsubscribe', { token })
  expect(await choices(token)).toEqual({ frequency: 'digest', hasDigest: false, hasLeft: true })
  expect(await choices('f'.repeat(32))).toEqual({ frequency: 'all', hasDigest: false, hasLeft: false })
  expect((await request('/api/newsletter-choices?token=a%00b')).status).toBe(400)
})

test('the digest cannot be chosen while it is off; who chose it before can go back to all newsletters', async () => {
  const { db, request, token, read } = await subscribed()
  await switchDigest({ db }, false)
  const refused = await post(request, '/newsletter/frequency', { token, frequency: 'digest' })
  expect(refused.headers.get('location')).toBe(`/newsletter/unsubscribe?token=${token}`)
  expect(await read()).toMatchObject({ frequency: 'all' })
  await db.updateTable('subscribers').set({ frequency: 'digest' }).execute()
  await post(request, '/newsletter/frequency', { token, frequency: 'all' })
  expect(await read()).toMatchObject({ frequency: 'all' })
})

test('a reader who presses too often gets the page again, with a sentence and the time to wait', async () => {
  const { request, token } = await subscribed()
  const press = (path: string, fields = {}) =>
    request(path, {
      body: String(new URLSearchParams({ token, newsletter: '7', ...fields })),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      from: '10.0.0.1',
    })
  for (let time = 0; time < 10; time++) expect((await press('/newsletter/come-back')).status).toBe(303)
  for (const path of ['/newsletter/come-back', '/newsletter/frequency']) {
    const response = await press(path)
    expect(response.status).toBe(429)
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    // The test renderer shows the path and the form response.
    expect(await response.text()).toBe(
      '/newsletter/unsubscribe {"form":"newsletter-link","values":{},"issues":[],"message":"That was a little fast. Please try again in a moment."}',
    )
  }
  expect((await press('/newsletter/unsubscribe')).status).toBe(303)
})
