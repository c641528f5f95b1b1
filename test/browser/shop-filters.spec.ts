import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { expect, test } from './product-facts.ts'
import { open } from './site-test.ts'

const form = (page: Page) => page.getByRole('form', { name: 'Filter products' })
const count = (page: Page) => page.getByRole('main').getByText(/^\d+ products?$/)

test('a choice filters at once, and stands in the address', async ({ page }) => {
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
})

test('the number of an option is that of its products', async ({ page }) => {
  await page.goto('/shop?brand=oatwhistle')
  const option = form(page).getByLabel('Rating').getByRole('option').nth(1)
  const [, least, expected] = /^([\d.]+) and up \((\d+)\)$/.exec((await option.textContent())!)!
  await page.goto(`/shop?brand=oatwhistle&rating=${least}`)
  await expect(count(page)).toHaveText(expected === '1' ? '1 product' : `${expected} products`)
  await expect(page.getByRole('article')).toHaveCount(Number(expected))
})

test('the price applies when its field is left', async ({ page }) => {
  await open(page, '/shop')
  await form(page).getByLabel('Price from').fill('30')
  await form(page).getByLabel('Price from').press('Enter')
  await expect(page).toHaveURL('/shop?from=30')
  await expect(page.getByRole('link', { name: 'Remove filter: From $30.00' })).toBeVisible()
  await expect(page.getByRole('article').first()).toBeVisible()
  const prices = await page.getByRole('article').locator('.product-buy p > span').allTextContents()
  expect(prices.length).toBeGreaterThan(1)
  for (const price of prices) expect(Number(price.slice(1))).toBeGreaterThanOrEqual(30)
})

test('categories keep the other filters', async ({ page }) => {
  await open(page, '/shop?skin=dry')
  const pill = page.getByRole('navigation', { name: 'Product categories' }).getByRole('link', { name: 'Serums' })
  await pill.click()
  await expect(page).toHaveURL('/shop?category=Serums&skin=dry')
  await form(page).getByLabel('Brand').selectOption({ index: 1 })
  await expect(page).toHaveURL(/\/shop\?category=Serums&brand=[a-z-]+&skin=dry$/)
})

test('nothing found: the specified sentence and ways back', async ({ page }) => {
  await open(page, '/shop?category=Serums&from=900000')
  await expect(page.getByText('No products found in this category.', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'View All Products' })).toHaveAttribute('href', '/shop')
  await page.getByRole('link', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL('/shop?category=Serums')
})

test('combinations are not indexed; categories are', async ({ request }) => {
  const robots = async (path: string) =>
    /<meta name="robots" content="([^"]+)"/.exec(await (await request.get(path)).text())
  expect((await robots('/shop?skin=dry'))?.[1]).toBe('noindex, follow')
  expect((await robots('/shop?sort=price'))?.[1]).toBe('noindex, follow')
  for (const path of ['/shop', '/shop?category=Serums', '/shop?skin=', '/shop?unknown=1'])
    expect(await robots(path), path).toBeNull()
})

test('other spellings of one filter are one page', async ({ request }) => {
  const etag = async (path: string) => (await request.get(path)).headers().etag
  const canonical = await etag('/shop?skin=dry&free=fragrance-free')
  expect(await etag('/shop?skin=DRY&free=fragrance-free&free=Fragrance-Free&brand=&from=x&rating=9')).toBe(canonical)
})

test('the row sticks below the header, scrolls sideways and works from the keyboard', async ({ page }) => {
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form filters', async ({ page }) => {
    await page.goto('/shop?category=Serums')
    await form(page).getByLabel('Skin type').selectOption('dry')
    await form(page).getByLabel('Fragrance-free').check()
    await form(page).getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/category=Serums.*skin=dry.*free=fragrance-free/)
    const shown = await page.getByRole('article').count()
    await expect(count(page)).toHaveText(`${shown} ${shown === 1 ? 'product' : 'products'}`)
    await page.getByRole('link', { name: 'Clear filters' }).first().click()
    await expect(page).toHaveURL('/shop?category=Serums')
  })
})
