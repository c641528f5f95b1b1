import { createFixturePost, deleteFixturePost, saveFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { countRequests, expect, follow, open, pageMissing, test } from './site-test.ts'

test.use({ expectedProblems: pageMissing })

test('in the app an old URL becomes the new one, and the post is requested once', { tag: '@gate' }, async ({
  page,
}) => {
  await signInAsOwner(page)
  const target = await createFixturePost(page.request)
  const host = await createFixturePost(page.request, {
    content: `<p>Please read <a href="/blog/${target.slug}?utm_source=newsletter#main">the other article</a>, which says all of it and more.</p>`,
  })
  const moved = await saveFixturePost(page.request, target, { slug: `${target.slug}-new` })
  await open(page, `/blog/${host.slug}`)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  const asked = countRequests(page, /\/api\/posts\/own-post-/)
  await follow(page, `/blog/${target.slug}?utm_source=newsletter#main`)
  await expect(page).toHaveURL(`/blog/${moved.slug}?utm_source=newsletter#main`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(target.title)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/blog/${moved.slug}$`))
  expect(asked()).toBe(1)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  await page.goBack()
  await expect(page).toHaveURL(`/blog/${host.slug}`)
  await deleteFixturePost(page.request, target)
  await deleteFixturePost(page.request, host)
})
