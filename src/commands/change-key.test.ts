import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { makeUser } from '../../test/factories.ts'
import { runCommand } from '../../test/run-command.ts'
import { migratedDatabase, type TestDatabase } from '../../test/test-database.ts'
import { replaceRecoveryCodes, saveTwoFactorSecret } from '../server/accounts/auth/second-factor.repo.ts'
import { saveStored } from '../server/accounts/settings/settings.repo.ts'
import { parseErasures } from '../server/app/erasures/erasure-list.ts'
import { copyErasures } from '../server/app/erasures/repeat-erasures.ts'
import { sealedColumns } from '../server/app/reseal-secrets.ts'
import { createMail } from '../server/audience/mail/mail.repo.ts'
import { openBody, sealBody } from '../server/audience/mail/sealed-body.ts'
import { findErased, rememberErasures } from '../server/audience/personal-data/erasures.repo.ts'
import { createFolderBackups } from '../server/platform/backup/folder-backups.ts'
import { createSecrets } from '../server/platform/secrets.ts'

const isEmbedded = inject('postgres')?.template === undefined && inject('databaseUrl') !== undefined
const OLD = 'the former key of this site, long enough'
const NEW = 'the next key of this site, which is long enough'
const [former, next] = [createSecrets(OLD), createSecrets(NEW)]
const now = '2026-03-10T15:00:00.000Z'

async function addSecrets({ db }: TestDatabase): Promise<number> {
  const user = await makeUser(db)
  await saveTwoFactorSecret(db, user, former.seal('two-factor', 'JBSWY3DPEHPK3PXP'))
  await replaceRecoveryCodes(db, user, ['hash with the former key'])
  await saveStored(db, { key: '#mail', value: { host: 'a', password: former.seal('mail password', 'secret') }, now })
  await saveStored(db, { key: '#bounce-mailbox', value: { host: 'a', password: 'of an unknown key' }, now })
  const body = sealBody(former, { text: 'a link', html: '<p>a link</p>' })
  return createMail(db, { kind: 'password-reset', to: 'nora@dew.example', subject: 'A link', body }, now)
}

async function readSecrets({ db }: TestDatabase, secrets: typeof former, mail: number) {
  const { secret } = await db.selectFrom('two_factor').select('secret').executeTakeFirstOrThrow()
  const { value } = await db.selectFrom('settings').select('value').where('key', '=', '#mail').executeTakeFirstOrThrow()
  const row = await db.selectFrom('mails').select(['text', 'html']).where('id', '=', mail).executeTakeFirstOrThrow()
  const { password } = JSON.parse(value) as { password: string }
  return [secrets.open('two-factor', secret), secrets.open('mail password', password), openBody(secrets, row)]
}

const opened = ['JBSWY3DPEHPK3PXP', 'secret', { text: 'a link', html: '<p>a link</p>' }]

test.skipIf(isEmbedded)('change-key replaces SECRET_KEY, and a second run changes nothing', async () => {
  const database = await migratedDatabase()
  const { db } = database
  const mail = await addSecrets(database)
  const env = { SECRET_KEY: OLD }
  expect(await runCommand(['change-key'], { ...database, env })).toMatchObject({
    code: 1,
    said: 'NEW_SECRET_KEY is missing, or has less than 32 characters.',
  })
  expect(await readSecrets(database, former, mail)).toEqual(opened)

  const changed = await runCommand(['change-key'], { ...database, env: { ...env, NEW_SECRET_KEY: NEW } })
  expect(changed.said).toContain('4 secrets are encrypted with the new key. Start the site with SECRET_KEY set to it')
  expect(changed.said).toContain('1 were encrypted with a key that is neither the former nor the new one')
  expect(changed.code).toBe(0)
  expect(await readSecrets(database, next, mail)).toEqual(opened)
  expect(await db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])

  const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await replaceRecoveryCodes(db, user.id, ['hash with the new key'])
  const again = await runCommand(['change-key'], { ...database, env: { ...env, NEW_SECRET_KEY: NEW } })
  expect(again.said).toContain('0 secrets are encrypted with the new key.')
  expect(await readSecrets(database, next, mail)).toEqual(opened)
  expect(await db.selectFrom('recovery_codes').select('code_hash').execute()).toEqual([
    { code_hash: 'hash with the new key' },
  ])
})

test.skipIf(isEmbedded)('change-key makes a new key in the data folder, and goes on after it was killed', async () => {
  const database = await migratedDatabase()
  const mail = await addSecrets(database)
  const file = path.join(database.dataDir, 'secret-key')
  writeFileSync(file, OLD)
  // Killed before the new key took the place of the former one.
  writeFileSync(`${file}.next`, NEW)
  expect(await runCommand(['change-key'], database)).toMatchObject({ code: 0 })
  expect([readFileSync(file, 'utf8'), existsSync(`${file}.next`)]).toEqual([NEW, false])
  expect(await readSecrets(database, next, mail)).toEqual(opened)

  expect(await runCommand(['change-key'], database)).toMatchObject({ code: 0 })
  const made = readFileSync(file, 'utf8')
  expect(made).not.toBe(NEW)
  expect(await readSecrets(database, createSecrets(made), mail)).toEqual(opened)
})

test.skipIf(isEmbedded)('change-key keeps the erasures usable, in the database and next to the backups', async () => {
  const database = await migratedDatabase()
  const { db, dataDir } = database
  const store = createFolderBackups(path.join(dataDir, 'backups'))
  await rememberErasures(db, ['ann@mail.example'], { secrets: former, now })
  await copyErasures(db, store, former)
  const env = { SECRET_KEY: OLD, NEW_SECRET_KEY: NEW }
  expect(await runCommand(['change-key'], { ...database, env })).toMatchObject({ code: 0 })
  expect(await findErased(db, ['ann@mail.example'], next)).toEqual(new Set(['ann@mail.example']))
  await rememberErasures(db, ['bea@mail.example'], { secrets: next, now })
  await copyErasures(db, store, next)
  const list = parseErasures(await store.readErasures())
  expect(list.map(({ key, rows }) => [typeof next.open('erasures', key), rows.length])).toEqual([['string', 2]])
})

test('every column of sealed values is encrypted again', async () => {
  const { db } = await migratedDatabase()
  const named = (await db.introspection.getTables()).flatMap(({ name, columns }) =>
    columns.filter((column) => column.name.endsWith('_sealed')).map((column) => `${name}.${column.name}`),
  )
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
})
