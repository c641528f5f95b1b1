import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { MissingPage, TargetSuggestion } from '../../../contract/content/missing-pages.ts'
import { cleanUp } from '../../app/cleanup.ts'
import { MISSING_PAGES_MAX } from './missing-pages.repo.ts'
import { createMissingPages, missingAddress, WAITING_MAX } from './missing-pages.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day, 12))

function counterOf(app: TestApp, day = 1) {
  return createMissingPages({
    db: app.db,
    clock: () => at(day),
    origin: 'https://dew.example',
    onError: (error) => expect.fail(String(error)),
  })
}

/** Counts addresses of a day, as a process does. */
async function requestAll(app: TestApp, addresses: string[], { day = 1, referer = '' } = {}): Promise<void> {
  const counter = counterOf(app, day)
  for (const address of addresses) counter.count(address, referer ? { referer } : {})
  await counter.close()
}

const list = async (app: TestApp, query = '') =>
  (await (await app.asOwner(`/api/redirects/missing${query}`)).json()) as MissingPage[]
const addressesOf = async (app: TestApp, query = '') => (await list(app, query)).map(({ address }) => address)
const send = (app: TestApp, path: string) => app.asOwner(`/api/redirects/missing/${path}`, { method: 'POST' })

test('requests for a missing page are counted by path in any spelling, of all processes together', async () => {
  const app = await testApp()
  await Promise.all([
    requestAll(app, ['/2019/05/Crème', '/lost', '/?p=123'], { referer: 'https://other.example/list?mail=a@b.c#top' }),
    requestAll(app, ['/2019/05/cr%C3%A8me?utm_source=x', '/lost'], { referer: 'https://other.example/list' }),
  ])
  await requestAll(app, ['/2019/05/crème/'], { day: 3, referer: 'https://dew.example/blog/serum?x=1' })
  await requestAll(app, ['/lost'], { day: 2 })
  expect(await list(app)).toEqual([
    {
      id: expect.any(Number),
      address: '/2019/05/crème',
      hits: 3,
      firstAt: at(1).toISOString(),
      lastAt: at(3).toISOString(),
      referrer: '/blog/serum',
    },
    expect.objectContaining({ address: '/lost', hits: 3, referrer: 'https://other.example/list' }),
    expect.objectContaining({ address: '/?p=123', hits: 1, referrer: 'https://other.example/list' }),
  ])
  expect(await addressesOf(app, '?sort=address&q=other.ex')).toEqual(['/?p=123', '/lost'])
  expect(await addressesOf(app, '?limit=1&page=2')).toEqual(['/lost'])
})

test('what scanners and programs request is not counted', () => {
  for (const address of [
    '/wp-login.php',
    '/xmlrpc.php',
    '/.env',
    '/.well-known/assetlinks.json',
    '/api/.git/config',
    '/wp-content/plugins/x',
    '/wp-json/wp/v2/users',
    '/assets-old/app-3f9a1c.js',
    '/uploads/photo.JPG',
    '/cgi-bin/luci',
    '/unsubscribe/ada@mail.example',
    '/a%00b',
    '/%E0%A4',
    '/<script>',
    `/${'a'.repeat(300)}`,
  ])
    expect([address, missingAddress(address)]).toEqual([address, undefined])
  expect(missingAddress('/2019/05/My-Routine.html')).toBe('/2019/05/my-routine.html')
  expect(missingAddress('/blog/niacinamide-2.5')).toBe('/blog/niacinamide-2.5')
  expect(missingAddress('/?page_id=7&preview=true')).toBe('/?page_id=7')
})

test('memory and table are bounded: what was requested least and longest ago makes room', async () => {
  const app = await testApp()
  await requestAll(app, ['/often', '/often', '/old'])
  const addresses = Array.from({ length: WAITING_MAX * 2 }, (_, i) => `/random-${i}`)
  await requestAll(app, addresses, { day: 2 })
  expect((await list(app, '?limit=100')).length).toBe(100)
  const count = async () => (await app.db.selectFrom('missing_pages').select('id').execute()).length
  expect(await count()).toBe(WAITING_MAX + 2)
  await requestAll(app, addresses.slice(WAITING_MAX), { day: 3 })
  expect(await count()).toBe(MISSING_PAGES_MAX)
  expect(await addressesOf(app, '?q=o')).toContain('/often')
  expect(await addressesOf(app, '?q=old')).toEqual([])
})

test('an address leaves the list when it is redirected, when it has a page, and when it is ignored until that is undone', async () => {
  const app = await testApp({ pageStatus: () => 404 })
  await requestAll(app, ['/old-post', '/blog/serum', '/about-her', '/junk'])
  const [junk] = await list(app, '?q=junk')
  const redirect = await app.asOwner('/api/redirects', { json: { from: '/old-post/', to: '/blog/serum' } })
  expect(redirect.status).toBe(201)
  await makePost(app.db, { slug: 'serum' })
  await makePost(app.db, { slug: 'about-her', kind: 'page' })
  expect(await addressesOf(app)).toEqual(['/junk'])
  expect((await send(app, `${junk!.id}/ignore`)).status).toBe(200)
  await requestAll(app, ['/junk', '/old-post'], { day: 2 })
  expect(await addressesOf(app)).toEqual([])
  expect(await list(app, '?show=ignored')).toMatchObject([{ address: '/junk', hits: 2 }])
  expect((await send(app, `${junk!.id}/watch`)).status).toBe(200)
  expect(await addressesOf(app)).toEqual(['/junk'])
  expect((await send(app, '999999/ignore')).status).toBe(404)
  expect((await app.request('/api/redirects/missing')).status).toBe(401)
})

test('an address is deleted 180 days after its last request', async () => {
  const app = await testApp()
  await requestAll(app, ['/lost', '/found'])
  await requestAll(app, ['/found'], { day: 2 })
  await cleanUp(app.db, new Date(at(1).getTime() + 180 * 24 * 60 * 60 * 1000 + 1))
  expect(await addressesOf(app)).toEqual(['/found'])
})

test('the page with the most similar address is suggested as the target', async () => {
  const app = await testApp()
  await makePost(app.db, { slug: 'niacinamide-for-beginners', title: 'Niacinamide' })
  await makePost(app.db, { slug: 'niacinamide-and-zinc' })
  await makePost(app.db, { slug: 'niacinamide-for-beginner', published_at: null })
  await makeProduct(app.db, { slug: 'barrier-cream', name: 'Barrier cream' })
  const suggested = async (address: string) =>
    (
      (await (await app.asOwner(`/api/redirects/missing/target?address=${encodeURIComponent(address)}`)).json()) as {
        found: TargetSuggestion | null
      }
    ).found
  expect(await suggested('/2019/05/niacinamid-for-beginers')).toEqual({
    to: '/blog/niacinamide-for-beginners',
    title: 'Niacinamide',
  })
  expect(await suggested('/product/the-barrier-cream.html')).toEqual({
    to: '/shop/barrier-cream',
    title: 'Barrier cream',
  })
  expect(await suggested('/2019/05/holiday-in-rome')).toBeNull()
  expect(await suggested('/?p=123')).toBeNull()
})
