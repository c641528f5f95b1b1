/**
 * `npm run bench:weight [-- --against <folder>]`: what the first load of a page costs on the wire, in KiB by kind of file, on
 * a phone and on a desktop, next to the bounds and to the built site of another checkout.
 */
import { type Browser, chromium } from '@playwright/test'
import '../scripts/build-if-changed.ts'
import { findBrowser } from '../test/browser/find-browser.ts'
import { firstLoad, kibibytes, type LoadedFile, screens, weights } from '../test/browser/first-load.ts'
import { startSite } from './processes.ts'

const columns = ['document', 'scripts', 'styles', 'fonts', 'pictures', 'other'] as const
/** Files that are listed for each page. */
const LARGEST = 5

const place = process.argv.indexOf('--against')
const against = place < 0 ? undefined : process.argv[place + 1]

// The older one first: its demo is copied for both, and only the newer one can migrate the other's database.
const other = against ? await startSite({}, undefined, against) : undefined
const own = await startSite()
const browser = await chromium.launch(await findBrowser())
try {
  console.log(`| page | screen | site | ${columns.join(' | ')} | total | bound |`)
  console.log(`|---|---|---|${'---|'.repeat(columns.length + 2)}`)
  const largest: string[] = []
  for (const { name, path, bounds } of weights)
    for (const screen of ['phone', 'desktop'] as const) {
      if (other) print(name, screen, 'before', await weigh(browser, screen, other.origin + path))
      const files = await weigh(browser, screen, own.origin + path)
      print(name, screen, 'now', files, bounds[screen])
      largest.push(`${name}, ${screen}: ${largestOf(files)}`)
    }
  console.log(largest.join('\n'))
} finally {
  await browser.close()
  await Promise.all([own.stop(), other?.stop()])
}

async function weigh(browser: Browser, screen: keyof typeof screens, url: string): Promise<LoadedFile[]> {
  let files: LoadedFile[] = []
  // The first load makes missing pictures, and the second one a page that is compressed for later requests.
  for (let load = 0; load < 3; load++) {
    const context = await browser.newContext(screens[screen])
    files = await firstLoad(await context.newPage(), url)
    await context.close()
  }
  return files
}

function print(name: string, screen: string, site: string, files: LoadedFile[], bound?: number): void {
  const cells = [...columns.map((kind) => kibibytes(files, kind)), kibibytes(files)]
  console.log(
    `| ${name} | ${screen} | ${site} | ${cells.map((cell) => cell.toFixed(1)).join(' | ')} | ${bound ?? ''} |`,
  )
}

function largestOf(files: LoadedFile[]): string {
  return files
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, LARGEST)
    .map(({ url, bytes }) => `${url} ${(bytes / 1024).toFixed(1)}`)
    .join(', ')
}
