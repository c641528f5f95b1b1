/**
 * `npm run bench:pages`: runs Lighthouse for mobile three times on every public page of the demo; prints the medians and all
 * failed audits. `-- home post` measures only those pages.
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import '../scripts/build-if-changed.ts'
import { findBrowser } from '../test/browser/find-browser.ts'
import { startSite } from './processes.ts'

const pages: Record<string, string> = {
  home: '/',
  blog: '/blog',
  'blog-page-2': '/blog?page=2',
  category: '/blog/category/sun-care',
  post: '/blog/retinol-for-beginners',
  shop: '/shop',
  product: '/shop/linnet-row-vitamin-c-morning-serum',
  ingredients: '/ingredients',
  ingredient: '/ingredients/niacinamide',
  routines: '/routines',
  routine: '/routines/under-forty-dollars',
  'routine-of-mine': '/routines/build?skin=dry',
  about: '/about',
  contact: '/contact',
  newsletter: '/newsletter',
  search: '/search?q=retinol',
  privacy: '/privacy-policy',
  disclosure: '/affiliate-disclosure',
}
const RUNS = 3
const PORT = 9333
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Run = { scores: number[]; lcp: number; cls: number; bytes: number; wanting: string[] }

const only = process.argv.slice(2)
const site = await startSite()
const { executablePath, args } = await findBrowser()
const browser = await chromium.launchPersistentContext(path.join(tmpdir(), `dewlight-lighthouse-${process.pid}`), {
  executablePath,
  args: [...args, `--remote-debugging-port=${PORT}`],
  // Playwright disables it, which would fail its audit.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
})
const lines = [
  '| page | performance | accessibility | best practices | SEO | LCP, ms | CLS | kB in all |',
  '|---|---|---|---|---|---|---|---|',
]
console.log(lines.join('\n'))
const wanting = new Set<string>()
try {
  for (const [name, address] of Object.entries(pages)) {
    if (only.length > 0 && !only.includes(name)) continue
    const runs: Run[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measure(site.origin + address))
    for (const run of runs) for (const audit of run.wanting) wanting.add(`${name}: ${audit}`)
    const scores = categories.map((_, index) => median(runs.map((run) => run.scores[index]!)))
    const line = `| ${name} | ${scores.join(' | ')} | ${Math.round(median(runs.map((run) => run.lcp)))} | ${median(runs.map((run) => run.cls)).toFixed(3)} | ${Math.round(median(runs.map((run) => run.bytes)) / 1024)} |`
    console.log(line)
    lines.push(line)
  }
} finally {
  await browser.close()
  await site.stop()
}
console.log([...wanting].sort().join('\n'))
if (only.length === 0)
  writeFileSync('bench/pages.md', `# Lighthouse, mobile\n\nMedian of ${RUNS} runs.\n\n${lines.join('\n')}\n`)

async function measure(url: string): Promise<Run> {
  const result = await lighthouse(url, {
    port: PORT,
    output: 'json',
    onlyCategories: [...categories],
    logLevel: 'error',
  })
  const { lhr } = result!
  const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? 0
  return {
    scores: categories.map((category) => Math.round((lhr.categories[category]!.score ?? 0) * 100)),
    lcp: numberOf('largest-contentful-paint'),
    cls: numberOf('cumulative-layout-shift'),
    bytes: numberOf('total-byte-weight'),
    wanting: Object.values(lhr.audits)
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      .map(({ id, displayValue }) => `${id} ${displayValue ?? ''}`.trim()),
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
