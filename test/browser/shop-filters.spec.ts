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
  await page.getByRole('link', { name: 'Remove filter: Dry' }).click()
  await expect(page).toHaveURL('/shop?free=fragrance-free&sort=price')
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

test('the row sticks below the header, scrolls sideways and works from the keyboard', { tag: '@gate' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page, '/shop')
  const row = form(page)
  expect(await row.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.evaluate(() => window.scrollTo(0, 1500))
  await expect.poll(async () => (await row.boundingBox())!.y).toBeLessThan(80)
  await row.getByRole('button', { name: 'Apply' }).focus()
  const [button, box] = [await row.getByRole('button', { name: 'Apply' }).boundingBox(), await row.boundingBox()]
  expect(button!.x + button!.width).toBeLessThanOrEqual(box!.x + box!.width)
})

for (const width of [360, 1280])
  test(`filters have no accessibility violations at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/shop?skin=dry&free=fragrance-free')
    const { violations } = await axeFor(page).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  })
