import type { Page } from '@playwright/test'
import {
  brokenOnPurpose,
  countRequests,
  expect,
  failApi,
  follow,
  holdApi,
  jump,
  open,
  openWithoutCategories,
  test,
} from './site-test.ts'

test('4 Loading: home, the blog and the shop show as many skeletons as specified', { tag: '@gate' }, async ({
  page,
}) => {
  const main = page.getByRole('main')
  await test.step('home shows 4 category, 3 post and 4 product skeletons', async () => {
    const releases = [
      await holdApi(page, '/api/categories'),
      await holdApi(page, '/api/posts'),
      await holdApi(page, '/api/products'),
    ]
    await openWithoutCategories(page)
    await page.getByRole('link', { name: 'View Site' }).click()
    await expect(skeletons(section(page, 'Style Categories'))).toHaveCount(4)
    await expect(skeletons(section(page, 'Latest Style Inspiration'))).toHaveCount(3)
    await expect(skeletons(section(page, 'Shop Recommended Products'))).toHaveCount(4)
    for (const release of releases) release()
    await expect(section(page, 'Style Categories').getByRole('listitem')).toHaveCount(6)
    await expect(section(page, 'Latest Style Inspiration').getByRole('article')).toHaveCount(3)
    await expect(section(page, 'Shop Recommended Products').getByRole('article')).toHaveCount(4)
    await expect(skeletons(main)).toHaveCount(0)
  })
  await test.step('9 Blog skeletons: 6', async () => {
    await open(page, '/about')
    const release = await holdApi(page, '/api/posts')
    await follow(page, '/blog')
    await expect(page).toHaveURL('/blog')
    await expect(skeletons(main)).toHaveCount(6)
    await expect(page.getByText('No posts found.')).toHaveCount(0)
    release()
    await expect(page.getByRole('article')).toHaveCount(9)
    await expect(skeletons(main)).toHaveCount(0)
  })
  await test.step('9 Shop skeletons: 8', async () => {
    const release = await holdApi(page, '/api/products')
    await follow(page, '/shop')
    await expect(page).toHaveURL('/shop')
    await expect(skeletons(main)).toHaveCount(8)
    await expect(page.getByText('No products found in this category.')).toHaveCount(0)
    release()
    await expect(page.getByRole('article')).toHaveCount(24)
    await expect(skeletons(main)).toHaveCount(0)
  })
  await test.step('another category of the shop shows 8 skeletons until its products are there', async () => {
    const release = await holdApi(page, '/api/products')
    await page.getByRole('link', { name: 'Serums', exact: true }).click()
    await expect(page).toHaveURL('/shop?category=Serums')
    await expect(skeletons(main)).toHaveCount(8)
    await expect(main.locator('[aria-current=page]')).toHaveText(['Serums'])
    release()
    await expect(page.getByRole('article').first()).toContainText('Serum')
  })
  await test.step('a post on its way has a skeleton, and no heading of the page before', async () => {
    await open(page, '/blog/category/treatments')
    const release = await holdApi(page, '/api/posts/retinol-for-beginners')
    await page.getByRole('link', { name: 'Retinol for Beginners: Start Slow, Stay Patient', exact: true }).click()
    await expect(page).toHaveURL('/blog/retinol-for-beginners')
    await expect(skeletons(page.getByRole('main')).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Retinol for Beginners: Start Slow, Stay Patient')
  })
})

test.describe('errors', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test("8 Categories fail to load: 'Failed to load categories'", { tag: '@gate' }, async ({ page }) => {
    await failApi(page, '/api/categories')
    await openWithoutCategories(page)
    await page.getByRole('link', { name: 'View Site' }).click()
    await expect(section(page, 'Style Categories').getByRole('alert')).toHaveText('Failed to load categories')
    await expect(skeletons(section(page, 'Style Categories'))).toHaveCount(0)
  })

  test("8 Posts fail to load: 'Failed to load posts. Please try again later.' on home and on the blog", {
    tag: '@gate',
  }, async ({ page }) => {
    await failApi(page, '/api/posts')
    await open(page, '/about')
    await follow(page, '/')
    await expect(section(page, 'Latest Style Inspiration').getByRole('alert')).toHaveText(
      'Failed to load posts. Please try again later.',
    )
    await expect(section(page, 'Shop Recommended Products').getByRole('article')).toHaveCount(4)
    const count = countRequests(page, '/api/posts')
    await follow(page, '/blog')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Latest Style Inspiration')
    await expect(page.getByRole('alert')).toHaveText('Failed to load posts. Please try again later.')
    await expect(page.getByText('No posts found.')).toHaveCount(0)
    // 9 Data freshness: a failed read is retried once.
    expect(count()).toBe(2)
  })

  test("8 Products fail to load: 'Failed to load products. Please try again later.' on home and in the shop", {
    tag: '@gate',
  }, async ({ page, problems }) => {
    await failApi(page, '/api/products')
    await open(page, '/about')
    await follow(page, '/')
    await expect(section(page, 'Shop Recommended Products').getByRole('alert')).toHaveText(
      'Failed to load products. Please try again later.',
    )
    await expect(section(page, 'Latest Style Inspiration').getByRole('article')).toHaveCount(3)
    await follow(page, '/shop')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop My Looks')
    await expect(page.getByRole('alert')).toHaveText('Failed to load products. Please try again later.')
    await expect(page.getByText('No products found in this category.')).toHaveCount(0)
    // 8 General: details of a non-OK response are logged as status, colon, space, message.
    expect(problems).toContain('500: Broken on purpose')
  })

  test('4 Error: the second try may succeed, and the reader sees no error', async ({ page }) => {
    let isFirst = true
    await page.route('**/api/posts?**', (route) => {
      if (!isFirst) return route.fallback()
      isFirst = false
      return route.fulfill({ status: 500, json: { message: 'Broken on purpose' } })
    })
    await open(page, '/about')
    await follow(page, '/blog')
    await expect(page.getByRole('article')).toHaveCount(9)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('4 Error: a later visit requests the list again and shows it', { tag: '@gate' }, async ({ page }) => {
    let isBroken = true
    await page.route('**/api/posts?**', (route) =>
      isBroken ? route.fulfill({ status: 500, json: { message: 'Broken on purpose' } }) : route.fallback(),
    )
    await open(page, '/about')
    await follow(page, '/blog')
    await expect(page.getByRole('alert')).toBeVisible()
    isBroken = false
    await follow(page, '/about')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('About Me')
    await follow(page, '/blog')
    await expect(page.getByRole('article')).toHaveCount(9)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test.describe('a response other than JSON', () => {
  test.use({ expectedProblems: /status of 503|^503: (?:The cupboard is bare|Service Unavailable)$/ })

  test('8 General: without JSON the plain text body is the message, and without a body the status text', {
    tag: '@gate',
  }, async ({ page, problems }) => {
    for (const [body, message] of [
      ['The cupboard is bare', '503: The cupboard is bare'],
      ['', '503: Service Unavailable'],
    ] as const) {
      await page.route('**/api/products?**', (route) => route.fulfill({ status: 503, body }))
      await open(page, '/about')
      await follow(page, '/shop')
      await expect(page.getByRole('alert')).toHaveText('Failed to load products. Please try again later.')
      expect(problems).toContain(message)
    }
  })
})

test('9 Data freshness: 10 seconds', { tag: '@gate' }, async ({ page }) => {
  await page.context().addCookies([{ name: 'probe', value: '1', url: test.info().project.use.baseURL! }])
  await page.clock.install()
  await open(page, '/about')
  const count = countRequests(page, /\/api\/posts\?/)
  const first = page.waitForRequest(/\/api\/posts\?/)
  const visit = async (href: string, heading: string) => {
    await jump(page, href)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await visit('/blog', 'Latest Style Inspiration')
  await expect(page.getByRole('article')).toHaveCount(9)
  expect(count()).toBe(1)
  // 7 Data fetching: requests of the app carry credentials.
  expect((await (await first).allHeaders()).cookie).toContain('probe=1')
  await visit('/about', 'About Me')
  await visit('/blog', 'Latest Style Inspiration')
  await expect(page.getByRole('article')).toHaveCount(9)
  expect(count()).toBe(1)
  await visit('/about', 'About Me')
  await page.clock.fastForward(10_000)
  await visit('/blog', 'Latest Style Inspiration')
  await expect.poll(count).toBe(2)
})

test('7 Data fetching: no refetch on a timer or on window focus', { tag: '@gate' }, async ({ page }) => {
  await page.clock.install()
  await open(page, '/blog')
  const count = countRequests(page, '/api/')
  await page.clock.fastForward(120_000)
  await page.evaluate(() => {
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.runFor(2000)
  // Their requests would have been sent before this.
  await page.evaluate(() => fetch('/healthz'))
  expect(count()).toBe(0)
})

function section(page: Page, name: string) {
  return page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name }) })
}

/** The skeletons of a list, each of several shapes. */
function skeletons(within: ReturnType<typeof section>) {
  return within.locator(':has(> .skeleton)')
}
