import type { Page } from '@playwright/test'
import { owner } from '../demo-owner.ts'
import { answerApi, brokenOnPurpose, expect, failApi, holdApi, open, test } from './site-test.ts'

test('9 Notification default duration: 5000 ms', { tag: '@gate' }, async ({ page }) => {
  await page.clock.install()
  await answerApi(page, '/api/subscribers', { email: 'a@b.example', isActive: false, confirmation: 'later' })
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

test.describe('two forms', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test('9 Notifications shown at once: 1, a new one replaces the previous; 8: the texts of both forms', {
    tag: '@gate',
  }, async ({ page }) => {
    await failApi(page, '/api/subscribers')
    await failApi(page, '/api/contacts')
    await open(page, '/')
    await subscribe(page)
    await expect(toasts(page)).toHaveText([
      /Subscription failed\s*There was an error subscribing to the newsletter\. Please try again\./,
    ])
    // Destructive, unlike the one of success.
    expect(isRed(await backgroundOf(page))).toBe(true)
    const contact = page.getByRole('form', { name: 'Contact' })
    await contact.getByLabel('Name').fill('Ada')
    await contact.getByLabel('Email').fill('ada@mail.example')
    await contact.getByLabel('Subject').fill('Hello')
    await contact.getByLabel('Message').fill('A message of some length.')
    await contact.getByRole('button', { name: 'Send Message' }).click()
    await expect(toasts(page)).toHaveText([
      /Submission failed\s*There was an error sending your message\. Please try again\./,
    ])
    expect(isRed(await backgroundOf(page))).toBe(true)
    await answerApi(page, '/api/contacts', { id: 1 })
    await contact.getByRole('button', { name: 'Send Message' }).click()
    await expect(toasts(page)).toHaveText([
      /Message sent!\s*Thank you for your message\. I'll get back to you as soon as possible\./,
    ])
    await expect(page.getByText('Subscription failed', { exact: true })).toHaveCount(0)
    expect(isRed(await backgroundOf(page))).toBe(false)
  })
})

test('9 Notification swipe: it follows the finger, and beyond 50 px toward the right it closes', {
  tag: '@gate',
}, async ({ page }) => {
  await showToast(page)
  const before = await box(page)
  for (const [distance, direction] of [
    [40, 'below 50 px toward the right'],
    [-120, 'toward the left'],
  ] as const)
    await test.step(`${direction} it stays`, async () => {
      await swipe(page, distance)
      await page.clock.runFor(1000)
      await expect(toasts(page)).toHaveCount(1)
      await expect.poll(async () => Math.round((await box(page)).x)).toBe(Math.round(before.x))
    })
  await test.step('it follows the finger', async () => {
    await page.mouse.move(before.x + 30, before.y + 20)
    await page.mouse.down()
    await page.mouse.move(before.x + 60, before.y + 20, { steps: 6 })
    await page.clock.runFor(100)
    await expect.poll(async () => Math.round((await box(page)).x - before.x)).toBeGreaterThan(20)
    await page.mouse.up()
    await page.clock.runFor(1000)
    await expect.poll(async () => Math.round((await box(page)).x)).toBe(Math.round(before.x))
  })
  await test.step('beyond 50 px toward the right it closes', async () => {
    await swipe(page, 60)
    await expect(toasts(page)).toHaveCount(0)
  })
})

test('9 Notification hotkey: F8 focuses the notification area', { tag: '@gate' }, async ({ page }) => {
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

test('9 Notification: Escape closes the one that has the focus', { tag: '@gate' }, async ({ page }) => {
  await showToast(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
})

test('4 Notifications: one stays while it is pointed at, outlives a navigation, and can be dismissed', {
  tag: '@gate',
}, async ({ page }) => {
  await showToast(page)
  await test.step('9 Notification duration: it stays while it is pointed at', async () => {
    await toasts(page).hover()
    await page.clock.fastForward(60_000)
    await expect(toasts(page)).toHaveCount(1)
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await expect(toasts(page)).toHaveText(/Subscription successful!/)
  await toasts(page).getByRole('button', { name: 'Close' }).click()
  await expect(toasts(page)).toHaveCount(0)
})

test('4 Notifications: one is announced to a screen reader', { tag: '@gate' }, async ({ page }) => {
  await answerApi(page, '/api/subscribers', { email: 'a@b.example', isActive: false, confirmation: 'later' })
  const release = await holdApi(page, '/api/subscribers')
  await open(page, '/newsletter')
  await subscribe(page)
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[aria-live],[role=status],[role=alert]')) {
        if (region.textContent) heard.push(`${region.ariaLive}: ${region.textContent}`)
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  release()
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join(' ')))
    .toMatch(/polite: .*Subscription successful!.*Thank you for joining our style community\./)
})

test.describe('signing in and out', () => {
  test.use({ expectedProblems: /status of (?:401|500)|^(?:401|500): / })

  test('8 Login and logout: their failures and successes are told', { tag: '@gate' }, async ({ page }) => {
    const signIn = async (password: string) => {
      await page.getByLabel('Username').fill(owner.username)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Login' }).click()
    }
    await open(page, '/login')
    await test.step("8 Login failure: destructive toast 'Login failed' with the message", async () => {
      await signIn('wrong')
      await expect(toasts(page)).toHaveText(/Login failed.*Invalid username or password/)
      expect(isRed(await backgroundOf(page))).toBe(true)
    })
    await test.step('8 Login failure: the message of the server is shown', async () => {
      await answerApi(page, '/api/auth/login', { message: 'The office is closed' }, 500)
      await signIn(owner.password)
      await expect(toasts(page)).toHaveText(/Login failed.*The office is closed/)
    })
    await test.step("8 Login success: 'Login successful' / 'Welcome back!'", async () => {
      await page.unrouteAll()
      await signIn(owner.password)
      await expect(toasts(page)).toHaveText(/Login successful.*Welcome back!/)
    })
    await expect(page.getByText('Signed in as')).toBeVisible()
    await test.step("8 Logout failure: 'Logout failed' with the message", async () => {
      await failApi(page, '/api/auth/logout')
      await page.getByRole('button', { name: /log ?out/i }).click()
      await expect(toasts(page)).toHaveText(/Logout failed.*Broken on purpose/)
      await expect(page).toHaveURL('/admin')
    })
    await test.step("8 Logout success: 'Logged out' / 'You have been logged out successfully'", async () => {
      await page.unrouteAll()
      await page.getByRole('button', { name: /log ?out/i }).click()
      await expect(toasts(page)).toHaveText(/Logged out.*You have been logged out successfully/)
    })
  })
})

test.describe('without the network', () => {
  test.use({ expectedProblems: /ERR_FAILED|Failed to fetch/ })

  test('8 Newsletter failure: its toast is shown even if the toast code cannot be loaded', { tag: '@gate' }, async ({
    page,
  }) => {
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
  await answerApi(page, '/api/subscribers', { email: 'a@b.example', isActive: false, confirmation: 'later' })
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

function backgroundOf(page: Page): Promise<string> {
  return toasts(page).evaluate((toast) => getComputedStyle(toast).backgroundColor)
}

function isRed(color: string): boolean {
  const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return red > 1.5 * green && red > 1.5 * blue
}
