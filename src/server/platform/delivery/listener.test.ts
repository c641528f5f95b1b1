import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { pageOf, testListener } from '../../../../test/test-listener.ts'
import { prebuildResponse } from './prebuilt-response.ts'

test.each([
  ['/blog/', '/blog'],
  ['/blog///', '/blog'],
  ['/blog/a-slug/?page=2', '/blog/a-slug?page=2'],
  ['/a/../blog/', '/blog'],
])('%s redirects permanently to %s, which is rendered once', async (address, location) => {
  const { get, rendered } = await testListener()
  for (let times = 1; times <= 2; times++) {
    const response = await get(address)
    expect(response.status).toBe(308)
    expect(response.headers.location).toBe(location)
  }
  expect((await get(location)).status).toBe(200)
  expect(rendered).toEqual([location])
})

test.each(['/feed.xml/', '/blog/?a=1'])(
  '%s redirects to its canonical URL without rendering a page',
  async (address) => {
    const { get, rendered } = await testListener({ isShared: false })
    const response = await get(address)
    expect([response.status, response.headers.location]).toEqual([308, address.replace(/\/(?=\?|$)/, '')])
    expect(rendered).toEqual([])
  },
)

test.each([301, 404])('a page that responds with %i does so with a slash at its end too', async (status) => {
  const headers: Record<string, string> = status === 301 ? { location: '/blog/serum' } : {}
  const { get } = await testListener({ render: async () => ({ ...pageOf(''), status, headers }) })
  const response = await get('/2019/05/serum/?utm_source=pin')
  expect(response.status).toBe(status)
  expect(response.headers.location).toBe(status === 301 ? '/blog/serum?utm_source=pin' : undefined)
})

test.each([
  '//evil.com/',
  '//evil.com',
  '///evil.com/',
  '/\\evil.com/',
  '/./\\evil.com/',
  '/.//evil.com/',
  '/a/..//evil.com/',
  '/%2F/evil.com/',
  '/%5Cevil.com/',
  '/;@evil.com/',
])('%s does not redirect to another site', async (address) => {
  const { get } = await testListener()
  const { status, headers } = await get(address)
  if (status === 308) {
    const target = new URL(headers.location!, 'https://dew.example')
    expect(target.host).toBe('dew.example')
  } else expect(status).toBeLessThan(500)
  expect(headers.location ?? '').not.toMatch(/^\/[/\\]/)
})

test('the home page is not redirected', async () => {
  const { get } = await testListener()
  expect((await get('/')).status).toBe(200)
  expect((await get('/?utm_source=x')).status).toBe(200)
})

test('parameters that a page does not read share one rendering', async () => {
  const { get, rendered } = await testListener()
  for (const address of ['/blog', '/blog?utm_source=pin', '/blog?fbclid=1&x[]=2', '/blog?', '/blog?page='])
    expect((await get(address)).status, address).toBe(200)
  expect(rendered).toHaveLength(1)
  await get('/blog?page=2')
  await get('/blog?page=2&utm_source=pin')
  await get('/blog?utm_source=pin&page=2')
  expect(rendered).toHaveLength(2)
})

test('malformed percent-encoding and unusual request targets cause no error', async () => {
  const { get } = await testListener()
  for (const address of [
    '/%',
    '/%E0%A4%A',
    '/%ZZ',
    '/%00',
    '/blog/%c0%ae%c0%ae/',
    '/blog?%',
    `/${'a'.repeat(8000)}`,
    '/a|b^c`d{e}',
    '/?__proto__=1',
    '/constructor',
    '/__proto__',
  ]) {
    const { status } = await get(address)
    expect(status, address).toBeGreaterThanOrEqual(200)
    expect(status, address).toBeLessThan(500)
  }
})

test.each(['*', '/%00', '/blog/a%00b', '/shop?category=%00'])('the address %s is rejected', async (address) => {
  const { get, rendered } = await testListener()
  const response = await get(address)
  expect(response.status).toBe(400)
  expect(response.text).toBe('This address is not right\n')
  expect(rendered).toEqual([])
})

