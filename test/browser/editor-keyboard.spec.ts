import { everyBlock } from '../every-block.ts'
import { createFixturePost } from './fixture-posts.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { brokenPictures, contentOf, focusContent, statusOf, titleOf } from './post-fixtures.ts'

test.use({ expectedProblems: brokenPictures })

for (const width of [1280, 360]) {
  test(`a post with a picture and a product is published with less than 25 keys besides its text, at ${width} px`, {
    tag: width === 1280 ? '@gate' : [],
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const [product] = (await (await page.request.get('/api/products?limit=1')).json()) as { name: string }[]
    let keys = 0
    const press = async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name)
      keys += names.length
    }
    await openAdmin(page, '/admin/posts/new')
    await expect(titleOf(page)).toBeFocused()
    await page.keyboard.type(`By keyboard alone at ${width}`)
    await press('Enter')
    await expect(contentOf(page)).toBeFocused()
    await page.keyboard.type('The text of a post that is long enough to be taken by the server.')
    await press('Enter', ...'/pic')
    await expect(page.getByRole('option', { name: /^Picture/ })).toBeVisible()
    await press('Enter')
    await expect(page.getByRole('button', { name: 'From this device' })).toBeFocused()
    await press('Tab', 'Tab')
    await expect(page.getByLabel('Image URL', { exact: true })).toBeFocused()
    await page.keyboard.type('/media/cover.jpg')
    await press('Tab')
    await page.keyboard.type('A jar of cream')
    await press('Enter')
    await expect(contentOf(page).getByRole('img', { name: 'A jar of cream' })).toBeVisible()
    await press(...'/pro')
    await expect(page.getByRole('option', { name: /^Product box/ })).toBeVisible()
    await press('Enter')
    await expect(page.getByLabel('Find a product')).toBeFocused()
    await page.keyboard.type(product!.name)
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(1)
    await press('Tab', 'Enter')
    await expect(contentOf(page)).toContainText(product!.name)
    await press('Control+Enter')
    await expect(page.getByText('Cover image URL is required', { exact: true })).toBeVisible()
    await press('Shift+Tab')
    await expect(page.getByRole('button', { name: 'Use the first picture of the text' })).toBeFocused()
    await press('Enter')
    await expect(page.getByLabel('Cover image URL')).toHaveValue('/media/cover.jpg')
    await press('Control+Enter')
    await expect(page.getByRole('button', { name: 'Publish anyway' })).toBeFocused()
    await press('Enter')
    await expect(page.getByRole('region', { name: 'Published' })).toContainText(`/blog/by-keyboard-alone-at-${width}`)
    expect(keys).toBeLessThan(25)

    // Its picture does not exist, which other tests on this site would report.
    const { id } = (await (await page.request.get(`/api/posts/by-keyboard-alone-at-${width}`)).json()) as { id: number }
    expect((await page.request.delete(`/api/posts/${id}`)).ok()).toBe(true)
  })
}

test('a refused save focuses the first invalid field once and never takes the focus back', { tag: '@gate' }, async ({
  page,
}) => {
  await openAdmin(page, '/admin/posts/new')
  await expect(titleOf(page)).toBeFocused()
  await page.keyboard.type('Without a cover')
  await test.step('Enter in the title moves to the text at once, so that the next key is typed there', async () => {
    const text = await contentOf(page).elementHandle()
    const isAtText = await titleOf(page).evaluate((title, content) => {
      title.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      return document.activeElement === content
    }, text)
    expect(isAtText).toBe(true)
  })
  await focusContent(page)
  await page.keyboard.type('The text of a post that is long enough to be taken by the server.')
  await test.step('a dialog keeps Ctrl+Enter', async () => {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Add a link' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('Cover image URL is required', { exact: true })).toHaveCount(0)
  })
  const focusCount = await page.getByLabel('Cover image URL').evaluateHandle((field) => {
    const seen = { count: 0 }
    field.addEventListener('focus', () => {
      seen.count += 1
      // A second focus, in this task or a later one, would take the focus back from here.
      field.blur()
    })
    return seen
  })
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Cover image URL is required', { exact: true })).toBeVisible()
  await expect.poll(() => focusCount.evaluate(({ count }) => count)).toBeGreaterThan(0)
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(await focusCount.evaluate(({ count }) => count)).toBe(1)
})

test('Ctrl+Enter does what Save says, and a dialog keeps it', async ({ page }) => {
  const post = await createFixturePost(page.request)
  await openAdmin(page, `/admin/posts/${post.id}`)
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves.push(new URL(request.url()).pathname)
  })
  await focusContent(page)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  expect(saves).toEqual([])
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.keyboard.press('Control+Enter')
  expect((await saved).status()).toBe(200)
  await expect(statusOf(page)).toHaveText('All changes saved')
  expect(saves).toEqual([`/api/posts/${post.id}`])
})

