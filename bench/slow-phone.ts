/**
 * `npm run bench:slow-phone [-- --against <folder>]`: a first visit on a slow phone, with the CPU throttled six times and a slow 4G, taps while
 * it loads and a link; prints medians, next to the built site of another checkout. `-- <origin> <origin>` measures running sites. BENCH_ROUNDS
 * visits of each, in turns; BENCH_PARTS names those of `visits`, `taps` and `links` that are measured.
 */
import { type Browser, chromium } from '@playwright/test'
import '../scripts/build-if-changed.ts'
import { findBrowser, findHeadlessShell } from '../test/browser/find-browser.ts'
import { type Running, startSite } from './processes.ts'
import { type SlowNetwork, startSlowNetwork } from './slow-network.ts'
import { type Act, acts, followLink } from './slow-phone-links.ts'
import { openPhone } from './slow-phone-page.ts'
import { measureTap, moments, taps } from './slow-phone-taps.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const wanted = process.env.BENCH_PARTS?.split(',') ?? ['visits', 'taps', 'links']
const paths = ['/', '/blog/retinol-for-beginners', '/shop']

const [first, folder = ''] = process.argv.slice(2)
const started: Running[] = []
// The older one first: its demo is copied for both, and only the newer one can migrate the other's database.
if (first === '--against') started.push(await startSite({}, undefined, folder))
if (first === undefined || first === '--against') started.push(await startSite())
const origins = started.length > 0 ? started.map(({ origin }) => origin) : process.argv.slice(2)
const parts: Record<string, () => Promise<void>> = { visits: measureVisits, taps: measureTaps, links: measureLinks }
try {
  for (const part of wanted) await parts[part]?.()
} finally {
  for (const site of started) await site.stop()
}

async function measureVisits(): Promise<void> {
  await withBrowser(await findHeadlessShell(), async (browser) => {
    for (const path of paths) await print(path, (origin) => visit(browser, origin + path))
  })
}

async function measureTaps(): Promise<void> {
  await withBrowser(await findHeadlessShell(), async (browser) => {
    for (const tap of taps)
      for (const moment of moments)
        await print(`${tap.name}, ${moment} ms after the first paint`, (origin) =>
          measureTap(browser, origin, tap, moment),
        )
  })
}

/** In the whole browser, since the headless shell prefetches nothing. */
async function measureLinks(): Promise<void> {
  const networks = new Map<string, SlowNetwork>()
  for (const origin of origins) networks.set(origin, await startSlowNetwork(origin))
  await withBrowser(await findBrowser(), async (browser) => {
    for (const act of Object.keys(acts) as Act[])
      await print(`link, ${act}`, (origin) => followLink(browser, networks.get(origin)!, act))
  })
  for (const network of networks.values()) network.stop()
}

async function withBrowser(
  options: { executablePath: string; args: string[] },
  run: (browser: Browser) => Promise<void>,
) {
  const browser = await chromium.launch(options)
  try {
    await run(browser)
  } finally {
    await browser.close()
  }
}

async function visit(browser: Browser, url: string): Promise<Record<string, number>> {
  const { page, devtools, close } = await openPhone(browser)
  await devtools.send('Performance.enable')
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(4000)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const milliseconds = (name: string) => 1000 * (metrics.find((each) => each.name === name)?.value ?? 0)
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  await close()
  return {
    scriptBytes: scripts.reduce((sum, size) => sum + size, 0),
    requests: scripts.length,
    mainThreadMs: milliseconds('TaskDuration'),
    scriptMs: milliseconds('ScriptDuration'),
  }
}

/** Medians of interleaved rounds, one line for each site. */
async function print(what: string, measure: (origin: string) => Promise<Record<string, number>>): Promise<void> {
  const found = new Map<string, Record<string, number>[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const origin of origins) found.set(origin, [...(found.get(origin) ?? []), await measure(origin)])
  for (const [origin, figures] of found) console.log(what, origin, medians(figures))
}

function medians(figures: Record<string, number>[]): Record<string, number> {
  const names = Object.keys(figures[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(figures.map((each) => each[name] ?? Number.NaN))]))
}

function median(values: number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)
}