test.each([
  ['two Host headers', 'GET /blog HTTP/1.1\r\nHost: dew.example\r\nHost: evil.example'],
  ['two equal Host headers', 'GET /blog HTTP/1.1\r\nhost: dew.example\r\nHOST: dew.example'],
  ['two Host headers of a write', 'POST /contact HTTP/1.1\r\nHost: dew.example\r\nHost: evil.example'],
  ['HTTP/2.0 in the request line', 'GET /blog HTTP/2.0\r\nHost: dew.example'],
  ['no Host header', 'GET /blog HTTP/1.1'],
])('a request with %s is rejected, also for a cached page', async (_, head) => {
  const { get, port, rendered } = await testListener()
  await get('/blog')
  const sent = (text: string) =>
    new Promise<string>((resolve) => {
      let received = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(`${text}\r\nContent-Length: 0\r\n\r\n`))
      socket.setEncoding('utf8').on('data', (data: string) => {
        received += data
      })
      socket.on('error', () => {}).on('close', () => resolve(received))
    })
  expect(await sent(head)).toMatch(/^HTTP\/1\.1 400 /)
  expect(rendered).toEqual(['/blog'])
  expect(await sent('GET /blog HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
})

test('a request that is not HTTP closes the connection, not the server', async () => {
  const { get, port } = await testListener()
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('\x16\x03\x01 no http\r\n\r\n'))
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
  })
  expect((await get('/')).status).toBe(200)
})

test.each([
  '/api/posts?status=all',
  '/api/posts/a-slug',
  '/api/products/12',
  '/api/contacts',
  '/api/auth/user',
  '/api/audit',
  '/api',
  '/api/',
  '/healthz',
  '/readyz',
  '/robots.txt',
  '/share/site.png',
  '/./api/search',
])('%s is handled by the application', async (address) => {
  const { get, rendered } = await testListener()
  const response = await get(address)
  expect(response.headers['x-app']).toBe('1')
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  expect(rendered).toEqual([])
})

test.each([
  '/feed.xml',
  '/feed.json',
  '/sitemap.xml',
  '/api/site',
  '/api/posts',
  '/api/posts?limit=3',
  '/api/posts/category/4',
  '/api/categories/cleansing',
  '/./api/products',
])('%s is the same for everyone: fetched once, without a cookie, and cached', async (address) => {
  const fetched: Request[] = []
  const { get, pages } = await testListener({
    fetchApp: async (question) => {
      fetched.push(question)
      return Response.json([1, 2, 3], { headers: { 'x-total-count': '3', 'cache-control': 'no-store' } })
    },
  })
  const cookie = 'session=the-owners'
  const isList = address.includes('/api/')
  for (let i = 0; i < 3; i++) {
    const response = await get(address, { headers: { cookie } })
    expect([response.status, response.text]).toEqual([200, '[1,2,3]'])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      'x-total-count': '3',
      // The admin reads these lists too, so a shared cache must revalidate them.
      'cache-control': `public, max-age=0,${isList ? '' : ' s-maxage=10,'} must-revalidate`,
      'cdn-cache-control': `public, ${isList ? 'max-age=0, must-revalidate' : 'max-age=10, stale-while-revalidate=60, stale-if-error=3600'}`,
      'x-content-type-options': 'nosniff',
    })
  }
  expect(fetched).toHaveLength(1)
  expect(fetched[0]!.headers.get('cookie')).toBeNull()
  pages.purge({ tag: 'posts', isSoft: false })
  pages.purge({ tag: 'products', isSoft: false })
  pages.purge({ tag: 'settings', isSoft: false })
  pages.purge({ tag: 'categories', isSoft: false })
  await get(address)
  expect(fetched).toHaveLength(2)
})

test('unknown query parameters share one cached response', async () => {
  let fetched = 0
  const { get } = await testListener({
    fetchApp: async () => {
      fetched += 1
      return Response.json([1])
    },
  })
  for (const query of ['limit=3&page=2', 'page=2&limit=3', 'page=2&limit=3&utm_source=x', 'limit=3&page=2&q=1'])
    await get(`/api/posts?${query}`)
  expect(fetched).toBe(1)
  await get('/api/posts?limit=3')
  expect(fetched).toBe(2)
})

test('all spellings of a list share one cached response', async () => {
  const fetched: string[] = []
  const { get } = await testListener({
    fetchApp: async ({ url }) => {
      fetched.push(url)
      return Response.json([1])
    },
  })
  for (const address of [
    '/api/posts?limit=3',
    '/api/posts?limit=03',
    '/api/posts?limit=3.0',
    '/api/posts?limit=%33',
    '/api/posts?limit=0x3',
    '/api/posts?limit=3&limit=4',
  ])
    expect((await get(address)).text, address).toBe('[1]')
  for (const name of ['4', '%34', '04', '4.0']) await get(`/api/posts/category/${name}`)
  for (const name of ['a%C3%A9', 'a%c3%a9', '%61%C3%A9']) await get(`/api/categories/${name}`)
  expect(fetched).toEqual([
    'http://localhost/api/posts?limit=3',
    'http://localhost/api/posts/category/4',
    'http://localhost/api/categories/a%C3%A9',
  ])
})

