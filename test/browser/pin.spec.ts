import type { Page } from '@playwright/test'
import { openedWindows, recordWindows } from './popups.ts'
import { expect, open, test } from './site-test.ts'

const script = /\/assets\/pin-board-[^/]*\.js$/

test.beforeEach(({ page }) => recordWindows(page))

test('7 Pin: saving the hero or a cover opens a window of 750x550 with url, media and description', {
  tag: '@gate',
}, async ({ page, baseURL }) => {
  await openWithScript(page, '/')
  await test.step('it opens in the first click itself, as WebKit requires', async () => {
    const opened = await page.evaluate(() => {
      document.querySelector<HTMLElement>('a[href*="/pin/create/"]')!.click()
      return (window as unknown as { opened: unknown[] }).opened.length
    })
    expect(opened).toBe(1)
  })
  await test.step('the pointer saves the hero', async () => {
    await clearWindows(page)
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
    // The window cannot reach back into the page.
    expect(features).toMatch(/\bnoopener\b/)
  })
  await test.step('9 Pin popup: it works from the keyboard', async () => {
    await clearWindows(page)
    await page.getByRole('link', { name: /^Save this picture/ }).focus()
    await page.keyboard.press('Enter')
    expect((await theWindow(page)).features).toContain('width=750')
  })
  await test.step('2 Post: the cover has a save button at its top right, whose pin has pinText and the address of the post', async () => {
    const { pinText } = await (await page.request.get('/api/posts/retinol-for-beginners')).json()
    expect(pinText).not.toBe('')
    await openWithScript(page, '/blog/retinol-for-beginners')
    await test.step('its place', async () => {
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
    for (const name of [/^Save this picture/, /^Save to Pinterest/])
      await test.step(`2 Post: pin description is pinText, pin source is origin plus /blog/{slug} (${name.source})`, async () => {
        await clearWindows(page)
        await page.getByRole('article').getByRole('link', { name }).click()
        const { address, features } = await theWindow(page)
        expect(address.searchParams.get('description')).toBe(pinText)
        expect(address.searchParams.get('url')).toBe(`${baseURL}/blog/retinol-for-beginners`)
        expect((await page.request.get(address.searchParams.get('media')!)).status()).toBe(200)
        expect(features).toContain('width=750')
        expect(features).toContain('height=550')
      })
  })
})

test('2 Post: without pinText the pin is described by the title', async ({ page }) => {
  await page.route('**/api/posts/retinol-for-beginners', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), pinText: null } })
  })
  await open(page, '/blog/category/treatments')
  await page.getByRole('link', { name: 'Retinol for Beginners: Start Slow, Stay Patient', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Save this picture/ })).toBeVisible()
  await waitForScript(page)
  await page.getByRole('link', { name: /^Save this picture/ }).click()
  const { address } = await theWindow(page)
  expect(address.searchParams.get('description')).toBe('Retinol for Beginners: Start Slow, Stay Patient')
})

test('while the script loads, a click follows the link', { tag: '@gate' }, async ({ page }) => {
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

  test('7 Pin: if the pin-board script is not loaded an error is logged and no window opens', { tag: '@gate' }, async ({
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
  await open(page, address)
  await waitForScript(page)
}

/** Resolves once a click on a pin link opens a window instead of following the link, and clears the record of it. */
async function waitForScript(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    let isHandled = false
    const follow = (event: Event) => {
      isHandled = event.defaultPrevented
      event.preventDefault()
    }
    window.addEventListener('click', follow, { once: true })
    document.querySelector<HTMLElement>('a[href*="/pin/create/"]')!.click()
    return isHandled
  })
  await clearWindows(page)
}

function clearWindows(page: Page): Promise<void> {
  return page.evaluate(() => {
    ;(window as unknown as { opened: unknown[] }).opened.length = 0
  })
}

async function theWindow(page: Page): Promise<{ address: URL; features: string }> {
  await expect.poll(async () => (await openedWindows(page)).length).toBe(1)
  const [[address, , features] = []] = await openedWindows(page)
  expect(address).toMatch(/^https:\/\/www\.pinterest\.com\/pin\/create\/button\/\?/)
  return { address: new URL(address!), features: features! }
}
