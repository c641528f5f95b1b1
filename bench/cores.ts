import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BURST, browser, CONNECTIONS, measureInterleaved, median, medianOf, type Pair, STARTS } from './interleaved.ts'
import type { Load } from './load-options.ts'
import { type Running, send, startBaseline, startSite } from './processes.ts'
import { processorTime } from './processor-time.ts'
import { recordResponses } from './record-responses.ts'

const post = '/blog/retinol-for-beginners'
const name = 'post'
/** About as long on one core as rendering a search page. */
const LOOPS = '3000000'

/** CPU time of the servers per request, in microseconds. NaN if the platform does not report it. */
type Cost = { two: number; one: number }
type Row = { pairs: Pair[]; costs: Cost[] }

/**
 * Two worker processes against one, interleaved. The load generator uses the same cores. The ratios of the baseline
 * servers, one that only sends and one that computes before each response, show how much of a second core is available.
 * CPU time per request does not depend on the load generator: if it stays the same, two cores serve twice as many.
 */
export async function measureCores(note: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
  const file = path.join(folder, 'answers.json')
  const rows = new Map<string, Row>()
  const compare = async (what: string, two: Running, one: Running, address: string, isFromMany = false) => {
    const load = ({ origin }: Running): Load => ({
      url: origin + address,
      headers: browser,
      connections: CONNECTIONS,
      duration: BURST,
      isFromMany,
    })
    const { pairs, costs } = rows.get(what) ?? { pairs: [], costs: [] }
    pairs.push(...(await measureInterleaved(what, load(two), load(one))))
    costs.push({ two: await costOf(two, load(two)), one: await costOf(one, load(one)) })
    rows.set(what, { pairs, costs })
  }
  /** Starts in two processes and in one. */
  const withBoth = async (
    start: (env: Record<string, string>) => Promise<Running>,
    use: (two: Running, one: Running) => Promise<void>,
  ) => {
    const [two, one] = [await start({ WEB_CONCURRENCY: '2' }), await start({ WEB_CONCURRENCY: '1' })]
    await use(two, one).finally(() => Promise.all([two.stop(), one.stop()]))
  }
  try {
    for (let start = 0; start < STARTS; start++) {
      await withBoth(
        (env) => startSite({ TRUST_PROXY: '1', ...env }),
        async (two, one) => {
          writeFileSync(file, JSON.stringify(await recordResponses(one, [{ name, path: post }])))
          // Rendered for each request. Concurrent requests for other pages share one render.
          for (const [what, address] of [
            ['search page, rendered', '/search?q=gentle'],
            ['search of the API', '/api/search?q=gentle'],
          ] as const)
            await compare(what, two, one, address, true)
          await compare('post, from memory', two, one, post)
        },
      )
      const compareBaseline = (what: string) => (two: Running, one: Running) => compare(what, two, one, `/${name}`)
      await withBoth(
        (env) => startBaseline(file, { BENCH_LOOPS: LOOPS, ...env }),
        compareBaseline('baseline node:http that computes, what the machine gives'),
      )
      await withBoth((env) => startBaseline(file, env), compareBaseline('baseline node:http, the bytes of the post'))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  note(
    '\n## Two processes and one, in turns\n\n| what | two, req/s | one, req/s | ratio | processor time for a request in two, µs | in one | ratio |\n|---|---|---|---|---|---|---|',
  )
  for (const [what, { pairs, costs }] of rows) {
    const { own, other, ratio } = medianOf(pairs)
    const [two, one] = [median(costs.map((cost) => cost.two)), median(costs.map((cost) => cost.one))]
    note(
      `| ${what} | ${Math.round(own)} | ${Math.round(other)} | ${ratio.toFixed(2)} | ${two > 0 ? `${Math.round(two)} | ${Math.round(one)} | ${(two / one).toFixed(2)}` : 'not told | not told | '} |`,
    )
  }
}

async function costOf({ pid }: Running, load: Load): Promise<number> {
  const before = processorTime(pid)
  const { responses } = await send(load)
  const after = processorTime(pid)
  return ((after - before) / responses) * 1e6
}
