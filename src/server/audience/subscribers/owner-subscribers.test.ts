import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { ImportReport, Subscriber, SubscriberRecord } from '../../../contract/audience/subscriber-list.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { addSuppressions } from '../suppressions/suppressions.repo.ts'
import { createSubscriber } from './subscribers.repo.ts'

type AsOwner = TestApp['asOwner']

async function add(db: TestApp['db'], email: string, name?: string, at = '2026-03-01T10:00:00.000Z'): Promise<number> {
  return (await createSubscriber(db, { email, name, isActive: true }, at))!
}

async function list(asOwner: AsOwner, query = ''): Promise<Subscriber[]> {
  const response = await asOwner(`/api/subscribers${query}`)
  expect(response.status).toBe(200)
  return (await response.json()) as Subscriber[]
}

const emails = async (asOwner: AsOwner, query = '') => (await list(asOwner, query)).map(({ email }) => email)
const put = (asOwner: AsOwner, id: number, json: unknown) => asOwner(`/api/subscribers/${id}`, { method: 'PUT', json })

test('GET /api/subscribers returns the fields of the specification, newest first', async () => {
  const { request, asOwner, setNow } = await testApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com', name: 'Ann' } })
  setNow('2026-03-11T15:00:00.000Z')
  await request('/api/subscribers', { json: { email: 'bea@example.com' } })
  const [bea, ann] = await list(asOwner)
  expect(bea).toMatchObject({ email: 'bea@example.com', name: null })
  expect(ann).toEqual({
    id: ann!.id,
    email: 'ann@example.com',
    name: 'Ann',
    createdAt: '2026-03-10T15:00:00.000Z',
    isActive: false,
    status: 'unconfirmed',
    unsubscribeUrl: expect.stringMatching(/^http:\/\/localhost:3000\/newsletter\/unsubscribe\?token=[0-9a-f]{32}$/),
    source: '',
    frequency: 'all',
    tags: [],
    suppression: null,
  })
  expect(bea!.unsubscribeUrl).not.toBe(ann!.unsubscribeUrl)
})

test('subscribers are searched, filtered, sorted and paged', async () => {
  const { db, asOwner } = await testApp()
  await add(db, 'bea@example.com', 'Bea', '2026-03-01T10:00:00.000Z')
  await add(db, 'ada@mail.example', undefined, '2026-03-02T10:00:00.000Z')
  const cleo = await add(db, 'cleo@example.com', 'Cleo', '2026-03-03T10:00:00.000Z')
  await put(asOwner, cleo, { isActive: false })
  await createSubscriber(db, { email: 'dora@example.com', isActive: false }, '2026-03-04T10:00:00.000Z')
  expect(await emails(asOwner, '?q=EXAMPLE.com&sort=email')).toEqual([
    'bea@example.com',
    'cleo@example.com',
    'dora@example.com',
  ])
  expect(await emails(asOwner, '?q=bea')).toEqual(['bea@example.com'])
  expect(await emails(asOwner, '?status=active')).toEqual(['ada@mail.example', 'bea@example.com'])
  expect(await emails(asOwner, '?status=unsubscribed')).toEqual(['cleo@example.com'])
  expect(await emails(asOwner, '?status=unconfirmed')).toEqual(['dora@example.com'])
  expect(await emails(asOwner, '?sort=name&direction=desc')).toEqual([
    'cleo@example.com',
    'bea@example.com',
    'dora@example.com',
    'ada@mail.example',
  ])
  expect((await list(asOwner, '?sort=status')).map(({ status }) => status)).toEqual([
    'active',
    'active',
    'unconfirmed',
    'unsubscribed',
  ])
  expect(await emails(asOwner, '?limit=1&page=2')).toEqual(['cleo@example.com'])
})

