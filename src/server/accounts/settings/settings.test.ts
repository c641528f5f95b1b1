import { expect, test } from 'vitest'
import { makeUser } from '../../../../test/factories.ts'
import { TEST_ORIGIN, testApp } from '../../../../test/test-app.ts'
import { saveSettings } from './settings.repo.ts'

test('a new site has the defaults of the specification', async () => {
  const { request } = await testApp()
  const response = await request('/api/site')
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    brand: 'Dewlight',
    tagline: 'Expert advice and product recommendations for your skincare journey.',
    categoriesHeading: 'Style Categories',
    postsHeading: 'Latest Style Inspiration',
    productsHeading: 'Shop Recommended Products',
    shopHeading: 'Shop My Looks',
    cardBadge: 'Fashion',
    disclosure:
      'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
    timeZone: 'America/New_York',
    origin: TEST_ORIGIN,
    heroPicture: null,
    demoAccount: null,
  })
})

test('changed settings replace their defaults, the others stay', async () => {
  const { db, request } = await testApp()
  await saveSettings(db, { brand: 'Petal & Dew', cardBadge: '' }, '2026-03-10T15:00:00.000Z')
  await saveSettings(db, { brand: 'Dew & Petal' }, '2026-03-10T15:01:00.000Z')
  expect(await (await request('/api/site')).json()).toMatchObject({
    brand: 'Dew & Petal',
    cardBadge: '',
    postsHeading: 'Latest Style Inspiration',
  })
})

test('only the demo account’s credentials are shown', async () => {
  const { db, request } = await testApp()
  const id = await makeUser(db, { username: 'admin', is_demo: true })
  expect(await (await request('/api/site')).json()).toMatchObject({ demoAccount: { username: 'admin' } })
  await db.updateTable('users').set({ is_demo: false }).where('id', '=', id).execute()
  expect(await (await request('/api/site')).json()).toMatchObject({ demoAccount: null })
})

test('changed settings are live at once', async () => {
  const { request, asOwner, changes } = await testApp()
  const before = await asOwner('/api/settings')
  expect(before.headers.get('etag')).toBe('"0"')
  expect(await before.json()).toMatchObject({
    version: 0,
    settings: { brand: 'Dewlight' },
    defaults: { brand: 'Dewlight' },
  })
  const response = await asOwner('/api/settings', {
    method: 'PUT',
    json: { brand: '  Petal & Dew ', cardBadge: '', timeZone: 'Europe/Paris', youtube: 'https://www.youtube.com/@dew' },
  })
  expect(response.status).toBe(200)
  expect(response.headers.get('etag')).toBe('"1"')
  expect(await response.json()).toMatchObject({
    version: 1,
    settings: { brand: 'Petal & Dew' },
    defaults: { brand: 'Dewlight' },
  })
  expect(changes()).toBe(1)
  expect(await (await request('/api/site')).json()).toMatchObject({
    brand: 'Petal & Dew',
    cardBadge: '',
    timeZone: 'Europe/Paris',
    youtube: 'https://www.youtube.com/@dew',
    postsHeading: 'Latest Style Inspiration',
  })
})

test('the forms of the newsletter after articles and in the footer can be switched off', async () => {
  const { request, asOwner, purged } = await testApp()
  const site = async () => (await request('/api/site')).json() as Promise<{ withoutSignUp?: string[] }>
  const save = (json: object) => asOwner('/api/settings', { method: 'PUT', json })
  expect((await site()).withoutSignUp).toBeUndefined()
  expect((await save({ newsletterInFooter: 'no' })).status).toBe(200)
  expect((await site()).withoutSignUp).toEqual(['footer'])
  await save({ newsletterAfterArticles: 'no' })
  expect((await site()).withoutSignUp).toEqual(['post', 'footer'])
  expect(purged.flat()).toContain('settings')
  await save({ newsletterAfterArticles: 'yes', newsletterInFooter: 'yes' })
  expect((await site()).withoutSignUp).toBeUndefined()
  const refused = await save({ newsletterInFooter: 'maybe' })
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ message: 'Please choose yes or no' })
})

