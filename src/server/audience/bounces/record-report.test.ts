import { expect, test } from 'vitest'
import { makeAcceptedNewsletter, makeReader } from '../../../../test/newsletters.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { isSuppressed } from '../suppressions/suppressions.repo.ts'
import { type DeliveryReport, recordReport } from './record-report.repo.ts'

const ANN = 'ann@mail.example'
let events = 0

function report({ db }: TestApp, change: Partial<DeliveryReport> = {}) {
  const eventId = `event ${++events}`
  const usual = {
    source: 'mailgun',
    eventId,
    email: ANN,
    kind: 'soft',
    detail: '',
    at: '2026-03-10T15:00:00.000Z',
  } as const
  return db.transaction().execute((transaction) => recordReport(transaction, { ...usual, ...change }))
}

const bounces = async ({ db }: TestApp) =>
  (await db.selectFrom('newsletter_recipients').select('bounce').orderBy('id').execute()).map(({ bounce }) => bounce)

test('one hard bounce suppresses an address, whatever its case, and the subscription stays', async () => {
  const app = await testApp()
  await makeReader(app, ANN)
  await makeAcceptedNewsletter(app.db, ANN)
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  expect(await report(app, { email: 'Ann@Mail.Example', kind: 'hard', detail: '550 no\r\nsuch user' })).toBe('recorded')
  expect(await isSuppressed(app.db, 'ANN@mail.example')).toBe('hard-bounce')
  expect(await bounces(app)).toEqual(['hard'])
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toMatchObject([
    { email: ANN, source: 'mailgun', detail: '550 no such user', created_at: '2026-03-10T15:00:00.000Z' },
  ])
  expect(await app.db.selectFrom('subscribers').select('is_active').execute()).toHaveLength(1)
})

test('a complaint suppresses, and replaces a lesser reason and mark', async () => {
  const app = await testApp()
  await makeAcceptedNewsletter(app.db, ANN)
  await report(app, { kind: 'hard' })
  await report(app, { kind: 'complaint' })
  expect(await isSuppressed(app.db, ANN)).toBe('complaint')
  await report(app, { kind: 'hard' })
  expect(await isSuppressed(app.db, ANN)).toBe('complaint')
  expect(await bounces(app)).toEqual(['complaint'])
})

test('five newsletters in a row that bounced softly suppress; several reports about one newsletter are one', async () => {
  const app = await testApp()
  for (let newsletter = 1; newsletter <= 5; newsletter++) {
    expect(await isSuppressed(app.db, ANN)).toBeUndefined()
    const newsletterRecipient = await makeAcceptedNewsletter(app.db, ANN)
    for (let time = 0; time < 3; time++) expect(await report(app, { newsletterRecipient })).toBe('recorded')
  }
  expect(await isSuppressed(app.db, ANN)).toBe('soft-bounces')
})

test('a newsletter that arrived ends the row of soft bounces', async () => {
  const app = await testApp()
  for (let newsletter = 0; newsletter < 4; newsletter++) await makeAcceptedNewsletter(app.db, ANN, 'soft')
  await makeAcceptedNewsletter(app.db, ANN)
  await makeAcceptedNewsletter(app.db, ANN)
  await report(app)
  expect(await bounces(app)).toEqual(['soft', 'soft', 'soft', 'soft', null, 'soft'])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
})

test('newsletters of a series, whose recipients are fixed days earlier, count at the time they were sent', async () => {
  const app = await testApp()
  await makeAcceptedNewsletter(app.db, ANN, null, '2026-03-07T10:00:00.000Z')
  for (const date of ['05', '06', '08', '09'])
    await makeAcceptedNewsletter(app.db, ANN, 'soft', `2026-03-${date}T10:00:00.000Z`)
  const newest = await makeAcceptedNewsletter(app.db, ANN, null, '2026-03-10T10:00:00.000Z')
  await report(app, { newsletterRecipient: newest })
  expect(await bounces(app)).toEqual([null, 'soft', 'soft', 'soft', 'soft', 'soft'])
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
})

test('without a Message-ID a report is about the newsletter that was sent last, also if that is one of a series', async () => {
  const app = await testApp()
  await makeAcceptedNewsletter(app.db, ANN, null, '2026-03-09T10:00:00.000Z')
  await makeAcceptedNewsletter(app.db, ANN, null, '2026-03-05T10:00:00.000Z')
  await report(app)
  expect(await bounces(app)).toEqual(['soft', null])
})

