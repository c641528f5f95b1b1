import { createFixturePost, deleteFixturePost, saveFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { countRequests, expect, follow, open, pageMissing, test } from './site-test.ts'

test.use({ expectedProblems: pageMissing })

test('a post that moved is found by its old address: 301 to the new one, in one step', async ({ page }) => {
  await signInAsOwner(page)
  const first = await createFixturePost(page.request)
  const second = await saveFixturePost(page.request, first, { slug: `${first.slug}-second` })
  const third = await saveFixturePost(page.request, second, { slug: `${first.slug}-third` })
  for (const { slug } of [first, second]) {
    const answer = await page.request.get(`/blog/${slug}`, { maxRedirects: 0 })
    expect(answer.status()).toBe(301)
    expect(answer.headers()).toMatchObject({
      location: `/blog/${third.slug}`,
      'cache-control': 'public, max-age=0, s-maxage=10, must-revalidate',
    })
  }
  await page.goto(`/blog/${first.slug}`)
  await expect(page).toHaveURL(`/blog/${third.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.title)

  // Moved back to its first URL, the other one redirects there, without a loop.
  const back = await saveFixturePost(page.request, third, { slug: first.slug })
  expect((await page.request.get(`/blog/${first.slug}`, { maxRedirects: 0 })).status()).toBe(200)
  const turned = await page.request.get(`/blog/${third.slug}`, { maxRedirects: 0 })
  expect(turned.headers().location).toBe(`/blog/${first.slug}`)

  // A draft has no public URL.
  await saveFixturePost(page.request, back, { publishedAt: null })
  for (const { slug } of [first, second, third]) {
    expect((await page.request.get(`/blog/${slug}`, { maxRedirects: 0 })).status()).toBe(404)
  }
  await deleteFixturePost(page.request, first)
})

test('in the app an old URL becomes the new one, and the post is requested once', async ({ page }) => {
  await signInAsOwner(page)
  const target = await createFixturePost(page.request)
  const host = await createFixturePost(page.request, {
    content: `<p>Please read <a href="/blog/${target.slug}">the other article</a>, which says all of it and more.</p>`,
  })
  const moved = await saveFixturePost(page.request, target, { slug: `${target.slug}-new` })
  await open(page, `/blog/${host.slug}`)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const asked = countRequests(page, /\/api\/posts\/own-post-/)
  await follow(page, `/blog/${target.slug}`)
  await expect(page).toHaveURL(`/blog/${moved.slug}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(target.title)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/blog/${moved.slug}$`))
  expect(asked()).toBe(1)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL(`/blog/${host.slug}`)
  await deleteFixturePost(page.request, target)
  await deleteFixturePost(page.request, host)
})

test('a scheduled post appears on time, despite cached pages', async ({ page }) => {
  await signInAsOwner(page)
  const soon = new Date(Date.now() + 3000)
  const post = await createFixturePost(page.request, { publishedAt: null })
  const isThere = async () => (await page.request.get(`/blog/${post.slug}`)).status()
  const isInFeed = async () => (await (await page.request.get('/api/posts?limit=1')).text()).includes(post.slug)
  // The page cache was filled before the post had a date.
  expect([await isThere(), await isInFeed()]).toEqual([404, false])
  await saveFixturePost(page.request, post, { publishedAt: soon.toISOString() })
  expect([await isThere(), await isInFeed()]).toEqual([404, false])
  await expect.poll(isThere).toBe(200)
  expect(Date.now()).toBeGreaterThanOrEqual(soon.getTime())
  expect(await isInFeed()).toBe(true)
  await deleteFixturePost(page.request, post)
  expect([await isThere(), await isInFeed()]).toEqual([404, false])
})
