import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testBucket } from '../../../../test/media-bucket.ts'
import { S3_KEYS } from '../../../../test/s3-server.ts'

const putText = (text: string) => (file: string) => writeFile(file, text)

test.each([
  [500, 'InternalError'],
  [503, 'SlowDown'],
  [429, 'TooManyRequests'],
])('a response of %s %s is retried, at most twice', async (status, code) => {
  const { server, media } = await testBucket()
  server.state.failures = [
    { status, code },
    { status, code },
  ]
  await media.writeSource('abc', putText('the source'))
  expect(server.names()).toEqual(['site/abc/source'])
  server.state.failures = Array.from({ length: 3 }, () => ({ status, code }))
  await expect(media.writeSource('def', putText('the source'))).rejects.toThrow(
    `The media store does not answer (${status} ${code})`,
  )
  // The open circuit fails fast.
  server.requests.length = 0
  await expect(media.find('def', 'source')).rejects.toThrow('as it did not a moment ago')
  expect(server.requests).toEqual([])
})

test.each([
  ['another secret', { secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
  ['an unknown key', { accessKeyId: 'AKIDWRONG' }, 'InvalidAccessKeyId'],
  ['a bucket that there is not', { address: '' }, 'NoSuchBucket'],
])('with %s every operation of the store fails', async (_, wrong, code) => {
  const first = await testBucket()
  const address = `${first.server.endpoint}/none`
  const { media, server } = await testBucket({ bucket: 'address' in wrong ? { address } : wrong })
  const refusal = { kind: 'media-refused', message: expect.stringContaining(code) }
  await expect(media.check()).rejects.toMatchObject(refusal)
  await expect(media.hasSource('abc')).rejects.toMatchObject({ kind: 'media-refused' })
  await expect(media.find('abc', 'source')).rejects.toMatchObject(refusal)
  await expect(media.writeSource('abc', putText('text'))).rejects.toMatchObject(refusal)
  await expect(media.remove('abc')).rejects.toMatchObject(refusal)
  await expect(media.listSources()).rejects.toMatchObject(refusal)
  expect(server.names()).toEqual([])
})

test('session credentials are sent with their token, which is signed too', async () => {
  const { server, media } = await testBucket({ bucket: { sessionToken: 'for an hour' } })
  await media.writeSource('abc', putText('the source'))
  expect(server.tokens).toEqual(['for an hour'])
})

test('a server that is not S3 is rejected', async () => {
  const { media } = await testBucket({ bucket: { address: await plainServer() } })
  await expect(media.check()).rejects.toThrow('its answers are none of an S3 store')
})

test('no error contains the secret or a signature at any depth', async () => {
  const { server, media } = await testBucket()
  server.state.isDown = true
  const error = await media.check().catch((reason: unknown) => reason)
  server.state.isDown = false
  server.state.failures = [{ status: 403, code: 'AccessDenied' }]
  const refusal = await media.check().catch((reason: unknown) => reason)
  for (const shown of [inspect(error, { depth: 20, showHidden: true }), inspect(refusal, { depth: 20 })]) {
    expect(shown).toContain('The media store')
    expect(shown).not.toContain(S3_KEYS.AWS_SECRET_ACCESS_KEY)
    expect(shown).not.toMatch(/Signature=|authorization/i)
  }
})

async function plainServer(): Promise<string> {
  const server = createServer((_, response) => void response.end('<h1>Hello</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a store that hangs is waited for once, and one probe after the pause speaks for all requests', async () => {
  const limits = { responseMs: 100, cooldownMs: 50 }
  const { server, media } = await testBucket({ limits })
  server.state.hangs = true
  await expect(media.find('abc', '320.webp')).rejects.toThrow('no answer in time')
  expect(server.requests).toEqual(['GET hangs'])
  await new Promise((resolve) => setTimeout(resolve, limits.cooldownMs))
  const many = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => media.find(`key${at}`, '320.webp')))
  expect(many.filter(({ status }) => status === 'rejected')).toHaveLength(20)
  expect(server.requests).toEqual(['GET hangs', 'GET hangs'])
  server.state.hangs = false
  await new Promise((resolve) => setTimeout(resolve, limits.cooldownMs))
  expect(await media.find('abc', '320.webp')).toBeUndefined()
  expect(await Promise.all([media.find('a', '320.webp'), media.find('b', '320.webp')])).toEqual([undefined, undefined])
})

test('an object whose bytes stop is given up within ten seconds', async () => {
  const { server, media } = await testBucket()
  server.objects.set('site/abc/source', { bytes: Buffer.from('text'), type: 'text/plain', modifiedAt: new Date() })
  server.state.stalls = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const found = media.find('abc', 'source').catch((error: unknown) => error)
  await expect.poll(() => server.requests).toEqual(['GET /dew/site/abc/source'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await found).toMatchObject({ kind: 'media-unreachable' })
})