test('the list says which addresses are suppressed and why, and is filtered by it', async () => {
  const { db, asOwner } = await testApp()
  for (const name of ['ann', 'bea', 'cleo', 'dora']) await add(db, `${name}@example.com`)
  const [dora] = await list(asOwner, '?q=dora')
  await put(asOwner, dora!.id, { isActive: false })
  const created_at = '2026-03-10T15:00:00.000Z'
  await addSuppressions(db, [
    { email: 'bea@example.com', reason: 'complaint', source: 'ses', created_at },
    { email: 'dora@example.com', reason: 'hard-bounce', source: 'smtp', created_at },
    { email: 'other@example.com', reason: 'owner', source: 'owner', created_at },
  ])
  const shown = async (query: string) =>
    (await list(asOwner, query)).map(({ email, status, suppression }) => [email.split('@')[0], status, suppression])
  expect(await shown('?sort=email')).toEqual([
    ['ann', 'active', null],
    ['bea', 'active', 'complaint'],
    ['cleo', 'active', null],
    ['dora', 'unsubscribed', 'hard-bounce'],
  ])
  expect(await shown('?sort=email&status=suppressed')).toEqual([
    ['bea', 'active', 'complaint'],
    ['dora', 'unsubscribed', 'hard-bounce'],
  ])
  const response = await asOwner('/api/subscribers?status=suppressed&limit=1')
  expect(response.headers.get('x-total-count')).toBe('2')
  const csv = await (await asOwner('/api/subscribers.csv?status=suppressed')).text()
  expect(
    csv
      .trimEnd()
      .split(/\r?\n/)
      .map((line) => line.split(',').at(-1)),
  ).toEqual(['suppressed', 'complaint', 'hard-bounce'])
})

test('the owner unsubscribes a subscriber, and needs a consent note to reactivate them', async () => {
  const { db, asOwner } = await testApp()
  const id = await add(db, 'ann@example.com')
  expect(await (await put(asOwner, id, { isActive: false })).json()).toMatchObject({ status: 'unsubscribed' })
  for (const json of [{ isActive: true }, { isActive: true, consent: 'yes' }]) {
    const refused = await put(asOwner, id, json)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({
      message: 'Please say how they agreed to get the newsletter',
      issues: [{ path: 'consent', message: 'Please say how they agreed to get the newsletter' }],
    })
  }
  const again = await put(asOwner, id, { isActive: true, consent: 'She asked me by mail today.' })
  expect(await again.json()).toMatchObject({
    status: 'active',
    isActive: true,
    consents: [
      { act: 'unsubscribed', source: 'Owner' },
      { act: 'resubscribed', text: 'She asked me by mail today.', at: '2026-03-10T15:00:00.000Z' },
    ],
  })
})

test('the consent log records what was agreed to, when and where', async () => {
  const { request, asOwner } = await testApp()
  await request('/api/subscribers', { json: { email: 'ann@example.com' } })
  const [{ id }] = (await list(asOwner)) as [Subscriber]
  const record = (await (await asOwner(`/api/subscribers/${id}`)).json()) as SubscriberRecord
  expect(record.consents).toEqual([
    {
      act: 'signed-up',
      source: 'Newsletter form of the site',
      text: 'The words of the form are not known: it was none of this site, or had others than now.',
      at: '2026-03-10T15:00:00.000Z',
      form: null,
      page: null,
      language: null,
      policy: null,
    },
  ])
})

test('a deleted subscriber can be restored for a day, after which all their data is purged', async () => {
  const { db, asOwner } = await testApp()
  const id = await add(db, 'ann@example.com')
  await put(asOwner, id, { isActive: false })
  await asOwner(`/api/subscribers/${id}`, { method: 'DELETE' })
  expect(await list(asOwner)).toEqual([])
  expect((await asOwner(`/api/subscribers/${id}`)).status).toBe(404)
  await cleanUp(db, new Date('2026-03-11T14:00:00.000Z'))
  expect((await asOwner(`/api/subscribers/${id}/restore`, { method: 'POST' })).status).toBe(200)
  expect(await list(asOwner)).toHaveLength(1)
  await asOwner(`/api/subscribers/${id}`, { method: 'DELETE' })
  await cleanUp(db, new Date('2026-03-11T16:00:00.000Z'))
  expect((await asOwner(`/api/subscribers/${id}/restore`, { method: 'POST' })).status).toBe(404)
  for (const table of ['subscribers', 'consents', 'confirmations'] as const)
    expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
  expect(JSON.stringify(await db.selectFrom('audit_log').selectAll().execute())).not.toContain('ann@')
})

test('a sign-up after a deletion starts with an empty consent log', async () => {
  const { db, request, asOwner } = await testApp()
  const id = await add(db, 'ann@example.com', 'Ann')
  await asOwner(`/api/subscribers/${id}`, { method: 'DELETE' })
  await request('/api/subscribers', { json: { email: 'ann@example.com' } })
  expect(await list(asOwner)).toMatchObject([{ email: 'ann@example.com', name: null, status: 'unconfirmed' }])
  expect((await asOwner(`/api/subscribers/${id}/restore`, { method: 'POST' })).status).toBe(404)
})

