import { expect, test } from 'vitest'
import { makeAuthenticator } from '../../../../test/authenticator.ts'
import { makeBrowser, ownersWords } from '../../../../test/browser.ts'
import { makeUser } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'

const { password } = ownersWords
const challengeOf = async (response: Response) => ((await response.json()) as { challenge: string }).challenge

async function siteWithOwner() {
  const app = await testApp()
  await makeUser(app.db)
  const owner = makeBrowser(app)
  await owner.signIn()
  const device = makeAuthenticator()
  const askToRegister = async () =>
    challengeOf(await owner.request('/api/auth/passkeys/options', { json: { password } }))
  const register = (response: unknown, name = 'My phone') =>
    owner.request('/api/auth/passkeys', { json: { name, response } })
  const askToSignIn = async () => challengeOf(await app.request('/api/auth/passkey-login/options', { method: 'POST' }))
  const signIn = (response: unknown) => app.request('/api/auth/passkey-login', { json: { response } })
  return { ...app, owner, device, askToRegister, register, askToSignIn, signIn }
}

/** Also registers a passkey of the device. */
async function siteWithPasskey() {
  const site = await siteWithOwner()
  expect((await site.register(site.device.register(await site.askToRegister()))).status).toBe(201)
  return site
}

test('a passkey is registered, listed, renamed and deleted', async () => {
  const { owner, device, askToRegister, register, request } = await siteWithOwner()
  const made = await register(device.register(await askToRegister()))
  expect(made.status).toBe(201)
  const passkey = { id: 1, name: 'My phone', createdAt: '2026-03-10T15:00:00.000Z', lastUsedAt: null, otherHost: null }
  expect(await made.json()).toEqual(passkey)
  expect(await (await request('/api/auth/methods')).json()).toEqual({ passkey: true })
  const renamed = await owner.request('/api/auth/passkeys/1', { method: 'PUT', json: { name: 'My old phone' } })
  expect(await renamed.json()).toEqual({ ...passkey, name: 'My old phone' })
  expect(await (await owner.request('/api/auth/passkeys')).json()).toEqual([{ ...passkey, name: 'My old phone' }])
  expect((await owner.request('/api/auth/passkeys/1', { method: 'DELETE' })).status).toBe(200)
  expect((await owner.request('/api/auth/passkeys/1', { method: 'DELETE' })).status).toBe(404)
  expect((await owner.request('/api/auth/passkeys/1', { method: 'PUT', json: { name: 'x' } })).status).toBe(404)
  expect(await (await request('/api/auth/methods')).json()).toEqual({ passkey: false })
})

test('a passkey of a former domain is not offered for signing in, and is listed with that domain', async () => {
  const { db, owner, device, askToRegister, register, request } = await siteWithPasskey()
  const available = async () => (await request('/api/auth/methods')).json()
  const setHost = (host: string | null) => db.updateTable('passkeys').set({ host }).execute()
  expect(await db.selectFrom('passkeys').select('host').execute()).toEqual([{ host: 'localhost' }])
  await setHost('old.example')
  expect(await available()).toEqual({ passkey: false })
  const list = async () => (await owner.request('/api/auth/passkeys')).json()
  expect(await list()).toMatchObject([{ id: 1, otherHost: 'old.example' }])
  const options = await owner.request('/api/auth/passkeys/options', { json: { password } })
  expect(((await options.json()) as { excludeCredentials?: unknown[] }).excludeCredentials ?? []).toEqual([])
  const renamed = await owner.request('/api/auth/passkeys/1', { method: 'PUT', json: { name: 'Old phone' } })
  expect(await renamed.json()).toMatchObject({ name: 'Old phone', otherHost: 'old.example' })
  await db.updateTable('passkeys').set({ credential_id: 'another' }).execute()
  expect((await register(device.register(await askToRegister()), 'New phone')).status).toBe(201)
  expect(await available()).toEqual({ passkey: true })
  expect(await list()).toMatchObject([{ otherHost: 'old.example' }, { name: 'New phone', otherHost: null }])
  expect((await owner.request('/api/auth/passkeys/1', { method: 'DELETE' })).status).toBe(200)
  expect(await list()).toMatchObject([{ name: 'New phone' }])
  // By an older version during an upgrade.
  await setHost(null)
  expect([await available(), await list()]).toMatchObject([{ passkey: true }, [{ otherHost: null }]])
})