test('a delivery after a delay takes the soft bounce back, an older report of one does not', async () => {
  const app = await testApp()
  for (let newsletter = 0; newsletter < 4; newsletter++) await makeAcceptedNewsletter(app.db, ANN, 'soft')
  const delivered = { kind: 'delivered', at: '2026-02-01T00:00:00.000Z' } as const
  expect(await report(app, delivered)).toBe('repeated')
  expect(await report(app, { ...delivered, at: '2026-03-10T15:00:00.000Z' })).toBe('recorded')
  expect(await bounces(app)).toEqual(['soft', 'soft', 'soft', null])
  await makeAcceptedNewsletter(app.db, ANN)
  await report(app)
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
})

test('the same report again changes nothing, also many at once', async () => {
  const app = await testApp()
  await makeAcceptedNewsletter(app.db, ANN)
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => report(app, { eventId: 'x'.repeat(500), kind: 'hard' })),
  )
  expect(outcomes.toSorted()).toEqual(['recorded', ...Array.from({ length: 9 }, () => 'repeated')])
  await app.db.deleteFrom('suppressions').execute()
  expect(await report(app, { eventId: 'x'.repeat(500), kind: 'hard' })).toBe('repeated')
  expect(await isSuppressed(app.db, ANN)).toBeUndefined()
  expect(await report(app, { eventId: 'x'.repeat(500), kind: 'hard', source: 'brevo' })).toBe('recorded')
})

test('a Message-ID names the newsletter only together with its address', async () => {
  const app = await testApp()
  const first = await makeAcceptedNewsletter(app.db, ANN)
  await makeAcceptedNewsletter(app.db, ANN)
  const other = await makeAcceptedNewsletter(app.db, 'bea@mail.example')
  await report(app, { newsletterRecipient: first })
  expect(await bounces(app)).toEqual(['soft', null, null])
  for (const named of [{ newsletterRecipient: other }, { newsletterRecipient: first, newsletterId: 9999 }])
    expect(await report(app, { ...named, kind: 'complaint' })).toBe('recorded')
  expect(await bounces(app)).toEqual(['soft', null, null])
})

test('a report with a forged Message-ID marks no newsletter, and a hard bounce suppresses all the same', async () => {
  const app = await testApp()
  await makeAcceptedNewsletter(app.db, ANN)
  expect(await report(app, { newsletterRecipient: null })).toBe('recorded')
  expect(await report(app, { newsletterRecipient: null, kind: 'hard' })).toBe('recorded')
  expect(await bounces(app)).toEqual([null])
  expect(await isSuppressed(app.db, ANN)).toBe('hard-bounce')
})

test('what is not an address leaves no trace', async () => {
  const app = await testApp()
  for (const email of ['a\0@mail.example', 'a\n@mail.example', '\ud800@mail.example', `${'a'.repeat(250)}@b.de`, 'ann'])
    expect(await report(app, { email, kind: 'hard' })).toBe('unknown')
  expect(await app.db.selectFrom('delivery_reports').selectAll().execute()).toEqual([])
})

test('an address that neither subscribes nor got a newsletter leaves no trace', async () => {
  const app = await testApp()
  for (const kind of ['hard', 'soft', 'complaint', 'delivered'] as const)
    expect(await report(app, { kind, email: 'nobody@mail.example' })).toBe('unknown')
  expect(await app.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('delivery_reports').selectAll().execute()).toEqual([])
})

test('reports are kept for 90 days', async () => {
  const app = await testApp()
  await makeReader(app, ANN)
  // The time of receipt counts, since providers repeat old reports.
  await report(app, { at: '2026-03-01T00:00:00.000Z', receivedAt: '2025-12-09T00:00:00.000Z' })
  await report(app, { at: '2025-11-01T00:00:00.000Z', receivedAt: '2025-12-11T00:00:00.000Z' })
  await app.jobs.runDueJobs()
  app.setNow('2026-03-10T17:30:00.000Z')
  await app.jobs.runDueJobs()
  expect(await app.db.selectFrom('delivery_reports').select('received_at').execute()).toEqual([
    { received_at: '2025-12-11T00:00:00.000Z' },
  ])
})