test('several subscribers are unsubscribed, deleted and restored at once', async () => {
  const { db, asOwner } = await testApp()
  const ids = [await add(db, 'a@example.com'), await add(db, 'b@example.com'), await add(db, 'c@example.com')]
  await asOwner('/api/subscribers/unsubscribe', { json: { ids: ids.slice(0, 2) } })
  expect(await emails(asOwner, '?status=active')).toEqual(['c@example.com'])
  await asOwner('/api/subscribers/delete', { json: { ids } })
  expect(await list(asOwner)).toEqual([])
  await asOwner('/api/subscribers/restore', { json: { ids } })
  expect(await list(asOwner)).toHaveLength(3)
})

async function importFile(asOwner: AsOwner, csv: string, isDryRun = false): Promise<ImportReport> {
  const json = { csv, consent: 'Signed the list at the workshop in May', isDryRun }
  const response = await asOwner('/api/subscribers/import', { json })
  expect(response.status).toBe(200)
  return (await response.json()) as ImportReport
}

test('an import has a dry run, then adds new subscribers with the consent note', async () => {
  const { db, asOwner } = await testApp()
  await add(db, 'known@example.com', 'Known')
  const left = await add(db, 'left@example.com')
  await put(asOwner, left, { isActive: false })
  const csv =
    'email,name\nnew@example.com,New One\nKNOWN@example.com,Other\nleft@example.com,\nnonsense,Nobody\nnew@example.com,Again\n'
  const counts = {
    new: 1,
    alreadyThere: 1,
    unsubscribedBefore: 1,
    stillActive: 0,
    suppressed: 0,
    erased: 0,
    invalid: 1,
    invalidRows: [{ line: 5, text: 'nonsense, Nobody' }],
    open: 0,
    questions: [],
  }
  expect(await importFile(asOwner, csv, true)).toEqual({ ...counts, isDryRun: true })
  expect(await list(asOwner)).toHaveLength(2)
  expect(await importFile(asOwner, csv)).toEqual({ ...counts, isDryRun: false })
  expect((await list(asOwner, '?sort=email')).map(({ email, name, status }) => [email, name, status])).toEqual([
    ['known@example.com', 'Known', 'active'],
    ['left@example.com', null, 'unsubscribed'],
    ['new@example.com', 'New One', 'active'],
  ])
  const [added] = await list(asOwner, '?q=new@')
  const record = (await (await asOwner(`/api/subscribers/${added!.id}`)).json()) as SubscriberRecord
  expect(record.consents).toMatchObject([{ act: 'imported', text: 'Signed the list at the workshop in May' }])
  expect(await importFile(asOwner, csv)).toMatchObject({ new: 0, alreadyThere: 2 })
})

test.each([
  ['a header of another program', 'Email Address,First Name,Last Name\nann@example.com,Ann,Lee'],
  ['semicolons and a byte order mark', '\ufeffname;e-mail\nAnn Lee;ann@example.com'],
  ['tabs', 'email\tname\r\nann@example.com\tAnn Lee\r\n'],
  ['no header', 'ann@example.com,Ann Lee'],
  ['more columns than named', 'email,name\nann@example.com,Ann Lee,extra,extra'],
  ['an apostrophe before a formula', "email,name\n ann@example.com ,'Ann Lee".replace("'", '')],
])('a file with %s is parsed', async (_, csv) => {
  const { asOwner } = await testApp()
  expect(await importFile(asOwner, csv)).toMatchObject({ new: 1, invalid: 0 })
  expect(await list(asOwner)).toMatchObject([{ email: 'ann@example.com', name: 'Ann Lee' }])
})

test.each([
  ['the export of another site', 'status', ['Unsubscribed', 'Unconfirmed'], ['Active']],
  ['listmonk', 'status', ['disabled', 'blocklisted'], ['enabled']],
  ['Kit', 'state', ['cancelled', 'bounced', 'complained', 'inactive'], ['active']],
  ['Mailchimp', 'Status', ['cleaned', 'Non-Subscribed'], ['Subscribed']],
  ['Mailchimp', 'UNSUB_TIME', ['2026-01-05 10:00:00'], ['']],
  ['Ghost', 'subscribed_to_emails', ['false'], ['true']],
  ['Substack', 'email_disabled', ['true'], ['false']],
])('a file of %s does not subscribe who has left there', async (_, column, left, subscribed) => {
  const { asOwner } = await testApp()
  const rows = [...left, ...subscribed].map((value, index) => `reader-${index}@example.com,${value}`)
  expect(await importFile(asOwner, `email,${column}\n${rows.join('\n')}`)).toMatchObject({
    ...{ new: subscribed.length, unsubscribedBefore: left.length, invalid: 0 },
  })
  expect((await list(asOwner, '?sort=email&status=active')).map(({ email }) => email)).toEqual(
    subscribed.map((__, index) => `reader-${left.length + index}@example.com`),
  )
})

