import { expect, test, vi } from 'vitest'
import { createReadCache } from './read-cache.ts'

const start = Date.parse('2026-06-01T12:00:00Z')

function setUp(nextChange?: string) {
  let now = start
  const loadNextChange = vi.fn(async () => (nextChange && Date.parse(nextChange) > now ? nextChange : undefined))
  const cache = createReadCache({ clock: () => new Date(now), loadNextChange })
  return { cache, loadNextChange, wait: (ms: number) => (now += ms) }
}

test('a result is loaded once, also for simultaneous calls, and is the same object each time', async () => {
  const { cache } = setUp()
  const load = vi.fn(async () => ({ name: 'site' }))
  const [one, two] = await Promise.all([cache.get('site', ['settings'], load), cache.get('site', ['settings'], load)])
  expect(await cache.get('site', ['settings'], load)).toBe(one)
  expect(two).toBe(one)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a purge by tag drops the results with that tag only', async () => {
  const { cache } = setUp()
  const [site, posts] = [vi.fn(async () => 'site'), vi.fn(async () => 'posts')]
  const readBoth = async () => [await cache.get('site', ['settings'], site), await cache.get('posts', ['posts'], posts)]
  await readBoth()
  cache.purge({ tag: 'posts' })
  await readBoth()
  expect([site, posts].map((load) => load.mock.calls.length)).toEqual([1, 2])
  cache.purge({ tag: '' })
  await readBoth()
  expect([site, posts].map((load) => load.mock.calls.length)).toEqual([2, 3])
})

test('a load that started before a purge is neither cached nor shared with later calls', async () => {
  const { cache } = setUp()
  const old = Promise.withResolvers<string>()
  const first = cache.get('posts', ['posts'], () => old.promise)
  cache.purge({ tag: 'posts' })
  expect(await cache.get('posts', ['posts'], async () => 'new')).toBe('new')
  old.resolve('old')
  expect(await first).toBe('old')
  expect(await cache.get('posts', ['posts'], async () => 'newer')).toBe('new')
})

test('a page that is scheduled counts as the next change at once, like a post', async () => {
  const { cache, loadNextChange } = setUp()
  expect(await cache.nextChange()).toBe(Date.parse('9999-12-31'))
  loadNextChange.mockResolvedValue('2026-06-01T12:00:30Z')
  cache.purge({ tag: 'pages' })
  expect(await cache.nextChange()).toBe(Date.parse('2026-06-01T12:00:30Z'))
})

test('neither a failure nor a missing row is cached', async () => {
  const { cache } = setUp()
  await expect(cache.get('a', ['posts'], () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await cache.get<string | undefined>('a', ['posts'], async () => undefined)).toBeUndefined()
  expect(await cache.get<string | undefined>('a', ['posts'], async () => 'there')).toBe('there')
})

test('a result expires when the next scheduled post is due, after a minute, and when the clock is set back', async () => {
  const { cache, wait } = setUp('2026-06-01T12:00:30Z')
  let count = 0
  const read = () => cache.get('posts', ['posts'], async () => ++count)
  expect(await read()).toBe(1)
  wait(29_999)
  expect(await read()).toBe(1)
  wait(1)
  expect(await read()).toBe(2)
  wait(59_999)
  expect(await read()).toBe(2)
  wait(1)
  expect(await read()).toBe(3)
  wait(-1)
  expect(await read()).toBe(4)
})

test('a result expires at once if the next scheduled post was due while it was loaded', async () => {
  const { cache, wait } = setUp('2026-06-01T12:00:00.001Z')
  const readBeforeDue = async () => {
    wait(5)
    return 'without the post'
  }
  expect(await cache.get('posts', ['posts'], readBeforeDue)).toBe('without the post')
  expect(await cache.get('posts', ['posts'], async () => 'with the post')).toBe('with the post')
})

test('the next change is read again after a change of posts only', async () => {
  const { cache, loadNextChange } = setUp('2026-06-01T12:10:00Z')
  expect(await cache.nextChange()).toBe(Date.parse('2026-06-01T12:10:00Z'))
  cache.purge({ tag: 'settings' })
  await cache.nextChange()
  expect(loadNextChange).toHaveBeenCalledTimes(1)
  cache.purge({ tag: 'posts' })
  await cache.nextChange()
  expect(loadNextChange).toHaveBeenCalledTimes(2)
})

test('the number of results is bounded', async () => {
  const { cache } = setUp()
  const load = vi.fn(async () => 'value')
  for (let i = 0; i < 2000; i++) await cache.get(`list ${i}`, ['posts'], load)
  load.mockClear()
  for (let i = 0; i < 2000; i++) await cache.get(`list ${i}`, ['posts'], load)
  expect(load.mock.calls.length).toBeGreaterThan(1000)
})

test('the size of all results is bounded', async () => {
  const { cache } = setUp()
  const load = vi.fn(async () => 'x'.repeat(1_000_000))
  for (let i = 0; i < 20; i++) await cache.get(`post ${i}`, ['posts'], load)
  load.mockClear()
  for (let i = 19; i >= 0; i--) await cache.get(`post ${i}`, ['posts'], load)
  expect(load.mock.calls.length).toBeGreaterThanOrEqual(11)
})
