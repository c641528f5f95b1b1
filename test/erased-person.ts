import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { recordReport } from '../src/server/audience/bounces/record-report.repo.ts'
import { createMail } from '../src/server/audience/mail/mail.repo.ts'
import { backedUpNames } from '../src/server/platform/backup/manifest.ts'
import { type Db, leftOutTables, temporaryTables } from '../src/server/platform/db/schema.ts'
import { makeAcceptedNewsletter } from './newsletters.ts'
import { startSmtp } from './smtp-server.ts'
import { type TestApp, testApp } from './test-app.ts'

export const ANN = 'ann.lee@mail.example'
const now = '2026-03-10T15:00:00.000Z'

/** How often the address occurs in each file of a SQLite database, in any case. */
export function occurrences(dataDir: string): Record<string, number> {
  const files = readdirSync(dataDir).filter((name) => name.startsWith('dewlight.db'))
  return Object.fromEntries(
    files.map((name) => {
      const bytes = readFileSync(path.join(dataDir, name)).toString('latin1').toLowerCase()
      return [name, bytes.split(ANN).length - 1]
    }),
  )
}

/** The tables that hold the address. */
export async function tablesWithAddress(db: Db): Promise<string[]> {
  const found: string[] = []
  for (const table of [...backedUpNames, ...leftOutTables, ...temporaryTables])
    if (
      JSON.stringify(await db.selectFrom(table).selectAll().execute())
        .toLowerCase()
        .includes(ANN)
    )
      found.push(table)
  return found.sort()
}

/** An app in which Ann has left her address in every place that holds one. */
export async function appWithAnn(): Promise<TestApp> {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  const app = await testApp({ smtpUrl: smtp.url })
  const { request, asOwner, db } = app
  const headers = { 'idempotency-key': 'sign-up-of-ann' }
  await request('/api/subscribers', { json: { email: 'Ann.Lee@mail.example', name: 'Ann' }, headers })
  await db.updateTable('subscribers').set({ is_active: true, unconfirmed_at: null }).execute()
  // Taken for spam by its links, and learned from.
  const message = `${'https://shop.example/a '.repeat(4)} write to ${ANN}`
  await request('/api/contacts', { json: { name: 'Ann', email: ANN, subject: `From ${ANN}`, message } })
  const [contact] = await db.selectFrom('contacts').select('id').execute()
  await asOwner(`/api/contacts/${contact!.id}`, { method: 'PUT', json: { isSpam: false } })
  await asOwner(`/api/contacts/${contact!.id}/replies`, { json: { text: `Dear ${ANN}, thank you very much.` } })
  await makeAcceptedNewsletter(db, ANN)
  await db
    .updateTable('newsletter_recipients')
    .set({ response: `250 <${ANN}> ok` })
    .execute()
  await db
    .updateTable('newsletters')
    .set({ state: 'paused', note: `550 <${ANN}> denied` })
    .execute()
  for (const eventId of ['a', `hard_bounce 1 ${ANN}`])
    await db.transaction().execute((transaction) =>
      recordReport(transaction, {
        source: 'brevo',
        eventId,
        email: ANN,
        kind: 'hard',
        detail: `550 <${ANN}>`,
        at: now,
      }),
    )
  const body = { text: `Dear ${ANN}, ${'a long text '.repeat(2000)}`, html: `<p>${ANN}</p>` }
  await createMail(db, { kind: 'confirmation', to: ANN, subject: 'Please confirm', body }, now)
  await app.sendMail()
  return app
}
