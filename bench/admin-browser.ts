/**
 * `npm run bench:admin-browser [-- --large] [-- --against <folder>]`: the processor time of the browser's main thread for a
 * key press in a post of 200 kB, a change of tab and Analytics, next to the same in bare pages. `--large` takes the seed of
 * `bench:admin` instead of the demo; `--against` measures the built site of another checkout in the same run.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import '../scripts/build-if-changed.ts'
import { findBrowser } from '../test/browser/find-browser.ts'
import { type Cost, clickUntil, costOf, openCounters, quantile } from './browser-times.ts'
import { createLongPost } from './long-post.ts'
import { type Running, signIn, startSite } from './processes.ts'

const PRESSES = 100
const ROUNDS = 5
/** Between two presses, in milliseconds: work that was put off to a pause of typing is not counted for the press. */
const PACE = 120
/** After the last press, until everything that was put off is done. */
const SETTLE = 3000

type Figures = Map<string, Cost[]>
type Side = {
  name: string
  site: Running
  page: Page
  /** A page of a new profile, signed in. */
  openPage: () => Promise<Page>
  post: { id: number; html: string }
  figures: Figures
}

/** A tab, and what is painted when its list or its numbers are there. */
const tabs: Record<string, string> = {
  posts: 'tbody tr',
  products: 'tbody tr',
  media: 'li img',
  contacts: 'tbody tr',
  subscribers: 'tbody tr',
  ingredients: 'tbody tr',
  analytics: 'dl dd',
}
const charts = '.recharts-surface'
const bareField = '.bare'

const place = process.argv.indexOf('--against')
const against = place < 0 ? undefined : process.argv[place + 1]
const large = process.argv.includes('--large')
  ? path.resolve(process.env.BENCH_DATA ?? 'test-results/large')
  : undefined
if (large && !existsSync(path.join(large, 'media'))) throw new Error('`npm run bench:admin` makes the large seed.')

const browser = await chromium.launch(await findBrowser())
const sides: Side[] = []
try {
  if (against) sides.push(await openSide('before', browser, against))
  sides.push(await openSide('now', browser))
  for (const side of sides) await measureKeys(side)
  for (const side of sides) await measureTabs(side)
  print(await measureBare(browser, sides[0]!.post.html))
} finally {
  await browser.close()
  for (const { site } of sides) await site.stop()
}

async function openSide(name: string, owner: Browser, checkout = '.'): Promise<Side> {
  const site = await startSite({}, large, checkout)
  const cookie = await signIn(site)
  const post = await createLongPost(site, cookie)
  const [key = '', value = ''] = cookie.split(/=(.*)/)
  const openPage = async () => {
    const page = await newPage(owner)
    await page.context().addCookies([{ name: key, value, url: site.origin }])
    return page
  }
  return { name, site, page: await openPage(), openPage, post, figures: new Map() }
}

async function newPage(owner: Browser): Promise<Page> {
  return (await owner.newContext({ viewport: { width: 1280, height: 860 } })).newPage()
}

async function measureKeys({ site, page, post, figures }: Side): Promise<void> {
  await page.goto(`${site.origin}/admin/posts/${post.id}`)
  await page.waitForSelector('.rich-text p', { timeout: 60_000 })
  await typeIn(page, '.rich-text', figures)
  await page.goto('about:blank')
}

/** Types in the middle of `field`. */
async function typeIn(page: Page, field: string, figures: Figures): Promise<void> {
  const session = await openCounters(page)
  await page.waitForTimeout(SETTLE)
  await placeCursor(page, field)
  const press = async (name: string, key: string, settle = PACE) => {
    const cost = await costOf(page, session, () => page.keyboard.press(key), 0)
    add(figures, name, cost)
    await page.waitForTimeout(settle)
  }
  for (let count = 0; count < 10; count++) await press('warm-up', 'a')
  for (let count = 0; count < PRESSES; count++) await press('key', 'a')
  for (let count = 0; count < ROUNDS; count++) await press('Enter', 'Enter')
  // The browser pastes nothing by itself on an event of a script.
  for (let count = 0; count < ROUNDS && field !== bareField; count++)
    add(figures, 'paste', await costOf(page, session, () => paste(page, field)))
  await page.waitForTimeout(SETTLE)
  const type = () => page.keyboard.type('a'.repeat(20), { delay: PACE })
  add(figures, '20 keys and what follows', await costOf(page, session, type, SETTLE))
}