test('a change based on an outdated version gets 409 and changes nothing', async () => {
  const { request, asOwner } = await testApp()
  const change = (json: object, version: number) =>
    asOwner('/api/settings', { method: 'PUT', json, headers: { 'if-match': `"${version}"` } })
  expect((await change({ brand: 'First' }, 0)).status).toBe(200)
  const late = await change({ brand: 'Second', tagline: 'Late' }, 0)
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({
    message: 'The settings were changed elsewhere meanwhile',
    current: { version: 1, settings: { brand: 'First' } },
  })
  expect(await (await request('/api/site')).json()).toMatchObject({ brand: 'First' })
  expect((await change({ brand: 'Second' }, 1)).status).toBe(200)
  const both = await Promise.all([change({ brand: 'A' }, 2), change({ brand: 'B' }, 2)])
  expect(both.map((result) => result.status).sort()).toEqual([200, 409])
})

test.each([
  [{ brand: '  ' }, 'Please give the site a name', 'brand'],
  [{ brand: 'x'.repeat(61) }, 'Please keep this under 60 characters', 'brand'],
  [{ pinterest: 'javascript:alert(1)' }, 'Please enter an address that begins with https://', 'pinterest'],
  [{ tiktok: 'tiktok.com/@me' }, 'Please enter an address that begins with https://', 'tiktok'],
  [{ heroImage: '/media/../secret' }, 'Please choose an image of the media library', 'heroImage'],
  [{ logo: 'https://elsewhere.example/logo.png' }, 'Please choose an image of the media library', 'logo'],
  [{ timeZone: 'Mars/Olympus' }, 'Please choose a time zone of the list', 'timeZone'],
  [{ currency: 'usd' }, 'Please use the code of a currency, such as USD', 'currency'],
  [{ currency: 'YEN' }, 'Please use the code of a currency, such as USD', 'currency'],
  [{ email: 'nobody' }, 'Please enter a valid email address', 'email'],
  [{ disclosure: '' }, 'Please say that the links earn a commission: readers, and the law, expect it', 'disclosure'],
])('settings %j are rejected: %s', async (json, message, path) => {
  const { asOwner, db } = await testApp()
  const response = await asOwner('/api/settings', { method: 'PUT', json })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message, issues: [{ path, message }] })
  expect(await db.selectFrom('settings').selectAll().execute()).toEqual([])
})

test('addresses are taken without blanks and invisible characters around them', async () => {
  const { asOwner, db } = await testApp()
  const pasted = '\u200bhttps://a.example/me\u00a0\r\n\u200b\r\n  https://b.example/cre\u0300me\u2060'
  const json = { pinterest: '\ufeffhttps://pin.example/me ', authorLinks: pasted }
  expect((await asOwner('/api/settings', { method: 'PUT', json })).status).toBe(200)
  const stored = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', Object.keys(json))
    .execute()
  expect(Object.fromEntries(stored.map(({ key, value }) => [key, JSON.parse(value)]))).toEqual({
    pinterest: 'https://pin.example/me',
    authorLinks: 'https://a.example/me\nhttps://b.example/cre\u0300me',
  })
})

test('unknown settings and invalid versions are rejected', async () => {
  const { asOwner } = await testApp()
  expect((await asOwner('/api/settings', { method: 'PUT', json: { '#version': 7 } })).status).toBe(400)
  const headers = { 'if-match': 'newest' }
  expect((await asOwner('/api/settings', { method: 'PUT', json: { brand: 'Dew' }, headers })).status).toBe(400)
})

test('an invalid stored setting is replaced by its default', async () => {
  const { db, request } = await testApp()
  await saveSettings(db, { brand: 7 as unknown as string, tagline: 'Still mine' }, '2026-03-10T15:00:00.000Z')
  expect(await (await request('/api/site')).json()).toMatchObject({ brand: 'Dewlight', tagline: 'Still mine' })
})
