import type { Page } from '@playwright/test'
import type { Post } from '../../src/contract/content/posts.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { brokenOnPurpose, changeApi, expect, failApi, follow, holdApi, jump, open, test } from './site-test.ts'

const path = '/blog/retinol-for-beginners'
const title = 'Retinol for Beginners: Start Slow, Stay Patient'

test('2 Post: it shows the date, keywords, links and related articles that it was loaded with', {
  tag: '@gate',
}, async ({ page }) => {
  await test.step('with all of them', async () => {
    await changeApi<object>(page, '/api/posts/retinol-for-beginners', (post) => ({
      ...post,
      publishedAt: '2024-06-14T15:00:00.000Z',
      createdAt: '2023-01-02T15:00:00.000Z',
      keywords: 'retinol, night routine ,,vitamin A',
      content: '<p>See <a href="/shop">the shop</a>.</p>',
    }))
    await changeApi<{ id: number; title: string }[]>(page, '/api/posts/category', (posts) =>
      [...posts, ...posts, ...posts].map((post, i) => ({ ...post, id: post.id + 1000 * i, title: `Related ${i}` })),
    )
    await arrive(page)
    // The published date, in US style.
    await expect(page.getByRole('article').first().locator('time').first()).toHaveText('June 14, 2024')
    await expect(page.getByRole('list', { name: 'Keywords' }).getByRole('listitem')).toHaveText([
      '#retinol',
      '#night routine',
      '#vitamin A',
    ])
    // At most 3.
    await expect(related(page).getByRole('article')).toHaveCount(3)
  })
  await test.step('a link within the body stays in the app', async () => {
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.getByRole('link', { name: 'the shop' }).click()
    await expect(page).toHaveURL('/shop')
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })
  await test.step('without keywords, a published date and other posts in its category', async () => {
    await changeApi<object>(page, '/api/posts/retinol-for-beginners', (post) => ({
      ...post,
      publishedAt: null,
      createdAt: '2023-01-02T15:00:00.000Z',
      keywords: '',
    }))
    await changeApi<{ slug: string }[]>(page, '/api/posts/category', (posts) =>
      posts.filter(({ slug }) => slug === 'retinol-for-beginners'),
    )
    await arrive(page)
    // The created date.
    await expect(page.getByRole('article').first().locator('time').first()).toHaveText('January 2, 2023')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('list', { name: 'Keywords' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Related Articles' })).toHaveCount(0)
  })
})

test("2 Post: the body has no class attributes, no h1 and no 'Introduction' heading", { tag: '@gate' }, async ({
  page,
}) => {
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

test('2 Post: the document has the HTML of the body once, and a refetch does not replace it', { tag: '@gate' }, async ({
  page,
}) => {
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

test('2 Post: a related article opens in the app and scrolls to the top', { tag: '@gate' }, async ({ page }) => {
  await open(page, path)
  await test.step('2 Post: title, excerpt, cover image and body', async () => {
    const { excerpt, imageAlt } = await (await page.request.get('/api/posts/retinol-for-beginners')).json()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText(excerpt, { exact: true })).toBeVisible()
    const cover = page.getByRole('img', { name: imageAlt, exact: true })
    await expect.poll(() => cover.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(300)
    expect((await page.getByRole('article').first().innerText()).split(/\s+/).length).toBeGreaterThan(600)
  })
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

  test('8 Post fetch error: the reader is sent to /not-found, unless only its related articles and its category fail', {
    tag: '@gate',
  }, async ({ page }) => {
    await test.step('2 Post: it is complete where its related articles and its category do not load', async () => {
      await failApi(page, '/api/posts/category')
      await failApi(page, /\/api\/categories\/\d+$/)
      await arrive(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page.getByRole('link', { name: /^Save this picture/ })).toBeVisible()
    })
    await failApi(page, '/api/posts/retinol-for-beginners')
    await open(page, '/blog/category/treatments')
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page).toHaveURL('/not-found')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found')
    await page.goBack()
    await expect(page).toHaveURL('/blog/category/treatments')
  })
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
