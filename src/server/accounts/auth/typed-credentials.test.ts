import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { makeUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { ensureOwner } from './owner.ts'
import { createOwnerAccount, findAccount, resetOwnerAccount } from './owner-account.ts'
import { createSetupToken } from './setup.ts'

const password = 'a long enough password'
/** As keyboards type it, and as macOS stores file names. */
const composed = '\u00c9lodie'
const decomposed = 'E\u0301lodie'
const secret = 'cre\u0300me-de-la-cre\u0300me'

type Request = Awaited<ReturnType<typeof testApp>>['request']
const signIn = async (request: Request, json: object) => (await request('/api/auth/login', { json })).status

test.each(['nora ', ' Nora', '\u200bnora\u00a0', 'NORA\r\n'])('%j signs in as nora', async (username) => {
  const { db, request } = await testApp()
  await makeUser(db)
  expect(await signIn(request, { username, password })).toBe(200)
})

test('a username of invisible characters alone is missing', async () => {
  const { request } = await testApp()
  const response = await request('/api/auth/login', { json: { username: '\u200b \u3164', password } })
  expect([response.status, await response.json()]).toMatchObject([400, { message: 'Username is required' }])
})

test.each([
  [composed, decomposed],
  [decomposed, composed],
])(
  'a username with an accent is the same in both Unicode forms and any case, also one that is stored',
  async (stored, typed) => {
    const { db, request } = await testApp()
    await makeUser(db, { username: `${stored} ` })
    for (const username of [stored, typed, typed.toLowerCase(), ` ${typed.toUpperCase()}`])
      expect(await signIn(request, { username, password }), username).toBe(200)
    expect((await findAccount(db, typed.toLowerCase())).username).toBe(`${stored} `)
  },
)

test('the account of a setup and its password are the same in both Unicode forms', async () => {
  const { db, request } = await testApp()
  const token = await createSetupToken(db, new Date())
  const made = await request('/api/auth/setup', { json: { token, username: ` ${decomposed}`, password: secret } })
  expect([made.status, await made.json()]).toMatchObject([201, { user: { username: composed } }])
  for (const typed of [secret, secret.normalize('NFC')])
    expect(await signIn(request, { username: composed, password: typed })).toBe(200)
  expect(await signIn(request, { username: composed, password: `${secret} ` })).toBe(401)
})

test.each(['NFC', 'NFD'])('a password that was hashed in %s before is right in both forms', async (form) => {
  const { db, request } = await testApp()
  await makeUser(db)
  await db
    .updateTable('users')
    .set({ password_hash: await hash(secret.normalize(form)) })
    .execute()
  for (const typed of ['NFC', 'NFD'])
    expect(await signIn(request, { username: 'nora', password: secret.normalize(typed) }), typed).toBe(200)
})

test('a password of the command line and of ADMIN_PASSWORD is right in both forms', async () => {
  const { db, request } = await testApp()
  await createOwnerAccount(db, 'nora', secret)
  expect(await signIn(request, { username: 'nora', password: secret.normalize('NFC') })).toBe(200)
  await resetOwnerAccount(db, 'nora ', `${secret}!`)
  expect(await signIn(request, { username: 'nora', password: `${secret.normalize('NFC')}!` })).toBe(200)
  await ensureOwner(db, { username: 'nora', password: secret }, { name: 'Nora', bio: '', isDemo: false })
  expect(await signIn(request, { username: 'nora', password: secret.normalize('NFC') })).toBe(200)
})
