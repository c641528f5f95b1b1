import { kinds } from '../site/pages.ts'
import { findBrowser } from './find-browser.ts'
import { expect, hydrated, test } from './site-test.ts'

// Playwright disables the cache by default.
const { executablePath, args } = await findBrowser()
test.use({
  launchOptions: { executablePath, args, ignoreDefaultArgs: ['--disable-back-forward-cache'] },
})

// Browsers cache only pages of status 200, and the login page is `no-store`.
for (const { path } of kinds.filter(({ path, status }) => status === 200 && path !== '/login')) {
  const tag = path === '/blog/retinol-for-beginners' ? '@gate' : []
  test(`Back shows ${path} as it was left, without loading it again`, { tag }, async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.enable')
    const reasons: string[] = []
    devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
      for (const { reason } of notRestoredExplanations) reasons.push(reason)
    })
    const shown: string[] = []
    page.on('console', (message) => shown.push(message.text()))
    await page.goto(path)
    await hydrated(page)
    await page.evaluate(() =>
      window.addEventListener('pageshow', ({ persisted }) => console.info(`kept: ${persisted}`)),
    )
    await page.goto('/favicon.svg')
    await page.evaluate(() => window.history.back())
    await expect.poll(() => [...shown, ...reasons]).toContain('kept: true')
    expect(reasons).toEqual([])
  })
}
