import { expect, onTestFinished, test } from 'vitest'
import { makeAcceptedNewsletter } from '../../../../test/newsletters.ts'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { testApp } from '../../../../test/test-app.ts'
import type { SuppressionReason } from '../../../contract/audience/suppressions.ts'
import { recordReport } from '../bounces/record-report.repo.ts'
import { addSuppressions, isSuppressed } from '../suppressions/suppressions.repo.ts'

const ANN = 'ann@example.com'
const now = '2026-03-10T15:00:00.000Z'

/** A suppressed address in the form; `confirm` presses the button behind the link of the newest mail. */
async function suppressed(reason: SuppressionReason, { isActive = false } = {}) {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url })
  if (isActive)
    await app.db
      .insertInto('subscribers')
      .values({ email: ANN, is_active: true, unsubscribe_token: 'token', created_at: now })
      .execute()
  await addSuppressions(app.db, [{ email: ANN, reason, source: 'smtp', created_at: now }])
  await app.request('/api/subscribers', { json: { email: 'Ann@example.com' } })
  const confirm = async () => {
    await app.sendMail()
    const token = /confirm\?token=(\S+)/.exec(smtp.received.at(-1)!.text!)![1]!
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await app.request('/newsletter/confirm', { body: `token=${token}`, headers })
    return response.headers.get('location')
  }
  return { ...app, confirm }
}

test.each(['hard-bounce', 'soft-bounces'] as const)('a confirmation ends a suppression by %s, once', async (reason) => {
  const { db, request, confirm } = await suppressed(reason)
  expect(await isSuppressed(db, ANN)).toBe(reason)
  await request('/newsletter/confirm?token=x')
  expect(await isSuppressed(db, ANN)).toBe(reason)
  expect(await confirm()).toBe('/newsletter/confirm?state=done')
  expect(await isSuppressed(db, ANN)).toBeUndefined()
  const consents = await db.selectFrom('consents').select(['act', 'text']).where('act', '=', 'confirmed').execute()
  expect(consents).toEqual([{ act: 'confirmed', text: 'This ended the suppression of the address after bounces.' }])
})

test.each(['complaint', 'owner'] as const)('a confirmation leaves a suppression by %s, and says so', async (reason) => {
  const { db, confirm } = await suppressed(reason)
  expect(await confirm()).toBe('/newsletter/confirm?state=stopped')
  expect(await isSuppressed(db, ANN)).toBe(reason)
  const { is_active } = await db.selectFrom('subscribers').select('is_active').executeTakeFirstOrThrow()
  expect(Boolean(is_active)).toBe(true)
})

test('a subscriber whose mail came back gets a link that ends the suppression from the form', async () => {
  const { db, confirm } = await suppressed('hard-bounce', { isActive: true })
  expect(await confirm()).toBe('/newsletter/confirm?state=done')
  expect(await isSuppressed(db, ANN)).toBeUndefined()
})

test('soft bounces from before a confirmation count no more', async () => {
  const app = await suppressed('soft-bounces')
  for (let newsletter = 1; newsletter <= 5; newsletter++) await makeAcceptedNewsletter(app.db, ANN, 'soft')
  await app.confirm()
  for (let newsletter = 1; newsletter <= 5; newsletter++) {
    expect(await isSuppressed(app.db, ANN)).toBeUndefined()
    const at = `2026-03-1${newsletter}T10:00:00.000Z`
    const newsletterRecipient = await makeAcceptedNewsletter(app.db, ANN)
    await app.db
      .updateTable('newsletter_recipients')
      .set({ settled_at: at })
      .where('id', '=', newsletterRecipient)
      .execute()
    const report = { source: 'mailgun', eventId: `event ${newsletter}`, email: ANN, kind: 'soft', detail: '' } as const
    await recordReport(app.db, { ...report, at, newsletterRecipient })
  }
  expect(await isSuppressed(app.db, ANN)).toBe('soft-bounces')
})
