import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cdnServer } from '../../../../test/cdn-server.ts'
import { migratedDatabase } from '../../../../test/test-database.ts'
import type { Db } from '../db/schema.ts'
import { createAnnounce } from './announce.ts'
import type { CdnConfig } from './cdn-config.ts'
import { readCdn } from './cdn-config.ts'
import { claimCdnPurges, finishCdnPurge, listCdnPurges } from './cdn-purges.repo.ts'
import { createCdnQueue } from './cdn-queue.ts'

const start = Date.parse('2026-03-10T15:00:00.000Z')
const posts = { tag: 'posts', isSoft: true }
const all = { tag: '', isSoft: false }

/** A queue with a clock of its own; `publishedAt` is when a scheduled post becomes public. */
function queue(db: Db, cdn: CdnConfig, publishedAt?: string) {
  let now = start
  const made = createCdnQueue({
    cdn,
    db,
    clock: () => new Date(now),
    log: pino({ level: 'silent' }),
    findPublishedTags: async (since, until) =>
      publishedAt !== undefined && publishedAt > since && publishedAt <= until ? ['posts'] : [],
  })
  const enqueue = createAnnounce(cdn, () => new Date(now))
  made.open()
  onTestFinished(made.close)
  return {
    ...made,
    enqueue,
    async purge(purge: typeof all) {
      await db.transaction().execute((transaction) => enqueue(transaction, [purge]))
      made.wake()
    },
    pass(milliseconds: number) {
      now += milliseconds
      made.wake()
    },
  }
}

const configOf = (env: Record<string, string>) => {
  const read = readCdn(env)
  if ('problem' in read || !read.cdn) throw new Error('not valid')
  return read.cdn
}
const fastly = (url: string) =>
  configOf({ CDN: 'fastly', CDN_SERVICE: 'SU1Z0isxPaozGVKXdv0eY', CDN_TOKEN: 'secret', CDN_URL: url })
/** The tags that the CDN has not purged once. */
const pendingOf = async (db: Db) => (await listCdnPurges(db)).filter(({ isRepeat }) => !isRepeat).map(({ tag }) => tag)
const keysOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['surrogate-key'])

test('each provider gets the request of its API', async () => {
  const [one, other] = [await cdnServer(), await cdnServer()]
  for (const [env, expected] of [
    [
      { CDN: 'fastly', CDN_SERVICE: 'SU1Z0isx', CDN_TOKEN: 'secret', CDN_URL: one.url },
      { method: 'POST', url: '/service/SU1Z0isx/purge', headers: { 'fastly-key': 'secret', 'surrogate-key': 'posts' } },
    ],
    [
      { CDN: 'cloudflare', CDN_SERVICE: '023e105f4ecef8ad', CDN_TOKEN: 'secret', CDN_URL: one.url },
      {
        method: 'POST',
        url: '/zones/023e105f4ecef8ad/purge_cache',
        headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
        body: '{"tags":["posts"]}',
      },
    ],
    [
      { CDN: 'varnish', CDN_URL: `${one.url}, ${other.url}/` },
      { method: 'PURGE', url: '/', headers: { 'xkey-purge': 'posts' } },
    ],
  ] as const) {
    one.requests.length = 0
    const { db } = await migratedDatabase()
    const site = queue(db, configOf(env))
    await site.purge(posts)
    await vi.waitFor(async () => expect(await pendingOf(db)).toEqual([]), 5000)
    expect(one.requests, env.CDN).toHaveLength(1)
    expect(one.requests[0], env.CDN).toMatchObject(expected)
    await site.close()
  }
  expect(other.requests).toHaveLength(1)
})

