import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BURST, browser, CONNECTIONS, inTurns, middleOf, type Pair, STARTS } from './in-turns.ts'
import { type Running, startBare, startSite } from './processes.ts'
import { answersOf } from './record-answers.ts'

const post = '/blog/retinol-for-beginners'
const name = 'post'
/** About as long on one core as the site renders a search page. */
const LOOPS = '3000000'

/**
 * Two worker processes against one, in turns. The load comes from the same cores: the bare servers' own ratios, one that
 * only sends and one that computes before each answer, say how much of a second core the machine has to give.
 */
export async function measureCores(note: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
  const file = path.join(folder, 'answers.json')
  const rows = new Map<string, Pair[]>()
  const compare = async (what: string, two: string, one: string, isFromMany = false) => {
    const load = (url: string) => ({ url, headers: browser, connections: CONNECTIONS, duration: BURST, isFromMany })
    rows.set(what, [...(rows.get(what) ?? []), ...(await inTurns(what, load(two), load(one)))])
  }
  /** The same start in two processes and in one. */
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
          writeFileSync(file, JSON.stringify(await answersOf(one, [{ name, path: post }])))
          // Answered for each reader; any other page is rendered once for all who ask at the same moment.
          for (const [what, address] of [
            ['search page, rendered', '/search?q=gentle'],
            ['search of the API', '/api/search?q=gentle'],
          ] as const)
            await compare(what, two.origin + address, one.origin + address, true)
          await compare('post, from memory', two.origin + post, one.origin + post)
        },
      )
      const compareBare = (what: string) => (two: Running, one: Running) =>
        compare(what, `${two.origin}/${name}`, `${one.origin}/${name}`)
      await withBoth(
        (env) => startBare(file, { BENCH_LOOPS: LOOPS, ...env }),
        compareBare('bare node:http that computes, what the machine gives'),
      )
      await withBoth((env) => startBare(file, env), compareBare('bare node:http, the bytes of the post'))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  note('\n## Two processes and one, in turns\n\n| what | two, req/s | one, req/s | ratio |\n|---|---|---|---|')
  for (const [what, pairs] of rows) {
    const { own, other, ratio } = middleOf(pairs)
    note(`| ${what} | ${Math.round(own)} | ${Math.round(other)} | ${ratio.toFixed(2)} |`)
  }
}