test.each([null, 'wrong.example'])(
  'signing in with a passkey of the host %j stores the host at which it works',
  async (host) => {
    const { db, device, askToSignIn, signIn } = await siteWithPasskey()
    await db.updateTable('passkeys').set({ host }).execute()
    expect((await signIn(device.signIn(await askToSignIn()))).status).toBe(200)
    expect(await db.selectFrom('passkeys').select('host').execute()).toEqual([{ host: 'localhost' }])
  },
)

test('a new passkey requires the password and excludes registered devices', async () => {
  const { owner } = await siteWithPasskey()
  const refused = await owner.request('/api/auth/passkeys/options', { json: { password: 'a guess' } })
  expect(refused.status).toBe(400)
  const options = await (await owner.request('/api/auth/passkeys/options', { json: { password } })).json()
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Dewlight' },
    user: { name: 'nora', displayName: 'Nora Ellery' },
    excludeCredentials: [{ type: 'public-key' }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
})

test('a passkey signs in without a second factor, and its last use is stored', async () => {
  const { db, owner, device, askToSignIn, signIn, setNow } = await siteWithPasskey()
  await db
    .insertInto('two_factor')
    .values({ user_id: 1, secret: '', confirmed_at: '2026-03-10T15:00:00.000Z', last_step: 0 })
    .execute()
  setNow('2026-03-11T15:00:00.000Z')
  const response = await signIn(device.signIn(await askToSignIn(), { counter: 7 }))
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ user: { username: 'nora' } })
  expect(response.headers.getSetCookie()[0]).toMatch(/^session=[\w-]{43};/)
  const [passkey] = (await (await owner.request('/api/auth/passkeys')).json()) as { lastUsedAt: string }[]
  expect(passkey!.lastUsedAt).toBe('2026-03-11T15:00:00.000Z')
})

test('a challenge is valid once, for five minutes, and for its purpose', async () => {
  const { device, askToSignIn, askToRegister, signIn, setNow } = await siteWithPasskey()
  const once = device.signIn(await askToSignIn())
  expect((await signIn(once)).status).toBe(200)
  expect((await signIn(once)).status).toBe(401)
  expect((await signIn(device.signIn(await askToRegister()))).status).toBe(401)
  expect((await signIn(device.signIn('bWFkZSB1cA'))).status).toBe(401)
  const late = device.signIn(await askToSignIn())
  setNow('2026-03-10T15:05:00.000Z')
  expect((await signIn(late)).status).toBe(401)
})

test('a response for another origin, without user verification or by another device is rejected', async () => {
  const { device, askToSignIn, signIn } = await siteWithPasskey()
  const answers = [
    device.signIn(await askToSignIn(), { origin: 'https://evil.example' }),
    device.signIn(await askToSignIn(), { isVerified: false }),
    { ...makeAuthenticator().signIn(await askToSignIn()), id: device.signIn('').id },
    makeAuthenticator().signIn(await askToSignIn()),
  ]
  for (const result of answers) {
    const response = await signIn(result)
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      message: 'That passkey was not accepted. Please try again, or use your password.',
    })
    expect(response.headers.getSetCookie()).toEqual([])
  }
})

test('a passkey whose counter decreases is rejected as a copy', async () => {
  const { device, askToSignIn, signIn } = await siteWithPasskey()
  expect((await signIn(device.signIn(await askToSignIn(), { counter: 9 }))).status).toBe(200)
  expect((await signIn(device.signIn(await askToSignIn(), { counter: 9 }))).status).toBe(401)
})

test('an invalid registration is rejected and stores nothing', async () => {
  const { db, device, askToRegister, register } = await siteWithOwner()
  for (const response of [
    device.register('bWFkZSB1cA'),
    device.register(await askToRegister(), { origin: 'https://evil.example' }),
    device.register(await askToRegister(), { isVerified: false }),
  ]) {
    const refused = await register(response)
    expect(refused.status).toBe(400)
    expect(await refused.json()).toEqual({ message: 'This passkey could not be registered. Please try again.' })
  }
  const unnamed = await register(device.register(await askToRegister()), ' ')
  expect(await unnamed.json()).toMatchObject({ message: 'Please name this passkey' })
  expect(await db.selectFrom('passkeys').selectAll().execute()).toEqual([])
})
