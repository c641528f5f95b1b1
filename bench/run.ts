/** `npm run bench`: see README.md beside this file. `npm run bench -- --quick` takes shorter bursts, `-- --growth` adds the growing content. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import path from 'node:path'
import '../scripts/build-if-changed.ts'
import type { BareAnswer } from './bare-server.ts'
import type { ClickLoad, ClickLoadResult } from './click-load.ts'
import { measureCores } from './cores.ts'
import { measureGrowth } from './growth.ts'
import { BURST, browser, CONNECTIONS, inTurns, median, middleOf, type Pair, ROUNDS, STARTS } from './in-turns.ts'
import type { Load } from './load-options.ts'
import { type Running, send, sendClicks, startBare, startSite } from './processes.ts'
import { answersOf, type Scenario } from './record-answers.ts'
import { measureStarts } from './starts.ts'

/** What bursts gave, and the p99 of site and bare server at half of the site's load. */
type Row = { pairs: Pair[]; half: { own: number; other: number }[] }

const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
const report: string[] = []

const post = '/blog/retinol-for-beginners'
await table('From memory and from disk, two processes: the site and a bare server in turns', {}, async (site) => {
  const { etag } = await headersOf(site, '/')
  return [
    { name: 'home page', path: '/' },
    { name: 'post', path: post },
    { name: 'blog list', path: '/blog' },
    { name: '304 of the home page', path: '/', headers: { 'if-none-match': etag! } },
    { name: 'script', path: await scriptOf(site, '/') },
    { name: 'feed', path: '/feed.xml' },
    { name: 'image variant', path: await pictureOf(site, post) },
  ]
})
await table('The API', { TRUST_PROXY: '1' }, async () => [
  { name: 'one post', path: '/api/posts/retinol-for-beginners' },
  { name: 'posts of the home page', path: '/api/posts?limit=3' },
  { name: 'search', path: '/api/search?q=gentle', isFromMany: true },
  { name: 'search with a typo', path: '/api/search?q=retinal', isFromMany: true },
])
await table('Rendered for each request (no page is kept)', { PAGE_CACHE_MB: '0' }, async () => [
  { name: 'home page, rendered', path: '/' },
  { name: 'post, rendered', path: post },
  { name: 'shop, rendered', path: '/shop' },
])
await measureAlone()
await measureCores(note)
await measureStarts(note)
await clicks()
rmSync(folder, { recursive: true, force: true })
if (process.argv.includes('--growth')) {
  note('')
  await measureGrowth(note)
}

mkdirSync('bench', { recursive: true })
writeFileSync('bench/results.md', `# Results\n\n${machine()}\n\n${report.join('\n')}\n`)

/** Each answered after it is durable; the bare server answers at once. */
async function clicks(): Promise<void> {
  const site = await startSite({ TRUST_PROXY: '1' })
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'dewlight-bench-')), 'answers.json')
  const answer: BareAnswer = {
    status: 202,
    // Stated, or the answer would come in chunks, whose end the load does not look for.
    headers: { 'content-type': 'application/json', 'content-length': '2' },
    base64: Buffer.from('{}').toString('base64'),
  }
  writeFileSync(file, JSON.stringify({ '/api/analytics/click': answer }))
  const bare = await startBare(file)
  try {
    const pairs: { own: number; other: number; p50: number; p99: number }[] = []
    for (let round = 0; round <= STARTS; round++) {
      const [own, other] = [await sendClicks(clickLoad(site, round)), await sendClicks(clickLoad(bare, round))]
      if (own.others > 0) throw new Error(`${own.others} clicks failed`)
      const rate = (result: ClickLoadResult) =>
        result.acknowledged.reduce((sum, count) => sum + count, 0) / result.seconds
      if (round > 0) pairs.push({ own: rate(own), other: rate(other), p50: own.p50, p99: own.p99 })
    }
    const at = (value: (pair: (typeof pairs)[number]) => number) => median(pairs.map(value))
    note(
      `\n## Clicks, from 200 connections, each answered when it is durable\n\n| site, clicks/s | bare node:http, req/s | ratio | p50, ms | p99, ms |\n|---|---|---|---|---|\n| ${Math.round(at((pair) => pair.own))} | ${Math.round(at((pair) => pair.other))} | ${at((pair) => pair.own / pair.other).toFixed(2)} | ${at((pair) => pair.p50)} | ${at((pair) => pair.p99)} |`,
    )
  } finally {
    await bare.stop()
    await site.stop()
    rmSync(path.dirname(file), { recursive: true, force: true })
  }
}

