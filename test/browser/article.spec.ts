import { fromElsewhere } from '../from-elsewhere.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { expect, follow, open, test } from './site-test.ts'
import { trackRequests } from './track-requests.ts'

const path = '/blog/retinol-for-beginners'

test('the contents of an article are there again after a way back within the app', { tag: '@gate' }, async ({
  page,
}) => {
  await open(page, path)
  const links = page.getByRole('navigation', { name: 'Contents' }).locator('a')
  const texts = await links.allTextContents()
  expect(texts.length).toBeGreaterThan(2)
  await follow(page, '/blog')
  await expect(page).toHaveURL('/blog')
  await page.goBack()
  await expect(links).toHaveText(texts)
})

test('the contents of an article stand in its left margin, on a phone in a disclosure above the text', {
  tag: '@gate',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(path)
  const contents = page.getByRole('navigation', { name: 'Contents' })
  const links = contents.getByRole('link')
  await test.step('in the margin, and lead to the sections', async () => {
    const headings = await page.locator('#post-body > h2').allTextContents()
    await expect(links).toHaveText(headings)
    const [list, text] = [(await contents.boundingBox())!, (await page.locator('#post-body').boundingBox())!]
    expect(list.x + list.width).toBeLessThanOrEqual(text.x)
    await links.nth(2).click()
    const heading = page.getByRole('heading', { level: 2, name: headings[2]! })
    await expect(heading).toBeInViewport()
    const header = (await page.getByRole('banner').boundingBox())!
    expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(header.height)
  })
  await test.step('on a phone a disclosure', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(path)
    await expect(links.first()).toBeHidden()
    await contents.getByText('Contents', { exact: true }).click()
    await expect(links.first()).toBeVisible()
    expect((await contents.boundingBox())!.width).toBeLessThanOrEqual(360)
  })
})

test('notes, quotes and ingredients stand in the right margin and leave no hole in the text, a landscape picture takes both', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const found = new Set<string>()
  for (const article of [path, '/blog/skincare-on-a-budget', '/blog/repair-your-skin-barrier']) {
    await open(page, article)
    const children = await page.locator('#post-body > *').evaluateAll((elements) =>
      elements.map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        const block = element.getAttribute('data-block') ?? element.localName
        return { block, floats: getComputedStyle(element).float === 'right', left, right, top, bottom }
      }),
    )
    const column = children.find(({ block }) => block === 'p')!
    let end = column.top
    for (const { block, floats, left, right, top, bottom } of children) {
      if (floats) {
        expect.soft(left, `${block} of ${article}`).toBeGreaterThanOrEqual(column.right + 40)
        found.add(block)
      } else {
        expect.soft(top - end, `above ${block} of ${article}`).toBeLessThan(80)
        if (block === 'figure' && right > column.right + 200) found.add('landscape')
        end = bottom
      }
      expect.soft(right, `${block} of ${article}`).toBeLessThanOrEqual(1280 - 32)
    }
  }
  expect([...found].sort()).toEqual(['blockquote', 'ingredient', 'landscape', 'note'])
})

test('the sign-up below an article loads its code with the first focus, and keeps what was typed', {
  tag: '@gate',
}, async ({ page }) => {
  await page.setExtraHTTPHeaders(fromElsewhere())
  const requestsEnded = trackRequests(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await open(page, path)
  await requestsEnded()
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
  await expect(form.getByText('Before the first newsletter you get a mail to confirm it.')).toBeFocused()
})

test('links of the ending navigate within the app, rendered by the server or in the app', { tag: '@gate' }, async ({
  page,
}) => {
  const next = page.getByRole('region', { name: 'Read next' })
  await test.step('an article opened within the app has the same ending', async () => {
    await open(page, '/blog/category/treatments')
    await follow(page, path)
    await expect(next).toBeVisible()
    await expect(page.getByRole('form', { name: 'Newsletter' })).toHaveCount(1)
    await next.getByRole('link').last().click()
    await expect(page).toHaveURL('/blog/mineral-or-chemical-sunscreen')
  })
  await test.step('a link of the ending that the server rendered', async () => {
    await open(page, path)
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await next.getByRole('link').last().click()
    await expect(page).toHaveURL('/blog/mineral-or-chemical-sunscreen')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Mineral or Chemical Sunscreen/)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })
})

test('the reading progress is quiet under reduced motion, and printed, an article stands alone, with the addresses of its links', {
  tag: '@gate',
}, async ({ page }) => {
  await page.goto(path)
  const animation = () =>
    page.locator('.article-body').evaluate((body) => getComputedStyle(body, '::before').animationName)
  expect(await animation()).toBe('reading')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animation()).toBe('none')
  await page.emulateMedia({ media: 'print' })
  for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Related Articles' })).toBeHidden()
  await expect(page.locator('.ending')).toBeHidden()
  await expect(page.locator('#post-body')).toBeVisible()
  const link = page.locator('#post-body a[href^="/blog/"]').first()
  const after = await link.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(after).toContain((await link.getAttribute('href'))!)
})

test('a post says when it was updated and what changed, as the owner notes it in the editor', { tag: '@gate' }, async ({
  page,
}) => {
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