test('who is active here although the file says they left is counted apart and stays active', async () => {
  const { db, asOwner } = await testApp()
  await add(db, 'ann@example.com')
  const csv = 'email,Status\nann@example.com,unsubscribed\nbea@example.com,unsubscribed'
  for (const isDryRun of [true, false])
    expect(await importFile(asOwner, csv, isDryRun)).toMatchObject({ new: 0, unsubscribedBefore: 1, stillActive: 1 })
  expect(await list(asOwner, '?sort=email')).toMatchObject([
    { email: 'ann@example.com', status: 'active' },
    { email: 'bea@example.com', status: 'unsubscribed' },
  ])
})

test('nothing is imported over a status that is not understood, until the owner says what it means', async () => {
  const { db, asOwner } = await testApp()
  const consent = 'Signed the list at the workshop in May'
  const csv = 'email,Status\nann@example.com,VIP\nbea@example.com,Gold\ncleo@example.com,unsubscribed'
  const send = (json: object) => asOwner('/api/subscribers/import', { json: { csv, consent, ...json } })
  expect(await importFile(asOwner, csv, true)).toMatchObject({
    ...{ new: 0, open: 2, unsubscribedBefore: 1 },
    questions: [
      { column: 'Status', value: 'VIP', rows: 1, meaning: null },
      { column: 'Status', value: 'Gold', rows: 1, meaning: null },
    ],
  })
  const vip = { column: 'Status', value: 'VIP', meaning: 'subscribed' }
  const refused = await send({ isDryRun: false, meanings: [vip] })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toEqual({
    message: 'Please say first what Status = Gold means. Nothing was imported.',
  })
  expect(await db.selectFrom('subscribers').select('id').execute()).toEqual([])
  for (const meanings of [[{ ...vip, meaning: 'maybe' }], Array.from({ length: 601 }, () => vip)])
    expect((await send({ isDryRun: true, meanings })).status).toBe(400)
  const meanings = [vip, { column: 'Status', value: 'Gold', meaning: 'left' }]
  const imported = await send({ isDryRun: false, meanings })
  expect(await imported.json()).toMatchObject({ new: 1, open: 0, unsubscribedBefore: 2 })
  expect(await list(asOwner, '?status=active')).toMatchObject([{ email: 'ann@example.com' }])
})

test('who left or bounced elsewhere is kept as that, with what the file says, and who never agreed is not stored', async () => {
  const { db, asOwner } = await testApp()
  const csv = `Email,Subscribed on,Source,Global status
ann@example.com,2025-01-02 10:00:00,Landing page,Subscribed
bea@example.com,2025-01-02 10:00:00,,Unsubscribed
cleo@example.com,,,Bounced
dora@example.com,,,Unconfirmed
eve@example.com,,,Complained`
  for (let times = 1; times <= 2; times++) await importFile(asOwner, csv)
  const records = await list(asOwner, '?sort=email')
  expect(records).toMatchObject([
    { email: 'ann@example.com', status: 'active' },
    { email: 'bea@example.com', status: 'unsubscribed', source: 'import' },
  ])
  const consents = await db.selectFrom('consents').select(['act', 'text']).orderBy('id').execute()
  expect(consents).toEqual([
    {
      act: 'imported',
      text: 'Signed the list at the workshop in May\nSubscribed on: 2025-01-02 10:00:00\nSource: Landing page',
    },
    { act: 'unsubscribed', text: 'Global status: Unsubscribed' },
  ])
  expect(await db.selectFrom('suppressions').select(['email', 'reason', 'detail']).orderBy('email').execute()).toEqual([
    { email: 'cleo@example.com', reason: 'hard-bounce', detail: 'In the imported file: Global status: Bounced' },
    { email: 'eve@example.com', reason: 'complaint', detail: 'In the imported file: Global status: Complained' },
  ])
  // A file that does not say so subscribes none of them.
  expect(await importFile(asOwner, 'email\nbea@example.com\ncleo@example.com')).toMatchObject({
    ...{ new: 0, unsubscribedBefore: 1, suppressed: 1 },
  })
})

