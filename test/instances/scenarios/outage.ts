import { setTimeout as sleep } from 'node:timers/promises'
import type { Fleet } from '../fleet.ts'
import { startReaders } from '../readers.ts'

/** In milliseconds. */
const RESPONSE_MAX = 3000

export type OutageReport = {
  /** Kept pages: responses other than 200. */
  kept: { responses: number; wrong: string[]; longest: number }
  /** Pages that were not in memory: responses other than 503 with Retry-After, or late ones. */
  other: { responses: number; wrong: string[]; longest: number }
  writes: { responses: number; wrong: string[]; longest: number }
  /** Milliseconds after the return until every instance responds as usual. */
  recovered: number
}

type Outage = { origin: string; begin(): Promise<void>; end(): Promise<void>; seconds: number }

/** Reads kept pages and others and writes during an outage of the database, and measures the time until all is well. */
export async function measureOutage({ origin, begin, end, seconds }: Outage): Promise<OutageReport> {
  const kept = ['/', '/blog', '/shop', '/about', '/blog/niacinamide-for-beginners']
  // Each instance has them in memory.
  for (let round = 0; round < 12; round++) for (const path of kept) await (await fetch(origin + path)).arrayBuffer()
  await begin()
  const until = performance.now() + seconds * 1000
  const readers = startReaders({ origin, paths: kept, rate: 50, connections: 8, isGood: (status) => status === 200 })
  const [other, writes] = await Promise.all([
    repeat(until, (n) => request(`${origin}/search?q=serum${n}`, {}, n)),
    repeat(until, (n) => request(`${origin}/api/contacts`, contact(n), n)),
  ])
  const reads = await readers.stop()
  await end()
  const returned = performance.now()
  await untilWell(origin)
  return {
    kept: {
      responses: reads.responses,
      wrong: reads.failures.map(({ path, status }) => `${path} ${status}`),
      longest: reads.longest,
    },
    other,
    writes,
    recovered: performance.now() - returned,
  }
}

/** An instance that comes back into sync purges all its pages, so before that none counts as kept. */
export async function untilInSync({ instances }: Fleet): Promise<void> {
  for (const { origin } of instances) {
    const isInSync = async () => !(await (await fetch(`${origin}/readyz`)).text()).includes('out-of-sync')
    for (let attempt = 0; !(await isInSync()) && attempt < 300; attempt++) await sleep(50)
  }
}

type Outcome = { problem: string | undefined; took: number }

async function repeat(until: number, act: (n: number) => Promise<Outcome>) {
  const responses: Outcome[] = []
  for (let n = 0; performance.now() < until; n++) {
    responses.push(await act(n))
    await sleep(200)
  }
  const wrong = responses.flatMap(({ problem }) => problem ?? [])
  return { responses: responses.length, wrong, longest: Math.round(Math.max(...responses.map(({ took }) => took))) }
}

/** Expects 503 with Retry-After within three seconds. */
async function request(url: string, init: RequestInit, n: number): Promise<Outcome> {
  const started = performance.now()
  const headers = { ...init.headers, 'x-forwarded-for': `198.17.${(n >> 8) & 255}.${n & 255}` }
  const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(30_000) }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  const took = performance.now() - started
  const { pathname } = new URL(url)
  if (!response) return { problem: `${pathname}: no response after ${took.toFixed(0)} ms`, took }
  if (response.status !== 503) return { problem: `${pathname}: ${response.status}`, took }
  if (!response.headers.has('retry-after')) return { problem: `${pathname}: 503 without Retry-After`, took }
  return { problem: took > RESPONSE_MAX ? `${pathname}: 503 after ${took.toFixed(0)} ms` : undefined, took }
}

function contact(n: number): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Ann Lee',
      email: `during-outage-${n}@outage.example`,
      subject: 'Hello',
      message: `Message number ${n} during the outage.`,
    }),
  }
}

/** Ten times in a row, so that every instance is included, a rendered page and a write succeed. */
async function untilWell(origin: string): Promise<void> {
  for (let good = 0, n = 0; good < 10 && n < 2000; n++) {
    const reader = { 'x-forwarded-for': `198.16.${(n >> 8) & 255}.${n & 255}` }
    const page = await fetch(`${origin}/search?q=after${n}`, { headers: reader }).catch(() => undefined)
    await page?.arrayBuffer()
    const body = { linkId: `after-outage-${n}`, productId: 1, postId: 1 }
    const headers = { ...reader, 'content-type': 'application/json' }
    const click = await fetch(`${origin}/api/analytics/click`, { method: 'POST', headers, body: JSON.stringify(body) })
    await click.arrayBuffer()
    good = page?.ok && click.ok ? good + 1 : 0
    if (good === 0) await sleep(50)
  }
}

export function describeOutage({ kept, other, writes, recovered }: OutageReport): string {
  const part = (name: string, { responses, wrong, longest }: OutageReport['kept']) =>
    `${responses} ${name}, ${wrong.length} wrong${wrong.length ? ` (${[...new Set(wrong)].slice(0, 3).join('; ')})` : ''}, longest ${longest} ms`
  return `${part('kept pages', kept)}; ${part('other pages', other)}; ${part('writes', writes)}; well ${recovered.toFixed(0)} ms after its return`
}
