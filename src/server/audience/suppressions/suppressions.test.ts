import { expect, test } from 'vitest'
import { ownersWords } from '../../../../test/browser.ts'
import { makeAcceptedNewsletter, makeReader } from '../../../../test/newsletters.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { Suppression } from '../../../contract/audience/suppressions.ts'
import { addSuppressions, isSuppressed } from './suppressions.repo.ts'

const ANN = 'ann@mail.example'

const list = async (app: TestApp, query = '') =>
  (await (await app.asOwner(`/api/suppressions${query}`)).json()) as Suppression[]
const add = (app: TestApp, emails: string[]) => app.asOwner('/api/suppressions', { json: { emails } })

test('the owner adds, lists, searches, exports and removes addresses, and undoes it', async () => {
  const app = await testApp()
  expect(await (await add(app, ['Ann@mail.example', 'bea@mail.example', ANN])).json()).toEqual({
    added: 2,
    alreadyThere: 0,
  })
  app.setNow('2026-03-11T15:00:00.000Z')
  // The export needs a recent authentication.
  await app.asOwner('/api/auth/step-up', { json: { password: ownersWords.password } })
  expect(await (await add(app, [ANN, 'cleo@mail.example'])).json()).toEqual({ added: 1, alreadyThere: 1 })
  expect((await list(app)).map(({ email }) => email)).toEqual(['cleo@mail.example', ANN, 'bea@mail.example'])
  expect((await list(app, '?sort=email&direction=desc&limit=1&page=2')).map(({ email }) => email)).toEqual([
    'bea@mail.example',
  ])
  expect((await list(app, '?q=CLEO')).map(({ email }) => email)).toEqual(['cleo@mail.example'])
  expect(await list(app, '?reason=complaint')).toEqual([])
  const csv = await (await app.asOwner('/api/suppressions.csv')).text()
  expect(csv.trim().split('\n')).toHaveLength(4)
  const removed = await app.asOwner('/api/suppressions/remove', { json: { key: 'ANN@mail.example' } })
  expect(removed.status).toBe(200)
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  expect((await app.asOwner('/api/suppressions/remove', { json: { key: ANN } })).status).toBe(404)
  expect((await app.asOwner('/api/suppressions/restore', { json: await removed.json() })).status).toBe(200)
  expect((await list(app, `?q=${ANN}`))[0]).toMatchObject({ reason: 'owner', createdAt: '2026-03-10T15:00:00.000Z' })
  const audit = JSON.stringify(await (await app.asOwner('/api/audit?area=bounces')).json())
  expect(audit).toContain('Removed the suppression of 1 address')
  expect(audit).not.toContain('@mail.example')
})

test('at most 1,000 addresses are added at once, and each must be one', async () => {
  const app = await testApp()
  const many = Array.from({ length: 1001 }, (_, index) => `r${index}@mail.example`)
  expect((await add(app, many)).status).toBe(400)
  expect((await add(app, ['not an address'])).status).toBe(400)
  expect((await add(app, [])).status).toBe(400)
  expect(await (await add(app, many.slice(1))).json()).toEqual({ added: 1000, alreadyThere: 0 })
})

test('visitors read and change nothing', async () => {
  const app = await testApp()
  expect((await app.request('/api/suppressions')).status).toBe(401)
  expect((await app.request('/api/suppressions.csv')).status).toBe(401)
  for (const path of ['', '/remove', '/restore'])
    expect((await app.request(`/api/suppressions${path}`, { json: { emails: [ANN], key: ANN } })).status).toBe(401)
})

test('an import does not add suppressed addresses and counts them', async () => {
  const app = await testApp()
  await add(app, [ANN])
  const csv = `email,name\n${ANN},Ann\nbea@mail.example,Bea\n`
  const body = { csv, consent: 'Signed up on my old blog', isDryRun: true }
  const counted = await app.asOwner('/api/subscribers/import', { json: body })
  expect(await counted.json()).toMatchObject({ new: 1, suppressed: 1, alreadyThere: 0 })
  await app.asOwner('/api/subscribers/import', { json: { ...body, isDryRun: false } })
  expect(await app.db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: 'bea@mail.example' }])
  expect(await isSuppressed(app.db, ANN)).toBe('owner')
})

