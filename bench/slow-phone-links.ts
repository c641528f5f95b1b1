/** A click on a link before the client has come: how soon the next page is painted, and what a visit has received until then. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import type { SlowNetwork } from './slow-network.ts'
import { centreOf, openPhone, type Phone, type Point, touch, untilFirstPaint } from './slow-phone-page.ts'

/** A finger stays on the screen, or the pointer over the link before its button is pressed, for that many milliseconds. */
export const acts = { touch: 100, hover: 400 }

export type Act = keyof typeof acts

const link = 'main a[href^="/blog/"]:not([href*="/category/"])'
const SWIPES = 5

/** Times in ms from the touch, and from the press after the hover; bytes received. */
type LinkFigures = { firstPaint: number; responseStart: number; visitBytes: number; swipeBytes: number }

/** A visit of home, swipes that start on links, and a link; the network is the proxy's. */
export async function followLink(browser: Browser, { origin, received }: SlowNetwork, act: Act): Promise<LinkFigures> {
  const phone = await openPhone(browser, { network: false })
  const { page } = phone
  try {
    const before = received()
    await page.goto(`${origin}/`, { waitUntil: 'load' })
    await untilQuiet(received)
    const visited = received()
    for (let swipe = 0; swipe < SWIPES; swipe++) await swipeFrom(phone, await showLink(page))
    await untilQuiet(received)
    const swiped = received()
    const point = await showLink(page)
    await sleep(1000)
    const startedAt = await press(phone, act, point)
    await page.waitForURL(/\/blog\//, { waitUntil: 'commit' })
    await untilFirstPaint(page)
    const next = await page.evaluate(() => {
      const [{ startTime }] = performance.getEntriesByName('first-contentful-paint') as [PerformanceEntry]
      const [navigation] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
      const { timeOrigin } = performance
      return { paintedAt: timeOrigin + startTime, respondedAt: timeOrigin + navigation.responseStart }
    })
    return {
      firstPaint: next.paintedAt - startedAt,
      responseStart: next.respondedAt - startedAt,
      visitBytes: visited - before,
      swipeBytes: swiped - visited,
    }
  } finally {
    await phone.close()
  }
}

/** Presses the link, and returns when. */
async function press(phone: Phone, act: Act, { x, y }: Point): Promise<number> {
  const now = () => performance.timeOrigin + performance.now()
  if (act === 'touch') {
    const startedAt = now()
    touch(phone, 'touchStart', { x, y })
    await sleep(acts.touch)
    touch(phone, 'touchEnd', { x, y })
    return startedAt
  }
  await phone.page.mouse.move(x, y)
  await sleep(acts.hover)
  const startedAt = now()
  await phone.page.mouse.down()
  await phone.page.mouse.up()
  return startedAt
}

async function swipeFrom({ devtools }: Phone, point: Point): Promise<void> {
  await devtools.send('Input.synthesizeScrollGesture', { ...point, yDistance: -300, gestureSourceType: 'touch' })
}

/** Scrolls to the next link below, so that each swipe starts on another. */
async function showLink(page: Page): Promise<Point> {
  await page.evaluate((selector) => {
    const isBelow = (element: Element) => element.getBoundingClientRect().top > innerHeight / 2
    const links = [...document.querySelectorAll(selector)]
    const shown = links.find(isBelow) ?? links[0]
    for (const element of links) element.removeAttribute('data-shown')
    shown?.setAttribute('data-shown', '')
    shown?.scrollIntoView({ block: 'center', behavior: 'instant' })
  }, link)
  return centreOf(page, '[data-shown]')
}

/** Until nothing has come for a second. */
async function untilQuiet(received: () => number): Promise<void> {
  for (let last = -1; received() !== last; ) {
    last = received()
    await sleep(1000)
  }
}
