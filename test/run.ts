/**
 * `npm test`: the gate. `npm run test:full`: everything. Both run all steps whatever fails, print failures, flaky and slow
 * tests and the time of each step, and end with one line of counts. `test/README.md` says which tests are in which.
 */
import { globSync, mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { changedPaths, recordPassed } from './changed-paths.ts'
import { missingPrograms } from './instances/programs.ts'
import { measureSlowness } from './machine-speed.ts'
import { printSummary } from './print-summary.ts'
import { runInParallel, type Step } from './run-steps.ts'

/**
 * Paths that the slow steps cover. In the gate each runs whole if the path of a change begins with one of these, otherwise
 * only its tests tagged as smoke tests.
 */
const covered = {
  processes: ['src/server.ts', 'src/main.ts', 'src/server/platform/', 'src/server/app/', 'test/browser/'],
  package: ['bin/', 'deploy/', 'scripts/', 'src/commands/', 'src/cli.ts', 'src/main.ts', 'package', 'test/package/'],
  instances: ['deploy/', 'src/server.ts', 'src/server/platform/', 'test/instances/'],
}

/** Files whose results differ by database: its own code, all that locks or sums, and of each noun the test named like its folder. */
const differsByDatabase = [
  /server\/platform\/(?:db|jobs|cluster|backup)\//,
  /server\/app\/fuzz/,
  /server\/shop\/(?:analytics\/reports|earnings\/summary)/,
  /\/([^/]+)\/\1[.]test[.]ts$/,
]

const isFull = process.argv.includes('--full')
const results = path.resolve('test-results')
mkdirSync(results, { recursive: true })
const changed = isFull ? undefined : changedPaths()
const missing = missingPrograms()
if (missing) console.log(missing)
const slowness = measureSlowness()
const cores = availableParallelism()

const apiTests = globSync(['src/server/**/*.test.ts', 'src/commands/**/*.test.ts', 'demo/seed/**/*.test.ts'])
const onPostgres = apiTests.filter((file) => isFull || differsByDatabase.some((pattern) => pattern.test(file)))
const isAlone = (file: string) => file.endsWith('.alone.test.ts')

// All but the first two have the machine to themselves, since some tests measure times.
const steps: Step[] = [
  { name: 'Build and demo data', command: 'node test/browser/prepare.ts', cores: 1, budget: 70 },
  { name: 'Check', command: 'npm run --silent check', cores: 1, budget: 40 },
  vitest('Unit and API on SQLite', 210, ["--exclude='**/*.alone.test.ts'"]),
  vitest(
    'API on PostgreSQL',
    150,
    onPostgres.filter((file) => !isAlone(file)),
    'postgres',
  ),
  vitest('Alone, on SQLite', 40, ['--maxWorkers=1', '.alone.test.ts']),
  vitest('Alone, on PostgreSQL', 90, ['--maxWorkers=1', ...apiTests.filter(isAlone)], 'postgres'),
  vitest('Built site', 60, ['-c test/site/vitest.config.ts']),
  browser('Browser', 430, 'shared', isFull ? undefined : '@gate'),
  browser(
    'Several processes',
    runsWhole('processes') ? 170 : 50,
    'alone',
    runsWhole('processes') ? undefined : '@smoke',
  ),
  vitest('Installed package', 30, ['-c test/package/vitest.config.ts', ...smoke('package')]),
  vitest('Several instances', runsWhole('instances') ? 220 : 30, [
    '-c test/instances/vitest.config.ts',
    ...smoke('instances'),
  ]),
]

const ended = await runInParallel(
  steps.filter(({ name }) => !missing || name !== 'Several instances'),
  cores,
)
const history = path.join(results, `timings-${isFull ? 'full' : 'gate'}.json`)
const failed = printSummary(ended, { slowness, history, hasBudgets: !isFull })
if (failed === 0 && !isFull) recordPassed()
process.exitCode = failed > 0 ? 1 : 0

function vitest(name: string, budget: number, args: string[], database = 'sqlite'): Step {
  const report = reportOf(name)
  // Vitest leaves a core free by itself.
  const defaults = { '--maxWorkers': `${cores}`, ...(isFull ? {} : { '--tags-filter': "'!full'" }) }
  const filter = Object.entries(defaults).filter(([name]) => !args.some((arg) => arg.startsWith(name)))
  const command = [
    `vitest run --reporter=default --reporter=json --outputFile.json="${report}"`,
    ...filter.map(([name, value]) => `${name}=${value}`),
    ...args,
  ]
  return { name, command: command.join(' '), env: { TEST_DATABASE: database }, report, cores, budget }
}

function browser(name: string, budget: number, part: 'shared' | 'alone', tag: string | undefined): Step {
  const filter = tag ? ` --grep=${tag}` : ''
  const command = `playwright test -c test/browser/playwright.config.ts${isFull ? '' : ' --retries=1'}${filter}`
  // The full suite runs the site in as many processes as it has by default.
  const env = { E2E_PART: part, ...(isFull ? {} : { TEST_SUITE: 'gate', WEB_CONCURRENCY: '1' }) }
  return { name, command, env, report: reportOf(name), cores, budget }
}

function reportOf(name: string): string {
  return path.join(results, `${name.toLowerCase().replace(/\W+/g, '-')}.json`)
}

function runsWhole(part: keyof typeof covered): boolean {
  return isFull || Boolean(changed?.some((file) => covered[part].some((prefix) => file.startsWith(prefix))))
}

function smoke(part: keyof typeof covered): string[] {
  return runsWhole(part) ? [] : ['--tags-filter=smoke']
}