function clickLoad(running: Running, round: number): ClickLoad {
  const port = Number(new URL(running.origin).port)
  return {
    port,
    connections: 200,
    duration: BURST,
    rate: 20_000,
    prefix: `bench-${round}`,
    productIds: [1, 2, 3],
    postIds: [1, 2, 3],
  }
}

/** The site with `env` and a bare server that sends the same bytes, each started several times. */
async function table(
  title: string,
  env: Record<string, string>,
  list: (site: Running) => Promise<Scenario[]>,
): Promise<void> {
  const file = path.join(folder, 'answers.json')
  const rows = new Map<string, Row>()
  for (let start = 0; start < STARTS; start++) {
    const site = await startSite(env)
    const scenarios = await list(site)
    writeFileSync(file, JSON.stringify(await answersOf(site, scenarios)))
    const bare = await startBare(file)
    try {
      for (const scenario of scenarios) {
        const { pairs, half } = await measure(scenario, site, bare)
        const row = rows.get(scenario.name)
        rows.set(scenario.name, { pairs: [...(row?.pairs ?? []), ...pairs], half: [...(row?.half ?? []), ...half] })
      }
    } finally {
      await Promise.all([bare.stop(), site.stop()])
    }
  }
  note(
    `## ${title}\n\n| what | site, req/s | bare node:http, req/s | ratio | p50, ms | p99, ms | p99 at half load, ms | bare at that rate |\n|---|---|---|---|---|---|---|---|`,
  )
  for (const [name, { pairs, half }] of rows) {
    const { own, other, ratio, p50, p99 } = middleOf(pairs)
    const [ownHalf, otherHalf] = [median(half.map((one) => one.own)), median(half.map((one) => one.other))]
    note(
      `| ${name} | ${Math.round(own)} | ${Math.round(other)} | ${ratio.toFixed(2)} | ${p50} | ${p99} | ${ownHalf} | ${otherHalf} |`,
    )
  }
  note('')
}

async function measure({ name, path: address, ...rest }: Scenario, site: Running, bare: Running): Promise<Row> {
  const load = (running: Running): Load => ({
    ...rest,
    headers: { ...browser, ...rest.headers },
    url: running === bare ? `${bare.origin}/${encodeURIComponent(name)}` : site.origin + address,
    connections: CONNECTIONS,
    duration: BURST,
  })
  const pairs = await inTurns(name, load(site), load(bare))
  const rate = Math.max(1, Math.round(middleOf(pairs).own / 2))
  const half = async (running: Running) => (await send({ ...load(running), rate })).p99
  return { pairs, half: [{ own: await half(site), other: await half(bare) }] }
}

async function measureAlone(): Promise<void> {
  const site = await startSite({ PAGE_CACHE_MB: '0' })
  try {
    const load = { url: site.origin + post, headers: browser, connections: 1, duration: BURST * 3 }
    await send(load)
    const { p50, p99 } = await send(load)
    note(`A post rendered for one reader after the other: p50 ${p50} ms, p99 ${p99} ms.`)
  } finally {
    await site.stop()
  }
}

async function headersOf(site: Running, address: string): Promise<{ etag: string | null }> {
  const answer = await fetch(site.origin + address, { headers: browser })
  return { etag: answer.headers.get('etag') }
}

async function scriptOf(site: Running, address: string): Promise<string> {
  return /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(site.origin + address)).text())![1]!
}

async function pictureOf(site: Running, address: string): Promise<string> {
  const found = /\/media\/[\w-]+\/640\.avif/.exec(await (await fetch(site.origin + address)).text())![0]
  await fetch(site.origin + found)
  return found
}

function machine(): string {
  const [cpu] = cpus()
  return `${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}. Median of ${STARTS * ROUNDS} pairs of bursts of ${BURST} s with ${CONNECTIONS} connections, over ${STARTS} starts of both sides. Other work may have run beside it: read the ratios, not the figures.`
}

function note(line: string): void {
  console.log(line)
  report.push(line)
}
