import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { expect, follow, fromElsewhere, open, test } from './site-test.ts'

const path = '/blog/retinol-for-beginners'

test('the contents of an article stand in its left margin, and lead to its sections', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const headings = await page.locator('#post-body > h2').allTextContents()
  await expect(contents.getByRole('link')).toHaveText(headings)
  const [list, text] = [(await contents.boundingBox())!, (await page.locator('#post-body').boundingBox())!]
  expect(list.x + list.width).toBeLessThanOrEqual(text.x)
  await contents.getByRole('link').nth(2).click()
  const heading = page.getByRole('heading', { level: 2, name: headings[2]! })
  await expect(heading).toBeInViewport()
  const header = (await page.getByRole('banner').boundingBox())!
  expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(header.height)
})

test('on a phone the contents are a disclosure above the text', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(path)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.getByRole('link').first()).toBeHidden()
  await contents.getByText('Contents', { exact: true }).click()
  await expect(contents.getByRole('link').first()).toBeVisible()
  expect((await contents.boundingBox())!.width).toBeLessThanOrEqual(360)
})

test('the reading progress needs no script and is quiet under reduced motion', async ({ page }) => {
  await page.goto(path)
  const animation = () =>
    page.locator('.article-body').evaluate((body) => getComputedStyle(body, '::before').animationName)
  expect(await animation()).toBe('reading')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animation()).toBe('none')
})

test('below an article stand the newsletter, the next article and the related ones, in this order', async ({
  page,
}) => {
  await page.goto(path)
  const next = page.getByRole('region', { name: 'Read next' })
  await expect(
    next.getByRole('link', { name: 'Vitamin C for Beginners: What It Does and How to Start' }),
  ).toHaveAttribute('href', '/blog/vitamin-c-for-beginners')
  const tops = await Promise.all(
    [page.getByRole('form', { name: 'Newsletter' }), next, page.getByRole('heading', { name: 'Related Articles' })].map(
      async (part) => (await part.boundingBox())!.y,
    ),
  )
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
})

test('the sign-up below an article loads its code with the first focus, and keeps what was typed', async ({ page }) => {
  await page.setExtraHTTPHeaders(fromElsewhere())
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await open(page, path)
  await page.waitForLoadState('networkidle')
  expect(scripts.filter((url) => /letter|post-ending/.test(url))).toEqual([])
  const form = page.getByRole('form', { name: 'Newsletter' })
  const email = form.getByRole('textbox', { name: 'Email' })
  const loaded = page.waitForRequest(/hydrate-letter/)
  await email.pressSequentially('not an address')
  await loaded
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(form.getByText('Please enter a valid email address')).toBeVisible()
  await expect(email).toHaveValue('not an address')
  await email.fill(`reader-${Date.now()}@example.com`)
  await form.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Subscription successful!').first()).toBeVisible()
})

test('an article opened within the app has the same ending', async ({ page }) => {
  await open(page, '/blog/category/treatments')
  await follow(page, path)
  await expect(page.getByRole('region', { name: 'Read next' })).toBeVisible()
  await expect(page.getByRole('form', { name: 'Newsletter' })).toHaveCount(1)
  await page.getByRole('region', { name: 'Read next' }).getByRole('link').last().click()
  await expect(page).toHaveURL('/blog/vitamin-c-for-beginners')
})

test('a link of the ending that the server rendered navigates within the app', async ({ page }) => {
  await open(page, path)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('region', { name: 'Read next' }).getByRole('link').last().click()
  await expect(page).toHaveURL('/blog/vitamin-c-for-beginners')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Vitamin C for Beginners/)
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the sign-up below an article posts and gets a page', async ({ page }) => {
    await page.setExtraHTTPHeaders(fromElsewhere())
    await page.goto(path)
    const form = page.getByRole('form', { name: 'Newsletter' })
    await form.getByRole('textbox', { name: 'Email' }).fill(`plain-${Date.now()}@example.com`)
    await form.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL(/\/newsletter/)
  })
})

test('printed, an article stands alone, with the addresses of its links', async ({ page }) => {
  await page.goto(path)
  await page.emulateMedia({ media: 'print' })
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Related Articles' })).toBeHidden()
  await expect(page.locator('.ending')).toBeHidden()
  await expect(page.locator('#post-body')).toBeVisible()
  const link = page.locator('#post-body a[href^="/blog/"]').first()
  const after = await link.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(after).toContain((await link.getAttribute('href'))!)
})

test('a post says when it was updated and what changed, as the owner notes it in the editor', async ({ page }) => {
  await signInAsOwner(page)
  const post = await createFixturePost(page.request)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/posts/${post.id}`)
  await page.getByLabel('What changed').fill('A gentler first week.')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await page.goto(`/blog/${post.slug}`)
  await expect(page.locator('.update-note')).toHaveText(/^Updated [A-Z][a-z]+ \d{1,2}, \d{4}: A gentler first week\.$/)
  await deleteFixturePost(page.request, post)
})
