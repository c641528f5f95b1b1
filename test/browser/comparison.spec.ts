import type { Locator, Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { signInAsOwner } from './owner.ts'
import { test as base, expect, open } from './site-test.ts'

/** A public post with a comparison of six products, the fourth of which is the owner's pick. */
const test = base.extend<object, { path: string }>({
  path: [
    async ({ browser }, use, { project }) => {
      const owner = await browser.newPage({ baseURL: project.use.baseURL! })
      await signInAsOwner(owner)
      const ids = ((await (await owner.request.get('/api/products?limit=6')).json()) as { id: number }[]).map(
        ({ id }) => id,
      )
      const content = `<p>Six of them.</p><div data-block="comparison" data-product-ids="${ids}" data-rows="price,rating,size,verdict" data-pick="${ids[3]}"></div><p>That is all.</p>`
      const post = await createFixturePost(owner.request, { content })
      await use(`/blog/${post.slug}`)
      await deleteFixturePost(owner.request, post)
      await owner.close()
    },
    { scope: 'worker' },
  ],
})

const block = (page: Page) => page.locator('[data-block="comparison"]')
const heads = (page: Page) => block(page).locator('thead th[scope="col"]')

async function widths(cells: Locator): Promise<number[]> {
  return cells.evaluateAll((found) => found.map((cell) => Math.round(cell.getBoundingClientRect().width)))
}

async function expectWithinPage(page: Page): Promise<void> {
  const { scrollWidth, width } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    width: window.innerWidth,
  }))
  expect(scrollWidth).toBeLessThanOrEqual(width)
}

test('Comparison: columns are equally wide at 1280 px, and none is hidden', { tag: '@gate' }, async ({
  page,
  path,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, path)
  await expectWithinPage(page)
  const all = await widths(heads(page))
  expect(all).toHaveLength(6)
  expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1)
  await expect(page.getByLabel('First product')).toBeHidden()
  await expect(heads(page).last()).toBeVisible()
})

test('Comparison: a phone shows two products, which selects choose', { tag: '@gate' }, async ({ page, path }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page, path)
  const [first, second] = [page.getByLabel('First product'), page.getByLabel('Second product')]
  await expect(first).toHaveValue('0')
  // The owner's pick.
  await expect(second).toHaveValue('3')
  const shown = block(page).getByRole('columnheader')
  await expect(shown).toHaveCount(2)
  const boxes = await Promise.all([heads(page).first().boundingBox(), heads(page).nth(3).boundingBox()])
  expect(boxes[1]!.y).toBe(boxes[0]!.y)
  expect(boxes[1]!.x).toBeGreaterThanOrEqual(boxes[0]!.x + boxes[0]!.width)
  await expectWithinPage(page)
  await test.step('labels stand above the values of a real table', async () => {
    const row = block(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: 'Verdict' }) })
    await expect(row.getByRole('cell')).toHaveCount(2)
    const [label, value] = [
      await row.getByRole('rowheader').boundingBox(),
      await row.getByRole('cell').first().boundingBox(),
    ]
    expect(label!.y + label!.height).toBeLessThanOrEqual(value!.y + 1)
  })
  await test.step('by keyboard, and a product of the other side changes places', async () => {
    await second.focus()
    await page.keyboard.press('ArrowDown')
    await expect(second).toHaveValue('4')
    await second.selectOption('0')
    await expect(first).toHaveValue('4')
    await expect(heads(page).first()).toHaveAttribute('data-at', '2')
  })
  expect((await axeFor(page).include('#post-body').analyze()).violations.map(({ id }) => id)).toEqual([])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Comparison: two products stand next to their labels on a phone, and the others are a swipe away', {
    tag: '@gate',
  }, async ({ page, path }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(path)
    const frame = block(page).locator('.table-frame')
    const [label, first, second] = await Promise.all(
      [block(page).locator('tbody th').first(), heads(page).first(), heads(page).nth(1)].map((cell) =>
        cell.boundingBox(),
      ),
    )
    expect(first!.x).toBeGreaterThanOrEqual(label!.x + label!.width - 1)
    expect(second!.x + second!.width).toBeLessThanOrEqual(345)
    await expect(frame).toHaveCSS('scroll-snap-type', 'x mandatory')
    await frame.evaluate((element) => element.scrollBy({ left: 120, behavior: 'instant' }))
    expect(await frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
    expect((await block(page).locator('tbody th').first().boundingBox())!.x).toBe(label!.x)
    await expectWithinPage(page)
  })
})
