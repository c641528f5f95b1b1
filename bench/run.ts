/**
 * `npm run bench`: see README.md in this folder. `npm run bench -- --quick` uses shorter bursts; `-- --large` also
 * measures everything on the large seed, `-- --growth` adds the growing content.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import path from 'node:path'
import '../scripts/build-if-changed.ts'
import { measureClicks } from './click-bursts.ts'
import { measureCores } from './cores.ts'
import { measureGrowth } from './growth.ts'
import { BURST, CONNECTIONS, median, ROUNDS, STARTS } from './interleaved.ts'
import { copyOfLargeSeed } from './large-seed.ts'
import { copyOfDemo, type Running, startBaseline, startSite } from './processes.ts'
import { measureVsBaseline } from './vs-baseline.ts'

const report: string[] = []

const small = { name: 'the small seed' }
await measureVsBaseline(note, small)
await measureClicks(note, small)
await measureCores(note)
await measureStarts(note)
if (process.argv.includes('--large')) {
  const large = { name: 'the large seed', dataDir: copyOfLargeSeed() }
  try {
    await measureVsBaseline(note, large)
    await measureClicks(note, large)
  } finally {
    rmSync(large.dataDir, { recursive: true, force: true })
  }
}
if (process.argv.includes('--growth')) {
  note('')
  await measureGrowth(note)
}

mkdirSync('bench', { recursive: true })
writeFileSync('bench/results.md', `# Results\n\n${machine()}\n${report.join('\n')}\n`)

function machine(): string {
  const [cpu] = cpus()
  const kind = process.argv.includes('--quick') ? 'A quick run. ' : ''
  return `${kind}${cpus().length} × ${cpu?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}, Node ${process.version}. Median of ${STARTS * ROUNDS} pairs of bursts of ${BURST} s with ${CONNECTIONS} connections, over ${STARTS} starts of both sides. Other work may have run beside it: read the ratios, not the figures.`
}

function note(line: string): void {
  console.log(line)
  report.push(line)
}

/** Time from the start of the built site on existing data to its first response, compared with a baseline server. */
async function measureStarts(note: (line: string) => void): Promise<void> {
  const dataDir = await copyOfDemo()
  const file = path.join(dataDir, 'answers.json')
  writeFileSync(file, JSON.stringify({ '/': { status: 200, headers: {}, base64: '' } }))
  const kinds: Record<string, () => Promise<Running>> = {
    'one process': () => startSite({}, dataDir),
    'two processes': () => startSite({ WEB_CONCURRENCY: '2' }, dataDir),
    'baseline node:http': () => startBaseline(file),
  }
  const times: Record<string, number[]> = {}
  try {
    for (let round = 0; round < STARTS; round++)
      for (const [name, start] of Object.entries(kinds)) {
        const started = performance.now()
        const running = await start()
        const answer = await fetch(running.origin)
        times[name] = [...(times[name] ?? []), performance.now() - started]
        await running.stop()
        if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
      }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const baseline = median(times['baseline node:http']!)
  note('\n## Start to the first 200\n\n| what | ms | times the baseline server |\n|---|---|---|')
  for (const [name, values] of Object.entries(times))
    note(`| ${name} | ${Math.round(median(values))} | ${(median(values) / baseline).toFixed(1)} |`)
}
