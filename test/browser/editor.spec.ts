import { expect } from '@playwright/test'
import { axeFor } from './axe.ts'
import { demoDay } from './demo-day.ts'
import { openAdmin } from './owner.ts'
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
} from './post-fixtures.ts'

test.use({ expectedProblems: brokenPictures })

test('a new post is created, the editor goes on with it, and the list shows it', { tag: '@gate' }, async ({
  page,
  posts,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/posts\/(drafts|\d+\/keep-as-draft)$/, async (route) => {
    await held
    await route.fallback()
  })
  await openEditor(page, 'new')
  await expect(page.getByRole('button', { name: 'Create & New' })).toBeVisible()
  await expect(page.getByLabel('Publish date')).toHaveValue(demoDay())
  await expect(page.getByRole('checkbox', { name: 'Pinterest-optimized' })).toBeChecked()
  await fillPost(page, posts.title('First of all'))
  await page.getByRole('button', { name: 'Make it a draft' }).click()
  await test.step('the button says Saving... while it saves, and twice pressed creates one post', async () => {
    await save(page)
    const button = page.getByRole('button', { name: 'Saving...' })
    await expect(button).toBeVisible()
    await button.click()
    release()
    await expect(page.getByText('Post created', { exact: true })).toBeVisible()
    await expect(page.getByText('Your post has been created successfully.', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/posts\/\d+$/)
    await expect(page.getByRole('button', { name: 'Create & New' })).toHaveCount(0)
    await expect(statusOf(page)).toHaveText('All changes saved')
    const all = await posts.all()
    expect(all).toHaveLength(1)
    expect(all[0]).toMatchObject({
      slug: `first-of-all-${posts.word}`,
      metaTitle: `${posts.title('First of all')} | Dewlight`,
      publishedAt: null,
      categoryId: expect.any(Number),
    })
  })
  await test.step('the list shows it', async () => {
    const list = page.getByRole('navigation', { name: 'Posts' })
    await list.getByRole('button', { name: 'Other posts' }).click()
    const row = list.getByRole('link', { name: posts.title('First of all') })
    await expect(row).toContainText('Draft')
    await expect(row).toHaveAttribute('aria-current', 'page')
  })
  await test.step('a post is changed and saved; what follows Create does not happen twice', async () => {
    const [post] = await posts.all()
    await focusContent(page)
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' And a sentence more.')
    await expect(statusOf(page)).toHaveText('Unsaved changes, kept in this browser')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('Post updated', { exact: true })).toBeVisible()
    await expect(page.getByText('Your post has been updated successfully.', { exact: true })).toBeVisible()
    expect((await posts.read(post!.id)).content).toContain('And a sentence more.')
    await save(page)
    await expect(statusOf(page)).toHaveText('All changes saved')
    expect((await posts.read(post!.id)).content.split('And a sentence more.')).toHaveLength(2)
    expect(await posts.all()).toHaveLength(1)
  })
})

test('the editor and its dialogs pass the accessibility checks', async ({ page, posts }) => {
  const post = await posts.create('For everyone')
  await openEditor(page, post.id)
  test.slow()
  const check = async () => {
    const { violations } = await axeFor(page).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
  }
  await check()
  for (const [tool, dialog] of [
    [/^Link/, 'Add a link'],
    [/^Image/, 'Insert an image'],
    [/^Product box/, 'Insert a product'],
  ] as const) {
    await page.getByRole('toolbar').getByRole('button', { name: tool }).click()
    await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
    await check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await check()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('Create & New creates the post and clears the form', async ({ page, posts }) => {
  await openEditor(page, 'new')
  await fillPost(page, posts.title('One of two'))
  await page.getByRole('button', { name: 'Make it a draft' }).click()
  await page.getByRole('button', { name: 'Create & New' }).click()
  await expect(titleOf(page)).toHaveValue('')
  await expect(contentOf(page)).toHaveText('')
  await expect(page).toHaveURL(/\/admin\/posts\/new$/)
  await fillPost(page, posts.title('Two of two'))
  await page.getByRole('button', { name: 'Make it a draft' }).click()
  await page.getByRole('button', { name: 'Create & New' }).click()
  await expect.poll(async () => (await posts.all()).length).toBe(2)
})

for (const frame of ['before', 'after'])
  test(`after a style is chosen, typing goes on in the content (next frame ${frame} the timers)`, async ({
    page,
    posts,
  }) => {
    // Firefox runs the next frame before the timers of the event, Chromium after them.
    await page.addInitScript((order) => {
      window.requestAnimationFrame = (callback) =>
        Number(setTimeout(() => callback(performance.now()), order === 'before' ? 0 : 30))
    }, frame)
    const post = await posts.create('With a heading')
    await openEditor(page, post.id)
    await focusContent(page)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    for (const level of [2, 3]) {
      await page.getByRole('button', { name: /^Text style/ }).click()
      await page.getByRole('menuitem', { name: `Heading ${level}` }).click()
      await expect(contentOf(page)).toBeFocused()
      // Work that the choice has scheduled runs before the next key.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(resolve)))),
      )
      await page.keyboard.type(`Words of ${level}`)
      await expect(contentOf(page).getByRole('heading', { level, name: `Words of ${level}` })).toBeVisible()
      await page.keyboard.press('Enter')
    }
    // Escape chooses nothing and returns to the button.
    await page.getByRole('button', { name: /^Text style/ }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Text style/ })).toBeFocused()
  })