async function placeCursor(page: Page, field: string): Promise<void> {
  await page.evaluate((selector) => {
    const paragraphs = [...document.querySelectorAll(`${selector} > p`)]
    const middle = paragraphs[Math.floor(paragraphs.length / 2)]!
    middle.scrollIntoView({ block: 'center' })
    document.querySelector<HTMLElement>(selector)!.focus()
    getSelection()!.collapse(middle, middle.childNodes.length)
  }, field)
  await page.waitForTimeout(500)
}

function paste(page: Page, field: string): Promise<void> {
  return page.evaluate((selector) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<p>Two paragraphs of <strong>pasted</strong> text.</p><p>The second.</p>')
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector(selector)!.dispatchEvent(event)
  }, field)
}

async function measureTabs({ site, page, openPage, figures }: Side): Promise<void> {
  const session = await openCounters(page)
  for (let round = 0; round < ROUNDS; round++) {
    const open = async (target: Page, from: string, shown: string) => {
      await target.goto(site.origin + from)
      await target.waitForSelector(shown)
    }
    // Another process, whose counters begin with it.
    const fresh = await openPage()
    const opened = () => open(fresh, '/admin/analytics', 'dl dd')
    add(figures, 'Analytics opened: numbers', await costOf(fresh, await openCounters(fresh), opened))
    await fresh.context().close()
    await open(page, '/admin/settings', '#tab-posts')
    // The code of the other tabs is loaded when the dashboard is idle.
    await page.waitForTimeout(2 * SETTLE)
    for (const when of ['first time', 'seen before'])
      for (const [tab, rows] of Object.entries(tabs)) {
        const shown = `#tab-panel[aria-labelledby="tab-${tab}"] ${rows}`
        add(figures, `${tab}, ${when}`, await costOf(page, session, () => clickUntil(page, `#tab-${tab}`, shown)))
        if (tab !== 'analytics') continue
        const drawn = async () => void (await page.waitForSelector(charts))
        add(figures, `analytics, ${when}: charts`, await costOf(page, session, drawn, 500))
      }
  }
}

/** The same HTML in an element that the browser edits by itself, and a table of 25 rows that a click adds. */
async function measureBare(owner: Browser, html: string): Promise<Figures> {
  const figures: Figures = new Map()
  const page = await newPage(owner)
  await page.setContent(`<div class="bare" contenteditable style="width: 720px">${html}</div>`)
  await typeIn(page, bareField, figures)
  await page.setContent(`<button>Show</button><div id="tab-panel"></div>`)
  await page.evaluate(() => {
    document.querySelector('button')!.onclick = () => {
      const row = (_: unknown, at: number) => `<tr>${`<td>Row ${at}</td>`.repeat(6)}</tr>`
      document.querySelector('#tab-panel')!.innerHTML = `<table>${Array.from({ length: 25 }, row).join('')}</table>`
    }
  })
  const session = await openCounters(page)
  for (let round = 0; round < ROUNDS * 4; round++) {
    await page.evaluate(() => document.querySelector('#tab-panel')!.replaceChildren())
    add(figures, 'table', await costOf(page, session, () => clickUntil(page, 'button', 'tr')))
  }
  return figures
}

function add(figures: Figures, name: string, cost: Cost): void {
  figures.set(name, [...(figures.get(name) ?? []), cost])
}

function print(bare: Figures): void {
  console.log('Processor time of the main thread, ms. Bare: the same HTML without the editor; a table of 25 rows.\n')
  console.log(
    '| what | side | p50 | p95 | script | style, layout | passed | ÷ bare |\n|---|---|---|---|---|---|---|---|',
  )
  const table = bare.get('table')!
  for (const name of sides[0]!.figures.keys()) {
    if (name === 'warm-up') continue
    const rows: [string, Cost[]][] = sides.map((side) => [side.name, side.figures.get(name) ?? []])
    const own = bare.get(name === 'paste' ? 'Enter' : name)
    if (bare.has(name) && own) rows.push(['bare', own])
    for (const [side, costs] of rows) {
      const numbers = [quantile(costs, 0.5), quantile(costs, 0.95)]
      const parts = (['script', 'layout', 'passed'] as const).map((part) => quantile(costs, 0.5, part))
      const ratio = quantile(costs, 0.5) / quantile(own ?? table, 0.5)
      const cells = [...numbers, ...parts, ratio].map((value) => value.toFixed(1))
      console.log(`| ${name} | ${side} | ${cells.join(' | ')} |`)
    }
  }
}
