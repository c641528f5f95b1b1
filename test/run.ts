/**
 * `npm test`: types, lint and boundaries, the unit and API suite on SQLite and on PostgreSQL, and the browser suite on
 * the built site. Runs all of them, whatever fails, and ends with one line that counts.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { type Report, readReport } from './reports.ts'

type Step = { name: string; command: string[]; env?: Record<string, string>; report?: string }

const results = path.resolve('test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const steps: Step[] = [
  { name: 'Types', command: ['tsc', '--noEmit'] },
  { name: 'Lint and format', command: ['biome', 'check', '.'] },
  {
    name: 'Boundaries',
    command: ['depcruise', 'src', 'demo', 'scripts', 'test', 'e2e', '--config', '.dependency-cruiser.json'],
  },
  vitest('Unit and API on SQLite', 'sqlite', []),
  vitest('API on PostgreSQL', 'postgres', ['src/server', 'demo/seed']),
  browser('Browser', 'shared', 'browser.json'),
  browser('Several processes', 'alone', 'browser-alone.json'),
]

const ended = steps.map((step) => ({ name: step.name, ...run(step) }))
console.log('')
// After everything else, so that whoever sees only the end of a long log still sees what failed.
for (const { name, failures } of ended)
  for (const { title, message } of failures)
    console.log(`FAILED ${name}: ${title}\n${message.replace(/^/gm, '    ')}\n`)
for (const { name, passed, failed } of ended)
  console.log(`${failed ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed`)
const sum = (key: 'passed' | 'failed') => ended.reduce((total, count) => total + count[key], 0)
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
function run({ name, command: [program, ...parameters], env, report }: Step): Report {
  console.log(`\n== ${name}`)
  const { status, error } = spawnSync(program!, parameters, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (error) console.error(`${program} could not be started: ${error.message}`)
  const read = report && existsSync(report) ? readReport(report) : undefined
  if (!report) return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, failures: [] }
  if (!read || read.passed + read.failed === 0) return { passed: 0, failed: 1, failures: read?.failures ?? [] }
  return status !== 0 && read.failed === 0 ? { ...read, failed: 1 } : read
}
