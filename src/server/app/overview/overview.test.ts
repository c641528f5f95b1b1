import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { TEST_ORIGIN, type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Overview } from '../../../contract/app/overview.ts'
import { recordConversion } from '../../shop/conversions/conversions.repo.ts'
import { recordDemoRows } from '../demo/demo-rows.repo.ts'

async function readOverview({ asOwner }: TestApp): Promise<Overview> {
  const response = await asOwner('/api/overview')
  expect(response.status).toBe(200)
  return (await response.json()) as Overview
}

const doneOf = ({ start }: Overview) => start?.checklist?.filter(({ isDone }) => isDone).map(({ key }) => key)

test('an empty site has an overview without numbers, a welcome and a checklist with nothing done', async () => {
  const overview = await readOverview(await testApp())
  const nothing = { clicks: 0, revenue: '0.00', clicksBefore: 0, revenueBefore: '0.00' }
  expect(overview).toMatchObject({
    drafts: { count: 0, latest: [] },
    scheduled: { count: 0, next: null },
    messages: { unread: 0, spam: 0 },
    subscribers: { active: 0, joined: 0, left: 0 },
    sales: { week: nothing, month: nothing },
    health: { backup: { at: null, error: null }, mail: { isSetUp: false, failed: 0 }, failingJobs: [], problems: [] },
    start: { isWelcome: true },
  })
  expect(overview.sales?.days).toHaveLength(31)
  expect(overview.sales?.days.at(-1)?.date).toBe('2026-03-10')
  expect(doneOf(overview)).toEqual([])
})

