/**
 * `npm run bench:site-import-job`: surveys, imports and undoes an export of WordPress with 1,000 posts and 2,000 pictures (`BENCH_POSTS`,
 * `BENCH_PICTURES`) as the owner does in the admin, while readers request cached pages at a steady pace. Prints the time and the
 * processor time of the site for each step, the peak memory of the site and of the import, and the readers' latency with the
 * import and without, before and after it. All the time the owner looks at the page of imports and saves something every 1.5 s,
 * as often as that page is read. The purge at the end is in the last burst of a step.
 */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteImport, SiteImports } from '../src/contract/app/site-imports.ts'
import '../scripts/build-if-changed.ts'
import { copyOfDemo, signIn, startSite, untilImagesAreMade } from './processes.ts'
import { childrenOf, processorTime } from './processor-time.ts'
import { latency, middle, p99Of, peakMemory, type Read, readWhile } from './readers.ts'
import { makeExport } from './wordpress-export.ts'

const posts = Number(process.env.BENCH_POSTS ?? 1000)
const pictures = Number(process.env.BENCH_PICTURES ?? 2000)

const QUIET_MS = 20_000
/** As the page of imports is read while one runs. */
const OWNER_EVERY_MS = 1500

const dataDir = await copyOfDemo()
await makeExport(path.join(dataDir, 'imports', 'old'), { posts, pictures })
const site = await startSite({}, dataDir)
const lines: string[] = []
try {
  const cookie = await signIn(site)
  await untilImagesAreMade(site, cookie)
  const call = async <Answer>(method: string, address: string, body?: object) => {
    const headers = { cookie, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const response = await fetch(`${site.origin}/api${address}`, {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
    })
    if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const writes: number[] = []
  const ownerWork = async () => {
    const startedAt = performance.now()
    await call('POST', '/plan/ideas', { title: `Idea ${writes.length}`, day: '2030-01-01' })
    writes.push(performance.now() - startedAt)
    return (await call<SiteImports>('GET', '/site-imports')).current
  }
  const untilState = async (wanted: SiteImport['state']) => {
    for (;;) {
      const current = await ownerWork()
      if (current?.state === wanted) return
      if (current?.error) throw new Error(current.error)
      await sleep(OWNER_EVERY_MS)
    }
  }
  const quiet: Read[] = []
  const quietFor = async (name: string) => {
    const reads = await readWhile(site, async () => {
      for (const end = performance.now() + QUIET_MS; performance.now() < end; await sleep(OWNER_EVERY_MS))
        await ownerWork()
    })
    quiet.push(...reads)
    lines.push(`| ${name} | ${QUIET_MS / 1000} | | ${latency(reads)} | ${peakMemory(site.pid)} | |`)
  }
  await quietFor('before')
  const busy: Read[] = []
  const stepOf = async (name: string, act: () => Promise<unknown>) => {
    const startedAt = performance.now()
    const before = processorTime(site.pid)
    let ofImport = 0
    const watching = setInterval(() => {
      ofImport = Math.max(ofImport, ...childrenOf(site.pid).map(peakMemory))
    }, 100)
    let endedAt = startedAt
    const timed = () =>
      act().finally(() => {
        endedAt = performance.now()
      })
    const reads = await readWhile(site, timed).finally(() => clearInterval(watching))
    busy.push(...reads)
    const seconds = [(endedAt - startedAt) / 1000, processorTime(site.pid) - before]
    const columns = [name, ...seconds.map((each) => each.toFixed(1)), latency(reads), peakMemory(site.pid), ofImport]
    lines.push(`| ${columns.join(' | ')} |`)
  }
  let id = 0
  await stepOf('survey', async () => {
    const source = { folder: 'old', siteUrl: '', sitemap: '' }
    id = (await call<SiteImport>('POST', '/site-imports', source)).id
    await untilState('planned')
  })
  await stepOf('import', async () => {
    await call('POST', `/site-imports/${id}/confirm`)
    await untilState('done')
  })
  await stepOf('undo', async () => {
    await call('POST', `/site-imports/${id}/undo`)
    await untilState('undone')
  })
  await quietFor('after')
  console.log(`\n${posts} posts, ${pictures} pictures\n`)
  console.log(
    '| step | seconds | processor, s | readers: p50 / p99 / worst p99 of 2 s, ms | peak memory, MB | of the import |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const line of lines) console.log(line)
  console.log(
    `\nA write of the owner meanwhile: ${middle(writes).toFixed(0)} ms, at most ${Math.max(...writes).toFixed(0)} ms.`,
  )
  console.log(`\nReaders' p99 with the import to without: ${(p99Of(busy) / p99Of(quiet)).toFixed(2)}.`)
} finally {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}
