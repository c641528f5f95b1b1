import type { Page } from '@playwright/test'

/** Replaces `window.open` before the page's scripts run; `openedWindows` returns its calls. */
export async function recordWindows(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const opened: unknown[][] = []
    Object.assign(window, { opened })
    window.open = (...args: unknown[]) => {
      opened.push(args)
      return null
    }
  })
}

/** The arguments of each `window.open` so far. */
export function openedWindows(page: Page): Promise<string[][]> {
  return page.evaluate(() => (window as unknown as { opened: string[][] }).opened)
}
