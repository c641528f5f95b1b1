import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { childrenOf, holdsListener, isRunning } from '../processes.ts'
import { type IsolatedSite, startIsolatedSite } from './isolated-site.ts'

/** A site in three processes, without a browser: each request opens a new connection, so that all processes respond. */
const port = Number(process.env.E2E_PORT ?? 3210) + 60
const PROCESSES = 3

let site: IsolatedSite
let cookie: string

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startIsolatedSite(port, { env: { WEB_CONCURRENCY: String(PROCESSES), TRUST_PROXY: '1' } })
  await expect.poll(() => listening().length, { timeout: 60_000 }).toBe(PROCESSES)
  const answer = await ask('/api/auth/login', { method: 'POST', json: owner })
  expect(answer.status).toBe(200)
  cookie = answer.headers.get('set-cookie')!.split(';')[0]!
})
test.afterAll(() => site.stop())

type Asked = { method?: string; json?: unknown; cookie?: string; from?: string }

function ask(path: string, { method = 'GET', json, cookie: session, from = '192.0.2.1' }: Asked = {}) {
  const headers: Record<string, string> = { connection: 'close', 'x-forwarded-for': from }
  if (session) headers.cookie = session
  if (json !== undefined) headers['content-type'] = 'application/json'
  const body = json === undefined ? null : JSON.stringify(json)
  return fetch(site.origin + path, { method, headers, body, signal: AbortSignal.timeout(10_000) })
}

/** The running worker processes. */
function workers(): number[] {
  return childrenOf(site.pid)
}

/** Those that accept connections. */
function listening(): number[] {
  return workers().filter((pid) => holdsListener(pid, port))
}

/** Reads with `readers` concurrent loops until `act` resolves. */
async function readMeanwhile(readers: number, read: () => Promise<void>, act: () => Promise<void>): Promise<void> {
  let isOver = false
  const reading = Array.from({ length: readers }, async () => {
    while (!isOver) await read()
  })
  await act().finally(() => {
    isOver = true
  })
  await Promise.all(reading)
}

test('no process serves a page older than the response to the edit', { tag: '@smoke' }, async () => {
  test.setTimeout(180_000)
  const [post] = (await (await ask('/api/posts?limit=1')).json()) as { id: number; slug: string }[]
  const address = `/api/posts/${post!.id}`
  const source = (await (await ask(`${address}/source`, { cookie })).json()) as Record<string, unknown>
  let acknowledged = 0
  let reads = 0
  const read = async () => {
    const atLeast = acknowledged
    const page = await (await ask(`/blog/${post!.slug}`)).text()
    const shown = Number(/Edition (\d+)\./.exec(page)?.[1] ?? 0)
    expect(shown).toBeGreaterThanOrEqual(atLeast)
    reads += 1
  }
  const refused: string[] = []
  await readMeanwhile(6, read, async () => {
    for (let edition = 1; edition <= 1000; edition++) {
      const content = `<p>Edition ${edition}. A text that is long enough to be taken as the body of a post.</p>`
      const answer = await ask(address, { method: 'PUT', cookie, json: { ...source, content } })
      if (answer.status === 200) acknowledged = edition
      else refused.push(`${answer.status} ${await answer.text()}`)
    }
  })
  expect(refused).toEqual([])
  expect(acknowledged).toBe(1000)
  expect(reads).toBeGreaterThan(1000)
})

test('cached pages contain nothing of the owner, even under concurrent requests', { tag: '@smoke' }, async () => {
  const addresses = ['/', '/blog', '/shop', '/api/posts', '/api/products', '/api/site', '/feed.xml']
  const own = [
    '/api/posts?status=all',
    '/api/posts?status=draft',
    '/api/products?status=all',
    '/api/contacts',
    '/admin',
  ]
  const drafts = (await (await ask('/api/posts?status=draft', { cookie })).json()) as { title: string }[]
  expect(drafts.length).toBeGreaterThan(0)
  const [category] = (await (await ask('/api/categories', { cookie })).json()) as { id: number }[]
  let asked = 0
  const askAsBoth = async () => {
    const path = addresses[asked++ % addresses.length]!
    // Read to their ends: fetch throws an assertion of its own where a paused response ends.
    const [visitors] = await Promise.all(
      [ask(path), ask(path, { cookie }), ask(own[asked % own.length]!, { cookie })].map(async (answer) =>
        (await answer).text(),
      ),
    )
    for (const { title } of drafts) expect(visitors).not.toContain(title)
    expect(visitors).not.toContain('priya.raman@mail.example')
  }
  await readMeanwhile(4, askAsBoth, async () => {
    for (let i = 0; i < 20; i++) {
      // Every page that shows categories is purged and rendered again.
      await ask('/api/categories/order', { method: 'PUT', cookie, json: { ids: [category!.id] } })
      await pause(20)
    }
  })
  for (const path of own) expect([200, 401]).toContain((await ask(path)).status)
  expect((await ask('/api/contacts')).status).toBe(401)
})

