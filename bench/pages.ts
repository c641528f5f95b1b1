/**
 * `npm run bench:pages`: runs Lighthouse for mobile three times on every public page of the demo and, in turns with it, on a
 * copy without scripts from a bare server; prints the medians, how far a page is from its copy, and all failed audits.
 * `-- home post` measures only those pages.
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import '../scripts/build-if-changed.ts'
import { findBrowser } from '../test/browser/find-browser.ts'
import { median } from './interleaved.ts'
import { servePlainCopies } from './plain-copy.ts'
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
/** A page may differ from its copy by these: points of performance, and milliseconds of total blocking time. */
const BOUNDS = { points: 2, blocking: 50 }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Run = { scores: number[]; blocking: number; lcp: number; cls: number; bytes: number; wanting: string[] }

const only = process.argv.slice(2)
const site = await startSite()
const copies = await servePlainCopies(site.origin)
const { executablePath, args } = await findBrowser()
const browser = await chromium.launchPersistentContext(path.join(tmpdir(), `dewlight-lighthouse-${process.pid}`), {
  executablePath,
  args: [...args, `--remote-debugging-port=${PORT}`],
  // Playwright disables it, which would fail its audit.
  ignoreDefaultArgs: ['--disable-back-forward-cache'],
})
const lines = [
  '| page | performance | without script | points less | blocking, ms | without script | ms more | LCP, ms | without script | CLS | without script | accessibility | best practices | SEO | kB in all | bound |',
  `|${'---|'.repeat(16)}`,
]
console.log(lines.join('\n'))
const wanting = new Set<string>()
try {
  for (const [name, address] of Object.entries(pages)) {
    if (only.length > 0 && !only.includes(name)) continue
    const [runs, plain]: [Run[], Run[]] = [[], []]
    for (let run = 0; run < RUNS; run++) {
      runs.push(await measure(site.origin + address))
      plain.push(await measure(copies.origin + address))
    }
    for (const run of runs) for (const audit of run.wanting) wanting.add(`${name}: ${audit}`)
    const line = lineOf(name, runs, plain)
    console.log(line)
    lines.push(line)
  }
} finally {
  await browser.close()
  await copies.stop()
  await site.stop()
}
console.log([...wanting].sort().join('\n'))
if (only.length === 0)
  writeFileSync(
    'bench/pages.md',
    `# Lighthouse, mobile\n\nMedian of ${RUNS} runs, in turns with a copy of the page without scripts from a bare server. Bound: ${BOUNDS.points} points less, ${BOUNDS.blocking} ms more of blocking time.\n\n${lines.join('\n')}\n`,
  )

function lineOf(name: string, runs: Run[], plain: Run[]): string {
  const at = (of: Run[], value: (run: Run) => number) => median(of.map(value))
  const [points = 0, ...others] = categories.map((_, index) => at(runs, ({ scores }) => scores[index]!))
  const less = median(runs.map(({ scores }, run) => plain[run]!.scores[0]! - scores[0]!))
  const more = median(runs.map(({ blocking }, run) => blocking - plain[run]!.blocking))
  const isWithin = less <= BOUNDS.points && more <= BOUNDS.blocking
  const whole = (of: Run[], value: (run: Run) => number) => Math.round(at(of, value))
  const cells = [
    name,
    points,
    at(plain, ({ scores }) => scores[0]!),
    less,
    whole(runs, ({ blocking }) => blocking),
    whole(plain, ({ blocking }) => blocking),
    Math.round(more),
    whole(runs, ({ lcp }) => lcp),
    whole(plain, ({ lcp }) => lcp),
    at(runs, ({ cls }) => cls).toFixed(3),
    at(plain, ({ cls }) => cls).toFixed(3),
    ...others,
    whole(runs, ({ bytes }) => bytes / 1024),
    isWithin ? 'held' : 'missed',
  ]
  return `| ${cells.join(' | ')} |`
}

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
    blocking: numberOf('total-blocking-time'),
    lcp: numberOf('largest-contentful-paint'),
    cls: numberOf('cumulative-layout-shift'),
    bytes: numberOf('total-byte-weight'),
    wanting: Object.values(lhr.audits)
      .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
      .map(({ id, displayValue }) => `${id} ${displayValue ?? ''}`.trim()),
  }
}
