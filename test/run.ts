/**
 * `npm test`: the steps of `npm run check`, the unit and API suite on SQLite and on PostgreSQL, the browser suite on the
 * built site, and three instances of it behind nginx and Caddy. Steps run in parallel where cores allow. Every step runs,
 * whatever fails. Failures, slowest tests and the time of each step come last, then one line with the counts.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { missingPrograms } from './instances/programs.ts'
import { runInParallel, type Step } from './run-steps.ts'

const results = path.resolve('test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const cores = availableParallelism()
const half = Math.max(1, Math.floor(cores / 2))
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { check: string } }
const missing = missingPrograms()
if (missing) console.log(missing)

// The longest first. The browser suite has the machine to itself: some of its tests measure times.
const steps: Step[] = [
  vitest('Unit and API on SQLite', 'sqlite', ''),
  vitest('API on PostgreSQL', 'postgres', 'src/server src/commands demo/seed'),
  { name: 'Build and demo data', command: 'node test/browser/prepare.ts', cores: 1 },
  ...scripts.check.split(' && ').map((command) => ({ name: command.split(' ')[0]!, command, cores: 1 })),
  // Needs the build; it has the machine to itself, too, because it measures the time of a start.
  packageStep(),
  browser('Browser', 'shared', 'browser.json'),
  browser('Several processes', 'alone', 'browser-alone.json'),
  ...(missing ? [] : [severalInstances()]),
]

const ended = await runInParallel(steps, cores)

console.log('')
for (const { name, failures } of ended)
  for (const { title, message } of failures)
    console.log(`FAILED ${name}: ${title}\n${message.replace(/^/gm, '    ')}\n`)
console.log('The ten slowest tests:')
const slowest = ended.flatMap(({ name, tests }) => tests.map((test) => ({ ...test, step: name })))
slowest.sort((a, b) => b.seconds - a.seconds)
for (const { seconds, step, title } of slowest.slice(0, 10))
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${step}: ${title}`)
console.log('')
for (const { name, passed, failed, seconds } of ended)
  console.log(`${failed ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s`)
const sum = (key: 'passed' | 'failed') => ended.reduce((total, count) => total + count[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0

function vitest(name: string, database: string, only: string): Step {
  const report = path.join(results, `${database}.json`)
  return {
    name,
    command: `vitest run --maxWorkers=${half} --reporter=default --reporter=json --outputFile.json="${report}" ${only}`,
    env: { TEST_DATABASE: database },
    report,
    cores: half,
  }
}

/** With the machine to itself, since it measures times under load. */
function severalInstances(): Step {
  const report = path.join(results, 'instances.json')
  return {
    name: 'Several instances',
    command: `vitest run -c test/instances/vitest.config.ts --reporter=default --reporter=json --outputFile.json="${report}"`,
    report,
    cores,
  }
}

function packageStep(): Step {
  const report = path.join(results, 'package.json')
  return {
    name: 'Installed package',
    command: `vitest run -c test/package/vitest.config.ts --reporter=default --reporter=json --outputFile.json="${report}"`,
    report,
    cores,
  }
}

function browser(name: string, part: 'shared' | 'alone', report: string): Step {
  return {
    name,
    command: 'playwright test -c test/browser/playwright.config.ts',
    env: { E2E_PART: part },
    report: path.join(results, report),
    cores,
  }
}