test('each block is announced by its name on entering, and Escape leaves the text from there', async ({ page }) => {
  test.slow()
  const read = async <Row>(address: string) => (await (await page.request.get(address)).json()) as Row[]
  const images = await read<{ url: string; altText: string }>('/api/images?limit=4')
  const [products, routines, ingredients] = await Promise.all(
    ['/api/products?limit=3', '/api/routines?limit=1', '/api/ingredients?limit=1'].map((list) =>
      read<{ id: number }>(list),
    ),
  )
  const content = everyBlock({
    images: images.map(({ url, altText }) => ({ url, altText: altText || 'A picture' })),
    products: products!.map(({ id }) => id),
    routine: routines![0]!.id,
    ingredient: ingredients![0]!.id,
  })
  const post = await createFixturePost(page.request, {
    content: `${content}<table><tr><td>A</td><td>B</td></tr></table>`,
  })
  await openAdmin(page, `/admin/posts/${post.id}`)
  const text = contentOf(page)
  await expect(text).toHaveAccessibleDescription(
    /Alt\+F10 goes to the toolbar, \/ inserts a block, Escape leaves the text\.$/,
  )
  await expect(text.getByRole('group', { name: /^Review: / })).toBeVisible()
  const groups = await text
    .locator('[role="group"][aria-label]:not([tabindex]), [role="note"], :is(ol, figure)[aria-label]')
    .all()
  expect(groups.length).toBeGreaterThan(30)
  for (const [index, group] of groups.entries()) {
    const name = (await group.getAttribute('aria-label'))!
    // Its words, or what shows it as a whole.
    const fixed = '[contenteditable="false"]'
    const words = group.locator(`:is(p, figcaption, td, li):not(${fixed}, ${fixed} *), a:not([href])`)
    if ((await words.count()) > 0) await words.first().click({ position: { x: 3, y: 3 } })
    // At another place than before: a second click there within half a second counts as a double one.
    else await group.click({ position: { x: 20 + (index % 4) * 20, y: 20 } })
    await expect(page.getByRole('status').filter({ hasText: name }), name).toBeAttached()
    await page.keyboard.press('Escape')
    expect(await text.evaluate((element) => element.contains(document.activeElement)), name).toBe(false)
    expect(await page.evaluate(() => document.activeElement === document.body), name).toBe(false)
  }
  await test.step('Tab leaves a table after its last cell, which adds no row', async () => {
    await text.getByRole('cell', { name: 'A', exact: true }).click()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await text.evaluate((element) => element === document.activeElement)).toBe(false)
    await expect(text.locator('.tableWrapper td')).toHaveCount(2)
  })
})

test('words get a language from the toolbar by keys, which the page then says', async ({ page }) => {
  const post = await createFixturePost(page.request, {
    content: '<p>Water is in most of it: in French eau, and in Danish vand.</p>',
  })
  await openAdmin(page, `/admin/posts/${post.id}`)
  const select = async (word: string) => {
    const selected = () =>
      contentOf(page).evaluate(async (text, wanted) => {
        const words = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
        while (words.nextNode()) {
          const at = words.currentNode.textContent!.indexOf(wanted)
          if (at >= 0) getSelection()!.setBaseAndExtent(words.currentNode, at, words.currentNode, at + wanted.length)
        }
        // The editor reads a selection after its event, and writes its own 20 ms after it got the focus.
        await new Promise((resolve) => setTimeout(resolve, 50))
        return getSelection()!.toString()
      }, word)
    await expect.poll(selected).toBe(word)
  }
  const menu = page.getByRole('button', { name: /^Language of the words/ })
  await focusContent(page)
  await select('eau')
  await page.keyboard.press('Alt+F10')
  for (let tool = 0; tool < 6; tool++) await page.keyboard.press('ArrowRight')
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'French' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(contentOf(page).locator('span[lang="fr"]')).toHaveText('eau')
  await expect(contentOf(page)).toBeFocused()
  await expect(menu).toHaveAccessibleName('Language of the words: French')
  await select('vand')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Another language' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the language' })
  await dialog.getByLabel('Language').fill('the one of Copenhagen')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Please write a language code such as en, en-GB or de')).toBeVisible()
  await dialog.getByLabel('Language').fill('DA')
  await page.keyboard.press('Enter')
  await expect(contentOf(page).locator('span[lang="da"]')).toHaveText('vand')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.keyboard.press('Control+Enter')
  expect((await saved).status()).toBe(200)
  await page.goto(`/blog/${post.slug}`)
  const words = page.getByRole('article').locator('p span[lang]')
  await expect(words).toHaveText(['eau', 'vand'])
})