test('an erased person stays suppressed without their address, which comes back when they sign up', async () => {
  const app = await testApp()
  await makeReader(app, ANN)
  const recipient = await makeAcceptedNewsletter(app.db, ANN, 'hard')
  await add(app, [ANN, 'bea@mail.example'])
  await app.db
    .updateTable('suppressions')
    .set({ detail: `550 <${ANN}> unknown` })
    .execute()
  const data = await (await app.asOwner('/api/personal-data/export', { json: { email: ANN } })).json()
  expect(data).toMatchObject({
    newsletters: [{ state: 'accepted', bounce: 'hard', subject: expect.stringContaining('Newsletter') }],
    suppression: { reason: 'owner' },
  })
  for (const email of [ANN, 'bea@mail.example'])
    expect((await app.asOwner('/api/personal-data/erase', { json: { email } })).status).toBe(200)
  for (const table of [
    'subscribers',
    'newsletter_recipients',
    'suppressions',
    'idempotency_keys',
    'audit_log',
  ] as const)
    expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute()), table).not.toMatch(/(?:ann|bea)@/i)
  expect(await app.db.selectFrom('newsletter_recipients').select('email').execute()).toEqual([
    { email: `#${recipient}` },
  ])
  expect(await isSuppressed(app.db, ANN)).toBe('owner')
  expect((await list(app)).map(({ email }) => email)).toEqual([null, null])
  expect(await list(app, `?q=${ANN}`)).toMatchObject([{ email: null, key: expect.stringMatching(/^#[\da-f]{64}$/) }])

  const csv = `email,name\n${ANN},Ann\n`
  const body = { csv, consent: 'Signed up on my old blog', isDryRun: false }
  expect(await (await app.asOwner('/api/subscribers/import', { json: body })).json()).toMatchObject({
    new: 0,
    suppressed: 1,
  })
  await makeReader(app, ANN)
  expect(await list(app, `?q=${ANN}`)).toMatchObject([{ email: ANN, reason: 'owner' }])
  expect(await (await add(app, ['BEA@mail.example'])).json()).toEqual({ added: 0, alreadyThere: 1 })
})

test('undoing the removal of an erased address that was suppressed again leaves one suppression', async () => {
  const app = await testApp()
  await addSuppressions(app.db, [
    { email: ANN, reason: 'complaint', source: 'ses', created_at: '2026-03-01T10:00:00.000Z' },
  ])
  await app.asOwner('/api/personal-data/erase', { json: { email: ANN } })
  const { key } = (await list(app))[0]!
  const removed = await (await app.asOwner('/api/suppressions/remove', { json: { key } })).json()
  await add(app, [ANN])
  expect((await app.asOwner('/api/suppressions/restore', { json: removed })).status).toBe(200)
  expect(await (await add(app, [ANN])).json()).toEqual({ added: 0, alreadyThere: 1 })
  expect(await list(app)).toMatchObject([{ email: ANN, reason: 'complaint' }])
  await app.asOwner('/api/suppressions/remove', { json: { key: ANN } })
  await add(app, [ANN])
  expect((await app.asOwner('/api/suppressions/restore', { json: removed })).status).toBe(200)
  expect((await app.asOwner('/api/personal-data/erase', { json: { email: ANN } })).status).toBe(200)
  expect(await list(app)).toMatchObject([{ email: null, key, reason: 'complaint' }])
})

test("the owner's suppression of an address replaces one after bounces, also when both become one", async () => {
  const app = await testApp()
  const bounced = (email: string) =>
    addSuppressions(app.db, [
      { email, reason: 'hard-bounce', source: 'smtp', created_at: '2026-03-01T10:00:00.000Z' } as const,
    ])
  await bounced(ANN)
  expect(await (await add(app, [ANN])).json()).toEqual({ added: 0, alreadyThere: 1 })
  expect(await isSuppressed(app.db, ANN)).toBe('owner')
  await bounced(ANN)
  expect(await isSuppressed(app.db, ANN)).toBe('owner')

  await bounced('bea@mail.example')
  await app.asOwner('/api/personal-data/erase', { json: { email: 'bea@mail.example' } })
  const { key } = (await list(app, '?reason=hard-bounce'))[0]!
  const removed = await (await app.asOwner('/api/suppressions/remove', { json: { key } })).json()
  await add(app, ['bea@mail.example'])
  expect((await app.asOwner('/api/suppressions/restore', { json: removed })).status).toBe(200)
  expect((await app.asOwner('/api/personal-data/erase', { json: { email: 'bea@mail.example' } })).status).toBe(200)
  expect(await isSuppressed(app.db, 'bea@mail.example')).toBe('owner')
})

test('the address of a deleted subscriber leaves the newsletters when it is purged', async () => {
  const app = await testApp()
  await makeReader(app, ANN)
  await makeAcceptedNewsletter(app.db, ANN)
  await add(app, [ANN])
  const { id } = await app.db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  await app.asOwner(`/api/subscribers/${id}`, { method: 'DELETE' })
  await app.jobs.runDueJobs()
  app.setNow('2026-03-12T17:00:00.000Z')
  await app.jobs.runDueJobs()
  expect(JSON.stringify(await app.db.selectFrom('newsletter_recipients').selectAll().execute())).not.toContain(ANN)
  expect(await isSuppressed(app.db, ANN)).toBe('owner')
})
