/**
 * `npm run screenshots`: captures every public page at 360, 768, 1280 and 1920 px into test-results/screenshots, and the four
 * screenshots of the README into docs/. Starts the built site on a new demo; `SCREENSHOTS_OF=http://…` uses a running site.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '../test/browser/find-browser.ts'

const pages: Record<string, string> = {
  home: '/',
  blog: '/blog',
  category: '/blog/category/sun-care',
  post: '/blog/retinol-for-beginners',
  shop: '/shop',
  product: '/shop/plainmoor-glycerin-hydrating-essence',
  ingredients: '/ingredients',
  ingredient: '/ingredients/niacinamide',
  routines: '/routines',
  routine: '/routines/the-simplest-routine',
  build: '/routines/build',
  about: '/about',
  contact: '/contact',
  search: '/search?q=retinol',
  'search-empty': '/search?q=zzzzzz',
  login: '/login',
  newsletter: '/newsletter',
  privacy: '/privacy-policy',
  disclosure: '/affiliate-disclosure',
  'not-found': '/nothing-here',
}
const widths = [360, 768, 1280, 1920]
const only = process.argv.slice(2)

const folder = 'test-results/screenshots'
mkdirSync(folder, { recursive: true })
const running = process.env.SCREENSHOTS_OF
const port = 3290
const site = running
  ? undefined
  : spawn(process.execPath, ['test/browser/start-site.ts'], {
      env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn' },
      stdio: 'inherit',
    })
const origin = running ?? `http://localhost:${port}`

try {
  await untilReady(origin)
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args })
  for (const width of widths) {
    const page = await browser.newPage({
      viewport: { width, height: width < 700 ? 780 : 900 },
      reducedMotion: 'reduce',
    })
    for (const [name, path] of Object.entries(pages)) {
      if (only.length > 0 && !only.includes(name)) continue
      await page.goto(origin + path, { waitUntil: 'networkidle' })
      await showAllImages(page)
      await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
    }
    await page.close()
  }
  if (only.length === 0) await captureForReadme(await browser.newPage({ viewport: { width: 1280, height: 860 } }))
  await browser.close()
} finally {
  site?.kill('SIGTERM')
}

async function captureForReadme(page: Page): Promise<void> {
  for (const name of ['home', 'post', 'shop', 'routine']) {
    await page.goto(origin + pages[name], { waitUntil: 'networkidle' })
    await page.screenshot({ path: `docs/${name}.jpg`, type: 'jpeg', quality: 82 })
  }
}

/** Loads lazy images below the fold. */
async function showAllImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll('img')) image.loading = 'eager'
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})))
  })
}

async function untilReady(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const isReady = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${origin} does not respond.`)
}
