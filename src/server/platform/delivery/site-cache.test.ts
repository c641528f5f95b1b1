import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { pageOf } from '../../../../test/test-listener.ts'
import { createSiteCache } from './site-cache.ts'

function cacheOf(maxBytes: number) {
  const cache = createSiteCache({
    headers: {},
    maxBytes,
    freshUntil: async () => Number.POSITIVE_INFINITY,
    onError: (error) => expect.unreachable(String(error)),
  })
  const request = new IncomingMessage(new Socket())
  const fill = (key: string) => {
    const page = pageOf('x'.repeat(1000), { tags: ['posts'] })
    return cache.fill({ key, isShared: true, render: async () => page }, request, new ServerResponse(request))
  }
  const isCached = (key: string) => cache.send(key, request, new ServerResponse(request))
  return { cache, fill, isCached }
}

test('requests for any number of lists evict no page', async () => {
  const { cache, fill, isCached } = cacheOf(100_000)
  for (const page of ['/', '/blog', '/blog/a-post']) await fill(page)
  for (let i = 1; i <= 100; i++) await fill(`/api/posts?limit=${i}`)
  expect(['/', '/blog', '/blog/a-post'].map(isCached)).toEqual([true, true, true])
  expect(isCached('/api/posts?limit=1')).toBe(false)
  expect(isCached('/api/posts?limit=100')).toBe(true)
  expect(cache.size().bytes).toBeLessThan(50_000)
})

test('a purge removes pages and lists', async () => {
  const { cache, fill, isCached } = cacheOf(100_000)
  for (const tag of ['posts', '']) {
    for (const key of ['/blog', '/api/posts']) await fill(key)
    expect(cache.size().pages).toBe(2)
    cache.purge({ tag, isSoft: false })
    expect(['/blog', '/api/posts'].map(isCached)).toEqual([false, false])
  }
})
