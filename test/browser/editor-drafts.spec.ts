import { expect, type Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import {
  brokenPictures,
  contentOf,
  fillPost,
  focusContent,
  openEditor,
  save,
  statusOf,
  test,
  titleOf,
  verbOf,
} from './post-fixtures.ts'
import { open } from './site-test.ts'

test.use({ expectedProblems: brokenPictures })

const published = { publishedAt: '2001-02-03T12:00:00.000Z' }

/** Types at the end of the text. */
async function write(page: Page, text: string): Promise<void> {
  await focusContent(page)
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

const isReachable = (page: Page) =>
  page.getByRole('tab', { name: 'Products' }).evaluate((tab) => tab.closest('[inert]') === null)

for (const width of [1280, 360]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('a post is a draft from its first character, open on another device', async ({
      page,
      posts,
      browser,
      baseURL,
    }) => {
      await openEditor(page, 'new')
      await expect(titleOf(page)).toBeFocused()
      await page.keyboard.type(posts.word)
      await expect(statusOf(page)).toHaveText('Saved as draft')
      await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        storageState: await page.context().storageState(),
      })
      const other = await context.newPage()
      await other.goto(`/admin/posts?q=${posts.word}`)
      await expect(other.getByText('Draft', { exact: true }).first()).toBeVisible()
      await other.goto(new URL(page.url()).pathname)
      await expect(titleOf(other)).toHaveValue(posts.word)
      await context.close()
    })

    test('changes to a live post wait in a working copy: preview shows them, readers do not', {
      tag: width === 1280 ? '@gate' : [],
    }, async ({ page, posts, context, browser, baseURL }) => {
      const post = await posts.create('Live and edited', published)
      const reader = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
      await openEditor(page, post.id)
      await write(page, ' A second thought.')
      const opening = context.waitForEvent('page')
      await page.getByRole('button', { name: 'Preview' }).click()
      await expect((await opening).getByText('A second thought.')).toBeVisible()
      await expect(statusOf(page)).toHaveText('Unpublished changes saved')
      await reader.goto(`/blog/${post.slug}`)
      await expect(reader.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
      await expect(reader.getByText('A second thought.')).toHaveCount(0)
      await page.reload()
      await expect(contentOf(page)).toContainText('A second thought.')
      await expect(statusOf(page)).toHaveText('Unpublished changes saved')
      await expect(verbOf(page)).toHaveText('Updates the live post')
      await save(page)
      await expect(statusOf(page)).toHaveText('All changes saved')
      await reader.reload()
      await expect(reader.getByText('A second thought.')).toBeVisible()
      await reader.context().close()
    })
  })
}

test('nothing is wider than the screen, and all tools are reachable', { tag: '@gate' }, async ({ page, posts }) => {
  const post = await posts.create('Every tool', published)
  await openEditor(page, post.id)
  await write(page, ' More.')
  await expect(statusOf(page)).toHaveText('Unpublished changes saved')
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
  for (const width of [1280, 1024, 768, 360])
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      for (const name of ['Details', 'Preview', 'Save', 'More', 'Compare', 'Discard']) {
        await expect(page.getByRole('button', { name, exact: true })).toBeInViewport()
      }
      expect(await widthOf()).toBeLessThanOrEqual(width)
      if (width < 1280) return
      const { violations } = await axeFor(page).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    })
  await test.step('on a phone, tools are large enough, and the details are a drawer over the text', async () => {
    const small = await page.getByRole('form').evaluate((form) =>
      [...form.querySelectorAll('button')]
        .map((button) => ({ label: button.ariaLabel ?? button.textContent, size: button.getBoundingClientRect() }))
        .filter(({ size }) => size.height > 0 && (size.height < 44 || size.width < 44))
        .map(({ label }) => label),
    )
    expect(small).toEqual([])
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    const drawer = page.getByRole('complementary', { name: 'Details' })
    await expect(drawer.getByLabel('Publish date')).toBeVisible()
    await expect(drawer.getByRole('button', { name: 'Close details' })).toBeFocused()
    expect(await widthOf()).toBeLessThanOrEqual(360)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(page.getByRole('button', { name: 'Details', exact: true })).toBeFocused()
  })
})

