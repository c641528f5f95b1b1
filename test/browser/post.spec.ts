import type { Page } from '@playwright/test'
import type { Post } from '../../src/contract/posts.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { brokenOnPurpose, changeApi, expect, failApi, follow, holdApi, jump, open, test } from './site-test.ts'

const path = '/blog/retinol-for-beginners'
const title = 'Retinol for Beginners: Start Slow, Stay Patient'

test('2 Post: breadcrumb Home > Blog > post title', async ({ page }) => {
  await open(page, path)
  const steps = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(0).getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  await expect(steps.nth(1).getByRole('link', { name: 'Blog' })).toHaveAttribute('href', '/blog')
  await expect(steps.nth(2)).toContainText(title)
  await expect(steps.nth(2).locator('[aria-current=page]')).toHaveText(title)
  await steps.nth(1).getByRole('link').click()
  await expect(page).toHaveURL('/blog')
})

test('2 Post: category link to /blog/category/{slug}', async ({ page }) => {
  await open(page, path)
  const link = page.getByRole('article').first().getByRole('link', { name: 'Treatments', exact: true })
  await expect(link).toHaveAttribute('href', '/blog/category/treatments')
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Treatments')
})

test('2 Post: title, excerpt, cover image and body', async ({ page }) => {
  await page.goto(path)
  const { excerpt, imageAlt } = await (await page.request.get('/api/posts/retinol-for-beginners')).json()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(excerpt, { exact: true })).toBeVisible()
  const cover = page.getByRole('img', { name: imageAlt, exact: true })
  await expect.poll(() => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(300)
  expect((await page.getByRole('article').first().innerText()).split(/\s+/).length).toBeGreaterThan(600)
})

test('2 Post: publication date is the published date, in US style', async ({ page }) => {
  await changeApi<object>(page, '/api/posts/retinol-for-beginners', (post) => ({
    ...post,
    publishedAt: '2024-06-14T15:00:00.000Z',
    createdAt: '2023-01-02T15:00:00.000Z',
  }))
  await arrive(page)
  await expect(page.getByRole('article').first().locator('time').first()).toHaveText('June 14, 2024')
})

test('2 Post: without a published date the created date is shown', async ({ page }) => {
  await changeApi<object>(page, '/api/posts/retinol-for-beginners', (post) => ({
    ...post,
    publishedAt: null,
    createdAt: '2023-01-02T15:00:00.000Z',
  }))
  await arrive(page)
  await expect(page.getByRole('article').first().locator('time').first()).toHaveText('January 2, 2023')
})

test("2 Post: the body has no class attributes, no h1 and no 'Introduction' heading", async ({ page }) => {
  await signInAsOwner(page)
  const post = await createFixturePost(page.request, {
    content:
      '<h1 class="title">A second title</h1><h2 id="intro" class="x">Introduction</h2><p class="lead">Some <em class=\'y\'>words</em> of the body.</p>' +
      '<h3>  introduction </h3><h2 class=z>Next part</h2><h2>An introduction to acids</h2>',
  })
  const address = `/blog/${post.slug}`
  const ways = {
    'rendered by the server': () => open(page, address),
    'loaded in the app': async () => {
      await open(page, '/about')
      await jump(page, address)
    },
  }
  for (const [way, arriveThere] of Object.entries(ways)) {
    await arriveThere()
    const body = page.getByText('Some words of the body.')
    await expect(body).toBeVisible()
    expect(await body.evaluate((element) => element.parentElement!.innerHTML), way).toBe(
      '<p>Some <em>words</em> of the body.</p><h2>Next part</h2><h2>An introduction to acids</h2>',
    )
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([post.title])
  }
  await deleteFixturePost(page.request, post)
})

