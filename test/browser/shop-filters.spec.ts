import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { expect, test } from './product-facts.ts'
import { open } from './site-test.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Filter products' })
const count = (page: Page) => page.getByRole('main').getByText(/^\d+ products?$/)

test('a choice filters at once, and stands in the address', { tag: '@gate' }, async ({ page }) => {
  await open(page, '/shop')
  await form(page).getByLabel('Skin type').selectOption('dry')
  await expect(page).toHaveURL('/shop?skin=dry')
  await expect(count(page)).toHaveText('14 products')
  await expect(page.getByRole('article')).toHaveCount(14)
  await form(page).getByLabel('Fragrance-free (4)').check()
  await expect(page).toHaveURL('/shop?skin=dry&free=fragrance-free')
  await expect(page.getByRole('article')).toHaveCount(4)
  await form(page).getByLabel('Sort').selectOption('price')
  await expect(page).toHaveURL('/shop?skin=dry&free=fragrance-free&sort=price')
  await page.getByRole('link', { name: 'Remove filter: Skin type: Dry' }).click()
  await expect(page).toHaveURL('/shop?free=fragrance-free&sort=price')
  await expect(page.getByRole('link', { name: 'Remove filter: Fragrance-free' })).toBeFocused()
  await expect(form(page).getByLabel('Skin type')).toHaveValue('')
  await expect(form(page).getByLabel('Fragrance-free')).toBeChecked()
  await page.goBack()
  await expect(form(page).getByLabel('Skin type')).toHaveValue('dry')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/shop')
  await expect(page.getByRole('article')).toHaveCount(24)
  await test.step('the price applies when its field is left', async () => {
    await form(page).getByLabel('Price from').fill('30')
    await form(page).getByLabel('Price from').press('Enter')
    await expect(page).toHaveURL('/shop?from=30')
    await expect(page.getByRole('link', { name: 'Remove filter: From $30.00' })).toBeVisible()
    await expect(page.getByRole('article').first()).toBeVisible()
    const prices = await page.getByRole('article').locator('.product-buy p > span').allTextContents()
    expect(prices.length).toBeGreaterThan(1)
    for (const price of prices) expect(Number(price.slice(1))).toBeGreaterThanOrEqual(30)
  })
  await test.step('categories keep the other filters', async () => {
    await open(page, '/shop?skin=dry')
    const pill = page.getByRole('navigation', { name: 'Product categories' }).getByRole('link', { name: 'Serums' })
    await pill.click()
    await expect(page).toHaveURL('/shop?category=Serums&skin=dry')
    await form(page).getByLabel('Brand').selectOption({ index: 1 })
    await expect(page).toHaveURL(/\/shop\?category=Serums&brand=[a-z-]+&skin=dry$/)
  })
})

test('a phone shows a product at once, and the filters as a sheet over it', { tag: '@gate' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, '/shop?sort=rating')
  const toggle = page.getByRole('main').locator('summary')
  const apply = form(page).getByRole('button', { name: 'Apply' })
  await test.step('the first product is in the first screen, below one row of categories', async () => {
    const name = await page.getByRole('article').first().getByRole('heading').boundingBox()
    expect(name!.y + name!.height).toBeLessThanOrEqual(740)
    const pills = page.getByRole('navigation', { name: 'Product categories' }).locator('ul')
    expect(await pills.evaluate((row) => [row.scrollWidth > row.clientWidth, row.clientHeight < 60])).toEqual([
      true,
      true,
    ])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expect(form(page)).toBeHidden()
  })
  await test.step('it opens from below the header with Apply in view, and Escape and its button close it', async () => {
    await page.evaluate(() => window.scrollTo(0, 1500))
    await expect.poll(async () => (await toggle.boundingBox())!.y).toBeLessThan(80)
    await expect(toggle).toHaveText('Filter and sort (1)')
    for (const height of [740, 420]) {
      await page.setViewportSize({ width: 360, height })
      await toggle.click()
      await expect(apply).toBeInViewport({ ratio: 1 })
      expect(await form(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(form(page)).toBeHidden()
      await expect(toggle).toBeFocused()
    }
    await toggle.press('Enter')
    await toggle.click()
    await expect(form(page)).toBeHidden()
  })
  await test.step('choices apply in the open sheet, and Apply leads to the list', async () => {
    await toggle.click()
    await form(page).getByLabel('Fragrance-free').check()
    await expect(toggle).toHaveText('Filter and sort (2)')
    await form(page).getByLabel('Price from').fill('10')
    await apply.click()
    await expect(page).toHaveURL('/shop?free=fragrance-free&from=10&sort=rating')
    await expect(form(page)).toBeHidden()
    await expect(count(page)).toBeFocused()
    await expect(toggle).toHaveText('Filter and sort (3)')
  })
})

test('a wide page shows all filters, which wrap, and Apply', async ({ page }) => {
  await open(page, '/shop?skin=dry&sort=price')
  for (const width of [768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('main').locator('summary'), `${width} px`).toBeHidden()
    await expect(form(page).getByRole('button', { name: 'Apply' }), `${width} px`).toBeInViewport({ ratio: 1 })
    expect(await form(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${width} px`).toBe(
      0,
    )
  }
})

test('a chosen value keeps its label, and removing filters moves the focus to the next, the one before, then the number', async ({
  page,
}) => {
  await open(page, '/shop?skin=dry&free=fragrance-free&rating=4')
  const chosen = await form(page)
    .getByLabel('Skin type')
    .evaluate((field: HTMLSelectElement) => field.selectedOptions[0]!.text)
  expect(chosen).toMatch(/^Skin type: Dry/)
  const remove = (name: string) => page.getByRole('link', { name: `Remove filter: ${name}` })
  await remove('Fragrance-free').press('Enter')
  await expect(page).toHaveURL('/shop?skin=dry&rating=4')
  await expect(remove('Rating: 4 and up')).toBeFocused()
  await expect(remove('Fragrance-free')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/shop?skin=dry')
  await expect(remove('Skin type: Dry')).toBeFocused()
  await expect(remove('Rating: 4 and up')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/shop')
  await expect(count(page)).toBeFocused()
})

for (const width of [360, 1280])
  test(`filters have no accessibility violations at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/shop?skin=dry&free=fragrance-free')
    const { violations } = await axeFor(page).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