test.describe('at 360 px', () => {
  test.use({ viewport: { width: 360, height: 800 } })

  test('a save that is refused opens the drawer and moves to the field', async ({ page, posts }) => {
    await openEditor(page, 'new')
    await titleOf(page).fill(posts.title('No cover'))
    await focusContent(page)
    await page.keyboard.type('The text of a post that is long enough to be taken by the server.')
    await expect(page.getByLabel('Cover image URL')).toBeHidden()
    await save(page)
    await expect(page.getByText('Cover image URL is required', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Cover image URL')).toBeFocused()
  })
})

test('opening and leaving an empty editor leaves nothing, and an emptied draft goes', async ({ page, posts }) => {
  const created: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/posts(\/drafts)?$/.test(request.url())) created.push(request.url())
  })
  await openEditor(page, 'new')
  await page.getByLabel('Category').selectOption({ index: 1 })
  await page.getByRole('link', { name: 'All posts' }).click()
  await expect(page).toHaveURL(/\/admin\/posts$/)
  await openEditor(page, 'new')
  expect(created).toEqual([])
  await titleOf(page).fill(posts.title('Never mind'))
  await expect(statusOf(page)).toHaveText('Saved as draft')
  const [post] = await posts.all()
  expect(await posts.all()).toHaveLength(1)
  expect(created).toHaveLength(1)
  await titleOf(page).fill('')
  await page.getByRole('link', { name: 'All posts' }).click()
  await expect(page).toHaveURL(/\/admin\/posts$/)
  await expect.poll(async () => (await page.request.get(`/api/posts/${post!.id}/source`)).status()).toBe(404)
})

