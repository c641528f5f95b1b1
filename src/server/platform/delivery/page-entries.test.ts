import { randomBytes } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { pageOf } from '../../../../test/test-listener.ts'
import { compressFor, createEntries, type Entry } from './page-entries.ts'
import { sharedLifetime, toResponse } from './page-response.ts'

const fresh = { madeAt: 0, freshUntil: Number.POSITIVE_INFINITY, staleUntil: Number.POSITIVE_INFINITY }

test('the cache counts what it holds: each body with its whole buffer, the key and the overhead, until it is full', async () => {
  const entries = createEntries(1_500_000)
  const request = new IncomingMessage(new Socket())
  const held = () =>
    [...entries].reduce((sum, [key, { bodies }]) => {
      const buffers = bodies.reduce((all, { bytes }) => all + bytes.buffer.byteLength, 0)
      return sum + buffers + 2 * key.length + 4096
    }, 0)
  for (let i = 0; i < 60; i++) {
    // Compressed to between 9 and 16 kB, which zlib returns as a view of its chunk of 16 kB.
    const text = randomBytes(9000 + 100 * i).toString('base64')
    const page = toResponse(pageOf(text), {}, sharedLifetime)
    const entry: Entry = {
      ...page,
      ...fresh,
      tags: [],
      isCacheable: true,
      isView: true,
      isMissing: false,
      isMoved: false,
      isUnavailable: false,
      compressions: new Map(),
    }
    entries.set(`/blog/${i}`, entry)
    for (const encoding of ['gzip', 'br', 'zstd']) {
      request.headers['accept-encoding'] = encoding
      await compressFor(entries, `/blog/${i}`, entry, request)
      expect(entries.calculatedSize).toBe(held())
      expect(entries.calculatedSize).toBeLessThanOrEqual(1_500_000)
    }
    expect(entry.bodies).toHaveLength(4)
  }
  expect(entries.size).toBeGreaterThan(10)
  expect(entries.size).toBeLessThan(60)
})
