/**
 * `npm run test:engines`: the reader's and the owner's main journeys in Firefox and WebKitGTK, each on a site of its own
 * with the demo. An engine that is not installed is named and skipped. `-- firefox` or `-- webkit` runs one.
 */
import { startIsolatedSite } from '../browser/isolated-site.ts'
import '../browser/prepare.ts'
import { type Driver, EngineAbsent } from './driver.ts'
import { startFirefox } from './firefox.ts'
import { freePort } from './free-port.ts'
import { ownerJourney } from './owner-journey.ts'
import { createPage } from './page.ts'
import { readerJourney } from './reader-journey.ts'
import { startWebKit } from './webkit.ts'

const engines = { firefox: startFirefox, webkit: startWebKit }
const wanted = process.argv.slice(2)
const counts = { passed: 0, failed: 0 }

for (const [name, start] of Object.entries(engines)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  try {
    const driver = await start()
    await runEngine(driver).finally(driver.close)
  } catch (error) {
    if (!(error instanceof EngineAbsent)) throw error
    console.log(`${error.message} Its journeys are left out.`)
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 ? 1 : 0

async function runEngine(driver: Driver): Promise<void> {
  console.log(driver.name)
  const site = await startIsolatedSite(await freePort())
  try {
    const page = createPage(driver, site.origin)
    await driver.open(`${site.origin}/about`)
    // A step needs what the one before it did, so a journey ends at its first failure.
    for (const journey of [readerJourney, ownerJourney]) {
      for (const [step, run] of journey) if (!(await runStep(step, () => run(page), driver))) break
    }
  } finally {
    await site.stop()
  }
}

async function runStep(name: string, run: () => Promise<void>, { takeProblems }: Driver): Promise<boolean> {
  const startedAt = performance.now()
  const failure = await run().then(
    () => undefined,
    (error: unknown) => error,
  )
  const problems = takeProblems()
  const isPassed = failure === undefined && problems.length === 0
  counts[isPassed ? 'passed' : 'failed'] += 1
  console.log(`${isPassed ? 'ok    ' : 'FAILED'} ${name} (${Math.round(performance.now() - startedAt)} ms)`)
  if (failure !== undefined) console.log(failure)
  for (const problem of problems) console.log(`       ${problem}`)
  return isPassed
}
