/**
 * `npm run bench:slow-phone`: measures a first visit on a slow phone, with the CPU throttled six times and a slow 4G; prints medians.
 * `-- <origin> <origin>` measures running sites in turn, such as that of another checkout.
 */
import { chromium, type Page } from '@playwright/test'
import '../scripts/build-if-changed.ts'
import { findHeadlessShell } from '../test/browser/find-browser.ts'
import { startSite } from './processes.ts'

const ROUNDS = 5
const CPU_RATE = 6
const network = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }
const paths = ['/', '/blog/retinol-for-beginners', '/shop']

type Figures = { scriptBytes: number; requests: number; mainThreadMs: number; scriptMs: number; longestWaitMs: number }

const { executablePath, args } = await findHeadlessShell()
const browser = await chromium.launch({ executablePath, args })
const given = process.argv.slice(2)
const site = given.length === 0 ? await startSite() : undefined
const origins = site ? [site.origin] : given
for (const path of paths) {
  const found = new Map<string, Figures[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const origin of origins) found.set(origin, [...(found.get(origin) ?? []), await visit(origin + path)])
  for (const [origin, figures] of found) console.log(path, origin, medians(figures))
}
await browser.close()
await site?.stop()

async function visit(url: string): Promise<Figures> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 3,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  await devtools.send('Performance.enable')
  await page.goto(url, { waitUntil: 'commit' })
  const longestWaitMs = await longestWait(page)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (name: string) => Math.round(1000 * (metrics.find((each) => each.name === name)?.value ?? 0))
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  await context.close()
  return {
    scriptBytes: scripts.reduce((sum, size) => sum + size, 0),
    requests: scripts.length,
    mainThreadMs: metric('TaskDuration'),
    scriptMs: metric('ScriptDuration'),
    longestWaitMs,
  }
}

/** The longest time, in ms, that a tap would have waited for the main thread between the first paint and 4 s after the load event. */
async function longestWait(page: Page): Promise<number> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0
        let loadedAt = 0
        const tick = () => {
          const due = performance.now() + 20
          setTimeout(() => {
            longest = Math.max(longest, performance.now() - due)
            if (document.readyState === 'complete') loadedAt ||= performance.now()
            if (loadedAt && performance.now() - loadedAt > 4000) resolve(Math.round(longest))
            else tick()
          }, 20)
        }
        tick()
      }),
  )
}

function medians(figures: Figures[]) {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  return Object.fromEntries(
    Object.keys(figures[0]!).map((name) => [name, middle(figures.map((each) => each[name as keyof Figures]))]),
  )
}
