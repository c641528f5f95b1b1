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
  const compare = async (what: string, two: string, one: string, isFromMany = false) => {
    const load = (url: string) => ({ url, headers: browser, connections: CONNECTIONS, duration: BURST, isFromMany })
    const { own, other, ratio } = await inTurns(what, load(two), load(one))
    note(`| ${what} | ${Math.round(own)} | ${Math.round(other)} | ${ratio.toFixed(2)} |`)
  }
  const [two, one] = [
    await startSite({ TRUST_PROXY: '1', WEB_CONCURRENCY: '2' }),
    await startSite({ TRUST_PROXY: '1' }),
  ]
  const answers = await answersOf(one, [{ name, path: post }])
  try {
    // Rendered for each reader; any other page is rendered once for all who ask at the same moment.
    const search = '/search?q=gentle'
    await compare('search page, rendered', two.origin + search, one.origin + search, true)
    await compare('post, from memory', two.origin + post, one.origin + post)
  } finally {
    await Promise.all([two.stop(), one.stop()])
  }

  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
  const file = path.join(folder, 'answers.json')
  writeFileSync(file, JSON.stringify(answers))
  const [bareTwo, bareOne] = [await startBare(file, { WEB_CONCURRENCY: '2' }), await startBare(file)]
  try {
    await compare('bare node:http, the same bytes', `${bareTwo.origin}/${name}`, `${bareOne.origin}/${name}`)
  } finally {
    await Promise.all([bareTwo.stop(), bareOne.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
