import type { Browser, CDPSession, Page } from '@playwright/test'
import { slow4g } from './slow-network.ts'

/** How many times slower than this machine's the processor is. */
const CPU_RATE = 6

export type Phone = { page: Page; devtools: CDPSession; close(): Promise<void> }

/** A page of a new profile. `network` is off behind a slow network of the bench's own. */
export async function openPhone(browser: Browser, { cpu = true, network = true } = {}): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 3,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  if (network) {
    const { latency, throughput: downloadThroughput } = slow4g
    const emulated = { offline: false, latency, downloadThroughput, uploadThroughput: 93_750 }
    await devtools.send('Network.emulateNetworkConditions', emulated)
  }
  if (cpu) await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
  return { page, devtools, close: () => context.close() }
}

export async function untilFirstPaint(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
}

export type Point = { x: number; y: number }

/** Does not wait for the page, which may be busy. */
export function touch({ devtools }: Phone, type: 'touchStart' | 'touchEnd', point: Point): void {
  const touchPoints = type === 'touchStart' ? [point] : []
  devtools.send('Input.dispatchTouchEvent', { type, touchPoints }).catch(() => {})
}

/** The centre of an element in the viewport. */
export async function centreOf(page: Page, selector: string): Promise<Point> {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