test('a click in the list and Back go from post to post, and what was typed is stored', { tag: '@gate' }, async ({
  page,
  posts,
}) => {
  const [one, two] = [await posts.create('Number one'), await posts.create('Number two')]
  await openEditor(page, one.id)
  await test.step('the list and Back', async () => {
    const list = page.getByRole('navigation', { name: 'Posts' })
    await list.getByRole('button', { name: 'Other posts' }).click()
    await list.getByRole('searchbox', { name: 'Find a post' }).fill(posts.word)
    await list.getByRole('link', { name: two.title }).click()
    await expect(titleOf(page)).toHaveValue(two.title)
    await titleOf(page).fill(`${two.title} changed`)
    await page.goBack()
    await expect(titleOf(page)).toHaveValue(one.title)
    await expect(page).toHaveURL(new RegExp(`/admin/posts/${one.id}$`))
    await expect.poll(async () => (await posts.read(two.id)).draft.title).toBe(`${two.title} changed`)
  })
  await test.step('New Post empties the form, and what was typed is stored', async () => {
    await titleOf(page).fill(`${one.title} changed`)
    await page.getByRole('button', { name: 'New Post' }).click()
    await expect(titleOf(page)).toHaveValue('')
    await expect(titleOf(page)).toBeFocused()
    await expect(page).toHaveURL(/\/admin\/posts\/new$/)
    await expect.poll(async () => (await posts.read(one.id)).draft.title).toBe(`${one.title} changed`)
  })
})

test.describe('without a connection', () => {
  test.use({ expectedProblems: /./ })

  test('leaving needs a confirmation, since the changes are in this browser alone', { tag: '@gate' }, async ({
    page,
    posts,
    context,
  }) => {
    const post = await posts.create('Kept here')
    await openEditor(page, post.id)
    await context.setOffline(true)
    await titleOf(page).fill(posts.title('Kept here, changed'))
    await expect(statusOf(page)).toHaveText('Not saved – no connection. Trying again…')
    await page.getByRole('button', { name: 'New Post' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(titleOf(page)).toHaveValue(posts.title('Kept here, changed'))
    await page.getByRole('button', { name: 'New Post' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(titleOf(page)).toHaveValue('')
    await context.setOffline(false)
    await openEditor(page, post.id)
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText('Kept here, changed')
  })
})

test('the search box never loses a character, however slowly it is typed', async ({ page }) => {
  await openAdmin(page, '/admin/posts')
  const search = page.getByRole('searchbox', { name: 'Search posts' })
  await search.focus()
  await search.evaluate((box: HTMLInputElement) => {
    const seen = [box.value]
    Object.assign(window, { seen })
    const look = () => {
      if (box.value !== seen.at(-1)) seen.push(box.value)
      // Polls every few milliseconds to notice short-lived values.
      setTimeout(look)
    }
    look()
  })
  // As slow as the debounce: each character is typed while the previous request is pending.
  await page.keyboard.type('gentle', { delay: 255 })
  await expect(page).toHaveURL(/[?&]q=gentle$/)
  await expect(search).toHaveValue('gentle')
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen).toEqual(['', 'g', 'ge', 'gen', 'gent', 'gentl', 'gentle'])
  await page.goBack()
  await page.goForward()
  await expect(search).toHaveValue('gentle')
})

test('the list finds a post among all, deletes it, and brings it back', { tag: '@gate' }, async ({ page, posts }) => {
  const post = await posts.create('Needle')
  await posts.create('Haystack')
  await openAdmin(page, '/admin/posts')
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(`Needle ${posts.word}`)
  const table = page.getByRole('table', { name: 'Blog posts' })
  await expect(table.getByRole('link', { name: post.title })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(posts.word)
  await expect(table.getByRole('row')).toHaveCount(3)
  await test.step('a dialog that was opened from a menu returns the focus to the menu’s button', async () => {
    const button = page.getByRole('button', { name: `Actions for ${post.title}` })
    await button.click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(button).toBeFocused()
  })
  await table.getByRole('checkbox', { name: `Select ${post.title}` }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(table.getByRole('link', { name: post.title })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(table.getByRole('link', { name: post.title })).toBeVisible()
})
