import { brotliCompressSync } from 'node:zlib'
import { expect, inject, test } from 'vitest'
import { makeUser } from '../test/factories.ts'
import { migratedDatabase } from '../test/test-database.ts'
import { testSite } from '../test/test-site.ts'
import type { EditableVerification, Verification } from './contract/accounts/verification.ts'
import { createSession } from './server/accounts/auth/sessions.repo.ts'
import { saveSettings } from './server/accounts/settings/settings.repo.ts'

const empty: Verification = {
  google: '',
  bing: '',
  pinterest: '',
  facebook: '',
  impact: '',
  tags: [],
  files: [],
  securityTxt: false,
}
const tokens = {
  google: 'a1B2_c3-D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u',
  bing: '0123456789ABCDEF0123456789ABCDEF',
  pinterest: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  facebook: 'abcdefghijklmnopqrstuvwxyz0123',
  impact: '8a7b6c5d-4e3f-2a1b-0c9d-8e7f6a5b4c3d',
}

type Site = Awaited<ReturnType<typeof testSite>>

/** Changes the verification of a site as its owner. */
async function createOwner({ db, origin }: Pick<Site, 'db' | 'origin'>) {
  const cookie = `session=${await createSession(db, await makeUser(db), new Date())}`
  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    fetch(`${origin}/api/verification${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json', origin, ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { send, put: (change: Partial<Verification>) => send('PUT', '', { ...empty, ...change }) }
}

const script = '<!doctype html><script>document.title = "ran"</script>pinterest-site-verification'

test('a file is served as its type, sandboxed, not indexed, for five minutes, and is gone when it is removed', async () => {
  const site = await testSite()
  const { put } = await createOwner(site)
  const names = ['pinterest-1a2b3.html', 'ads.txt', 'BingSiteAuth.xml', '.well-known/assetlinks.json']
  for (const name of names) expect((await site.get(`/${name}`)).status, name).toBe(404)
  const files = names.map((name) => ({ name, content: name.endsWith('.html') ? script : `"${name}"` }))
  expect((await put({ files })).status).toBe(200)
  const types = ['text/html', 'text/plain', 'application/xml', 'application/json']
  for (const [index, { name, content }] of files.entries())
    for (let time = 0; time < 2; time++) {
      const response = await site.get(`/${name}`)
      expect(response.status, name).toBe(200)
      expect(await response.text()).toBe(content)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': `${types[index]}; charset=utf-8`,
        'content-security-policy':
          "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        'cache-control': 'public, max-age=300',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      })
    }
  expect((await site.get('/Ads.txt')).status).toBe(404)
  // The same address in another spelling (RFC 3986, 6.2.2.2).
  expect(await (await site.get('/ads%2etxt')).text()).toBe('"ads.txt"')
  expect((await site.get('/folder/ads.txt')).status).toBe(404)
  expect((await put({})).status).toBe(200)
  for (const name of names) expect((await site.get(`/${name}`)).status, name).toBe(404)
})

test('addresses of the site keep their responses, and files with their names are refused', async () => {
  const site = await testSite()
  const { put } = await createOwner(site)
  const names = ['robots.txt', 'sitemap.xml', 'feed.json', 'favicon.txt', 'index.html']
  for (const name of [...names, '.well-known/change-password', '.well-known/passkey-endpoints']) {
    const response = await put({
      files: [
        { name: 'ads.txt', content: 'x' },
        { name, content: 'x' },
      ],
    })
    expect([400, 422], name).toContain(response.status)
    const { issues } = (await response.json()) as { issues: unknown[] }
    expect(issues).toEqual([{ path: 'files.1.name', message: `This site makes ${name} itself` }])
  }
  expect((await site.get('/robots.txt')).status).toBe(200)
  expect((await site.get('/index.html')).status).toBe(301)
})

test('the home page alone has the tags, Impact in both attributes, and grows by 0.3 kB at most', async () => {
  const site = await testSite()
  const { put, send } = await createOwner(site)
  const homeOf = async () => (await site.get('/')).text()
  const before = await homeOf()
  expect(before).not.toContain('verification')
  const tags = [{ name: 'yandex-verification', content: 'a"b & <c>' }]
  expect((await put({ ...tokens, tags })).status).toBe(200)
  const shown = await (await send('GET', '/home-page')).json()
  expect(shown).toEqual(expect.arrayContaining([{ name: 'p:domain_verify', content: tokens.pinterest }, ...tags]))
  expect(await homeOf()).toContain(
    `<meta name="impact-site-verification" value="${tokens.impact}" content="${tokens.impact}"/>`,
  )
  expect(await (await site.get('/blog')).text()).not.toContain(tokens.google)
  expect((await put(tokens)).status).toBe(200)
  const after = await homeOf()
  // Each token once, and none in the state of the page.
  expect(after.split(tokens.google)).toHaveLength(2)
  const sent = (html: string) => brotliCompressSync(html).length
  expect(sent(after) - sent(before)).toBeLessThanOrEqual(300)
})

test('security.txt needs the email of the contact page, expires in a year, and gives way to an own file', async () => {
  const site = await testSite()
  const { put } = await createOwner(site)
  const refused = await put({ securityTxt: true })
  expect(refused.status).toBe(422)
  expect(await refused.json()).toMatchObject({
    message: 'Please enter the email of your contact page first, under Contact & social',
  })
  await saveSettings(site.db, { email: 'nora@dewlight.example' }, new Date().toISOString())
  expect((await put({ securityTxt: true })).status).toBe(200)
  const text = await (await site.get('/.well-known/security.txt')).text()
  expect(text).toMatch(/^Contact: mailto:nora@dewlight\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\nCanonical: /)
  const expires = Date.parse(/Expires: (.+)/.exec(text)?.[1] ?? '')
  const days = (expires - Date.now()) / (24 * 60 * 60 * 1000)
  expect(days).toBeGreaterThan(363)
  expect(days).toBeLessThanOrEqual(366)
  const own = { name: '.well-known/security.txt', content: 'Contact: https://dewlight.example/security' }
  expect((await put({ securityTxt: true, files: [own] })).status).toBe(200)
  expect(await (await site.get('/.well-known/security.txt')).text()).toBe(own.content)
})

test('an outdated change is a conflict with what is stored now', async () => {
  const site = await testSite()
  const { put, send } = await createOwner(site)
  expect((await put({ google: `<meta name="google-site-verification" content="${tokens.google}">` })).status).toBe(200)
  const response = await send('PUT', '', { ...empty, bing: tokens.bing }, { 'if-match': '"0"' })
  expect(response.status).toBe(409)
  const { current } = (await response.json()) as { current: EditableVerification }
  expect(current).toMatchObject({ version: 1, verification: { google: tokens.google, bing: '' } })
})

test.skipIf(inject('postgres') === undefined)('a second instance serves a saved file within a second', async () => {
  const database = await migratedDatabase()
  const [near, far] = [await testSite({ database }), await testSite({ database })]
  const { put } = await createOwner(near)
  await far.get('/')
  expect((await put({ pinterest: tokens.pinterest, files: [{ name: 'ads.txt', content: 'one' }] })).status).toBe(200)
  expect(await (await far.get('/ads.txt')).text()).toBe('one')
  expect((await put({ files: [{ name: 'ads.txt', content: 'two' }] })).status).toBe(200)
  const isPurged = async () => {
    expect(await (await far.get('/ads.txt')).text()).toBe('two')
    expect(await (await far.get('/')).text()).not.toContain(tokens.pinterest)
  }
  await expect
    .poll(
      () =>
        isPurged().then(
          () => true,
          () => false,
        ),
      { timeout: 1000, interval: 20 },
    )
    .toBe(true)
})
