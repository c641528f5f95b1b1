import type { Page } from '@playwright/test'

/** Takes the place of `window.open` before a page's own scripts run; `openedWindows` tells how it was called. */
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
