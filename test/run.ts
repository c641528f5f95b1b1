/**
 * `npm test`: types, lint and boundaries, the unit and API suite on SQLite and on PostgreSQL, and the browser suite on
 * the built site. Runs all of them, whatever fails, and ends with one line that counts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'

type Count = { passed: number; failed: number }
type Step = { name: string; command: string[]; env?: Record<string, string>; report?: string }

const results = path.resolve('test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const steps: Step[] = [
  { name: 'Types', command: ['tsc', '--noEmit'] },
  { name: 'Lint and format', command: ['biome', 'check', '.'] },
  {
    name: 'Boundaries',
    command: ['depcruise', 'src', 'scripts', 'test', 'e2e', '--config', '.dependency-cruiser.json'],
  },
  vitest('Unit and API on SQLite', 'sqlite', []),
  vitest('API on PostgreSQL', 'postgres', ['src/server']),
  browser('Browser', 'shared', 'browser.json'),
  browser('Several processes', 'alone', 'browser-alone.json'),
]

const counts = steps.map((step) => ({ name: step.name, ...run(step) }))
console.log('')
for (const { name, passed, failed } of counts)
  console.log(`${failed ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed`)
const sum = (key: keyof Count) => counts.reduce((total, count) => total + count[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0

function vitest(name: string, database: string, only: string[]): Step {
  const report = path.join(results, `${database}.json`)
  return {
    name,
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...only],
    env: { TEST_DATABASE: database },
    report,
  }
}

function browser(name: string, part: 'shared' | 'alone', report: string): Step {
  return {
    name,
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts'],
    env: { E2E_PART: part },
    report: path.join(results, report),
  }
}

/** A step without a report counts as one test; a report says how many it held. A step that died counts one failure more. */
function run({ name, command: [program, ...parameters], env, report }: Step): Count {
  console.log(`\n== ${name}`)
  const { status, error } = spawnSync(program!, parameters, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) console.error(`${program} could not be started: ${error.message}`)
  const ended: Count = status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  if (!report) return ended
  const counted = existsSync(report) ? readReport(JSON.parse(readFileSync(report, 'utf8'))) : undefined
  if (!counted || counted.passed + counted.failed === 0) return { passed: 0, failed: 1 }
  return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

/** Vitest's and Playwright's reports name their counts differently. */
function readReport(report: {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; unexpected: number; flaky: number }
}): Count {
  if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky }
  return { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 0 }
}
