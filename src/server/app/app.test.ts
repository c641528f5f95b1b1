import { expect, test } from 'vitest'
import { countRows } from '../../../test/count-rows.ts'
import { makeCategory, makePost, makeProduct, makeUser } from '../../../test/factories.ts'
import { expectSentence } from '../../../test/malicious-input.ts'
import { testApp } from '../../../test/test-app.ts'
import type { Endpoint } from '../../contract/platform/endpoint.ts'

const contract = import.meta.glob<Record<string, unknown>>('../../contract/**/*.ts', { eager: true })

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'responses' in value
}

/** An export of the contract as endpoints: one, or a group of them. */
function endpointsOf(exported: unknown): Endpoint[] {
  if (isEndpoint(exported)) return [exported]
  const members = typeof exported === 'object' && exported !== null ? Object.values(exported) : []
  return members.every(isEndpoint) ? members : []
}

test('every endpoint of the contract is mounted, and no other', async () => {
  const { endpoints, routes } = await testApp()
  const declared = Object.values(contract).flatMap(Object.values).flatMap(endpointsOf)
  const named = ({ method, path, when = '' }: Endpoint) => `${method} ${path} ${when}`
  expect(endpoints.map(named).sort()).toEqual(declared.map(named).sort())
  const mounted = routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
  expect(new Set(mounted.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(declared.map(({ method, path }) => `${method} /api${path}`)),
  )
})

/** Every request that an anonymous visitor may send, with its status. */
const access: [string, string, number, unknown?][] = [
  ['GET', '/api/site', 200],
  ['GET', '/api/appearance/admin.css', 200],
  ['GET', '/api/auth/recovery', 200],
  ['GET', '/api/categories', 200],
  ['GET', '/api/categories/cleansing', 200],
  ['GET', '/api/categories/1', 200],
  ['GET', '/api/posts', 200],
  ['GET', '/api/posts?limit=3', 200],
  ['GET', '/api/posts?status=all', 401],
  ['GET', '/api/posts/washing', 200],
  ['GET', '/api/posts/category/1', 200],
  ['GET', '/api/pages/start-here', 200],
  ['GET', '/api/ingredients', 200],
  ['GET', '/api/ingredients?status=all', 401],
  ['GET', '/api/ingredients/retinol', 404],
  ['GET', '/api/routines/build', 200],
  ['GET', '/api/routines/evening', 404],
  ['GET', '/api/product-facets', 200],
  ['GET', '/api/product-pages/nothing', 404],
  ['GET', '/api/posts/1/further-reading', 200],
  ['GET', '/api/previews/not-a-token', 404],
  [`GET`, `/api/previews/${'x'.repeat(43)}`, 404],
  ['GET', '/api/products', 200],
  ['GET', '/api/products?limit=4', 200],
  ['GET', '/api/product-categories', 200],
  ['GET', '/api/redirects/target?address=/old', 200],
  ['GET', '/api/search?q=washing', 200],
  ['GET', '/api/users/1', 200],
  ['GET', '/api/auth/user', 401],
  ['GET', '/api/auth/methods', 200],
  ['POST', '/api/auth/passkey-login/options', 200],
  ['POST', '/api/auth/passkey-login', 415],
  ['POST', '/api/auth/setup', 403, { token: 'a guess', username: 'eve', password: 'a long enough password' }],
  ['GET', '/api/openapi.json', 200],
  ['POST', '/api/subscribers', 201, { email: 'ann@example.com', name: 'Ann' }],
  ['POST', '/api/contacts', 201, { name: 'Ann', email: 'ann@example.com', subject: 'Hi', message: 'Hello there!' }],
  ['POST', '/api/analytics/click', 202, { linkId: 'home-grid', productId: 1, postId: 1 }],
  ['GET', '/api/analytics/postback?secret=made-up', 401],
  ['POST', '/api/analytics/postback?secret=made-up', 401],
  ['GET', '/postback/made-up', 404],
  ['POST', '/postback/made-up', 404],
  ['POST', '/hooks/mail/postmark/made-up', 404],
  ['POST', '/api/auth/login', 401, { username: 'nora', password: 'a guess' }],
  ['POST', '/api/auth/logout', 200],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/feed.xml', 200],
  ['GET', '/letters/feed.xml', 200],
  ['GET', '/letters/feed.json', 200],
  ['GET', '/letters/link/1/made-up/made-up', 302],
  ['GET', '/api/newsletter-pages', 200],
  ['GET', '/api/newsletter-pages/none', 404],
  ['GET', '/api/newsletter-choices?token=made-up', 200],
  ['GET', '/api/legal-texts/privacy-policy', 200],
  ['GET', '/api/legal-texts/privacy-policy/versions', 200],
  ['GET', '/api/legal-texts/privacy-policy/versions/2024-06-14', 404],
  ['GET', '/api/legal-texts/imprint', 404],
  ['GET', '/feed.json', 200],
  ['GET', '/sitemap.xml', 200],
  ['GET', '/robots.txt', 200],
  ['GET', '/.well-known/change-password', 302],
  ['GET', '/.well-known/passkey-endpoints', 200],
  ['GET', '/icons/nothing/96.png', 404],
  ['GET', '/icons/nothing/180.png', 404],
  ['GET', '/icons/nothing/favicon.ico', 404],
  ['GET', '/share/site.png', 200],
  ['GET', '/share/washing.png', 200],
  ['GET', '/share/categories/none.png', 404],
  ['GET', '/share/ingredients/none.png', 404],
  ['GET', '/share/pins/washing.jpg', 200],
  ['GET', '/share/routines/evening.png', 404],
  ['POST', '/contact', 415],
  ['POST', '/newsletter', 415],
  ['POST', '/newsletter/confirm', 415],
  ['POST', '/newsletter/unsubscribe', 415],
  ['POST', '/newsletter/frequency', 415],
  ['POST', '/newsletter/come-back', 415],
  ['POST', '/newsletter/unsubscribe?token=unknown', 200],
  ['POST', '/login', 415],
  ['POST', '/setup', 415],
  ['POST', '/forgot-password', 415],
  ['POST', '/reset-password', 415],
]

async function filledApp() {
  const app = await testApp()
  const category = await makeCategory(app.db, { slug: 'cleansing' })
  await makePost(app.db, { slug: 'washing', title: 'Washing', category_id: category })
  await makePost(app.db, { kind: 'page', slug: 'start-here' })
  await makeProduct(app.db)
  return { ...app, userId: await makeUser(app.db) }
}

test('an anonymous visitor gets the status that the access table lists', async () => {
  const { request, userId } = await filledApp()
  for (const [method, path, status, json] of access) {
    // A sequence of PostgreSQL may leave numbers out.
    const address = path.replace('/users/1', `/users/${userId}`)
    expect((await request(address, { method, json })).status, `${method} ${path}`).toBe(status)
  }
})

test('the table of access names every mounted route', async () => {
  const { endpoints, routes } = await testApp()
  const named = (method: string, pattern: string) => {
    const address = new RegExp(`^${pattern.replace(/:\w+(\{[^}]*\})?/g, '[^/]+')}$`)
    return access.some(([known, path]) => known === method && address.test(path.split('?')[0]!))
  }
  const isOwners = (method: string, path: string) =>
    endpoints.some((each) => each.access !== 'public' && each.method === method && `/api${each.path}` === path)
  const missing = routes.filter(
    ({ method, path }) => method !== 'ALL' && !named(method, path) && !isOwners(method, path),
  )
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([])
})

/** Calls that need a session: each is rejected without one, whether the route exists or not. */
const ownersCalls: [string, string, unknown?][] = [
  [
    'POST',
    '/api/posts',
    { title: 'A title of mine', slug: 'a-title-of-mine', content: 'a'.repeat(60), coverImage: '/media/x' },
  ],
  [
    'PUT',
    '/api/posts/1',
    { title: 'Another title', slug: 'another-title', content: 'a'.repeat(60), coverImage: '/media/x' },
  ],
  ['DELETE', '/api/posts/1'],
  ['POST', '/api/products', { name: 'Mine' }],
  ['PUT', '/api/products/1', { name: 'Mine' }],
  ['DELETE', '/api/products/1'],
  ['GET', '/api/contacts'],
  ['GET', '/api/subscribers'],
  ['GET', '/api/images'],
  ['POST', '/api/images', {}],
  ['DELETE', '/api/images/1'],
  ['GET', '/api/analytics?startDate=2026-02-01&endDate=2026-03-01'],
  ['POST', '/api/analytics/conversion', { linkId: 'home-grid', revenue: '10.00' }],
]

test('an anonymous visitor can neither read nor change private data', async () => {
  const { db, request } = await filledApp()
  await request('/api/subscribers', { json: { email: 'secret@example.com' } })
  const before = await countRows(db)
  for (const [method, path, json] of ownersCalls) {
    const response = await request(path, { method, json, headers: { cookie: 'session=made-up' } })
    expect([401, 403, 404], `${method} ${path}`).toContain(response.status)
    expect(await response.clone().text(), path).not.toContain('secret@example.com')
    await expectSentence(response, path)
  }
  expect(await countRows(db)).toEqual(before)
})

test('a signed-in owner sees no draft where everyone reads', async () => {
  const { db, request } = await filledApp()
  await makePost(db, { slug: 'a-draft', title: 'Unfinished', published_at: null })
  const login = await request('/api/auth/login', { json: { username: 'nora', password: 'a long enough password' } })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  for (const path of [
    '/api/posts',
    '/api/posts/a-draft',
    '/api/search?q=unfinished',
    '/feed.xml',
    '/share/a-draft.png',
  ]) {
    expect(await (await request(path, { headers: { cookie } })).text(), path).not.toMatch(/Unfinished/)
  }
})
