import { expect, test, vi } from 'vitest'
import { cdnServer } from '../test/cdn-server.ts'
import { makePost, makeUser } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'
import { createSession } from './server/accounts/auth/sessions.repo.ts'

test('cached pages, lists and feeds name what they are made of, and private pages nothing', async () => {
  const { get } = await testSite({ rows: async (db) => void (await makePost(db, { slug: 'a-post' })) })
  for (const [address, keys] of [
    [
      '/blog/a-post',
      ['posts', 'categories', 'images', 'products', 'ingredients', 'routines', 'settings', 'users', 'all'],
    ],
    ['/api/products', ['products', 'images', 'ingredients', 'all']],
    [
      '/sitemap.xml',
      ['posts', 'pages', 'newsletters', 'categories', 'products', 'ingredients', 'routines', 'settings', 'all'],
    ],
  ] as const) {
    const { headers } = await get(address)
    expect(headers.get('surrogate-key')!.split(' ').sort(), address).toEqual([...keys].sort())
    expect(headers.get('cache-tag')!.split(',').sort(), address).toEqual([...keys].sort())
  }
  for (const address of ['/search?q=post', '/blog/nothing', '/login'])
    expect((await get(address)).headers.get('surrogate-key'), address).toBeNull()
})

test('with a CDN a shared cache keeps pages for an hour, and a deletion purges it', async () => {
  const cdn = await cdnServer()
  let id = 0
  const { db, get, origin, measure } = await testSite({
    rows: async (on) => {
      id = await makePost(on, { slug: 'a-post' })
    },
    env: { CDN: 'varnish', CDN_URL: cdn.url },
  })
  const { headers } = await get('/blog/a-post')
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=3600, must-revalidate')
  expect((await get('/api/posts')).headers.get('cdn-cache-control')).toBe('public, max-age=0, must-revalidate')
  const cookie = `session=${await createSession(db, await makeUser(db), new Date())}`
  const deleted = await fetch(`${origin}/api/posts/${id}`, { method: 'DELETE', headers: { cookie } })
  expect(deleted.status).toBe(200)
  await vi.waitFor(() => expect(cdn.requests).toMatchObject([{ headers: { 'xkey-purge': 'pages posts' } }]), 5000)
  await vi.waitFor(async () => expect(await measure('dewlight_cdn_purges_total')).toBe(1), 5000)
})
