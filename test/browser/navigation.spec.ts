import type { Page } from '@playwright/test'
import { countRequests, expect, follow, holdApi, open, pageMissing, test } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

// The blog also lists posts of other tests, whose covers do not exist.
test.use({ expectedProblems: pageMissing })

test('3 Navigation: within the app the document stays', { tag: '@gate' }, async ({ page }) => {
  await open(page, '/')
  await mark(page)
  let documents = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1
  })
  for (const [href, heading] of [
    ['/blog', 'Latest Style Inspiration'],
    ['/shop', 'Shop My Looks'],
    ['/about', 'About Me'],
    ['/contact', 'Contact'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/blog/category/sun-care', 'Sun Care'],
    ['/', 'Build a skincare routine with confidence'],
  ] as const) {
    await follow(page, href)
    await expect(page).toHaveURL(href)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  expect(await isMarked(page)).toBe(true)
  expect(documents).toBe(0)
})

test('3 Navigation: a new page starts at its top, Back restores the scroll position, Forward too', {
  tag: '@gate',
}, async ({ page }) => {
  await open(page, '/blog')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(await scrollTop(page)).toBeGreaterThan(500)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Affiliate Disclosure' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Affiliate Disclosure')
  await expect.poll(() => scrollTop(page)).toBe(0)
  await follow(page, '/blog')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
  await page.evaluate(() => window.scrollTo(0, 700))
  await page.getByRole('article').nth(4).getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL(/\/blog\/[a-z-]+$/)
  await expect.poll(() => scrollTop(page)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 450))
  await expect.poll(() => scrollTop(page)).toBe(450)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(600)
  await page.goForward()
  await expect(page).toHaveURL(/\/blog\/[a-z-]+$/)
  await expect.poll(() => scrollTop(page)).toBe(450)
})

test('3 Navigation: the focus moves to the start of the new page, and its title is announced', {
  tag: '@gate',
}, async ({ page }) => {
  await open(page, '/')
  const announcer = page.locator('body > [aria-live=polite]')
  await expect(announcer).toHaveText('')
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(announcer).toHaveText('About Me | Dewlight')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Get In Touch' })).toBeFocused()
  await follow(page, '/blog')
  await expect(announcer).toHaveText('Blog | Dewlight')
})

test('3 Navigation: the title is announced when it is there, however late the post comes', async ({ page }) => {
  await open(page, '/blog/category/treatments')
  const release = await holdApi(page, '/api/posts/retinol-for-beginners')
  await page.clock.install()
  await page.getByRole('link', { name: 'Retinol for Beginners: Start Slow, Stay Patient', exact: true }).click()
  await expect(page).toHaveURL('/blog/retinol-for-beginners')
  await page.clock.runFor(2000)
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retinol for Beginners: Start Slow, Stay Patient')
  await page.clock.runFor(2000)
  await expect(page.locator('body > [aria-live=polite]')).toHaveText(/Retinol/)
})

test("3 Navigation: pointing at a link loads the page's code and data, the click needs no more", {
  tag: '@gate',
}, async ({ page }) => {
  await open(page, '/about')
  const code = countRequests(page, /\/assets\/shop-page-[^/]*\.js$/)
  const data = countRequests(page, /\/api\/products\?/)
  await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).hover()
  await expect.poll(code).toBe(1)
  await expect.poll(data).toBe(1)
  await expect(page).toHaveURL('/about')
  await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).click()
  await expect(page.getByRole('article')).toHaveCount(24)
  expect(code()).toBe(1)
  expect(data()).toBe(1)
})

test('3 Navigation: Back and Forward walk the pages within the app', async ({ page }) => {
  await open(page, '/')
  await mark(page)
  for (const href of ['/blog', '/shop', '/about']) {
    await follow(page, href)
    await expect(page).toHaveURL(href)
  }
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop My Looks')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop My Looks')
  expect(await isMarked(page)).toBe(true)
})

test('3 Navigation: of two quick clicks the last one wins', { tag: '@gate' }, async ({ page }) => {
  await open(page, '/about')
  const release = await holdApi(page, /\/assets\/shop-page-[^/]*\.js$/)
  await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact')
  release()
  await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop My Looks')
  await page.goBack()
  await expect(page).toHaveURL('/contact')
})

test('3 Navigation: a link to the page that is shown adds nothing to the history, and a modified click opens a new tab', {
  tag: '@gate',
}, async ({ page, context }) => {
  await open(page, '/about')
  const before = await page.evaluate(() => window.history.length)
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
  expect(await page.evaluate(() => window.history.length)).toBe(before + 1)
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page
      .getByRole('banner')
      .getByRole('link', { name: 'About' })
      .click({ modifiers: ['ControlOrMeta'] }),
  ])
  await expect(tab).toHaveURL('/about')
  await expect(page).toHaveURL('/contact')
})

test('3 Navigation: a click before the page is alive is an ordinary one', { tag: '@gate' }, async ({ page }) => {
  const release = await holdApi(page, /\/assets\/client-[^/]*\.js$/)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'Explore Skincare Guides' }).click()
  await expect(page).toHaveURL('/blog')
  release()
})

test.describe('after a release', () => {
  test.use({ expectedProblems: /status of 404|ERR_|dynamically imported/ })
  test('3 Navigation: missing code of an old release falls back to a server navigation', { tag: '@gate' }, async ({
    page,
  }) => {
    await open(page, '/about')
    await mark(page)
    await page.route(/\/assets\/shop-page-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }), {
      times: 1,
    })
    await page.getByRole('banner').getByRole('link', { name: 'Shop Products' }).click()
    await expect(page).toHaveURL('/shop')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop My Looks')
    await expect(page.getByRole('article')).toHaveCount(24)
    expect(await isMarked(page)).toBe(false)
  })

  test("3 Navigation: a page whose own code cannot be loaded stays as the server's", async ({ page, problems }) => {
    const requestsEnded = trackRequests(page)
    await page.route(/\/assets\/shop-page-[^/]*\.js$/, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/shop')
    await page.getByRole('banner').getByRole('searchbox').focus()
    await expect.poll(() => problems.length).toBeGreaterThan(0)
    await requestsEnded()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop My Looks')
    await expect(page.getByRole('article')).toHaveCount(24)
  })
})

test('3 Navigation: a page hydrates without requesting data that its HTML contains', { tag: '@gate' }, async ({
  page,
}) => {
  const requestsEnded = trackRequests(page)
  const count = countRequests(page, '/api/')
  await open(page, '/')
  await requestsEnded()
  expect(count()).toBe(0)
})

function mark(page: Page): Promise<unknown> {
  return page.evaluate(() => Object.assign(window, { sameDocument: true }))
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'sameDocument' in window)
}

function scrollTop(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY))
}
