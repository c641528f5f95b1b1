/** Measures an act of the owner in Chromium: the processor time of the page's main thread until the result is painted. */
import type { CDPSession, Page } from '@playwright/test'

/** In milliseconds: processor time of the main thread, its parts, and the time that passed. */
export type Cost = { main: number; script: number; layout: number; passed: number }

/** Starts the counters of a page in processor time, which other processes of the machine do not change. */
export async function openCounters(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return session
}

/** `act` resolves when its result is there; `settle` waits longer, for work that is left to idle moments. */
export async function costOf(page: Page, session: CDPSession, act: () => Promise<void>, settle = 0): Promise<Cost> {
  const before = await readCounters(session)
  const started = performance.now()
  await act()
  await untilPainted(page)
  const passed = performance.now() - started
  if (settle > 0) await page.waitForTimeout(settle)
  const after = await readCounters(session)
  const difference = (name: string) => 1000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0))
  return {
    main: difference('TaskDuration'),
    script: difference('ScriptDuration'),
    layout: difference('LayoutDuration') + difference('RecalcStyleDuration'),
    passed,
  }
}

async function readCounters(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

function untilPainted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve()
          port2.postMessage(undefined)
        })
      }),
  )
}

/** Clicks in the page and resolves when `selector` matches; checked after each change of the document. */
export function clickUntil(page: Page, click: string, selector: string): Promise<void> {
  return page.evaluate(
    ([target, shown]) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!document.querySelector(shown)) return
          observer.disconnect()
          resolve()
        }
        const observer = new MutationObserver(check)
        observer.observe(document, { subtree: true, childList: true, attributes: true })
        document.querySelector<HTMLElement>(target)!.click()
      }),
    [click, selector] as const,
  )
}

export function quantile(costs: Cost[], part: number, of: keyof Cost = 'main'): number {
  const sorted = costs.map((cost) => cost[of]).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
