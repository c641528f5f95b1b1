import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BURST, browser, CONNECTIONS, measureInterleaved, median, medianOf, type Pair, STARTS } from './interleaved.ts'
import type { Load } from './load-options.ts'
import { type Running, send, signIn, startBaseline, startSite, untilImagesAreMade } from './processes.ts'
import { recordResponses, type Scenario } from './record-responses.ts'

/** Results of the bursts, and the p99 of site and baseline server at half of the site's throughput. */
type Row = { pairs: Pair[]; half: { own: number; other: number }[] }

type Table = { title: string; env: Record<string, string>; list: (site: Running) => Promise<Scenario[]> }

export type Content = {
  /** Used in titles, e.g. 'the small seed'. */
  name: string
  /** The data folder. Default: a new copy of the demo for each site. */
  dataDir?: string
}

const post = '/blog/retinol-for-beginners'

const tables: Table[] = [
  {
    title: 'From memory and from disk, two processes: the site and a baseline server in turns',
    env: {},
    list: async (site) => [
      { name: 'home page', path: '/' },
      { name: 'post', path: post },
      { name: 'blog list', path: '/blog' },
      { name: '304 of the home page', path: '/', headers: { 'if-none-match': await etagOf(site, '/') } },
      { name: 'script', path: await scriptOf(site, '/') },
      { name: 'feed', path: '/feed.xml' },
      { name: 'image variant', path: await pictureOf(site, post) },
    ],
  },
  {
    title: 'The API',
    env: { TRUST_PROXY: '1' },
    list: async () => [
      { name: 'one post', path: '/api/posts/retinol-for-beginners' },
      { name: 'posts of the home page', path: '/api/posts?limit=3' },
      { name: 'search', path: '/api/search?q=gentle', isFromMany: true },
      { name: 'search with a typo', path: '/api/search?q=retinal', isFromMany: true },
    ],
  },
  {
    title: 'Rendered for each request (no page is kept)',
    env: { PAGE_CACHE_MB: '0' },
    list: async () => [
      { name: 'home page, rendered', path: '/' },
      { name: 'post, rendered', path: post },
      { name: 'shop, rendered', path: '/shop' },
    ],
  },
]

/** Every table for one content: the site against a baseline server that sends the same bytes, each started several times. */
export async function measureVsBaseline(note: (line: string) => void, content: Content): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
  try {
    for (const table of tables) await measureTable(note, content, table, path.join(folder, 'answers.json'))
    await measureAlone(note, content)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureTable(
  note: (line: string) => void,
  { name, dataDir }: Content,
  { title, env, list }: Table,
  file: string,
): Promise<void> {
  const rows = new Map<string, Row>()
  for (let start = 0; start < STARTS; start++) {
    const site = await startSite(env, dataDir)
    if (dataDir) await untilImagesAreMade(site, await signIn(site))
    const scenarios = await list(site)
    writeFileSync(file, JSON.stringify(await recordResponses(site, scenarios)))
    const baseline = await startBaseline(file)
    try {
      for (const scenario of scenarios) {
        const { pairs, half } = await measure(scenario, site, baseline)
        const row = rows.get(scenario.name)
        rows.set(scenario.name, { pairs: [...(row?.pairs ?? []), ...pairs], half: [...(row?.half ?? []), ...half] })
      }
    } finally {
      await Promise.all([baseline.stop(), site.stop()])
    }
  }
  note(
    `\n## ${title}, ${name}\n\n| what | site, req/s | baseline node:http, req/s | ratio | p50, ms | p99, ms | p99 at half load, ms | bare at that rate |\n|---|---|---|---|---|---|---|---|`,
  )
  for (const [what, { pairs, half }] of rows) {
    const { own, other, ratio, p50, p99 } = medianOf(pairs)
    const [ownHalf, otherHalf] = [median(half.map((one) => one.own)), median(half.map((one) => one.other))]
    note(
      `| ${what} | ${Math.round(own)} | ${Math.round(other)} | ${ratio.toFixed(2)} | ${p50} | ${p99} | ${ownHalf} | ${otherHalf} |`,
    )
  }
}

async function measure({ name, path: address, ...rest }: Scenario, site: Running, baseline: Running): Promise<Row> {
  const load = (running: Running): Load => ({
    ...rest,
    headers: { ...browser, ...rest.headers },
    url: running === baseline ? `${baseline.origin}/${encodeURIComponent(name)}` : site.origin + address,
    connections: CONNECTIONS,
    duration: BURST,
  })
  const pairs = await measureInterleaved(name, load(site), load(baseline))
  const rate = Math.max(1, Math.round(medianOf(pairs).own / 2))
  const half = async (running: Running) => (await send({ ...load(running), rate })).p99
  return { pairs, half: [{ own: await half(site), other: await half(baseline) }] }
}

async function measureAlone(note: (line: string) => void, { dataDir }: Content): Promise<void> {
  const site = await startSite({ PAGE_CACHE_MB: '0' }, dataDir)
  try {
    const load = { url: site.origin + post, headers: browser, connections: 1, duration: BURST * 3 }
    await send(load)
    const { p50, p99 } = await send(load)
    note(`\nA post rendered for one reader after the other: p50 ${p50} ms, p99 ${p99} ms.`)
  } finally {
    await site.stop()
  }
}

async function etagOf(site: Running, address: string): Promise<string> {
  const answer = await fetch(site.origin + address, { headers: browser })
  return answer.headers.get('etag')!
}

async function scriptOf(site: Running, address: string): Promise<string> {
  return /src="(\/assets\/[^"]+\.js)"/.exec(await (await fetch(site.origin + address)).text())![1]!
}

async function pictureOf(site: Running, address: string): Promise<string> {
  const found = /\/media\/[\w-]+\/640\.avif/.exec(await (await fetch(site.origin + address)).text())![0]
  await fetch(site.origin + found)
  return found
}
