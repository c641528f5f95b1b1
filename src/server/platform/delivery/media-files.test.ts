import { mkdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { testListener } from '../../../../test/test-listener.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

async function siteWithImage(maxMediaBytes?: number, size = 5000) {
  const errors: unknown[] = []
  const reportError = (error: unknown) => void errors.push(error)
  const site = await testListener({ maxMediaBytes, reportError })
  const file = path.join(site.mediaDir, 'abc', '320.webp')
  mkdirSync(path.dirname(file))
  writeFileSync(file, Buffer.alloc(size, 'one '))
  return { ...site, errors, file, address: '/media/abc/320.webp' }
}

/** Waits until a cached image must be revalidated against the disk. */
function passCheck(): void {
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 1100)
}

test('an image is sent from memory with the same headers as from the disk, active content disabled', async () => {
  const { get, address } = await siteWithImage()
  const [first, second] = [await get(address), await get(address)]
  expect(first.status).toBe(200)
  expect(second.body.equals(first.body)).toBe(true)
  expect({ ...second.headers, date: '' }).toEqual({ ...first.headers, date: '' })
  expect(second.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': '5000',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
  })
  expect(second.headers.vary).toBeUndefined()
  const head = await get(address, { method: 'HEAD' })
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '5000', 0])
})

test('a conditional request for an unchanged image gets 304, by ETag and by date', async () => {
  const { get, address } = await siteWithImage()
  const { headers } = await get(address)
  const conditions: Record<string, string>[] = [
    { 'if-none-match': headers.etag! },
    { 'if-modified-since': headers['last-modified']! },
  ]
  for (const condition of conditions) {
    const response = await get(address, { headers: condition })
    expect([response.status, response.body.length]).toEqual([304, 0])
    expect(response.headers.etag).toBe(headers.etag)
  }
})

test('a range request for a cached image gets 206', async () => {
  const { get, address } = await siteWithImage()
  await get(address)
  const response = await get(address, { headers: { range: 'bytes=4-6' } })
  expect([response.status, response.text]).toEqual([206, 'one'])
  expect(response.headers['content-range']).toBe('bytes 4-6/5000')
  expect(response.headers['content-security-policy']).toBe("default-src 'none'; sandbox")
})

test('a range outside the image gets 416 with its size, and nothing is logged', async () => {
  const { get, address, errors } = await siteWithImage()
  for (const range of ['bytes=5000-', 'bytes=9999-10000', 'bytes=-0', 'bytes=4-2']) {
    const response = await get(address, { headers: { range } })
    expect(response.status, range).toBe(416)
    expect(response.headers, range).toMatchObject({
      'content-range': 'bytes */5000',
      'cache-control': 'no-store',
      'content-type': 'text/plain; charset=utf-8',
    })
    expect(response.headers.etag, range).toBeUndefined()
  }
  expect((await get(address, { headers: { range: 'bytes=4-6' } })).status).toBe(206)
  expect(errors).toEqual([])
})

test('a precondition that does not hold gets 412, and nothing is logged', async () => {
  const { get, address, errors } = await siteWithImage()
  const conditions: Record<string, string>[] = [
    { 'if-match': '"another"' },
    { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  ]
  for (const headers of conditions) {
    const response = await get(address, { headers })
    expect([response.status, response.headers['cache-control']]).toEqual([412, 'no-store'])
  }
  expect(errors).toEqual([])
})

test('a deleted image is 404 a second later, and a replacement is served', async () => {
  const { get, file, address } = await siteWithImage()
  await get(address)
  writeFileSync(file, 'another')
  utimesSync(file, 1000, 1000)
  passCheck()
  expect((await get(address)).text).toBe('another')
  rmSync(path.dirname(file), { recursive: true })
  passCheck()
  expect((await get(address)).status).toBe(404)
  expect((await get(address)).status).toBe(404)
})

test('the image cache is bounded: it evicts the least recently used and never caches a large one', async () => {
  const { get, file, address } = await siteWithImage(13_000)
  const other = address.replace('320', '640')
  writeFileSync(file.replace('320', '640'), Buffer.alloc(5000, 'two '))
  await get(address)
  await get(other)
  // A cached image is served without a disk access for a second.
  rmSync(path.dirname(file), { recursive: true })
  expect((await get(other)).status).toBe(200)
  expect((await get(address)).status).toBe(404)

  const large = await siteWithImage(undefined, 2_000_000)
  expect((await get(large.address)).status).toBe(404)
  expect((await large.get(large.address)).body.length).toBe(statSync(large.file).size)
  rmSync(large.file)
  expect((await large.get(large.address)).status).toBe(404)
})