test('2 Post: the document has the HTML of the body once, and a refetch does not replace it', async ({ page }) => {
  const document = await (await page.request.get(path)).text()
  const { content } = (await (await page.request.get(`/api/posts${path.slice('/blog'.length)}`)).json()) as Post
  const phrase = /<p>([^<&"]{40,})/.exec(content)![1]!
  expect(document.split(phrase)).toHaveLength(2)

  await open(page, path)
  const body = page.locator('#post-body')
  expect(await body.innerHTML()).toBe(content)
  await follow(page, '/shop')
  await expect(page).toHaveURL('/shop')
  // Past the time in which the cached post is fresh.
  await page.clock.setSystemTime(Date.now() + 60_000)
  const release = await holdApi(page, '/api/posts/retinol-for-beginners')
  const refetched = page.waitForResponse('**/api/posts/retinol-for-beginners')
  await page.goBack()
  await expect(body).toContainText(phrase)
  await body.evaluate((element) => Object.assign(element.firstElementChild!, { isMarked: true }))
  release()
  await (await refetched).finished()
  await expect.poll(() => body.innerHTML()).toBe(content)
  expect(await body.evaluate((element) => 'isMarked' in element.firstElementChild!)).toBe(true)
})

test("2 Post: the server's page has one h1, no 'Introduction' and no class in its body", async ({ page }) => {
  for (const slug of ['retinol-for-beginners', 'morning-and-evening-order', 'your-first-skincare-routine']) {
    await page.goto(`/blog/${slug}`)
    await expect.soft(page.getByRole('heading', { level: 1 }), slug).toHaveCount(1)
    await expect.soft(page.getByRole('heading', { name: 'Introduction', exact: true }), slug).toHaveCount(0)
    const withClass = await page
      .getByRole('article')
      .first()
      .getByRole('heading', { level: 2 })
      .first()
      .evaluate(
        (heading) => heading.parentElement!.querySelectorAll('p[class], h2[class], h3[class], li[class]').length,
      )
    expect.soft(withClass, slug).toBe(0)
  }
})

test('2 Post: share links to the pin board, X and Facebook', async ({ page, baseURL }) => {
  await page.goto(path)
  const share = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Share this post' }) })
  await expect(share.getByRole('link')).toHaveCount(3)
  const address = async (name: RegExp) => new URL((await share.getByRole('link', { name }).getAttribute('href'))!)
  const x = await address(/\bX\b/)
  expect(x.hostname).toMatch(/^(?:x|twitter)\.com$/)
  expect(x.searchParams.get('url')).toBe(baseURL + path)
  expect(x.searchParams.get('text')).toBe(title)
  const facebook = await address(/Facebook/)
  expect(facebook.hostname).toBe('www.facebook.com')
  expect(facebook.searchParams.get('u')).toBe(baseURL + path)
  const pin = await address(/Pinterest/)
  expect(pin.hostname).toBe('www.pinterest.com')
  expect(pin.searchParams.get('url')).toBe(baseURL + path)
  for (const link of await share.getByRole('link').all()) {
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  }
})

test('2 Post: keywords are hashtag chips, split on commas', async ({ page }) => {
  await changeApi<object>(page, '/api/posts/retinol-for-beginners', (post) => ({
    ...post,
    keywords: 'retinol, night routine ,,vitamin A',
  }))
  await arrive(page)
  await expect(page.getByRole('list', { name: 'Keywords' }).getByRole('listitem')).toHaveText([
    '#retinol',
    '#night routine',
    '#vitamin A',
  ])
})

test('2 Post: without keywords there are no chips', async ({ page }) => {
  await changeApi<object>(page, '/api/posts/retinol-for-beginners', (post) => ({ ...post, keywords: '' }))
  await arrive(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('list', { name: 'Keywords' })).toHaveCount(0)
})

test('2 Post: related articles are of the same category, without the current post', async ({ page }) => {
  await page.goto(path)
  const cards = related(page).getByRole('article')
  await expect(cards.getByRole('heading')).toHaveText([
    'AHA, BHA, PHA: Exfoliating Acids Explained Without the Chemistry Exam',
    'Niacinamide: The Easygoing Ingredient',
    'Vitamin C for Beginners: What It Does and How to Start',
  ])
  await expect(cards.nth(1).getByRole('heading').getByRole('link')).toHaveAttribute(
    'href',
    '/blog/niacinamide-for-beginners',
  )
})

test('9 Related articles: at most 3', async ({ page }) => {
  await changeApi<{ id: number; title: string }[]>(page, '/api/posts/category', (posts) =>
    [...posts, ...posts, ...posts].map((post, i) => ({ ...post, id: post.id + 1000 * i, title: `Related ${i}` })),
  )
  await arrive(page)
  await expect(related(page).getByRole('article')).toHaveCount(3)
})

test('2 Post: a post alone in its category has no related articles', async ({ page }) => {
  await changeApi<{ slug: string }[]>(page, '/api/posts/category', (posts) =>
    posts.filter(({ slug }) => slug === 'retinol-for-beginners'),
  )
  await arrive(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByRole('heading', { name: 'Related Articles' })).toHaveCount(0)
})

test('2 Post: a related article opens in the app and scrolls to the top', async ({ page }) => {
  await open(page, path)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const link = related(page).getByRole('link', { name: 'Niacinamide: The Easygoing Ingredient', exact: true })
  await link.scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500)
  await link.click()
  await expect(page).toHaveURL('/blog/niacinamide-for-beginners')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Niacinamide: The Easygoing Ingredient')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test('2 Post: the page is at its top when the post has loaded', async ({ page }) => {
  await open(page, '/blog/category/treatments')
  await page.evaluate(() => window.scrollTo(0, 400))
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test.describe('when it does not load', () => {
  test.use({ expectedProblems: brokenOnPurpose })

  test('8 Post fetch error: the reader is sent to /not-found', async ({ page }) => {
    await failApi(page, '/api/posts/retinol-for-beginners')
    await open(page, '/blog/category/treatments')
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page).toHaveURL('/not-found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
  })

  test('2 Post: Back from /not-found leads to the page before the post', async ({ page }) => {
    await failApi(page, '/api/posts/retinol-for-beginners')
    await open(page, '/blog/category/treatments')
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page).toHaveURL('/not-found')
    await page.goBack()
    await expect(page).toHaveURL('/blog/category/treatments')
  })

  test('2 Post: it is complete where its related articles and its category do not load', async ({ page }) => {
    await failApi(page, '/api/posts/category')
    await failApi(page, /\/api\/categories\/\d+$/)
    await arrive(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('link', { name: /^Save this picture/ })).toBeVisible()
  })
})

test('2 Post: a link within the body stays in the app', async ({ page }) => {
  await changeApi<object>(page, '/api/posts/retinol-for-beginners', (post) => ({
    ...post,
    content: '<p>See <a href="/shop">the shop</a>.</p>',
  }))
  await arrive(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('link', { name: 'the shop' }).click()
  await expect(page).toHaveURL('/shop')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

/** Navigates to the post in the app, so that it is fetched from the API. */
async function arrive(page: Page): Promise<void> {
  await open(page, '/blog/category/treatments')
  await follow(page, path)
  await expect(page).toHaveURL(path)
}

function related(page: Page) {
  return page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Related Articles' }) })
}
