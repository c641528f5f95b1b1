import { expect, onTestFinished, test } from 'vitest'
import { makePost } from '../../../../test/factories.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { AutomaticNewsletter } from '../../../contract/audience/automatic-newsletters.ts'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'

const SENTENCE = 'Please enter your name and postal address first: the law wants both in every newsletter.'
const ADDRESS = 'Nora Ellery, PO Box 12, Portland, ME 04101'

async function siteWithMail(settings: object = {}) {
  const smtp = await startSmtp()
  onTestFinished(() => smtp.close())
  const app = await testApp({ smtpUrl: smtp.url, settings })
  await app.db
    .insertInto('subscribers')
    .values({
      email: 'ann@example.com',
      name: 'Ann',
      is_active: true,
      unsubscribe_token: 'token-Ann',
      created_at: '2026-03-01T00:00:00.000Z',
    })
    .execute()
  return { app, smtp }
}

const write = ({ db }: TestApp) =>
  makePost(db, { kind: 'newsletter', title: 'My morning', content: '<p>Three steps.</p>', published_at: null })

const send = ({ asOwner }: TestApp, id: number, at: string | null = null) =>
  asOwner(`/api/newsletters/${id}/send`, { json: { at } })

const state = async (app: TestApp, change: object) =>
  expect((await app.asOwner('/api/settings', { method: 'PUT', json: change })).status).toBe(200)

const read = async <T>({ asOwner }: TestApp, path: string) => (await (await asOwner(path)).json()) as T

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')

test('every newsletter carries name and postal address of the sender, in HTML and plain text', async () => {
  const { app, smtp } = await siteWithMail()
  expect((await send(app, await write(app))).status).toBe(200)
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]!.html).toContain(ADDRESS)
  expect(inOneLine(smtp.received[0]!.text!)).toContain(ADDRESS)
})

test.for([{ ownerName: '' }, { postalAddress: '' }])('with %j no newsletter is sent or scheduled', async (missing) => {
  const { app, smtp } = await siteWithMail(missing)
  const id = await write(app)
  for (const at of [null, '2026-03-11T08:00:00.000Z']) {
    const refused = await send(app, id, at)
    expect([refused.status, await refused.json()]).toEqual([409, { message: SENTENCE }])
  }
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  await state(app, { ownerName: 'Nora Ellery', postalAddress: 'PO Box 12' })
  expect((await send(app, id)).status).toBe(200)
})

test('a scheduled newsletter whose address was removed is put back with the reason', async () => {
  const { app, smtp } = await siteWithMail()
  const id = await write(app)
  expect((await send(app, id, '2026-03-10T16:00:00.000Z')).status).toBe(200)
  await state(app, { postalAddress: '' })
  app.setNow('2026-03-10T16:00:01.000Z')
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  expect(await read<Newsletter>(app, `/api/newsletters/${id}`)).toMatchObject({
    state: 'draft',
    note: `It was not sent at its time: ${SENTENCE}`,
  })
  const { stopped } = await read<{ stopped: object[] }>(app, '/api/overview')
  expect(stopped).toEqual([{ id, subject: 'My morning', reason: 'put-back' }])
})

test('a newsletter that is being sent keeps the address with which it began', async () => {
  const { app, smtp } = await siteWithMail()
  expect((await send(app, await write(app))).status).toBe(200)
  await state(app, { postalAddress: '' })
  await app.sendNewsletters()
  expect(smtp.received[0]!.html).toContain(ADDRESS)
})

async function addWelcome(app: TestApp): Promise<number> {
  const added = await app.asOwner('/api/automatic-newsletters', { json: { kind: 'welcome' } })
  const { id } = (await added.json()) as { id: number }
  await app.db.updateTable('posts').set({ content: '<p>Hello!</p>' }).where('id', '=', id).execute()
  return id
}

async function confirmReader(app: TestApp, id: number): Promise<void> {
  const at = '2026-03-10T15:00:00.000Z'
  const { id: subscriber } = await app.db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  await app.db
    .insertInto('newsletter_recipients')
    .values({ newsletter_id: id, subscriber_id: subscriber, email: 'ann@example.com', state: 'waiting', next_at: at })
    .execute()
}

test('automatic newsletters are not switched on without the address, wait where it was removed, and go on with it', async () => {
  const { app, smtp } = await siteWithMail({ postalAddress: '' })
  const id = await addWelcome(app)
  const switchOn = () => app.asOwner(`/api/automatic-newsletters/${id}/switch-on`, { method: 'POST' })
  const refused = await switchOn()
  expect([refused.status, await refused.json()]).toEqual([409, { message: SENTENCE }])

  await state(app, { postalAddress: 'PO Box 12\nPortland, ME 04101' })
  expect((await switchOn()).status).toBe(200)
  await state(app, { postalAddress: '' })
  await confirmReader(app, id)
  await app.sendNewsletters()
  expect(smtp.received).toEqual([])
  const [waiting] = await read<AutomaticNewsletter[]>(app, '/api/automatic-newsletters')
  expect(waiting).toMatchObject({ state: 'paused', note: SENTENCE })
  const { stopped } = await read<{ stopped: object[] }>(app, '/api/overview')
  expect(stopped).toEqual([{ id, subject: 'Welcome', reason: 'paused' }])
  expect((await app.asOwner(`/api/newsletters/${id}/resume`, { json: {} })).status).toBe(409)

  await state(app, { postalAddress: 'Another Lane 3' })
  await app.sendNewsletters()
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]!.html).toContain('Nora Ellery, Another Lane 3')
})

test('the digest is not switched on without the address', async () => {
  const { app } = await siteWithMail({ ownerName: '' })
  const digest = {
    isOn: true,
    every: 'week',
    weekday: 1,
    day: 1,
    hour: 9,
    subject: 'New on the blog',
    intro: '',
  }
  const save = () => app.asOwner('/api/digest', { method: 'PUT', json: digest })
  const refused = await save()
  expect([refused.status, await refused.json()]).toEqual([409, { message: SENTENCE }])
  await state(app, { ownerName: 'Nora Ellery' })
  expect((await save()).status).toBe(200)
})

test('a confirmation names the sender where it is known, and is sent where it is not', async () => {
  const { app, smtp } = await siteWithMail()
  await app.request('/api/subscribers', { json: { email: 'bea@example.com' } })
  await app.sendMail()
  expect(smtp.received[0]!.html).toContain(ADDRESS)
  expect(smtp.received[0]!.text).toContain(ADDRESS)
  await state(app, { ownerName: '', postalAddress: '' })
  await app.request('/api/subscribers', { json: { email: 'cia@example.com' } })
  await app.sendMail()
  expect(smtp.received).toHaveLength(2)
  expect(smtp.received[1]!.text).toContain('Unsubscribe:')
})
