/** The response to a tap on a page that is still loading: by Event Timing, and until its effect shows. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { centreOf, openPhone, type Phone, type Point, touch, untilFirstPaint } from './slow-phone-page.ts'

type Tap = {
  name: string
  path: string
  target: string
  /** Matches once the tap has its effect. */
  effect: string
}

const toggle = 'details[name=header]'

export const taps: Tap[] = [
  { name: 'menu', path: '/', target: `${toggle}:nth-of-type(2) > summary`, effect: `${toggle}:nth-of-type(2)[open]` },
  {
    name: 'search',
    path: '/blog/retinol-for-beginners',
    target: `${toggle}:nth-of-type(1) > summary`,
    effect: `${toggle} input:focus`,
  },
  // The products are those of the choice, for which the client has to load.
  { name: 'filter', path: '/shop', target: '.filter-check input', effect: '.filter-chosen li' },
]

/** Milliseconds after the first paint. */
export const moments = [0, 1000, 3000]

/** Milliseconds that a finger stays on the screen, and that an effect may take. */
const PRESS_MS = 80
const EFFECT_MAX_MS = 15_000

/**
 * In ms: how long the first input waited for the main thread, from the input to the next paint (the longest event of the tap), and from the
 * release of the finger to the effect.
 */
type TapFigures = { delay: number; response: number; effect: number }

export async function measureTap(browser: Browser, origin: string, tap: Tap, moment: number): Promise<TapFigures> {
  const point = await findTarget(browser, origin, tap)
  const phone = await openPhone(browser)
  try {
    await observe(phone.page, tap)
    await phone.page.goto(origin + tap.path, { waitUntil: 'commit' })
    await untilFirstPaint(phone.page)
    await sleep(moment)
    await press(phone, point)
    return await readFigures(phone.page)
  } finally {
    await phone.close()
  }
}

const found = new Map<string, Point>()

/** Where the target is, from an earlier visit, because a page that is busy would tell it late. */
async function findTarget(browser: Browser, origin: string, tap: Tap): Promise<Point> {
  const key = origin + tap.name
  let point = found.get(key)
  if (!point) {
    const { page, close } = await openPhone(browser, { cpu: false, network: false })
    await observe(page, tap)
    await page.goto(origin + tap.path)
    point = await centreOf(page, tap.target)
    found.set(key, point)
    await close()
  }
  return point
}

async function press(phone: Phone, point: Point): Promise<void> {
  touch(phone, 'touchStart', point)
  await sleep(PRESS_MS)
  touch(phone, 'touchEnd', point)
}

type Observed = { events: { delay: number; duration: number }[]; releasedAt?: number; shownAt?: number }

/** Scrolls to the target before the first paint, and records the events and the paint of the effect. */
async function observe(page: Page, { target, effect }: Tap): Promise<void> {
  await page.addInitScript(
    ([target, effect]) => {
      const observed: Observed = { events: [] }
      Object.assign(window, { observed })
      addEventListener('DOMContentLoaded', () =>
        document.querySelector(target)?.scrollIntoView({ block: 'nearest', inline: 'center' }),
      )
      const note = (list: PerformanceObserverEntryList) => {
        for (const entry of list.getEntries() as PerformanceEventTiming[])
          if (entry.interactionId || entry.entryType === 'first-input')
            observed.events.push({ delay: entry.processingStart - entry.startTime, duration: entry.duration })
      }
      const options = { type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit
      new PerformanceObserver(note).observe(options)
      new PerformanceObserver(note).observe({ type: 'first-input', buffered: true })
      addEventListener('pointerup', ({ timeStamp }) => {
        observed.releasedAt = timeStamp
      })
      const check = () => {
        if (observed.releasedAt === undefined || observed.shownAt !== undefined || !document.querySelector(effect))
          return
        observed.shownAt = 0
        requestAnimationFrame(() =>
          setTimeout(() => {
            observed.shownAt = performance.now()
          }),
        )
      }
      new MutationObserver(check).observe(document, { subtree: true, childList: true, attributes: true })
      addEventListener('focusin', check)
    },
    [target, effect] as const,
  )
}

async function readFigures(page: Page): Promise<TapFigures> {
  const isDone = () => {
    const { observed } = window as unknown as { observed: Observed }
    // The entries of the events come after the paint.
    return observed.shownAt && observed.events.length > 0 && performance.now() > observed.shownAt + 300 && observed
  }
  const observed = await page
    .waitForFunction(isDone, undefined, { timeout: EFFECT_MAX_MS, polling: 100 })
    .then((handle) => handle.jsonValue())
    .catch(() => undefined)
  if (!observed) return { delay: Number.NaN, response: Number.NaN, effect: EFFECT_MAX_MS }
  const { events, releasedAt = 0, shownAt = 0 } = observed as Observed
  return {
    delay: Math.max(...events.map(({ delay }) => delay)),
    response: Math.max(...events.map(({ duration }) => duration)),
    effect: Math.max(0, shownAt - releasedAt),
  }
}