test('Save says what it does, and Ctrl+S never publishes', { tag: '@gate' }, async ({ page, posts }) => {
  const title = posts.title('An honest verb')
  await openEditor(page, 'new')
  await expect(verbOf(page)).toHaveText('Publishes now')
  await fillPost(page, title)
  await page.keyboard.press('Control+s')
  await expect(statusOf(page)).toHaveText('Saved as draft')
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  await test.step('create mode lasts until the first save', async () => {
    await expect(page.getByRole('form', { name: 'New post' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create & New' })).toBeVisible()
  })
  const [post] = await posts.all()
  expect(post).toMatchObject({ status: 'draft', publishedAt: null })
  await page.getByRole('button', { name: 'Make it a draft' }).click()
  await expect(verbOf(page)).toHaveText('Keeps as draft')
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(verbOf(page)).toHaveText(/^Publishes \w+ \d+, (\d+, )?9:00 AM, New York$/)
  await page.keyboard.press('Control+s')
  await expect(statusOf(page)).toHaveText('Saved as draft')
  expect((await posts.read(post!.id)).status).toBe('draft')
  await page.getByLabel('Publish date').fill('2001-02-03')
  await expect(verbOf(page)).toHaveText('Publishes now, dated Feb 3, 2001')
  await save(page)
  const notice = page.getByRole('region', { name: 'Published' })
  await expect(notice).toContainText(`/blog/${post!.slug}`)
  await expect(notice.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/blog/${post!.slug}`)
  await expect(page.getByRole('form', { name: 'Edit post' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create & New' })).toHaveCount(0)
  await expect(verbOf(page)).toHaveText('Updates the live post')
  await write(page, ' Not public yet.')
  await page.keyboard.press('Control+s')
  await expect(statusOf(page)).toHaveText('Unpublished changes saved')
  expect((await posts.read(post!.id)).content).not.toContain('Not public yet.')
  await page.getByLabel('Publish date').fill('')
  await expect(verbOf(page)).toHaveText('Takes the post off the site')
  await page.keyboard.press('Control+s')
  await expect(statusOf(page)).toHaveText('Unpublished changes saved')
  expect((await posts.read(post!.id)).status).toBe('published')
  await save(page)
  await expect(statusOf(page)).toHaveText('All changes saved')
  expect((await posts.read(post!.id)).status).toBe('draft')
})

test('what Save does changes as the clock passes the scheduled minute', async ({ page, posts }) => {
  const publishedAt = new Date(Date.now() + 3 * 60_000).toISOString()
  const post = await posts.create('In three minutes', { publishedAt })
  await page.clock.install()
  await openEditor(page, post.id)
  await expect(verbOf(page)).toHaveText(/^Publishes \w+ \d+, \d+:\d\d [AP]M, New York$/)
  await page.clock.fastForward(4 * 60_000)
  await expect(verbOf(page)).toHaveText('Updates the live post')
})

test('unpublished changes are marked in the list, compared, discarded, and brought back', { tag: '@gate' }, async ({
  page,
  posts,
}) => {
  const post = await posts.create('Live and doubtful', published)
  const autosave = await page.request.put(`/api/posts/${post.id}/draft`, {
    data: { ...post, content: `${post.content}<p>A doubtful sentence.</p>` },
    headers: { 'if-match': `"${post.version}"` },
  })
  expect(autosave.status(), await autosave.text()).toBe(200)
  const comparison = page.getByRole('dialog', { name: 'Unpublished changes' })
  await test.step('the list of posts opens the editor with the comparison', async () => {
    await open(page, `/admin/posts?q=${encodeURIComponent(post.title)}`)
    await page.getByRole('button', { name: `Actions for ${post.title}` }).click()
    await page.getByRole('menuitem', { name: 'Compare unpublished changes' }).click()
    await expect(comparison).toContainText('A doubtful sentence.')
    await page.keyboard.press('Escape')
    await expect(comparison).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`/admin/posts/${post.id}$`))
    await page.reload()
    await expect(titleOf(page)).toHaveValue(post.title)
    await expect(comparison).toHaveCount(0)
  })
  await expect(statusOf(page)).toHaveText('Unpublished changes saved')
  const list = page.getByRole('navigation', { name: 'Posts' })
  await list.getByRole('button', { name: 'Other posts' }).click()
  await list.getByRole('searchbox', { name: 'Find a post' }).fill(posts.word)
  await expect(list.getByRole('link', { name: post.title })).toContainText('Unpublished changes')
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(comparison).toContainText('A doubtful sentence.')
  await comparison.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard the unpublished changes?' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(contentOf(page)).not.toContainText('A doubtful sentence.')
  await expect(statusOf(page)).toHaveText('All changes saved')
  await expect(list.getByRole('link', { name: post.title })).not.toContainText('Unpublished changes')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(contentOf(page)).toContainText('A doubtful sentence.')
  await expect(statusOf(page)).toHaveText('Unpublished changes saved')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click()
  await expect(page.getByRole('dialog', { name: 'Earlier versions' })).toContainText('Discarded')
  expect((await posts.read(post.id)).content).not.toContain('A doubtful sentence.')
})

test('an earlier version is restored with everything that the comparison shows', { tag: '@gate' }, async ({
  page,
  posts,
}) => {
  const post = await posts.create('First name', published)
  await posts.change(post, { slug: `${post.slug}-moved`, excerpt: 'A later excerpt.', ...published })
  await openEditor(page, post.id)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click()
  const earlier = page.getByRole('dialog', { name: 'Earlier versions' })
  await expect(earlier.getByText(/^Published, saved now ·/)).toBeVisible()
  await earlier.getByRole('button').filter({ hasText: posts.word }).nth(1).click()
  await expect(earlier).toContainText(`${post.slug}-moved`)
  await earlier.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.getByLabel('Slug')).toHaveValue(post.slug)
  await expect(page.getByLabel('Excerpt')).toHaveValue('')
  await expect(verbOf(page)).toHaveText('Updates the live post')
})

test('a preview is shared by a link that shows unpublished changes and is withdrawn', { tag: '@gate' }, async ({
  page,
  posts,
  browser,
  baseURL,
}) => {
  const post = await posts.create('For a friend')
  await openEditor(page, post.id)
  await write(page, ' For your eyes.')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Share a preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share a preview' })
  await expect(dialog.getByText('No link works at the moment.')).toBeVisible()
  await dialog.getByLabel('Works for').selectOption('1 day')
  await dialog.getByRole('button', { name: 'Create a link' }).click()
  const address = await dialog.getByText(/\/shared-preview\//).innerText()
  const reader = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await reader.goto(new URL(address).pathname)
  await expect(reader.getByText('For your eyes.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await expect(dialog.getByText('No link works at the moment.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('For your eyes.')).toHaveCount(0)
  await reader.context().close()
})

test('a template is written from the list of templates, and a post begins from it', { tag: '@gate' }, async ({
  page,
  posts,
}) => {
  const title = `A routine for ${posts.word}`
  await open(page, '/admin/posts?kind=template')
  await page.getByRole('link', { name: 'New template' }).click()
  await expect(page.getByRole('form', { name: 'New template' })).toBeVisible()
  await titleOf(page).fill(title)
  await expect(page).toHaveURL(/\/admin\/posts\/\d+\?kind=template$/)
  const template = Number(/posts\/(\d+)/.exec(page.url())![1])
  await save(page)
  await expect(page.getByRole('form', { name: 'Edit template' })).toBeVisible()
  await expect(page.getByLabel('Publish date')).toHaveCount(0)
  await page.reload()
  await expect(titleOf(page)).toHaveValue(title)
  await page.getByRole('link', { name: 'All templates' }).click()
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'New post from this' }).click()
  await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
  const copy = Number(/posts\/(\d+)/.exec(page.url())![1])
  expect(copy).not.toBe(template)
  await expect(titleOf(page)).toHaveValue(new RegExp(title))
  for (const id of [template, copy]) await page.request.delete(`/api/posts/${id}`)
})

test('the text is at least 630 px wide from 1280 px on; the drawer and the list stay as they were left', {
  tag: '@gate',
}, async ({ page, posts }) => {
  const post = await posts.create('Text first')
  await openEditor(page, post.id)
  const date = page.getByLabel('Publish date')
  const search = page.getByRole('searchbox', { name: 'Find a post' })
  for (const width of [1280, 1520, 1920])
    await test.step(`the text is at least 630 px wide on a screen of ${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      await expect(date).toBeVisible()
      await expect(search).toBeVisible({ visible: width >= 1520 })
      const { width: textWidth } = (await page.locator('.prose-dew').first().boundingBox())!
      expect(textWidth).toBeGreaterThanOrEqual(630)
      expect(textWidth).toBeLessThanOrEqual(722)
    })
  await test.step('the drawer and the list stay as they were left', async () => {
    await page.setViewportSize({ width: 1536, height: 864 })
    await expect(date).toBeVisible()
    await expect(search).toBeVisible()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await page.getByRole('button', { name: 'Other posts' }).click()
    await expect(date).toBeHidden()
    await expect(search).toBeHidden()
    await page.reload()
    await expect(titleOf(page)).toHaveValue(post.title)
    await expect(date).toBeHidden()
    await expect(search).toBeHidden()
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await expect(date).toBeVisible()
  })
  await test.step('focus mode leaves the text alone on the page, and Escape leaves it', async () => {
    await page.getByRole('button', { name: 'Focus mode' }).click()
    await expect(page.getByText('Focus mode. Press Escape to leave.')).toBeAttached()
    await expect(page.getByRole('toolbar')).toBeHidden()
    expect(await isReachable(page)).toBe(false)
    await write(page, ' Undisturbed.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('toolbar')).toBeVisible()
    expect(await isReachable(page)).toBe(true)
    await expect(contentOf(page)).toContainText('Undisturbed.')
  })
})
