import { expect, test } from 'vitest'
import { makeAcceptedNewsletter, makeReader } from '../../../../test/newsletters.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { PersonalData } from '../../../contract/audience/personal-data.ts'
import { backedUpNames } from '../../platform/backup/manifest.ts'
import { leftOutTables, temporaryTables } from '../../platform/db/schema.ts'
import { recordReport } from '../bounces/record-report.repo.ts'
import { recordOutcome } from '../newsletter-sending/recipients.repo.ts'

const ANN = 'ann@mail.example'
const at = '2026-03-10T15:00:00.000Z'

const exportOf = async ({ asOwner }: TestApp) =>
  (await (await asOwner('/api/personal-data/export', { json: { email: ANN } })).json()) as PersonalData
const erase = ({ asOwner }: TestApp) => asOwner('/api/personal-data/erase', { json: { email: ANN } })

/** The tables that hold a text. */
async function tablesWith({ db }: TestApp, text: string): Promise<string[]> {
  const found: string[] = []
  for (const table of [...backedUpNames, ...leftOutTables, ...temporaryTables]) {
    const rows = await db.selectFrom(table).selectAll().execute()
    if (JSON.stringify(rows).toLowerCase().includes(text)) found.push(table)
  }
  return found
}

test('an erasure leaves no address in what providers and mail servers reported', async () => {
  const app = await testApp()
  await makeReader(app, ANN)
  const recipient = await makeAcceptedNewsletter(app.db, ANN)
  // Brevo, Postmark, Resend, Amazon SES and SMTP2GO name an event by the address too.
  for (const source of ['brevo', 'ses'] as const)
    await app.db.transaction().execute((transaction) =>
      recordReport(transaction, {
        ...{ source, eventId: `hard_bounce 1 Ann@Mail.Example ${source}`, email: ANN, kind: 'hard' },
        ...{ detail: `550 <${ANN}> unknown`, at },
      }),
    )
  await app.db
    .updateTable('newsletter_recipients')
    .set({ response: `250 <${ANN}> ok` })
    .execute()
  await app.db
    .updateTable('newsletters')
    .set({ state: 'paused', note: `The mail server rejects every recipient: 550 <Ann@Mail.Example> relaying denied` })
    .execute()
  expect(await tablesWith(app, ANN)).not.toEqual([])
  expect((await erase(app)).status).toBe(200)
  expect(await tablesWith(app, ANN)).toEqual([])
  const { note } = await app.db.selectFrom('newsletters').select('note').executeTakeFirstOrThrow()
  expect(note).toBe('The mail server rejects every recipient: 550 <…> relaying denied')
  expect(await app.db.selectFrom('newsletter_recipients').select(['id', 'bounce']).execute()).toEqual([
    { id: recipient, bounce: 'hard' },
  ])
})

test('a reply of the mail server that comes after the erasure does not bring the address back', async () => {
  const app = await testApp()
  await makeReader(app, ANN)
  const id = await makeAcceptedNewsletter(app.db, ANN)
  await app.db.updateTable('newsletter_recipients').set({ state: 'sending', lease: 'a', settled_at: null }).execute()
  await erase(app)
  await recordOutcome(
    app.db,
    { id, lease: 'a', state: 'accepted', response: `250 <${ANN}> queued`, isMarked: true },
    at,
  )
  expect(await tablesWith(app, ANN)).toEqual([])
  expect(await app.db.selectFrom('newsletter_recipients').select(['state', 'response']).execute()).toEqual([
    { state: 'accepted', response: null },
  ])
})

test('an export holds what the mail server said, links that are being counted, and the code of a network', async () => {
  const app = await testApp({ smtpUrl: 'smtp://127.0.0.1:1' })
  await makeReader(app, ANN)
  const id = await makeAcceptedNewsletter(app.db, ANN)
  const { newsletter_id } = await app.db
    .updateTable('newsletter_recipients')
    .set({ response: `250 <${ANN}> ok`, first_attempt_at: at, attempts: 1 })
    .returning('newsletter_id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('newsletter_links')
    .values({ newsletter_id, key: 'k', url: 'https://shop.example/a', label: 'A' })
    .execute()
  for (const [link_key, reason] of [
    ['k', ''],
    ['page', 'footer'],
  ] as const)
    await app.db.insertInto('newsletter_click_requests').values({ recipient_id: id, link_key, reason, at }).execute()
  const { subscriber, newsletters } = await exportOf(app)
  expect(subscriber).toMatchObject({ signUpNetwork: expect.stringMatching(/^[\w-]{43}$/), confirmationOwedSince: null })
  expect(newsletters).toMatchObject([
    {
      ...{ attempts: 1, firstAttemptAt: at, response: `250 <${ANN}> ok` },
      linksBeingCounted: [
        { url: 'https://shop.example/a', at },
        { url: null, at },
      ],
    },
  ])
})