test('a purge is part of its write, and waiting ones of a tag are one', async () => {
  const { db } = await migratedDatabase()
  const cdn = await cdnServer()
  cdn.next.push({ status: 500 })
  const site = queue(db, fastly(cdn.url))
  const failed = db.transaction().execute(async (transaction) => {
    await site.enqueue(transaction, [all])
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await site.purge(posts)
  await vi.waitFor(() => expect(site.counts().failed).toBe(1), 5000)
  for (let i = 0; i < 50; i++) await site.enqueue(db, [posts, all])
  expect((await pendingOf(db)).sort()).toEqual(['all', 'posts'])
  site.pass(1)
  await vi.waitFor(async () => expect(await pendingOf(db)).toEqual([]), 5000)
  expect(cdn.requests.map(({ headers }) => String(headers['surrogate-key']).split(' ').sort())).toEqual([
    ['posts'],
    ['all', 'posts'],
  ])
})

test('a purge is repeated with backoff, not before the Retry-After of the CDN, and named as a problem meanwhile', async () => {
  const { db } = await migratedDatabase()
  const cdn = await cdnServer()
  cdn.next.push(
    { status: 503 },
    'drop',
    { status: 429, headers: { 'retry-after': '60' } },
    { status: 200, body: '{"success":false,"errors":[{"code":10000}]}' },
  )
  const site = queue(db, fastly(cdn.url))
  await site.purge(posts)
  for (const [failures, wait] of [
    [1, 2000],
    [2, 4000],
    [3, 60_000],
    [4, 16_000],
  ] as const) {
    await vi.waitFor(() => expect(site.counts().failed).toBe(failures), 5000)
    site.pass(wait - 1)
    await vi.waitFor(() => expect(site.counts().pending).toBe(1), 5000)
    if (failures >= 3) {
      await vi.waitFor(() => expect(site.problems()).toMatchObject([{ kind: 'cdn-purges' }]), 5000)
    }
    expect(cdn.requests).toHaveLength(failures)
    site.pass(1)
  }
  await vi.waitFor(async () => expect(await pendingOf(db)).toEqual([]), 5000)
  expect(cdn.requests).toHaveLength(5)
  site.pass(1)
  await vi.waitFor(() => expect(site.problems()).toEqual([]), 5000)
})

test('a CDN that does not respond is given up after five seconds, and tried again', { timeout: 20_000 }, async () => {
  const { db } = await migratedDatabase()
  const cdn = await cdnServer()
  cdn.next.push('hang')
  const site = queue(db, fastly(cdn.url))
  await site.purge(posts)
  await vi.waitFor(() => expect(site.counts().failed).toBe(1), 8000)
  site.pass(2000)
  await vi.waitFor(async () => expect(await pendingOf(db)).toEqual([]), 5000)
})

test('what a process has claimed before it was killed is sent by another one, and by one alone', async () => {
  const { db } = await migratedDatabase()
  const cdn = await cdnServer()
  const first = queue(db, fastly(cdn.url))
  await first.close()
  await first.enqueue(db, [posts])
  const times = [start, start + 30_000].map((time) => new Date(time).toISOString())
  expect(await claimCdnPurges(db, times[0]!, times[1]!)).toHaveLength(1)
  expect(await claimCdnPurges(db, times[0]!, times[1]!)).toEqual([])
  const [second, third] = [queue(db, fastly(cdn.url)), queue(db, fastly(cdn.url))]
  for (const site of [second, third]) site.pass(29_999)
  await vi.waitFor(() => expect([second, third].map((site) => site.counts().pending)).toEqual([1, 1]), 5000)
  expect(cdn.requests).toEqual([])
  for (const site of [second, third]) site.pass(1)
  await vi.waitFor(async () => expect(await pendingOf(db)).toEqual([]), 5000)
  expect(cdn.requests).toHaveLength(1)
})

test('a change during a request is sent again', async () => {
  const { db } = await migratedDatabase()
  const cdn = await cdnServer()
  const site = queue(db, fastly(cdn.url))
  await site.close()
  await site.enqueue(db, [posts])
  const now = new Date(start).toISOString()
  const [claimed] = await claimCdnPurges(db, now, new Date(start + 30_000).toISOString())
  await site.enqueue(db, [posts])
  await finishCdnPurge(db, claimed!, new Date(start + 5000).toISOString())
  expect(await listCdnPurges(db)).toMatchObject([{ tag: 'posts', attempts: 0, nextAt: now, isRepeat: false }])
})

test('a purge is sent again ten seconds after the CDN accepted it, for a response that was on its way', async () => {
  const { db } = await migratedDatabase()
  const cdn = await cdnServer()
  cdn.next.push({ status: 500 })
  const site = queue(db, fastly(cdn.url))
  await site.purge(posts)
  await vi.waitFor(() => expect(site.counts().failed).toBe(1), 5000)
  site.pass(2000)
  await vi.waitFor(() => expect(site.counts().sent).toBe(1), 5000)
  site.pass(9999)
  await vi.waitFor(() => expect(site.counts().pending).toBe(0), 5000)
  expect(cdn.requests).toHaveLength(2)
  cdn.next.push({ status: 500 })
  site.pass(1)
  await vi.waitFor(() => expect(site.counts().failed).toBe(2), 5000)
  site.pass(2000)
  await vi.waitFor(async () => expect(await listCdnPurges(db)).toEqual([]), 5000)
  expect(cdn.requests.map(keysOf)).toEqual(['posts', 'posts', 'posts', 'posts'])
  site.pass(60 * 60 * 1000)
  await vi.waitFor(() => expect(site.counts().pending).toBe(0), 5000)
  expect(cdn.requests).toHaveLength(4)
})

test('many edits leave one row for a tag, and the last one alone is sent again', async () => {
  const { db } = await migratedDatabase()
  const cdn = await cdnServer()
  const site = queue(db, fastly(cdn.url))
  for (let edit = 1; edit <= 20; edit++) {
    await site.purge(posts)
    await vi.waitFor(async () => expect(await pendingOf(db)).toEqual([]), 5000)
    expect(await listCdnPurges(db)).toHaveLength(1)
    expect(cdn.requests).toHaveLength(edit)
    if (edit < 20) site.pass(4000)
  }
  site.pass(10_000)
  await vi.waitFor(async () => expect(await listCdnPurges(db)).toEqual([]), 5000)
  expect(cdn.requests).toHaveLength(21)
})

test('a process that is late with a purge does not cancel the second one of another process', async () => {
  const { db } = await migratedDatabase()
  const site = queue(db, fastly((await cdnServer()).url))
  await site.close()
  await site.enqueue(db, [posts])
  const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
  const [late] = await claimCdnPurges(db, at(0), at(30))
  const [other] = await claimCdnPurges(db, at(30), at(60))
  await finishCdnPurge(db, other!, at(36))
  await finishCdnPurge(db, late!, at(37))
  expect(await listCdnPurges(db)).toMatchObject([{ tag: 'posts', isRepeat: true, nextAt: at(36) }])
})

test('a scheduled post that becomes public is purged', async () => {
  const { db } = await migratedDatabase()
  const cdn = await cdnServer()
  const site = queue(db, fastly(cdn.url), new Date(start + 60_000).toISOString())
  site.pass(59_999)
  await new Promise((resolve) => setImmediate(resolve))
  expect(cdn.requests).toEqual([])
  site.pass(1)
  await vi.waitFor(() => expect(cdn.requests).toHaveLength(1), 5000)
  expect(cdn.requests[0]!.headers['surrogate-key']).toBe('posts')
})

test('an invalid configuration is named in one sentence without the token', () => {
  for (const [env, sentence] of [
    [{ CDN: 'akamai' }, /^CDN must be fastly, cloudflare or varnish, not "akamai"\.$/],
    [{ CDN: 'fastly', CDN_TOKEN: 'secret' }, /^CDN_SERVICE must be the id of the Fastly service\.$/],
    [{ CDN: 'cloudflare', CDN_SERVICE: 'zone' }, /^CDN_TOKEN is missing: CDN=cloudflare needs it\.$/],
    [{ CDN: 'varnish' }, /^CDN_URL must be an address/],
    [{ CDN: 'varnish', CDN_URL: 'ftp://host' }, /^CDN_URL must be an address/],
    [{ CDN: 'varnish', CDN_URL: 'http://host', CDN_TOKEN: 'a secret' }, /^CDN_TOKEN must have no spaces\.$/],
  ] as const) {
    const read = readCdn(env)
    expect('problem' in read && read.problem).toMatch(sentence)
  }
  expect(readCdn({})).toEqual({ cdn: undefined })
})
