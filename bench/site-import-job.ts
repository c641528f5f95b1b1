/**
 * `npm run bench:site-import-job`: surveys, imports and undoes an export of WordPress with 1,000 posts and 2,000 pictures (`BENCH_POSTS`,
 * `BENCH_PICTURES`) as the owner does in the admin, while readers request cached pages at a steady pace. Prints the time and the
 * processor time of the site for each step, the peak memory of the site and of the import, and the readers' latency with and
 * without the import. The purge at the end is in the last burst.
 */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteImport, SiteImports } from '../src/contract/app/site-imports.ts'
import '../scripts/build-if-changed.ts'
import { copyOfDemo, signIn, startSite, untilImagesAreMade } from './processes.ts'
import { childrenOf, processorTime } from './processor-time.ts'
import { latency, middle, peakMemory, type Read, readWhile } from './readers.ts'
import { makeExport } from './wordpress-export.ts'

const posts = Number(process.env.BENCH_POSTS ?? 1000)
const pictures = Number(process.env.BENCH_PICTURES ?? 2000)

const QUIET_MS = 12_000

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
  const untilState = async (wanted: SiteImport['state']) => {
    for (;;) {
      const startedAt = performance.now()
      await call('POST', '/plan/ideas', { title: `Idea ${writes.length}`, day: '2030-01-01' })
      writes.push(performance.now() - startedAt)
      const { current } = await call<SiteImports>('GET', '/site-imports')
      if (current?.state === wanted) return
      if (current?.error) throw new Error(current.error)
      await sleep(500)
    }
  }
  const quiet = await readWhile(site, () => sleep(QUIET_MS))
  lines.push(`| readers alone | ${QUIET_MS / 1000} | | ${latency(quiet)} | ${peakMemory(site.pid)} | |`)
  const busy: Read[] = []
  const stepOf = async (name: string, act: () => Promise<unknown>) => {
    const startedAt = performance.now()
    const before = processorTime(site.pid)
    let ofImport = 0
    const watching = setInterval(() => {
      ofImport = Math.max(ofImport, ...childrenOf(site.pid).map(peakMemory))
    }, 100)
    const reads = await readWhile(site, act).finally(() => clearInterval(watching))
    busy.push(...reads)
    const seconds = [(performance.now() - startedAt) / 1000, processorTime(site.pid) - before]
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
  console.log(`\n${posts} posts, ${pictures} pictures\n`)
  console.log(
    '| step | seconds | processor, s | readers: p50 / p99 / worst p99 of 2 s, ms | peak memory, MB | of the import |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const line of lines) console.log(line)
  console.log(
    `\nA write of the owner meanwhile: ${middle(writes).toFixed(0)} ms, at most ${Math.max(...writes).toFixed(0)} ms.`,
  )
  const p99s = (reads: readonly Read[]) => reads.map(({ p99 }) => p99)
  const ratios = [middle, (values: number[]) => Math.max(...values)].map((of) => of(p99s(busy)) / of(p99s(quiet)))
  console.log(
    `\nReaders' p99 with the import to without: median ${ratios.map((each) => each.toFixed(1)).join(', worst ')}.`,
  )
} finally {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}
