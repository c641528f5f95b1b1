import type { Page } from '@playwright/test'
import { answerApi, brokenOnPurpose, expect, failApi, holdApi, open, test } from './site-test.ts'

test('9 Notification default duration: 5000 ms', async ({ page }) => {
  await page.clock.install()
  await answerApi(page, '/api/subscribers', { email: 'a@b.example', isActive: true })
  await open(page, '/newsletter')
  await page.mouse.move(5, 5)
  await page.evaluate(() => {
    const note = () => Object.assign(window, { shownAt: Date.now() })
    new MutationObserver((_, observer) => {
      if (!document.body.textContent.includes('Subscription successful!')) return
      note()
      observer.disconnect()
    }).observe(document.body, { childList: true, subtree: true })
  })
  await subscribe(page)
  await expect(toasts(page)).toHaveCount(1)
  await pauseClock(page)
  const shownFor = await page.evaluate(() => Date.now() - (window as unknown as { shownAt: number }).shownAt)
  await page.clock.runFor(4600 - shownFor)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(900)
  await expect(toasts(page)).toHaveCount(0)
})

test('9 Notification duration: it stays while it is pointed at', async ({ page }) => {
  await page.clock.install()
  await answerApi(page, '/api/subscribers', { email: 'a@b.example', isActive: true })
  await open(page, '/newsletter')
  await subscribe(page)
  await toasts(page).hover()
  await page.clock.fastForward(60_000)
  await expect(toasts(page)).toHaveCount(1)
})

test.describe('two forms', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test('9 Notifications shown at once: 1, a new one replaces the previous', async ({ page }) => {
    await failApi(page, '/api/subscribers')
    await answerApi(page, '/api/contacts', { id: 1 })
    await open(page, '/')
    await subscribe(page)
    await expect(toasts(page)).toHaveText([/Subscription failed/])
    const contact = page.getByRole('form', { name: 'Contact' })
    await contact.getByLabel('Name').fill('Ada')
    await contact.getByLabel('Email').fill('ada@mail.example')
    await contact.getByLabel('Subject').fill('Hello')
    await contact.getByLabel('Message').fill('A message of some length.')
    await contact.getByRole('button', { name: 'Send Message' }).click()
    await expect(toasts(page)).toHaveText([/Message sent!/])
    await expect(page.getByText('Subscription failed', { exact: true })).toHaveCount(0)
  })

  test('8 Newsletter failure: the toast is destructive, unlike the one of success', async ({ page }) => {
    let status = 500
    await page.route('**/api/subscribers', (route) => route.fulfill({ status, json: { message: 'Broken on purpose' } }))
    await open(page, '/newsletter')
    await subscribe(page)
    await expect(toasts(page)).toHaveText(/Subscription failed/)
    const background = () => toasts(page).evaluate((toast) => getComputedStyle(toast).backgroundColor)
    const destructive = await background()
    expect(isRed(destructive)).toBe(true)
    status = 201
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(toasts(page)).toHaveText(/Subscription successful!/)
    expect(isRed(await background())).toBe(false)
  })
})

test('4 Notifications: one can be dismissed', async ({ page }) => {
  await showToast(page)
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveCount(0)
})

test('9 Notification swipe: beyond 50 px toward the right it closes', async ({ page }) => {
  await showToast(page)
  await swipe(page, 60)
  await expect(toasts(page)).toHaveCount(0)
})

for (const [distance, direction] of [
  [40, 'below 50 px toward the right'],
  [-120, 'toward the left'],
] as const) {
  test(`9 Notification swipe: ${direction} it stays`, async ({ page }) => {
    await showToast(page)
    const before = await box(page)
    await swipe(page, distance)
    await page.clock.runFor(1000)
    await expect(toasts(page)).toHaveCount(1)
    await expect.poll(async () => Math.round((await box(page)).x)).toBe(Math.round(before.x))
  })
}

test('9 Notification swipe: it follows the finger', async ({ page }) => {
  await showToast(page)
  const before = await box(page)
  await page.mouse.move(before.x + 30, before.y + 20)
  await page.mouse.down()
  await page.mouse.move(before.x + 60, before.y + 20, { steps: 6 })
  await page.clock.runFor(100)
  await expect.poll(async () => Math.round((await box(page)).x - before.x)).toBeGreaterThan(20)
  await page.mouse.up()
})

test('9 Notification hotkey: F8 focuses the notification area', async ({ page }) => {
  await showToast(page)
  const isInArea = () =>
    page
      .getByRole('region', { name: /Notifications/ })
      .evaluate((area) => area.contains(document.activeElement) || area === document.activeElement)
  expect(await isInArea()).toBe(false)
  await page.keyboard.press('F8')
  await expect.poll(isInArea).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(toasts(page).getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
})

test('9 Notification: Escape closes the one that has the focus', async ({ page }) => {
  await showToast(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
})

test('4 Notifications: one outlives a navigation', async ({ page }) => {
  await showToast(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(toasts(page)).toHaveText(/Subscription successful!/)
})

test('4 Notifications: one is announced to a screen reader', async ({ page }) => {
  await answerApi(page, '/api/subscribers', { email: 'a@b.example', isActive: true })
  const release = await holdApi(page, '/api/subscribers')
  await open(page, '/newsletter')
  await subscribe(page)
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live],[role=status],[role=alert]')) {
        if (region.textContent) heard.push(region.textContent)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  release()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join(' ')))
    .toMatch(/Subscription successful!.*Thank you for joining our style community\./)
})

test.describe('without the network', () => {
  test.use({ expectedProblems: /ERR_FAILED|Failed to fetch/ })

  test('8 Newsletter failure: its toast is shown even if the toast code cannot be loaded', async ({ page }) => {
    await page.route(/\/assets\/toast-viewport-[^/]*\.js$/, (route) => route.abort())
    await page.route('**/api/subscribers', (route) => route.abort())
    await open(page, '/newsletter')
    await subscribe(page)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Subscription failed')
    await expect(alert).toContainText('There was an error subscribing to the newsletter. Please try again.')
    await alert.getByRole('button', { name: 'Close' }).click()
    await expect(alert).toHaveCount(0)
  })
})

/** Pauses the clock, so that the toast stays during the test. */
async function showToast(page: Page): Promise<void> {
  await page.clock.install()
  await answerApi(page, '/api/subscribers', { email: 'a@b.example', isActive: true })
  await open(page, '/newsletter')
  await page.mouse.move(5, 5)
  await subscribe(page)
  await expect(toasts(page)).toHaveText(/Subscription successful!/)
  await pauseClock(page)
}

/** Pauses the clock. An attempt fails, with the clock paused, if the machine takes longer than the time it leaves. */
async function pauseClock(page: Page): Promise<void> {
  const pause = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 200))
  await pause().catch(pause)
}

async function subscribe(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Newsletter' })
  await form.getByLabel('Email').fill('ada@mail.example')
  await form.getByRole('button', { name: 'Subscribe' }).click()
}

async function swipe(page: Page, distance: number): Promise<void> {
  const { x, y } = await box(page)
  const from = x + 150
  await page.mouse.move(from, y + 20)
  await page.mouse.down()
  await page.mouse.move(from + distance, y + 20, { steps: 12 })
  await page.mouse.up()
}

async function box(page: Page): Promise<{ x: number; y: number }> {
  return (await toasts(page).boundingBox())!
}

function toasts(page: Page) {
  return page.getByRole('region', { name: /Notifications/ }).getByRole('listitem')
}

function isRed(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return red > 1.5 * green && red > 1.5 * blue
}