test('a limit counts a client over all processes', async () => {
  const message = {
    name: 'Ann Lee',
    email: 'ann@example.com',
    subject: 'Hello',
    message: 'I like your articles a lot, thank you.',
  }
  const statuses: number[] = []
  for (let i = 0; i < 8; i++) {
    statuses.push((await ask('/api/contacts', { method: 'POST', json: message, from: '198.51.100.7' })).status)
  }
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429])
})

test('a process that dies is replaced, and the others’ readers do not notice', async () => {
  test.slow()
  const [victim] = workers()
  let served = 0
  const failed: string[] = []
  const READERS = 6
  await readMeanwhile(
    READERS,
    async () => {
      try {
        const answer = await ask(`/blog?page=${1 + (served % 2)}`)
        await answer.arrayBuffer()
        expect(answer.status).toBe(200)
        served += 1
      } catch (error) {
        failed.push(String(error))
      }
    },
    async () => {
      await pause(300)
      process.kill(victim!, 'SIGKILL')
      await expect.poll(() => workers().filter((pid) => pid !== victim).length).toBe(PROCESSES)
      const before = served
      await expect.poll(() => served, { timeout: 20_000 }).toBeGreaterThan(before + 5 * READERS)
    },
  )
  // Pending requests of the killed process are lost: at most one per reader.
  expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(READERS)
})

test('every worker accepts connections itself', async () => {
  await expect.poll(() => listening().length).toBe(PROCESSES)
})

test('a paused worker is killed within five seconds: no reader and no edit waits longer', async () => {
  test.slow()
  await expect.poll(() => listening().length).toBe(PROCESSES)
  const ids = await categoryIds()
  const [paused] = workers()
  let waits: number[] = []
  const failed: string[] = []
  const READERS = 6
  const read = async () => {
    const begun = performance.now()
    try {
      await (await ask('/blog')).arrayBuffer()
    } catch (error) {
      failed.push(String(error))
    }
    waits.push(performance.now() - begun)
  }
  await readMeanwhile(READERS, read, async () => {
    await pause(300)
    waits = []
    process.kill(paused!, 'SIGSTOP')
    const edit = await ask('/api/categories/order', { method: 'PUT', cookie, json: { ids } })
    expect(edit.status).toBe(200)
    expect(isRunning(paused!)).toBe(false)
  })
  // Those of the paused worker, which end with it; the client's timeout, ten seconds, is not reached.
  expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(READERS)
  expect(failed.filter((error) => error.includes('Timeout'))).toEqual([])
  expect(waits.filter((wait) => wait < 1000).length).toBeGreaterThan(50)
  await expect.poll(() => listening().length, { timeout: 20_000 }).toBe(PROCESSES)
})

async function categoryIds(): Promise<number[]> {
  const categories = (await (await ask('/api/categories', { cookie })).json()) as { id: number }[]
  return categories.map(({ id }) => id)
}

test('a pause of the primary process kills no worker: reading goes on, an edit waits for it', async () => {
  test.slow()
  const before = workers()
  const ids = await categoryIds()
  process.kill(site.pid, 'SIGSTOP')
  const edit = ask('/api/categories/order', { method: 'PUT', cookie, json: { ids } })
  for (let second = 0; second < 7; second++) {
    expect((await ask('/shop')).status).toBe(200)
    await pause(1000)
  }
  process.kill(site.pid, 'SIGCONT')
  expect((await edit).status).toBe(200)
  await pause(2000)
  expect(workers()).toEqual(before)
})

test('SIGTERM ends all processes after pending requests', { tag: '@smoke' }, async () => {
  const own = await startIsolatedSite(port + 1, { env: { WEB_CONCURRENCY: '2' } })
  const begun = performance.now()
  const answers = Promise.all(Array.from({ length: 20 }, () => fetch(`${own.origin}/blog`)))
  await answers
  await own.stop()
  expect(performance.now() - begun).toBeLessThan(10_000)
  await expect(fetch(own.origin)).rejects.toThrow()
})

test('an occupied port is reported in one sentence, and no process stays', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'dewlight-taken-'))
  const env = { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, WEB_CONCURRENCY: '2' }
  const started = spawnSync(process.execPath, ['dist/server/main.js'], { env, encoding: 'utf8', timeout: 30_000 })
  rmSync(dataDir, { recursive: true, force: true })
  expect(started.stderr.trim()).toBe(
    `Cannot listen on 127.0.0.1:${port}: another program uses it; choose another PORT.`,
  )
  expect(started.status).toBe(1)
})
