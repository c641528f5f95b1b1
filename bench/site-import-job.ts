/**
 * `npm run bench:site-import-job`: surveys, imports and undoes an export of WordPress with 1,000 posts and 2,000 pictures (`BENCH_POSTS`,
 * `BENCH_PICTURES`) as the owner does in the admin, while readers request cached pages at a steady pace. Prints the time and the
 * processor time of the site for each step, its peak memory, and the readers' latency with and without the import.
 */
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SiteImport, SiteImports } from '../src/contract/app/site-imports.ts'
import '../scripts/build-if-changed.ts'
import { copyOfDemo, signIn, startSite, untilImagesAreMade } from './processes.ts'
import { processorTime } from './processor-time.ts'
import { latency, peakMemory, readWhile } from './readers.ts'
import { makeExport } from './wordpress-export.ts'

const posts = Number(process.env.BENCH_POSTS ?? 1000)
const pictures = Number(process.env.BENCH_PICTURES ?? 2000)

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
  const untilState = async (wanted: SiteImport['state']) => {
    for (;;) {
      const { current } = await call<SiteImports>('GET', '/site-imports')
      if (current?.state === wanted) return
      if (current?.error) throw new Error(current.error)
      await sleep(500)
    }
  }
  const quiet = await readWhile(site, () => sleep(8000))
  lines.push(`| readers alone | 8 | | ${latency(quiet)} | ${peakMemory(site.pid)} |`)
  const worst = { quiet: Math.max(...quiet.map(({ p99 }) => p99)), busy: 0 }
  const stepOf = async (name: string, act: () => Promise<unknown>) => {
    const startedAt = performance.now()
    const before = processorTime(site.pid)
    const reads = await readWhile(site, act)
    worst.busy = Math.max(worst.busy, ...reads.map(({ p99 }) => p99))
    const seconds = [(performance.now() - startedAt) / 1000, processorTime(site.pid) - before]
    const columns = [name, ...seconds.map((each) => each.toFixed(1)), latency(reads), peakMemory(site.pid)]
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
  console.log('| step | seconds | processor, s | readers: p50 / p99 / worst p99 of 2 s, ms | peak memory, MB |')
  console.log('|---|---|---|---|---|')
  for (const line of lines) console.log(line)
  console.log(`\nReaders' worst p99 with the import to without: ${(worst.busy / worst.quiet).toFixed(1)}.`)
} finally {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
}