test('it counts drafts, what is scheduled, messages, subscribers and sales', async () => {
  const app = await testApp()
  const { db } = app
  for (const number of [1, 2, 3, 4])
    await makePost(db, {
      title: `Draft ${number}`,
      slug: `draft-${number}`,
      published_at: null,
      updated_at: `2026-03-0${number}T12:00:00.000Z`,
    })
  await makePost(db, { title: 'Later', slug: 'later-one', published_at: '2026-03-20T12:00:00.000Z' })
  await makePost(db, { title: 'Soon', slug: 'soon-one', published_at: '2026-03-11T12:00:00.000Z' })
  const message = { name: 'Mia', email: 'mia@example.com', subject: 'Hello', message: 'A question' }
  for (const [is_read, is_spam] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const)
    await db
      .insertInto('contacts')
      .values({ ...message, is_read, is_spam, created_at: '2026-03-01T12:00:00.000Z' })
      .execute()
  for (const [email, is_active, created_at, unsubscribed_at] of [
    ['a@example.com', true, '2026-03-01T12:00:00.000Z', null],
    ['b@example.com', true, '2025-12-01T12:00:00.000Z', null],
    ['c@example.com', false, '2025-12-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    ['d@example.com', false, '2025-12-01T12:00:00.000Z', '2026-01-02T12:00:00.000Z'],
  ] as const)
    await db
      .insertInto('subscribers')
      .values({ email, is_active, created_at, unsubscribed_at, unsubscribe_token: email })
      .execute()
  for (const day of ['2026-03-10', '2026-03-02', '2026-02-08', '2026-02-07', '2026-01-08', '2026-01-07']) {
    await db.insertInto('daily_site_totals').values({ day, clicks: 10 }).execute()
    const sale = { input: { linkId: 'shop', revenue: '2.50' }, networkId: null, now: `${day}T12:00:00.000Z`, day }
    await recordConversion(db, sale)
  }

  const overview = await readOverview(app)
  expect(overview.drafts).toMatchObject({ count: 4 })
  expect(overview.drafts?.latest.map(({ title }) => title)).toEqual(['Draft 4', 'Draft 3', 'Draft 2'])
  expect(overview.scheduled).toMatchObject({ count: 2, next: { title: 'Soon' } })
  expect(overview.messages).toEqual({ unread: 1, spam: 2 })
  expect(overview.subscribers).toEqual({ active: 2, joined: 1, left: 1 })
  expect(overview.sales).toMatchObject({
    week: { clicks: 10, revenue: '2.50', clicksBefore: 10, revenueBefore: '2.50' },
    month: { clicks: 30, revenue: '7.50', clicksBefore: 20, revenueBefore: '5.00' },
  })
})

test('it names newsletters that were not sent at their time, are delayed, or that the site has paused', async () => {
  const app = await testApp()
  const states = [
    ['A draft', { state: 'draft' }],
    ['Put back', { state: 'draft', note: 'It was not sent at its time: Please write a subject.' }],
    ['Paused by her', { state: 'paused', sent_subject: 'Paused by her' }],
    ['Paused', { state: 'paused', sent_subject: 'Paused by the site', note: 'The mail server refuses all of it.' }],
    ['Sending', { state: 'sending', sent_subject: 'Sending' }],
    ['Delayed', { state: 'sending', sent_subject: 'Delayed', note: 'It is tried again by itself.' }],
  ] as const
  for (const [at, [title, values]] of states.entries()) {
    const id = await makePost(app.db, { kind: 'newsletter', title, slug: `newsletter-${at}` })
    await app.db
      .updateTable('newsletters')
      .set({ ...values, updated_at: `2026-03-0${at + 1}T12:00:00.000Z` })
      .where('post_id', '=', id)
      .execute()
  }
  expect((await readOverview(app)).stopped).toEqual([
    { id: expect.any(Number), subject: 'Delayed', reason: 'delayed' },
    { id: expect.any(Number), subject: 'Paused by the site', reason: 'paused' },
    { id: expect.any(Number), subject: 'Put back', reason: 'put-back' },
  ])
})

test('the checklist ticks itself, and ends when all is done', async () => {
  const app = await testApp({ smtpUrl: 'smtp://mail.example:25' })
  expect(doneOf(await readOverview(app))).toEqual(['mail'])
  await makePost(app.db, { published_at: null })
  expect((await readOverview(app)).start?.isWelcome).toBe(false)
  expect(doneOf(await readOverview(app))).toEqual(['mail'])
  await makePost(app.db)
  await makeProduct(app.db)
  expect(doneOf(await readOverview(app))).toEqual(['post', 'product', 'mail'])
  const settings = { brand: 'Mine', aboutText: 'I write about skincare.' }
  await app.asOwner('/api/settings', { method: 'PUT', json: settings })
  expect(doneOf(await readOverview(app))).toEqual(['name', 'post', 'product', 'about', 'mail'])
  expect((await app.asOwner('/api/backups', { method: 'POST' })).status).toBe(202)
  await app.jobs.runDueJobs()
  expect(await (await app.asOwner('/api/backups')).json()).toMatchObject({ lastError: null })
  expect((await readOverview(app)).start).toEqual({ isWelcome: false, checklist: null })
})

test('a program or a Pinterest profile brings verification into the checklist', async () => {
  const app = await testApp()
  const stateOf = async () =>
    (await readOverview(app)).start?.checklist?.find(({ key }) => key === 'verification')?.isDone
  expect(await stateOf()).toBeUndefined()
  const put = (path: string, json: object) => app.asOwner(path, { method: 'PUT', json })
  expect((await put('/api/settings', { pinterest: 'https://www.pinterest.com/nora' })).status).toBe(200)
  expect(await stateOf()).toBe(false)
  const nothing = {
    google: '',
    bing: '',
    pinterest: '',
    facebook: '',
    impact: '',
    tags: [],
    files: [],
    securityTxt: false,
  }
  expect((await put('/api/verification', { ...nothing, google: 'abc' })).status).toBe(200)
  expect(await stateOf()).toBe(false)
  expect((await put('/api/verification', { ...nothing, pinterest: 'abc' })).status).toBe(200)
  expect(await stateOf()).toBe(true)
  expect((await put('/api/settings', { pinterest: '' })).status).toBe(200)
  expect(await stateOf()).toBeUndefined()
  expect((await app.asOwner('/api/programs', { json: { name: 'Impact of a shop' } })).status).toBe(201)
  expect(await stateOf()).toBe(true)
})

test('a site that shows the demo has no list of undone steps; it begins when the demo is removed', async () => {
  const app = await testApp()
  await recordDemoRows(app.db, 'posts', [await makePost(app.db)])
  expect((await readOverview(app)).start).toEqual({ isWelcome: false, checklist: null })
  await app.db.updateTable('demo_rows').set({ removed_at: '2026-03-09T12:00:00.000Z' }).execute()
  await app.db.updateTable('posts').set({ deleted_at: '2026-03-09T12:00:00.000Z' }).execute()
  expect(doneOf(await readOverview(app))).toEqual([])
})

test('an about page that is public ticks the checklist like the text of the settings', async () => {
  const app = await testApp()
  const about = await makePost(app.db, { kind: 'page', slug: 'about', published_at: null })
  expect(doneOf(await readOverview(app))).toEqual([])
  await app.db.updateTable('posts').set({ published_at: '2026-03-01T00:00:00.000Z' }).where('id', '=', about).execute()
  expect(doneOf(await readOverview(app))).toEqual(['about'])
})

test('the welcome and the checklist end for good when the owner ends them', async () => {
  const app = await testApp()
  const end = (json: unknown) => app.asOwner('/api/overview/dismissed', { method: 'PUT', json })
  expect((await end({ welcome: true })).status).toBe(200)
  expect((await readOverview(app)).start).toMatchObject({ isWelcome: false, checklist: expect.any(Array) })
  expect((await end({ checklist: true })).status).toBe(200)
  expect((await readOverview(app)).start).toEqual({ isWelcome: false, checklist: null })
  expect((await end({ welcome: false })).status).toBe(400)
})

test('a site whose settings were changed is not welcomed', async () => {
  const app = await testApp()
  await app.asOwner('/api/settings', { method: 'PUT', json: { timeZone: 'Europe/Paris' } })
  expect((await readOverview(app)).start?.isWelcome).toBe(false)
})

test('a part that cannot be read is null, and the rest is there', async () => {
  const app = await testApp()
  await app.db.schema.alterTable('daily_site_totals').renameTo('elsewhere').execute()
  const overview = await readOverview(app)
  expect(overview.sales).toBeNull()
  expect(overview.drafts).toEqual({ count: 0, latest: [] })
  expect(app.logged.join()).toContain('a part of the overview could not be read')
})

test('health counts posts, pages and products with pictures on other sites, and not those of drafts and of the site', async () => {
  const app = await testApp()
  const { db } = app
  const text = (src: string) => `<p>Text</p><img src="${src}" alt="A jar">`
  const away = 'https://lh3.googleusercontent.com/docs/a'
  await makePost(db, { content: `${text('/media/k/640.jpg')}<p><a href="${away}">http</a></p>` })
  await makePost(db, { content: text(`${TEST_ORIGIN}/media/k/640.jpg`), cover_image: `${TEST_ORIGIN}/media/k/640.jpg` })
  await makePost(db, { content: text(away), published_at: null })
  await makePost(db, { content: text(away), deleted_at: '2026-03-01T12:00:00.000Z' })
  await makePost(db, { content: text('//cdn.example/a.png'), kind: 'page' })
  await makePost(db, { cover_image: away, published_at: '2026-04-01T12:00:00.000Z' })
  const id = await makePost(db, {
    title: 'Both',
    content: text(`${TEST_ORIGIN}/media/k/640.jpg`) + text(away),
    updated_at: '2026-03-09T12:00:00.000Z',
  })
  await makeProduct(db, { image_url: away })
  await makeProduct(db, { image_url: '/media/k/640.jpg' })
  await makeProduct(db, { image_url: away, is_active: false })
  const { health } = await readOverview(app)
  expect(health!.picturesElsewhere).toEqual({ posts: 3, products: 1, latest: { id, title: 'Both' } })
})

test('pictures elsewhere are searched again after every change of a post or product', async () => {
  const app = await testApp()
  const away = 'https://lh3.googleusercontent.com/docs/a'
  const found = async () => {
    const { posts, products } = (await readOverview(app)).health!.picturesElsewhere
    return [posts, products]
  }
  expect(await found()).toEqual([0, 0])
  const id = await makePost(app.db, { cover_image: away })
  expect(await found()).toEqual([1, 0])
  expect((await app.asOwner(`/api/posts/${id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await found()).toEqual([0, 0])
  const product = await makeProduct(app.db, { image_url: away })
  expect(await found()).toEqual([0, 1])
  const hidden = await app.asOwner('/api/products/deactivate', { json: { ids: [product] } })
  expect(hidden.status, await hidden.text()).toBe(200)
  expect(await found()).toEqual([0, 0])
})

test('a public site wants the facts of the privacy policy until they are there or the owner wrote it herself', async () => {
  const readRequest = async (app: TestApp) => {
    const { start, health } = await readOverview(app)
    return [start?.checklist?.find(({ key }) => key === 'facts')?.isDone, health?.policy]
  }
  expect(await readRequest(await testApp())).toEqual([undefined, null])
  const app = await testApp({ isPublic: true })
  const facts = { ownerName: 'Rosa Linden', postalAddress: 'PO Box 12', serverCountry: 'Germany', children: 'no' }
  await app.asOwner('/api/settings', { method: 'PUT', json: facts })
  expect(await readRequest(app)).toEqual([false, { isOwn: false, missing: ['Readers are mainly in'] }])
  await app.asOwner('/api/settings', { method: 'PUT', json: { readers: 'us' } })
  expect(await readRequest(app)).toEqual([true, { isOwn: false, missing: [] }])
  await app.asOwner('/api/settings', { method: 'PUT', json: { ownerName: '' } })
  await makePost(app.db, { kind: 'page', slug: 'privacy-policy' })
  expect(await readRequest(app)).toMatchObject([true, { isOwn: true }])
})

test('a tab that not every site needs is used once it has something to list', async () => {
  const { db, asOwner } = await testApp()
  const used = async () => (await asOwner('/api/used-tabs')).json()
  expect(await used()).toEqual({ ingredients: false, routines: false, programs: false })
  const dated = { created_at: '2026-03-10T12:00:00.000Z', updated_at: '2026-03-10T12:00:00.000Z' }
  await db
    .insertInto('ingredients')
    .values({
      name: 'Niacinamide',
      slug: 'niacinamide',
      inci: '',
      synonyms: '[]',
      summary: '',
      details: '{}',
      is_linked: true,
      is_active: true,
      ...dated,
    })
    .execute()
  expect(await used()).toEqual({ ingredients: true, routines: false, programs: false })
  await db.updateTable('ingredients').set({ deleted_at: dated.updated_at }).execute()
  expect(await used()).toEqual({ ingredients: false, routines: false, programs: false })
})
