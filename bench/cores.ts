import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BURST, browser, CONNECTIONS, inTurns } from './in-turns.ts'
import { startBare, startSite } from './processes.ts'
import { answersOf } from './record-answers.ts'

const post = '/blog/retinol-for-beginners'
const name = 'post'

/**
 * Two worker processes against one, in turns. The load comes from the same cores: the bare server's own ratio says how
 * much of a second one it leaves.
 */
export async function measureCores(note: (line: string) => void): Promise<void> {
  note('\n## Two processes and one, in turns\n\n| what | two, req/s | one, req/s | ratio |\n|---|---|---|---|')
  const compare = async (what: string, two: string, one: string) => {
    const load = (url: string) => ({ url, headers: browser, connections: CONNECTIONS, duration: BURST })
    const { own, other, ratio } = await inTurns(what, load(two), load(one))
    note(`| ${what} | ${Math.round(own)} | ${Math.round(other)} | ${ratio.toFixed(2)} |`)
  }
  const compareSites = async (what: string, env: Record<string, string>) => {
    const [two, one] = [await startSite({ ...env, WEB_CONCURRENCY: '2' }), await startSite(env)]
    try {
      await compare(what, two.origin + post, one.origin + post)
      return await answersOf(one, [{ name, path: post }])
    } finally {
      await Promise.all([two.stop(), one.stop()])
    }
  }
  await compareSites('post, rendered', { PAGE_CACHE_MB: '0' })
  const answers = await compareSites('post, from memory', {})

  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
  const file = path.join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const [two, one] = [await startBare(file, { WEB_CONCURRENCY: '2' }), await startBare(file)]
  try {
    await compare('bare node:http, the same bytes', `${two.origin}/${name}`, `${one.origin}/${name}`)
  } finally {
    await Promise.all([two.stop(), one.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