test('the export of one site keeps its suppressed and unsubscribed readers out of another', async () => {
  const first = await testApp()
  for (const name of ['ann', 'bea', 'cleo', 'dora']) await add(first.db, `${name}@example.com`, name)
  const [cleo] = await list(first.asOwner, '?q=cleo')
  await put(first.asOwner, cleo!.id, { isActive: false })
  await first.asOwner('/api/suppressions', { json: { emails: ['bea@example.com'] } })
  const csv = await (await first.asOwner('/api/subscribers.csv')).text()
  const second = await testApp()
  expect(await importFile(second.asOwner, csv)).toMatchObject({ new: 2, unsubscribedBefore: 1, suppressed: 1 })
  expect((await list(second.asOwner, '?sort=email&status=active')).map(({ email }) => email)).toEqual([
    'ann@example.com',
    'dora@example.com',
  ])
  expect(await second.db.selectFrom('suppressions').select(['email', 'reason']).execute()).toEqual([
    { email: 'bea@example.com', reason: 'owner' },
  ])
})

test('who chose only the digest on one site gets only the digest on another', async () => {
  const first = await testApp()
  for (const name of ['ann', 'bea']) await add(first.db, `${name}@example.com`, name)
  await first.db
    .updateTable('subscribers')
    .set({ frequency: 'digest' })
    .where('email', '=', 'bea@example.com')
    .execute()
  const csv = await (await first.asOwner('/api/subscribers.csv')).text()
  const second = await testApp()
  expect(await importFile(second.asOwner, csv)).toMatchObject({ new: 2 })
  expect((await list(second.asOwner, '?sort=email')).map(({ email, frequency }) => [email, frequency])).toEqual([
    ['ann@example.com', 'all'],
    ['bea@example.com', 'digest'],
  ])
})

test('an import without a note or file, or with too large a file, changes nothing', async () => {
  const { db, asOwner } = await testApp()
  const bodies: [unknown, number][] = [
    [{ csv: 'email\na@b.example', isDryRun: false }, 400],
    [{ csv: 'email\na@b.example', consent: 'yes', isDryRun: false }, 400],
    [{ csv: '', consent: 'Signed the list in May', isDryRun: false }, 400],
    [{ csv: `email\n${'a'.repeat(5_000_000)}`, consent: 'Signed the list in May', isDryRun: false }, 413],
    [{ csv: '"unclosed,quote\n\0binary', consent: 'Signed the list in May', isDryRun: false }, 400],
  ]
  for (const [json, status] of bodies) expect((await asOwner('/api/subscribers/import', { json })).status).toBe(status)
  expect(await importFile(asOwner, 'PK\u0003\u0004\0\0\ufffd,\0\n\0')).toMatchObject({ new: 0 })
  expect(await db.selectFrom('subscribers').select('id').execute()).toEqual([])
})

test('20,000 rows are imported, listed and exported quickly', { timeout: 60_000 }, async () => {
  const { asOwner } = await testApp()
  const rows = Array.from({ length: 20_000 }, (_, i) => `reader-${i}@example.com,Reader ${i % 977}`)
  expect(await importFile(asOwner, `email,name\n${rows.join('\n')}`)).toMatchObject({ new: 20_000 })
  for (const query of [
    '?limit=25',
    '?q=reader-1999&limit=25',
    '?sort=name&limit=25&page=700',
    '?sort=status&limit=25',
  ]) {
    const before = performance.now()
    await list(asOwner, query)
    expect(performance.now() - before, query).toBeLessThan(1000)
  }
  const csv = await (await asOwner('/api/subscribers.csv')).text()
  expect(csv.trimEnd().split('\n')).toHaveLength(20_001)
})

test('the CSV export contains unsubscribe URLs and consents and escapes formulas', async () => {
  const { db, asOwner } = await testApp()
  await importFile(asOwner, 'ann@example.com,Ann')
  await add(db, 'eve@example.com', '@SUM(1)')
  const [ann] = await list(asOwner, '?q=ann')
  const response = await asOwner('/api/subscribers.csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="subscribers.csv"')
  const [head, first, second] = (await response.text()).split('\n')
  expect(head).toBe('email,name,status,date,unsubscribe address,consent,consent date,source,tags,frequency,suppressed')
  expect(first).toBe(
    `ann@example.com,Ann,Active,2026-03-10T15:00:00.000Z,${ann!.unsubscribeUrl},imported: File of the owner: Signed the list at the workshop in May,2026-03-10T15:00:00.000Z,Import,,all,`,
  )
  expect(second).toContain(`eve@example.com,'@SUM(1),Active`)
})

test('an anonymous visitor gets 401 from every owner endpoint', async () => {
  const { request } = await testApp()
  for (const path of ['', '.csv', '/1']) expect((await request(`/api/subscribers${path}`)).status).toBe(401)
  for (const path of ['/unsubscribe', '/delete', '/restore', '/1/restore', '/import'])
    expect((await request(`/api/subscribers${path}`, { json: { ids: [1] } })).status).toBe(401)
})
