import type { Page } from '@playwright/test'
import { openedWindows, recordWindows } from './popups.ts'
import { expect, open, test } from './site-test.ts'

const script = /\/assets\/pin-board-[^/]*\.js$/

test.beforeEach(({ page }) => recordWindows(page))

test('7 Pin: saving the hero opens a window of 750x550 with url, media and description', async ({ page, baseURL }) => {
  await openWithScript(page, '/')
  await page.getByRole('link', { name: /^Save this picture/ }).click()
  const { address, features } = await theWindow(page)
  expect(features).toMatch(/(?:^|,)width=750(?:,|$)/)
  expect(features).toMatch(/(?:^|,)height=550(?:,|$)/)
  expect(address.searchParams.get('url')).toBe(`${baseURL}/`)
  expect(address.searchParams.get('description')).toBe('Build a skincare routine with confidence | Dewlight')
  const media = address.searchParams.get('media')!
  expect(media.startsWith(`${baseURL}/`)).toBe(true)
  const answer = await page.request.get(media)
  expect(answer.status()).toBe(200)
  expect(answer.headers()['content-type']).toMatch(/^image\//)
  expect([...address.searchParams.keys()].sort()).toEqual(['description', 'media', 'url'])
})

test('2 Post: the cover has a pin-board save button at its top right', async ({ page }) => {
  await openWithScript(page, '/blog/retinol-for-beginners')
  const cover = (await page.getByRole('article').locator('.post-cover picture img').first().boundingBox())!
  const button = (await page.getByRole('link', { name: /^Save this picture/ }).boundingBox())!
  expect(cover.width).toBeGreaterThan(400)
  const right = cover.x + cover.width - (button.x + button.width)
  const top = button.y - cover.y
  expect(right).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThan(40)
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThan(40)
})

for (const name of [/^Save this picture/, /^Save to Pinterest/]) {
  test(`2 Post: pin description is pinText, pin source is origin plus /blog/{slug} (${name.source})`, async ({
    page,
    baseURL,
  }) => {
    const { pinText } = await (await page.request.get('/api/posts/retinol-for-beginners')).json()
    expect(pinText).not.toBe('')
    await openWithScript(page, '/blog/retinol-for-beginners')
    await page.getByRole('article').getByRole('link', { name }).click()
    const { address, features } = await theWindow(page)
    expect(address.searchParams.get('description')).toBe(pinText)
    expect(address.searchParams.get('url')).toBe(`${baseURL}/blog/retinol-for-beginners`)
    expect((await page.request.get(address.searchParams.get('media')!)).status()).toBe(200)
    expect(features).toContain('width=750')
    expect(features).toContain('height=550')
  })
}

test('2 Post: without pinText the pin is described by the title', async ({ page }) => {
  await page.route('**/api/posts/retinol-for-beginners', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), pinText: null } })
  })
  await open(page, '/blog/category/treatments')
  const loaded = page.waitForResponse(script)
  await page.getByRole('link', { name: 'Retinol for Beginners: Start Slow, Stay Patient', exact: true }).click()
  await runScript(page, (await loaded).url())
  await page.getByRole('link', { name: /^Save this picture/ }).click()
  const { address } = await theWindow(page)
  expect(address.searchParams.get('description')).toBe('Retinol for Beginners: Start Slow, Stay Patient')
})

test('9 Pin popup: it works from the keyboard', async ({ page }) => {
  await openWithScript(page, '/')
  await page.getByRole('link', { name: /^Save this picture/ }).focus()
  await page.keyboard.press('Enter')
  const { features } = await theWindow(page)
  expect(features).toContain('width=750')
})

test('7 Pin: the window cannot reach back into the page', async ({ page }) => {
  await openWithScript(page, '/')
  await page.getByRole('link', { name: /^Save this picture/ }).click()
  expect((await theWindow(page)).features).toMatch(/\bnoopener\b/)
})

test('the window opens in the first click itself, as WebKit requires', async ({ page }) => {
  await openWithScript(page, '/')
  const opened = await page.evaluate(() => {
    document.querySelector<HTMLElement>('a[href*="/pin/create/"]')!.click()
    return (window as unknown as { opened: unknown[] }).opened.length
  })
  expect(opened).toBe(1)
})

test('while the script loads, a click follows the link', async ({ page }) => {
  await page.route(script, () => {})
  await open(page, '/')
  const isFollowed = await page.evaluate(() => {
    let isDefault = false
    window.addEventListener('click', (event) => {
      isDefault = !event.defaultPrevented
      event.preventDefault()
    })
    document.querySelector<HTMLElement>('a[href*="/pin/create/"]')!.click()
    return isDefault
  })
  expect(isFollowed).toBe(true)
  expect(await openedWindows(page)).toEqual([])
})

test.describe('without its script', () => {
  test.use({ expectedProblems: /ERR_FAILED|pin board/i })

  test('7 Pin: if the pin-board script is not loaded an error is logged and no window opens', async ({
    page,
    problems,
  }) => {
    await page.route(script, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => script.test(request.url()))
    await open(page, '/')
    await failed
    await page.getByRole('link', { name: /^Save this picture/ }).click()
    await expect.poll(() => problems.some((text) => /pin board/i.test(text))).toBe(true)
    expect(await openedWindows(page)).toEqual([])
    expect(page.context().pages()).toHaveLength(1)
    await expect(page).toHaveURL('/')
  })
})

/** Opens a page and waits until its pin-board script has run. */
async function openWithScript(page: Page, address: string): Promise<void> {
  const loaded = page.waitForResponse(script)
  await open(page, address)
  await runScript(page, (await loaded).url())
  // Hydration marks the body before its effects run.
  await page.waitForLoadState('networkidle')
}

/** Resolves once the page has nothing left to do with the script; importing it again does not run it again. */
async function runScript(page: Page, url: string): Promise<void> {
  await page.evaluate(async (address) => {
    await import(address)
    await new Promise((resolve) => requestIdleCallback(resolve))
  }, url)
}

async function theWindow(page: Page): Promise<{ address: URL; features: string }> {
  await expect.poll(async () => (await openedWindows(page)).length).toBe(1)
  const [[address, , features] = []] = await openedWindows(page)
  expect(address).toMatch(/^https:\/\/www\.pinterest\.com\/pin\/create\/button\/\?/)
  return { address: new URL(address!), features: features! }
}
