import type { Page } from '@playwright/test'
import type { Category } from '../../src/contract/content/categories.ts'
import { axeFor } from './axe.ts'
import { expect, openAdmin, test } from './isolated-test.ts'
import { toastOf } from './library.ts'

test.describe.configure({ mode: 'default' })

let count = 0

/** Creates a category for one test. */
async function make(page: Page): Promise<Category> {
  const number = ++count
  const answer = await page.request.post('/api/categories', {
    data: { name: `Test field ${number}`, slug: `test-field-${number}`, description: 'Of a test.' },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Category
}

const item = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Categories' }).getByRole('listitem').filter({ hasText: name })

async function names(page: Page): Promise<string[]> {
  return ((await (await page.request.get('/api/categories')).json()) as Category[]).map((category) => category.name)
}

async function findings(page: Page): Promise<string[]> {
  const { violations } = await axeFor(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)
}

test('a category is made, its slug follows its name, and readers see it', { tag: '@gate' }, async ({ page }) => {
  await test.step('the categories are reached from the blog posts', async () => {
    await openAdmin(page, '/admin/posts')
    await page.getByRole('link', { name: 'Categories', exact: true }).click()
    await expect(page).toHaveURL('/admin/categories')
    await expect(page.getByRole('heading', { level: 2, name: 'Categories' })).toBeVisible()
    await expect(item(page, 'Cleansing')).toContainText('/cleansing · 4 posts')
  })
  await page.getByRole('button', { name: 'New Category' }).click()
  const form = page.getByRole('dialog', { name: 'New Category' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByText('Name must be at least 2 characters')).toBeVisible()
  await form.getByLabel('Name').fill('Lips & Crème Care')
  await expect(form.getByLabel('Slug')).toHaveValue('lips-creme-care')
  await form.getByLabel('Description', { exact: true }).fill('For lips.')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Category created', { exact: true })).toBeVisible()
  await expect(item(page, 'Lips & Crème Care')).toBeVisible()
  await page.goto('/blog/category/lips-creme-care')
  await expect(page.getByRole('heading', { level: 1, name: 'Lips & Crème Care' })).toBeVisible()

  await test.step('a slug that changes leads on: 301 for its page, straight to the new one in the app', async () => {
    const { name, slug } = await make(page)
    await openAdmin(page, '/admin/categories')
    await item(page, name).getByRole('button', { name: 'Edit' }).click()
    const form = page.getByRole('dialog', { name: 'Edit Category' })
    await form.getByLabel('Slug').fill(`${slug}-moved`)
    await expect(form.getByText(`Links to /blog/category/${slug} will lead to the new address.`)).toBeVisible()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(item(page, name)).toContainText(`/${slug}-moved`)
    const answer = await page.request.get(`/blog/category/${slug}`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([301, `/blog/category/${slug}-moved`])
    await page.goto(`/blog/category/${slug}`)
    await expect(page).toHaveURL(`/blog/category/${slug}-moved`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  })
})

test.describe('refused', { tag: '@gate' }, () => {
  test.use({ expectedProblems: /status of (?:409|422)|^(?:409|422):/ })

  test('a name that another category has is refused at its field', async ({ page }) => {
    await openAdmin(page, '/admin/categories/new')
    const form = page.getByRole('dialog', { name: 'New Category' })
    await form.getByLabel('Name').fill('cleansing')
    await form.getByLabel('Slug').fill('cleansing-too')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText('Another category has this name. Please choose another one.')).toBeVisible()
    await expect(form.getByLabel('Name')).toBeFocused()

    await test.step('a category in use is not deleted; its posts are named, with the way to their editors', async () => {
      await openAdmin(page, '/admin/categories')
      await item(page, 'Cleansing').getByRole('button', { name: 'Delete' }).click()
      const question = page.getByRole('alertdialog', { name: 'Delete this category?' })
      await question.getByRole('button', { name: 'Delete' }).click()
      await expect(
        question.getByText('“Cleansing” is in use by 4 posts. Move them to another category first.'),
      ).toBeVisible()
      const links = question.getByRole('listitem').getByRole('link')
      await expect(links).toHaveCount(4)
      await expect(links.first()).toHaveAttribute('href', /^\/admin\/posts\/\d+$/)
      expect(await names(page)).toContain('Cleansing')
    })
  })
})

test('a category is deleted after a question, and Undo brings it back to its place', { tag: '@gate' }, async ({
  page,
}) => {
  const { name } = await make(page)
  await make(page)
  const before = await names(page)
  await openAdmin(page, '/admin/categories')
  await item(page, name).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(item(page, name)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(item(page, name)).toBeVisible()
  expect(await names(page)).toEqual(before)
})

test('categories are put in order by the keyboard, and the focus moves along', { tag: '@gate' }, async ({ page }) => {
  const { name } = await make(page)
  await openAdmin(page, '/admin/categories')
  const before = await names(page)
  const up = page.getByRole('button', { name: `Move ${name} up` })
  await up.focus()
  for (let step = 1; step < before.length; step++) {
    await page.keyboard.press('Enter')
    const place = before.length - step
    await expect(page.getByText(`${name} is number ${place} of ${before.length}`)).toBeAttached()
    if (place > 1) await expect(up).toBeFocused()
  }
  await expect(up).toBeDisabled()
  await expect(page.getByRole('button', { name: `Move ${name} down` })).toBeFocused()
  await expect.poll(() => names(page)).toEqual([name, ...before.filter((other) => other !== name)])
})

// The list at 1280 px is checked in `dashboard.spec.ts`.
test('the list and a category are accessible and fit at 360 and 1280 px', async ({ page }) => {
  // Axe runs several times.
  test.setTimeout(120_000)
  const { id } = await make(page)
  for (const address of ['/admin/categories', `/admin/categories/${id}`]) {
    await openAdmin(page, address)
    if (address === '/admin/categories') await expect(item(page, 'Cleansing')).toBeVisible()
    else await expect(page.getByRole('dialog').getByLabel('Name')).toBeVisible()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      if (width === 360 || address !== '/admin/categories') expect(await findings(page)).toEqual([])
    }
  }
})

test('keywords that are nearly the same are merged behind “More” on a phone, and the editor suggests the one that is left', async ({
  page,
}) => {
  const data = { title: 'A post about ghassoul', slug: 'about-ghassoul', content: `<p>${'Some words. '.repeat(9)}</p>` }
  const rest = { excerpt: 'An excerpt of some words.', coverImage: '/media/cover.jpg', publishedAt: null }
  for (const keywords of ['Ghassouls', 'ghassoul, clay masks'])
    expect(
      (
        await page.request.post('/api/posts', {
          data: { ...data, ...rest, slug: `${data.slug}-${keywords.length}`, keywords },
        })
      ).status(),
    ).toBe(201)
  await page.setViewportSize({ width: 360, height: 740 })
  await openAdmin(page, '/admin/categories')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Merge keywords' }).press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Merge this keyword?' })
  await question.getByLabel('Keyword', { exact: true }).selectOption('Ghassouls')
  await expect(question.getByLabel('Merge it into')).toHaveValue('ghassoul')
  expect(await findings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await question.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await expect(toastOf(page)).toContainText('1 post has “ghassoul” now.')
  await openAdmin(page, '/admin/posts/new')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Keywords').fill('ghassouls')
  await page.getByRole('button', { name: 'ghassoul', exact: true }).click()
  await expect(page.getByLabel('Keywords')).toHaveValue('ghassoul')
})
