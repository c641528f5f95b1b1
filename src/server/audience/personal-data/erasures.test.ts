import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { startSmtp } from '../../../../test/smtp-server.ts'
import { TEST_KEY, type TestApp, testApp } from '../../../../test/test-app.ts'
import type { ImportReport } from '../../../contract/audience/subscriber-list.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { resealSecrets } from '../../app/reseal-secrets.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { findErased } from './erasures.repo.ts'

const ANN = 'ann@mail.example'
const secrets = createSecrets(TEST_KEY)

async function appWithMail(): Promise<TestApp> {
  const smtp = await startSmtp()
  onTestFinished(smtp.close)
  return testApp({ smtpUrl: smtp.url })
}

async function importAnn({ asOwner }: TestApp, isDryRun = false): Promise<ImportReport> {
  const json = { csv: `email\nAnn@mail.example\nbea@mail.example`, consent: 'They signed up elsewhere.', isDryRun }
  const response = await asOwner('/api/subscribers/import', { json })
  expect(response.status).toBe(200)
  return (await response.json()) as ImportReport
}

const erase = ({ asOwner }: TestApp) => asOwner('/api/personal-data/erase', { json: { email: ANN } })

/** Adds Ann by the form and follows the link of the mail. */
async function signUp({ request, db }: TestApp): Promise<void> {
  await request('/api/subscribers', { json: { email: ANN } })
  const mails = await db.selectFrom('mails').select('text').where('kind', '=', 'confirmation').execute()
  const token = mails.flatMap(({ text }) => /confirm\?token=([\w-]+)/.exec(text)?.[1] ?? []).at(-1) ?? ''
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await request('/newsletter/confirm', { body: `token=${token}`, headers })
  expect(response.headers.get('location')).toContain('state=done')
}

test('an import does not bring back whom an erasure has removed, which a keyed hash alone remembers', async () => {
  const app = await appWithMail()
  await signUp(app)
  expect((await erase(app)).status).toBe(200)
  expect(await importAnn(app, true)).toMatchObject({ new: 1, erased: 1 })
  expect(await importAnn(app)).toMatchObject({ new: 1, erased: 1 })
  expect(await app.db.selectFrom('subscribers').select('email').execute()).toEqual([{ email: 'bea@mail.example' }])
  const [row] = await app.db.selectFrom('erasures').selectAll().execute()
  expect(row).toMatchObject({ erased_at: '2026-03-10T15:00:00.000Z', ended_at: null })
  for (const encoding of ['hex', 'base64url'] as const)
    expect(row?.hash).not.toBe(createHash('sha256').update(ANN).digest(encoding))
})

test('only her own confirmed sign-up ends it', async () => {
  const app = await appWithMail()
  await erase(app)
  await app.request('/api/subscribers', { json: { email: ANN } })
  expect(await findErased(app.db, [ANN], secrets)).toEqual(new Set([ANN]))
  await app.db.deleteFrom('subscribers').execute()
  await app.db.deleteFrom('mails').execute()
  await signUp(app)
  expect(await findErased(app.db, [ANN], secrets)).toEqual(new Set())
})

test('a reader who had left stays known by a hash once the owner has deleted them, one who had not leaves no hash', async () => {
  const app = await appWithMail()
  const now = new Date('2026-03-12T15:00:00.000Z')
  await importAnn(app)
  const rows = await app.db.selectFrom('subscribers').select(['id', 'email']).orderBy('email').execute()
  const ids = rows.map(({ id }) => id)
  await app.asOwner('/api/subscribers/unsubscribe', { json: { ids: ids.slice(0, 1) } })
  await app.asOwner('/api/subscribers/delete', { json: { ids } })
  await cleanUp(app.db, now, { secrets })
  expect(await app.db.selectFrom('subscribers').select('id').execute()).toEqual([])
  expect(await importAnn(app)).toMatchObject({ new: 1, erased: 1 })
})

test('hashes outlive a change of the key of the site', async () => {
  const app = await appWithMail()
  await erase(app)
  const next = createSecrets('the next key of this site, which is long enough')
  expect(await app.db.transaction().execute((db) => resealSecrets(db, secrets, next))).toMatchObject({ changed: 1 })
  expect(await findErased(app.db, [ANN], next)).toEqual(new Set([ANN]))
})
