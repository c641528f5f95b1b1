import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { localHostsOnly } from './local-hosts.ts'

async function ask(
  host: string,
  method = 'GET',
): Promise<{ status: number | undefined; text: string; policy: unknown }> {
  const server = createServer(localHostsOnly((_, response) => response.end('the demo'), { 'x-frame-options': 'DENY' }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', method, headers: { host } }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode, text, policy: response.headers['x-frame-options'] })
    })
    sent.on('error', reject).end()
  })
}

test.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST:3000',
  'demo.localhost:3000',
  '127.0.0.1:3000',
  '127.1.2.3',
  '[::1]:3000',
])('a local site responds to %s', async (host) => {
  expect(await ask(host)).toMatchObject({ status: 200, text: 'the demo' })
})

test.each([
  'evil.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.nip.io',
  'notlocalhost',
  'localhost@evil.example',
  '192.168.0.7:3000',
  '[::2]',
  '2130706433',
])('a local site does not respond to %j (DNS rebinding)', async (host) => {
  for (const method of ['GET', 'POST']) {
    const response = await ask(host, method)
    expect(response).toEqual({
      status: 421,
      text: 'This site answers only to localhost. To serve it under another name, start it with SITE_URL.\n',
      policy: 'DENY',
    })
  }
})
