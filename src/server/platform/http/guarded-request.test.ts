import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sendPage, sendStatus, startShopSimulator } from '../../../../test/shop-simulator.ts'
import { createGuardedRequest, type RequestError, type Resolve } from './guarded-request.ts'

const userAgent = 'Dewlight (https://blog.example)'

const faultOf = async (request: Promise<unknown>) =>
  request.then(
    () => 'none',
    (error: RequestError) => error.fault,
  )

test('addresses that are not public, credentials, other ports and other schemes are refused before any connection', async () => {
  const resolved: string[] = []
  const resolve: Resolve = async (host) => {
    resolved.push(host)
    return [{ address: host === 'inside.example' ? '10.0.0.7' : host, family: 4 }]
  }
  const request = createGuardedRequest({ userAgent, resolve })
  const fault = (address: string) => faultOf(request(address, { method: 'GET' }))
  expect(await fault('http://127.0.0.1/')).toBe('private-address')
  expect(await fault('http://0x7f.1/')).toBe('private-address')
  expect(await fault('http://2130706433/')).toBe('private-address')
  expect(await fault('http://[::1]/')).toBe('private-address')
  expect(await fault('http://[::ffff:10.0.0.1]/')).toBe('private-address')
  expect(await fault('http://169.254.169.254/latest/meta-data')).toBe('private-address')
  expect(await fault('https://inside.example/')).toBe('private-address')
  expect(await fault('http://8.8.8.8:22/')).toBe('port')
  expect(await fault('http://8.8.8.8:8080/')).toBe('port')
  const before = resolved.length
  expect(await fault('https://me:secret@shop.example/')).toBe('credentials')
  expect(await fault('file:///etc/passwd')).toBe('address')
  expect(await fault('ftp://shop.example/')).toBe('address')
  expect(await fault('no address')).toBe('address')
  expect(resolved).toHaveLength(before)
})

test('the machine’s own resolver finds localhost, which is refused', async () => {
  const request = createGuardedRequest({ userAgent })
  expect(await faultOf(request('http://localhost/', { method: 'GET' }))).toBe('private-address')
})

test('a name with a public and a private address is refused', async () => {
  const request = createGuardedRequest({
    userAgent,
    resolve: async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  })
  expect(await faultOf(request('http://both.example/', { method: 'GET' }))).toBe('private-address')
})

test('the connection goes to the address that was checked, although the DNS says another one by then', async () => {
  const shop = await startShopSimulator()
  shop.on('/a', sendPage('<p>Here</p>'))
  const port = Number(new URL(shop.at('shop.test', '/')).port)
  const checked: string[] = []
  let count = 0
  const request = createGuardedRequest({
    userAgent,
    // Every further lookup leads elsewhere.
    resolve: async () => [{ address: count++ === 0 ? '127.0.0.1' : '127.0.0.9', family: 4 }],
    allows: (address, at) => {
      checked.push(address)
      return address === '127.0.0.1' && at === port ? undefined : 'private-address'
    },
  })
  const response = await request(shop.at('rebinding.test', '/a'), { method: 'GET', bodyMax: 1000 })
  expect(response).toMatchObject({ status: 200, body: '<p>Here</p>' })
  expect(count).toBe(1)
  expect(checked).toEqual(['127.0.0.1'])
  expect(shop.requests).toEqual(['GET rebinding.test/a'])
  expect(await faultOf(request(shop.at('rebinding.test', '/a'), { method: 'GET' }))).toBe('private-address')
  expect(shop.requests).toHaveLength(1)
})

test('a request names the site and sends no cookies, and redirects are not followed', async () => {
  const shop = await startShopSimulator()
  shop.on('/set', sendStatus(302, { location: '/next', 'set-cookie': 'id=1' }))
  const first = await shop.request(shop.at('shop.test', '/set'), { method: 'GET' })
  expect(first.status).toBe(302)
  await shop.request(shop.at('shop.test', '/set'), { method: 'GET' })
  expect(shop.requests).toEqual(['GET shop.test/set', 'GET shop.test/set'])
  expect(shop.headers[1]).toMatchObject({ 'user-agent': 'Dewlight (http://localhost:3000)' })
  expect(shop.headers[1]?.cookie).toBeUndefined()
})

test('endless, slow, compressed and binary bodies are bounded', async () => {
  const shop = await startShopSimulator({ timeoutMs: 500 })
  const bomb = gzipSync(Buffer.alloc(20_000_000))
  shop.on('/endless', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    }
    response.on('drain', write)
    write()
  })
  shop.on('/slow', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).write('<title>Half')
  })
  shop.on('/silent', () => {})
  shop.on('/bomb', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(bomb)
  })
  shop.on('/picture', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('png'))
  const get = (path: string) => shop.request(shop.at('shop.test', path), { method: 'GET', bodyMax: 20_000 })
  expect((await get('/endless')).body).toHaveLength(20_000)
  expect((await get('/bomb')).body).toHaveLength(20_000)
  expect((await get('/picture')).body).toBe('')
  expect((await get('/slow')).body).toBe('<title>Half')
  expect(await faultOf(get('/silent'))).toBe('timeout')
})

test('each fault of a connection has its name, and an abort of the caller is passed on', async () => {
  const shop = await startShopSimulator()
  expect(await faultOf(shop.request('http://shop.gone/', { method: 'GET' }))).toBe('dns')
  shop.on('/reset', (request) => request.socket.destroy())
  expect(await faultOf(shop.request(shop.at('shop.test', '/reset'), { method: 'GET' }))).toBe('response')
  const refusing = createGuardedRequest({
    userAgent,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    allows: () => undefined,
  })
  expect(await faultOf(refusing('http://shop.test:1/', { method: 'GET' }))).toBe('connection')
  const away = createGuardedRequest({
    userAgent,
    resolve: () => Promise.reject(Object.assign(new Error('try again'), { code: 'EAI_AGAIN' })),
  })
  expect(await faultOf(away('http://shop.test/', { method: 'GET' }))).toBe('offline')
  shop.on('/silent', () => {})
  const abort = new AbortController()
  const pending = shop.request(shop.at('shop.test', '/silent'), { method: 'GET', signal: abort.signal })
  abort.abort(new Error('The site stops'))
  await expect(pending).rejects.toThrow('The site stops')
})