test('an empty list of a filter is not cached, since any made-up filter gives one', async () => {
  const { get, pages } = await testListener({ fetchApp: async () => Response.json([]) })
  for (let i = 0; i < 20; i++) expect((await get(`/api/posts?category=made-up-${i}`)).text).toBe('[]')
  for (let page = 2; page < 20; page++) expect((await get(`/api/products?page=${page}`)).text).toBe('[]')
  expect(pages.size().pages).toBe(0)
  await get('/api/posts')
  expect(pages.size().pages).toBe(1)
})

test('a request that is fetched for the cache keeps its id, so that its error can be found in the log', async () => {
  const ids: (string | null)[] = []
  const { get } = await testListener({
    fetchApp: async ({ headers }) => {
      ids.push(headers.get('x-request-id'))
      return Response.json({}, { status: 500 })
    },
  })
  await get('/api/posts', { headers: { 'x-request-id': 'an-id-of-the-test' } })
  expect(ids).toEqual(['an-id-of-the-test'])
})

test('an error response of the API is not cached', async () => {
  let fetched = 0
  const { get } = await testListener({
    fetchApp: async () => {
      fetched += 1
      return Response.json({ message: 'The address is not right' }, { status: 400 })
    },
  })
  for (let i = 0; i < 2; i++) {
    const response = await get('/api/posts?limit=3')
    expect([response.status, response.text]).toEqual([400, '{"message":"The address is not right"}'])
    expect(response.headers['cache-control']).toBe('private, no-store')
  }
  expect(fetched).toBe(2)
})

test.each(['/apis', '/healthz/more', '/feed.xmlx', '/shares', '/blog/api', '/API/posts'])(
  '%s is a page',
  async (address) => {
    const { get, rendered } = await testListener()
    await get(address)
    expect(rendered).toEqual([address])
  },
)

test('errors of a page and of its parts are reported with the request, without its parameters', async () => {
  const reported: [unknown, unknown][] = []
  const broken = new Error('SQLITE_CORRUPT')
  const { get } = await testListener({
    render: async ({ pathname }) => {
      if (pathname === '/blog') throw broken
      return pageOf('partly', { status: 500, cacheable: false, errors: [broken] })
    },
    reportError: (error, context) => {
      reported.push([error, context])
      return undefined
    },
  })
  const headers = { 'x-request-id': 'an-id-of-the-test' }
  await Promise.all(['/blog?page=2', '/shop?page=2'].map((address) => get(address, { headers })))
  const requestId = 'an-id-of-the-test'
  expect(reported).toEqual([
    [broken, { requestId, path: '/blog' }],
    [broken, { requestId, path: '/shop' }],
  ])
})

test('a write goes to the application, never to the page cache', async () => {
  const { get, rendered } = await testListener()
  await get('/contact')
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    expect((await get('/contact', { method })).headers['x-app'], method).toBe('1')
  }
  expect(rendered).toEqual(['/contact'])
})

test('build files are sent from memory, and a missing one is 404 without a page', async () => {
  const bytes = { identity: Buffer.from('let a'), br: Buffer.from('brotli') }
  const response = prebuildResponse(200, bytes, { 'content-type': 'text/javascript; charset=utf-8' }, '"abc"')
  const { get, rendered } = await testListener({ assets: new Map([['/assets/client.js', response]]) })
  expect((await get('/assets/client.js')).text).toBe('let a')
  expect((await get('/assets/client.js', { headers: { 'accept-encoding': 'br' } })).text).toBe('brotli')
  expect((await get('/assets/client.js', { headers: { 'accept-encoding': 'gzip' } })).text).toBe('let a')
  expect((await get('/assets/client.js', { headers: { 'if-none-match': '"abc"' } })).status).toBe(304)
  expect((await get('/assets/client.js', { method: 'HEAD' })).body).toHaveLength(0)
  for (const address of ['/assets/other.js', '/assets/', '/assets/../assets/x', '/assets/.vite/manifest.json'])
    expect((await get(address)).status, address).toBe(404)
  expect(rendered).toEqual([])
})
