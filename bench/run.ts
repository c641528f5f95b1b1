/**
 * `npm run bench`: see README.md in this folder. `npm run bench -- --quick` uses shorter bursts; `-- --large` also
 * measures everything on the large seed, `-- --growth` adds the growing content.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import '../scripts/build-if-changed.ts'
import { measureClicks } from './click-bursts.ts'
import { measureCores } from './cores.ts'
import { measureGrowth } from './growth.ts'
import { BURST, CONNECTIONS, ROUNDS, STARTS } from './interleaved.ts'
import { copyOfLargeSeed } from './large-seed.ts'
import { measureVsBaseline } from './vs-baseline.ts'

const report: string[] = []

const small = { name: 'the small seed' }
await measureVsBaseline(note, small)
await measureClicks(note, small)
await measureCores(note)
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
