import { expect, type Page, type Request } from '@playwright/test'

/** Tracks the page's requests from now on. The returned function resolves when the page is idle and all of them have ended. */
export function trackRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>()
  page.on('request', (request) => {
    // The page was left.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) pending.clear()
    pending.add(request)
  })
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return () =>
    expect
      .poll(async () => {
        // The headless shell may have no idle time on a page that draws nothing any more.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
        return [...pending].map((request) => request.url())
      })
      .toEqual([])
}
