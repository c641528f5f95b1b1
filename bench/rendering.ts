/**
 * `npm run bench:rendering [-- --against <folder>]`: the CPU time of a rendered page, with the page cache off, as a ratio to
 * `renderToString` of the same tree alone, and to the built site of another checkout. Writes `bench/rendering.md`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import '../scripts/build-if-changed.ts'
import { browser, median } from './interleaved.ts'
import { type Running, send, startSite } from './processes.ts'
import { processorTime } from './processor-time.ts'

const isQuick = process.argv.includes('--quick')
const ROUNDS = isQuick ? 3 : 7
/** In seconds. */
const BURST = isQuick ? 1 : 2
const place = process.argv.indexOf('--against')
const against = place < 0 ? undefined : process.argv[place + 1]

const pages = [
  { name: 'home', path: '/' },
  { name: 'post', path: '/blog/retinol-for-beginners' },
  { name: 'blog list', path: '/blog' },
  { name: 'shop', path: '/shop' },
  { name: 'search', path: '/search?q=gentle' },
]

type Figures = Record<'own' | 'ownCompressed' | 'other' | 'otherCompressed' | 'tree', number[]>

/** In the checkout, where the bundle finds its external packages. */
const built = path.resolve('test-results/render-alone')
const plain = { 'accept-encoding': 'identity' }
const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-bench-'))
const env = { PAGE_CACHE_MB: '0', TRUST_PROXY: '1' }
// The older one first: its demo is copied for both, and only the newer one can migrate the other's database.
const other = against ? await startSite(env, undefined, against) : undefined
const own = await startSite(env)
const figures = new Map<string, Figures>()
const lines: string[] = []
try {
  await build({
    // The project's own configuration names the output folder of each environment.
    configFile: false,
    plugins: [react()],
    logLevel: 'error',
    build: { ssr: 'bench/render-alone.tsx', outDir: built, emptyOutDir: true, copyPublicDir: false },
  })
  for (let round = 0; round <= ROUNDS; round++) {
    for (const page of pages) {
      const figure = figures.get(page.name) ?? { own: [], ownCompressed: [], other: [], otherCompressed: [], tree: [] }
      const measured: [keyof Figures, number][] = [
        ['own', await costOf(own, page.path, plain)],
        ['tree', await costOfTree(page)],
        ['ownCompressed', await costOf(own, page.path, browser)],
      ]
      if (other) {
        measured.push(['other', await costOf(other, page.path, plain)])
        measured.push(['otherCompressed', await costOf(other, page.path, browser)])
      }
      // The first round warms up.
      if (round > 0) for (const [key, value] of measured) figure[key].push(value)
      figures.set(page.name, figure)
    }
  }
  note(
    '| page | `renderToString` alone, µs | the whole page, µs | ratio | compressed as well, µs | before, µs | ratio | before with compression, µs | ratio | HTML, kB | in brotli, kB |',
  )
  note('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const page of pages) {
    const html = await (await fetch(own.origin + page.path, { headers: plain })).text()
    const compressed = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    const all = figures.get(page.name)!
    const cell = (key: keyof Figures) => (all[key].length > 0 ? String(Math.round(median(all[key]))) : '-')
    const ratio = (over: keyof Figures, under: keyof Figures) =>
      all[under].length > 0 ? median(all[over].map((value, i) => value / all[under][i]!)).toFixed(2) : '-'
    note(
      `| ${page.name} | ${cell('tree')} | ${cell('own')} | ${ratio('own', 'tree')} | ${cell('ownCompressed')} | ${cell('other')} | ${ratio('own', 'other')} | ${cell('otherCompressed')} | ${ratio('ownCompressed', 'otherCompressed')} | ${(Buffer.byteLength(html) / 1000).toFixed(1)} | ${(compressed.length / 1000).toFixed(1)} |`,
    )
  }
} finally {
  await Promise.all([own.stop(), other?.stop()])
  rmSync(folder, { recursive: true, force: true })
}
mkdirSync('bench', { recursive: true })
writeFileSync(
  'bench/rendering.md',
  `# Processor time of a rendered page\n\nOne process, page cache off, one connection; user and system time of all threads per response. Median of ${ROUNDS} bursts of ${BURST} s, interleaved.${against ? ' Before: the built site of another checkout, started next to it.' : ''}\n\n${lines.join('\n')}\n`,
)

/** CPU time per response in microseconds. */
async function costOf({ origin, pid }: Running, address: string, headers: Record<string, string>): Promise<number> {
  const before = processorTime(pid)
  const { responses, failures } = await send({
    url: origin + address,
    headers,
    connections: 1,
    duration: BURST,
    isFromMany: true,
  })
  if (failures > 0) throw new Error(`${address}: ${failures} requests failed`)
  return ((processorTime(pid) - before) / responses) * 1e6
}

async function costOfTree({ name, path: address }: { name: string; path: string }): Promise<number> {
  const file = path.join(folder, `${name}.html`)
  writeFileSync(file, await (await fetch(own.origin + address, { headers: plain })).text())
  const child = spawn(process.execPath, [path.join(built, 'render-alone.js'), file, String(BURST)], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout!.on('data', (chunk: Buffer) => {
    text += chunk
  })
  await once(child, 'close')
  return (JSON.parse(text) as { microseconds: number }).microseconds
}

function note(line: string): void {
  console.log(line)
  lines.push(line)
}
